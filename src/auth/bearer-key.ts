import { createHash, randomBytes } from 'node:crypto'
import type { KeyType } from '../generated/prisma/enums.ts'
import { keyTypes } from './key-types.ts'

export const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('hex')

/** A fresh key: its prefix tells its type, the rest is 256 random bits. Only the hash is ever stored. */
export const newKey = (type: KeyType, testMode: boolean): { key: string; hash: string; keyPrefix: string } => {
  const prefix = keyTypes[type][testMode ? 'test' : 'live']
  const secret = randomBytes(32).toString('base64url')
  return { key: prefix + secret, hash: hashOfKey(prefix + secret), keyPrefix: prefix + secret.slice(0, 6) }
}
