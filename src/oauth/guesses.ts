import { type Actor, callerAtAddress } from '../auth/actor.ts'
import { noteGuess as note, refuseGuesses } from '../auth/guesses.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import type { OperationPlatform } from '../operation/platform.ts'
import { HOUR_MS } from '../values/dates.ts'

type Guarded = { platform: OperationPlatform; actor: Actor }

const guesses = (actor: Actor): string => `oauth:${callerAtAddress(actor)}`

/** Codes have 256 bits, and nobody finds one: but who tries should cost nothing. */
export const refuseGuesser = ({ platform, actor }: Guarded): Promise<void> => refuseGuesses(platform, guesses(actor))

export const noteGuess = ({ platform, actor }: Guarded): Promise<void> => note(platform, guesses(actor))

/** What anybody may create, so many times an hour. */
export const limitByHour = async ({ platform, actor }: Guarded, what: string, most: number): Promise<void> => {
  const hit = await platform.rate.hit(`${what}:${callerAtAddress(actor)}`, most, platform.clock.steady(), HOUR_MS)
  if (!hit.allowed)
    throw new AppError('RATE_LIMITED', {
      message: `At most ${most} of these requests are allowed in an hour from one IP address.`,
      retryAfter: hit.retryAfter,
    })
}
