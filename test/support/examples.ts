/** Recorded answers as examples of the OpenAPI document. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format } from 'prettier'

const file = join(import.meta.dirname, '../../rest-compat/examples.json')

export interface Answered {
  /** As the document writes it: `GET /v1/companies/{companyId}`. */
  route: string
  body: unknown
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
  [/\b(whsec|hand|oac|oar|oad)_[\w-]{43}/g, '$1_a-long-random-secret'],
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

/** One item of what is listed, and of long texts and lists the beginning. */
const short = ({ body, drawn }: Answered): unknown => {
  const listed = Array.isArray(body) ? body.slice(0, 1) : body
  const cut = JSON.stringify(listed, (name, value: unknown): unknown => {
    if (typeof value === 'string' && value.length > MOST_CHARACTERS) return `${value.slice(0, MOST_CHARACTERS)}…`
    if (!Array.isArray(value)) return value
    if (name === 'data') return value.slice(0, 1)
    return value.length > MOST_ITEMS ? value.slice(0, SOME_ITEMS) : value
  })
  return JSON.parse(settled(cut, drawn))
}

const sizeOf = (example: unknown): number => JSON.stringify(example).length

/** Of each route the answer that tells most. */
export const writeExamples = async (answers: readonly Answered[]): Promise<void> => {
  const examples: Record<string, unknown> = {}
  for (const answered of answers) {
    const { route } = answered
    const example = short(answered)
    if (!(route in examples) || sizeOf(example) > sizeOf(examples[route])) examples[route] = example
  }
  const sorted = Object.fromEntries(Object.entries(examples).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(file, await format(JSON.stringify(sorted), { parser: 'json', printWidth: 120 }))
}
