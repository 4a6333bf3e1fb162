/** What the operations on proofs have in common: codes, and when a company may prove anything. */
import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { AppError, refusal } from '../kernel/errors/app-error.ts'
import type { Company, OwnershipProof, Prisma } from '../generated/prisma/client.ts'
import type { Preparation } from '../operation/operation.ts'
import { HOUR_MS } from '../values/dates.ts'

const CODE_DIGITS = 8
const HASH_BYTES = 32
const SALT_BYTES = 16

/** The columns that are answered: a mandate is megabytes, and hashes are nobody's business. */
export const proofColumns = {
  method: true,
  status: true,
  target: true,
  token: true,
  triesLeft: true,
  rejection: true,
  startedAt: true,
  expiresAt: true,
  decidedAt: true,
} as const satisfies Prisma.OwnershipProofSelect

export type ProofRow = Pick<OwnershipProof, keyof typeof proofColumns> & {
  /** In a sandbox whose mails stay here. */
  sandboxCode?: string | null
}

/** Where the record of a domain stands. */
export const recordNameOf = (domain: string): string => `_invoice-exchange.${domain}`

export const newToken = (): string => `invoice-exchange=${randomBytes(20).toString('hex')}`
export const newCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')

// Codes are short, so their hashes have to be slow.
const derive = promisify(scrypt) as (code: string, salt: Buffer, bytes: number) => Promise<Buffer>

export const hashOfCode = async (code: string): Promise<string> => {
  const salt = randomBytes(SALT_BYTES)
  return `${salt.toString('hex')}:${(await derive(code, salt, HASH_BYTES)).toString('hex')}`
}

export const isCode = async (code: string, hash: string): Promise<boolean> => {
  const [salt = '', expected = ''] = hash.split(':')
  return timingSafeEqual(await derive(code, Buffer.from(salt, 'hex'), HASH_BYTES), Buffer.from(expected, 'hex'))
}

/** `o…@example.com`: enough to recognize it. */
export const masked = (address: string): string => `${address.slice(0, 1)}…${address.slice(address.lastIndexOf('@'))}`

/** Refuses what has nothing to prove. */
export const requireUnproved = ({ ownershipStatus, ownershipProof }: Company): void => {
  if (ownershipStatus === 'none')
    throw refusal('CONFLICT', 'companyId', 'Register the company on the network again first.', {
      summary: 'The company was removed from the network.',
    })
  if (ownershipProof !== null)
    throw refusal('CONFLICT', 'companyId', `The ownership is already proved (${ownershipProof}).`, {
      summary: 'The company has already proved its ownership.',
    })
}

/** At most so many in an hour. */
export const limit = async ({ platform }: Preparation, what: string, most: number): Promise<void> => {
  const { allowed, retryAfter } = await platform.rate.hit(
    `ownership ${what}`,
    most,
    platform.clock.now().getTime(),
    HOUR_MS,
  )
  if (!allowed) throw new AppError('RATE_LIMITED', { message: `At most ${most} an hour are allowed.`, retryAfter })
}
