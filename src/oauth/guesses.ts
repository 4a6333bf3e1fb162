import { type Actor, callerAtAddress } from '../auth/actor.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { WINDOW_MS } from '../kernel/limits/rate-window.ts'
import type { OperationPlatform } from '../operation/platform.ts'

const HOUR_MS = 3_600_000
/** So many codes and tokens that nobody has may come from an address in a minute. */
const MOST_GUESSES = 20

type Guarded = { platform: OperationPlatform; actor: Actor }

const guesses = (actor: Actor): string => `oauth-guesses:${callerAtAddress(actor)}`

/** Codes have 256 bits, and nobody finds one: but who tries should cost nothing. */
export const refuseGuesser = async ({ platform, actor }: Guarded): Promise<void> => {
  const seen = await platform.rate.look(guesses(actor), MOST_GUESSES, platform.clock.steady())
  if (seen.remaining <= 0)
    throw new AppError('RATE_LIMITED', {
      message: 'Too many unknown codes came from this address.',
      retryAfter: Math.max(1, Math.ceil((seen.resetAt - platform.clock.steady()) / 1_000)),
    })
}

export const noteGuess = async ({ platform, actor }: Guarded): Promise<void> => {
  await platform.rate.hit(guesses(actor), MOST_GUESSES, platform.clock.steady(), WINDOW_MS)
}

/** What anybody may create, so many times an hour. */
export const limitByHour = async ({ platform, actor }: Guarded, what: string, most: number): Promise<void> => {
  const hit = await platform.rate.hit(`${what}:${callerAtAddress(actor)}`, most, platform.clock.steady(), HOUR_MS)
  if (!hit.allowed)
    throw new AppError('RATE_LIMITED', {
      message: `At most ${most} of these requests are allowed in an hour from one IP address.`,
      retryAfter: hit.retryAfter,
    })
}
