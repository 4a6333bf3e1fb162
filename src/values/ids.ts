import { TypeID, typeid } from 'typeid-js'

/** What each public identifier starts with. The identifier itself tells its kind, and sorts by the time it was made. */
export const prefixes = {
  organization: 'org',
  company: 'comp',
  document: 'doc',
  partner: 'part',
  webhook: 'wh',
  event: 'evt',
  apiKey: 'key',
  delivery: 'dlv',
  request: 'req',
  handoff: 'hand',
  consent: 'areq',
  oauthClient: 'client',
  payment: 'pay',
  report: 'rep',
  tag: 'tag',
  tagGroup: 'tgrp',
  joinRequest: 'jreq',
  work: 'work',
  address: 'addr',
  attachment: 'att',
  attempt: 'try',
  note: 'note',
  action: 'act',
  messageStatus: 'mls',
  status: 'stat',
  message: 'msg',
  paymentExport: 'pexp',
  audit: 'aud',
  sdiFile: 'sdif',
  sdiMessage: 'sdim',
  bulkOperation: 'bulk',
  onboardingLink: 'onb',
  domain: 'dom',
  flow: 'flow',
  reportingPeriod: 'erp',
  reportingEntry: 'ere',
  shop: 'shop',
  cart: 'cart',
  cartSession: 'csess',
  companyAddress: 'eadr',
  portabilityRequest: 'port',
  portabilityMessage: 'pmsg',
} as const

export type IdKind = keyof typeof prefixes
type Id<K extends IdKind = IdKind> = `${(typeof prefixes)[K]}_${string}`

const BODY = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/

/** A fresh identifier: the prefix and a UUIDv7 in 26 characters of base32. */
export const newId = <K extends IdKind>(kind: K): Id<K> => typeid(prefixes[kind]).toString() as Id<K>

export const isId = <K extends IdKind>(kind: K, text: string): text is Id<K> =>
  text.startsWith(`${prefixes[kind]}_`) && BODY.test(text.slice(prefixes[kind].length + 1))

const kinds = new Map<string, IdKind>(Object.entries(prefixes).map(([kind, prefix]) => [prefix, kind as IdKind]))

/** The kind that an identifier announces, or undefined where it has no form of ours. */
export const kindOf = (text: string): IdKind | undefined => {
  const cut = text.indexOf('_')
  return cut > 0 && BODY.test(text.slice(cut + 1)) ? kinds.get(text.slice(0, cut)) : undefined
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** An identifier as the UUID that it is made of, for doors whose clients expect one. */
export const uuidOf = (id: string): string => TypeID.fromString(id).toUUID()

/** The identifier of a UUID; any other text stays as it is. */
export const idOfUuid = (kind: IdKind, text: string): string =>
  UUID.test(text) ? TypeID.fromUUID(prefixes[kind], text.toLowerCase()).toString() : text

/** How many characters of an identifier say its time. */
const TIME_CHARACTERS = 10

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** The lowest bits of a number, five for each character. */
const base32 = (value: number, characters: number): string => {
  let text = ''
  for (let rest = value; text.length < characters; rest = Math.floor(rest / 32)) text = `${ALPHABET[rest % 32]}${text}`
  return text
}

const timeOf = (at: Date): string => base32(Math.max(0, at.getTime()), TIME_CHARACTERS)

/** What stands behind the time: version 7 and the order (16 bits), then the variant (2 bits) and chance (22 and 40 bits). */
const restOf = (order: number, high: number, low: number): string =>
  base32((0x7000 + order) * 2 ** 24 + 2 ** 23 + high, 8) + base32(low, 8)

/** Asked for in stock, because that costs nearly as much for a few as for many. */
const chance = new Uint32Array(512)
let used = chance.length

const chanceOf32Bits = (): number => {
  if (used === chance.length) {
    crypto.getRandomValues(chance)
    used = 0
  }
  return chance[used++] as number
}

let lastAt = -1
let lastTime = ''
let madeAt = 0

/** A fresh identifier with a time that is given. Those of the same time follow each other as they were made. */
export const newIdAt = <K extends IdKind>(kind: K, at: Date): Id<K> => {
  madeAt = at.getTime() === lastAt ? madeAt + 1 : 0
  if (madeAt === 0) lastTime = timeOf(at)
  lastAt = at.getTime()
  const [first, second] = [chanceOf32Bits(), chanceOf32Bits()]
  return `${prefixes[kind]}_${lastTime}${restOf(madeAt % 0x1000, first >>> 10, (first % 2 ** 8) * 2 ** 32 + second)}`
}

/** The first identifier of a time. */
const firstAt = (kind: IdKind, at: Date): string => `${prefixes[kind]}_${timeOf(at)}${restOf(0, 0, 0)}`

/** What stands between the identifiers that were made before a time and those that were made at it, or later. */
export const idsSince = (kind: IdKind, at: Date): string =>
  firstAt(kind, at).slice(0, prefixes[kind].length + 1 + TIME_CHARACTERS)

/** When what has this identifier was made, in milliseconds. */
export const timeIn = (id: string): number => {
  const begin = id.indexOf('_') + 1
  let time = 0
  for (const character of id.slice(begin, begin + TIME_CHARACTERS)) time = time * 32 + ALPHABET.indexOf(character)
  return time
}

/** Four characters of an identifier say the span of time in which it was made: twelve days each. */
const SPAN_CHARACTERS = 4
export const SPAN_MS = 32 ** (TIME_CHARACTERS - SPAN_CHARACTERS)

/** What the identifiers of a span begin with. */
export const spanBegin = (kind: IdKind, span: number): string => `${prefixes[kind]}_${base32(span, SPAN_CHARACTERS)}`

/**
 * What was made in the last so many milliseconds does not sort before this identifier. Identifiers have the time of the
 * machine, so it is counted back from one that is made now.
 */
export const firstIdWithin = (kind: IdKind, ms: number): string => {
  const now = Number.parseInt(uuidOf(newId(kind)).replace('-', '').slice(0, 12), 16)
  return firstAt(kind, new Date(now - ms))
}
