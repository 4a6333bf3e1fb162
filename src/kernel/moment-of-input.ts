/** The moment at which input is parsed. Schemas take no context and parse at once, so it is kept while one does. */
let moment: Date | undefined

export const atMoment = <T>(now: Date | undefined, parse: () => T): T => {
  const before = moment
  moment = now
  try {
    return parse()
  } finally {
    moment = before
  }
}

export const momentOfInput = (): Date => {
  if (!moment) throw new Error('A date of business is judged by the moment of its call: parse its input with one.')
  return moment
}
