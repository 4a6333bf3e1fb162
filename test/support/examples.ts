/** Recorded answers as examples of the OpenAPI document. */
import { format } from 'prettier'

export interface Answered {
  /** As the document writes it: `GET /v1/companies/{companyId}`. */
  route: string
  text: string
  /** Numbers in it that chance has drawn. */
  drawn: readonly string[]
}

const DRAWN = '0123456749'

const MOST_CHARACTERS = 300
const MOST_ITEMS = 10
const SOME_ITEMS = 3
/** An identifier ends in the same letters but for the last two, which tell one from the other. */
const BODY = /(?<![0-9a-z])0[1-7][0-9a-hjkmnp-tv-z]{24}(?![0-9a-z])/g
const BASE = '01kafm4h7vf8xbkrs9q2m3c5'
const DIGITS = 'dehjkmnpqrstvwxyz0123456789'

/**
 * What chance or the machine decides, and what stands for it: written anew, an example changes only where the answer
 * does.
 */
const passing: readonly [pattern: RegExp, shown: string][] = [
  [/\b(whsec|hand|onb|oac|oar|oad)_[\w-]{43}/g, '$1_a-long-random-secret'],
  [/(?<=\/sandbox\/shop\/)[\w-]+/g, 'eyJwcm90b2NvbCI6Im9jaSJ9'],
  [/(?<=cart(?::|%3A)org_\w{26}(?::|%3A)[\w.-]{1,100}(?::|%3A))[\w-]{32}/g, 'a-long-random-text'],
  [/(?<=user_code(?:":"|=))[A-Z]{4}-[A-Z]{4}/g, 'WDJB-MJHT'],
  [/(?<="(?:exp|iat|client_id_issued_at)":)\d{10}/g, '1801000000'],
  [/\b(svc_(?:[a-z]+_)?test_)[\w-]{43}(?![\w-])/g, '$1a-long-random-text'],
  [/\b(svc_(?:[a-z]+_)?test_)[\w-]{6}(?![\w-])/g, '$1a1b2c3'],
  [/(?<="cursor":)"[^"]+"/g, '"WyJjdXJzb3IiXQ"'],
  [/(?<="(?:durationMs|startedMs)":)\d+(?:\.\d+)?/g, '12'],
  [/\b(invoice-exchange=)[\da-f]{40}\b/g, '$1a-long-random-text'],
  [/(?<="sandboxCode":")\d{8}/g, '01234567'],
  [/(?<="messageHash":")[\da-f]{64}/g, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  [/\bPPF-[\dA-F]{16}\b/g, 'PPF-0123456789ABCDEF'],
  [/(?<="(?:sdiId|messageId|platformReference)":")\d+/g, '4711'],
  [/(?<=\bIT\d{11}_)000\w\w(?=[._])/g, '00001'],
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/g, '0b7e6a52-5d0f-4c1e-9a43-2f6c1d8e7b90'],
  [/\bhttp:\/\/127\.0\.0\.1:\d{4,5}\b/g, 'https://hooks.example.com'],
]

const settled = (text: string, drawn: readonly string[]): string => {
  const bodies = new Map<string, string>()
  const named = (body: string): string => {
    const nth = bodies.size
    const known = bodies.get(body) ?? `${BASE}${DIGITS[Math.trunc(nth / DIGITS.length)]}${DIGITS[nth % DIGITS.length]}`
    bodies.set(body, known)
    return known
  }
  const known = drawn.reduce((left, one) => left.replaceAll(one, DRAWN), text)
  return passing.reduce((left, [pattern, shown]) => left.replace(pattern, shown), known).replace(BODY, named)
}

/** A value of a JSON text: nothing of the text is read or changed, so that amounts keep their zeros. */
type Node = string | { open: string; items: { name: string; value: Node }[] }

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^{}[\],:"\s]+/g
const CLOSES: Readonly<Record<string, string>> = { '{': '}', '[': ']' }

const parse = (tokens: string[]): Node => {
  const open = tokens.shift() ?? ''
  if (!(open in CLOSES)) return open
  const items: { name: string; value: Node }[] = []
  while (tokens.length > 0 && tokens[0] !== CLOSES[open]) {
    const name = open === '{' ? `${tokens.shift()}${tokens.shift()}` : ''
    items.push({ name, value: parse(tokens) })
    if (tokens[0] === ',') tokens.shift()
  }
  tokens.shift()
  return { open, items }
}

const shortText = (token: string): string => {
  const text: unknown = token.startsWith('"') ? JSON.parse(token) : ''
  if (typeof text !== 'string' || text.length <= MOST_CHARACTERS) return token
  return JSON.stringify(`${text.slice(0, MOST_CHARACTERS)}…`)
}

const itemsShown = (name: string, count: number): number => {
  if (name === '"data":') return 1
  return count > MOST_ITEMS ? SOME_ITEMS : count
}

/** One item of what is listed, and of long texts and lists the beginning. Each property is on a line of its own. */
const short = (node: Node, name: string): string => {
  if (typeof node === 'string') return shortText(node)
  const { open, items } = node
  const shown = open === '[' ? items.slice(0, itemsShown(name, items.length)) : items
  const inner = shown.map((one) => `${one.name}${short(one.value, one.name)}`).join(',\n')
  return `${open}${inner === '' ? '' : '\n'}${inner}${CLOSES[open]}`
}

const exampleOf = ({ text, drawn }: Answered): string =>
  settled(short(parse(text.match(TOKENS) ?? []), '"data":'), drawn)

/** The example of a route as it is in the text of all. */
export const exampleIn = (examples: string, route: string): string | undefined => {
  const start = examples.indexOf(`\n  ${JSON.stringify(route)}: `)
  if (start < 0) return undefined
  return /: ([^]*?^ {2}[}\]])/m.exec(examples.slice(start + JSON.stringify(route).length + 3))?.[1]
}

/** Of each route the answer that tells most, by the names of the routes. */
export const examplesOf = (answers: readonly Answered[]): Promise<string> => {
  const examples = new Map<string, string>()
  for (const answered of answers) {
    const example = exampleOf(answered)
    if (example.length > (examples.get(answered.route)?.length ?? 0)) examples.set(answered.route, example)
  }
  const sorted = [...examples].sort(([one], [other]) => (one < other ? -1 : 1))
  const lines = sorted.map(([route, example]) => `${JSON.stringify(route)}: ${example}`)
  return format(`{\n${lines.join(',\n')}}`, { parser: 'json', printWidth: 120 })
}
