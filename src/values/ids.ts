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

const asTime = (at: Date): string => Math.max(0, at.getTime()).toString(16).padStart(12, '0')

/** What in a UUID stands behind its time, its version and the order of those of one time. */
const REST_CHARACTERS = 17

let lastAt = -1
let madeAt = 0

/** A fresh identifier with a time that is given. Those of the same time follow each other as they were made. */
export const newIdAt = <K extends IdKind>(kind: K, at: Date): Id<K> => {
  madeAt = at.getTime() === lastAt ? madeAt + 1 : 0
  lastAt = at.getTime()
  const [time, order] = [asTime(at), (madeAt % 0x1000).toString(16).padStart(3, '0')]
  const rest = uuidOf(newId(kind)).slice(-REST_CHARACTERS)
  return idOfUuid(kind, `${time.slice(0, 8)}-${time.slice(8)}-7${order}-${rest}`) as Id<K>
}

/** The first identifier of a time. */
const firstAt = (kind: IdKind, at: Date): string => {
  const time = asTime(at)
  return idOfUuid(kind, `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`)
}

/** How many characters of an identifier say its time. */
const TIME_CHARACTERS = 10

/** What stands between the identifiers that were made before a time and those that were made at it, or later. */
export const idsSince = (kind: IdKind, at: Date): string =>
  firstAt(kind, at).slice(0, prefixes[kind].length + 1 + TIME_CHARACTERS)

/**
 * What was made in the last so many milliseconds does not sort before this identifier. Identifiers have the time of the
 * machine, so it is counted back from one that is made now.
 */
export const firstIdWithin = (kind: IdKind, ms: number): string => {
  const now = Number.parseInt(uuidOf(newId(kind)).replace('-', '').slice(0, 12), 16)
  return firstAt(kind, new Date(now - ms))
}
