/** The order in which a token names things: JavaScript puts names that are numbers before all others. */

const PARTS = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g

const IS_NUMBER = /^(0|[1-9]\d{0,9})$/

/** The names of an object in a claim, as they stand in the payload of a token that was verified. */
const writtenNames = (token: string, claim: string): string[] => {
  const payload = Buffer.from(token.split('.', 2)[1] ?? '', 'base64url').toString()
  const names: string[] = []
  let [levels, isInside, text] = [0, false, '""']
  for (const [part] of payload.matchAll(PARTS)) {
    if (part === '{' || part === '[') levels += 1
    else if (part === '}' || part === ']') levels -= 1
    else if (part !== ':') text = part
    else if (levels === 1) isInside = JSON.parse(text) === claim
    else if (levels === 2 && isInside) names.push(JSON.parse(text) as string)
  }
  return names
}

/** The entries of a claim in the order of the token. */
export const entriesAsWritten = (token: string, claim: string, value: object): [string, unknown][] => {
  const entries = Object.entries(value)
  if (!entries.some(([name]) => IS_NUMBER.test(name))) return entries
  const names = writtenNames(token, claim)
  return entries.toSorted(([one], [other]) => names.indexOf(one) - names.indexOf(other))
}
