/** The Service Metadata Locator (1.3): the name that a participant has in the DNS, and what its records say. */
import { createHash } from 'node:crypto'
import type { NaptrData } from 'dns-packet'
import { PARTICIPANT_SCHEME } from '../../values/peppol-documents.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648, without padding. */
const base32 = (bytes: Uint8Array): string => {
  let [text, bits, held] = ['', 0, 0]
  for (const byte of bytes) {
    held = (held << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET[(held >> (bits - 5)) & 31]
    held &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + (ALPHABET[(held << (5 - bits)) & 31] ?? '')
}

/** `0208:0000000001` → `X5JU….iso6523-actorid-upis.<zone>`; upper and lower case of the participant do not matter. */
export const smlNameOf = (peppolId: string, zone: string): string =>
  `${base32(createHash('sha256').update(peppolId.toLowerCase()).digest())}.${PARTICIPANT_SCHEME}.${zone}`

const SERVICE = 'meta:smp'

/** The whole name is replaced: no other pattern is written there, and none that comes from outside is run. */
const MATCHES_ALL = new Set(['^.*$', '.*', '^.*', '.*$', '^(.*)$', '(.*)'])

/** `!^.*$!https://smp.example!` → `https://smp.example`. */
const replacementIn = (regexp: string): string | undefined => {
  const delimiter = regexp.charAt(0)
  const parts = regexp.split(delimiter)
  const [, pattern = '', replacement = ''] = parts
  return delimiter !== '' && parts.length === 4 && MATCHES_ALL.has(pattern) && !/\\\d/.test(replacement)
    ? replacement
    : undefined
}

/** Where the SMP is: undefined when there is no record that says so, null when it cannot be read. */
export const smpUrlIn = (records: readonly NaptrData[]): string | null | undefined => {
  const meant = records.filter(
    ({ services, flags }) => services.toLowerCase() === SERVICE && flags.toLowerCase() === 'u',
  )
  if (meant.length === 0) return undefined
  const [first] = meant
    .toSorted((one, other) => one.order - other.order || one.preference - other.preference)
    .flatMap(({ regexp }) => replacementIn(regexp) ?? [])
  if (first === undefined || !URL.canParse(first)) return null
  const { protocol, username, password, search, hash } = new URL(first)
  const usable =
    (protocol === 'http:' || protocol === 'https:') &&
    username === '' &&
    password === '' &&
    search === '' &&
    hash === ''
  return usable ? first.replace(/\/+$/, '') : null
}
