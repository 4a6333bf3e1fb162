/**
 * Wrong secrets are counted by the address that they come from and, where somebody is named, by whom they are about.
 * After too many, whatever comes next is refused before it is compared.
 */
import type { IncomingMessage } from 'node:http'
import type { Clock } from '../kernel/clock.ts'
import type { Env } from '../kernel/env.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { type RateWindow, WINDOW_MS } from '../kernel/limits/rate-window.ts'
import { isSameSecret } from '../kernel/same-secret.ts'
import { callerAddress } from './caller-address.ts'

/** So many in a minute. */
const MOST_GUESSES = 20

interface Guarded {
  rate: RateWindow
  clock: Clock
}

const nameOf = (subject: string): string => `guesses:${subject}`

const tooMany = (retryAfter: number): AppError =>
  new AppError('RATE_LIMITED', {
    message: 'Too many wrong secrets came from this address, or for one caller.',
    retryAfter,
  })

export const refuseGuesses = async ({ rate, clock }: Guarded, ...subjects: readonly string[]): Promise<void> => {
  for (const subject of subjects) {
    const seen = await rate.look(nameOf(subject), MOST_GUESSES, clock.steady())
    if (seen.remaining <= 0) throw tooMany(Math.max(1, Math.ceil((seen.resetAt - clock.steady()) / 1_000)))
  }
}

export const noteGuess = async ({ rate, clock }: Guarded, ...subjects: readonly string[]): Promise<void> => {
  for (const subject of subjects) {
    const hit = await rate.hit(nameOf(subject), MOST_GUESSES, clock.steady(), WINDOW_MS)
    // Many may have been compared at the same moment.
    if (!hit.allowed) throw tooMany(hit.retryAfter)
  }
}

/** Runs what compares a secret; the refusal of a wrong one is counted. */
export const guarded = async <T>(
  guard: Guarded,
  subjects: readonly string[],
  code: AppError['code'],
  compare: () => Promise<T>,
): Promise<T> => {
  await refuseGuesses(guard, ...subjects)
  try {
    return await compare()
  } catch (error) {
    if (error instanceof AppError && error.code === code) await noteGuess(guard, ...subjects)
    throw error
  }
}

interface Knock {
  door: string
  request: Pick<IncomingMessage, 'headers' | 'socket'>
  given: string
  expected: string
  /** The answer to a wrong secret. */
  refusal: AppError
}

/** Refuses a request whose secret is not the one that all callers of a door share. */
export const requireSharedSecret = (
  guard: Guarded & { env: Env },
  { door, request, given, expected, refusal }: Knock,
): Promise<void> =>
  guarded(guard, [`${door}:${callerAddress(request, guard.env.TRUST_PROXY)}`], refusal.code, async () => {
    if (!isSameSecret(given, expected)) throw refusal
  })
