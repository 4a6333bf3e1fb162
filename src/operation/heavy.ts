/** Heavy work of a call: beside the thread that answers, and counted dearer. */
import { type HeavyJob, isSmall } from '../kernel/threads/job.ts'
import type { Call } from './operation.ts'

/** So much of an input counts as one more request, up to so many. */
const BYTES_A_REQUEST = 250_000
const MOST_REQUESTS = 20

/**
 * Does a heavy job. A large one counts in the rate window of the caller as several requests. It is never refused for
 * that itself: those that come after it wait, and a batch is not torn.
 */
export const runHeavy = async <I, O>(
  { platform, actor }: Pick<Call, 'platform' | 'actor'>,
  job: HeavyJob<I, O>,
  input: I,
): Promise<O> => {
  const more = isSmall(job, input) ? 0 : Math.min(MOST_REQUESTS, Math.floor(job.sizeOf(input) / BYTES_A_REQUEST))
  if (more > 0)
    await platform.rate.charge(
      `${actor.organizationId}:${actor.caller}`,
      actor.requestsPerMinute,
      platform.clock.steady(),
      more,
    )
  return platform.heavy.run(job, input, actor.organizationId)
}
