/** Codes and tokens that work once: 256 random bits behind a prefix. Only their hashes are stored. */
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { hashOfKey } from '../auth/bearer-key.ts'
import { isSameSecret } from '../kernel/same-secret.ts'

const prefixes = { code: 'oac_', refresh: 'oar_', device: 'oad_', handoff: 'hand_' } as const

export const newSecret = (kind: keyof typeof prefixes): { value: string; hash: string } => {
  const value = prefixes[kind] + randomBytes(32).toString('base64url')
  return { value, hash: hashOfKey(value) }
}

export const hashOfSecret = hashOfKey

/** PKCE (RFC 7636), S256: whether the verifier is the one that the challenge was made of. */
export const fitsChallenge = (verifier: string, challenge: string): boolean =>
  isSameSecret(createHash('sha256').update(verifier).digest('base64url'), challenge)

/** Consonants that nobody confuses and that make no words. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const half = (): string => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** A code that a person types: `WDJB-MJHT`. */
export const newUserCode = (): string => `${half()}-${half()}`

/** As people type it. */
export const userCodeOf = (text: string): string => {
  const letters = text.toUpperCase().replaceAll(/[^A-Z]/g, '')
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}
