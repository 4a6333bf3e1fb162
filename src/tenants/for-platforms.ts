import type { z } from 'zod'
import { requirePlatformKey } from '../auth/actor.ts'
import { type Operation, operation } from '../operation/operation.ts'

/** An operation for those who manage companies: with a platform or white-label key, or as a user. */
export const forPlatforms = <I extends z.ZodType, O, P = undefined>(own: Operation<I, O, P>): Operation<I, O, P> =>
  operation<I, O, P>({
    ...own,
    ...(own.prepare && {
      prepare: (call, input) => {
        requirePlatformKey(call.actor)
        return (own.prepare as NonNullable<typeof own.prepare>)(call, input)
      },
    }),
    run(run, input, prepared) {
      requirePlatformKey(run.actor)
      return own.run(run, input, prepared)
    },
  })
