/** When a status was given, as the log and the messages tell it: in seconds. */
import type { Document } from '../../generated/prisma/client.ts'
import { isOnTheWay } from '../tables/states.ts'
import { SECOND_MS } from '../../values/dates.ts'

export const secondOf = (now: Date): Date => new Date(Math.floor(now.getTime() / SECOND_MS) * SECOND_MS)

/**
 * No two decisions on a document share a second, so that everybody puts them in the same order. The statuses of its
 * transport need no such care: their codes are in order already.
 */
export const momentOf = (
  now: Date,
  { lifecycleAt }: Pick<Document, 'lifecycleAt'>,
  frenchStatus: string | null,
): Date => {
  const second = secondOf(now)
  if (lifecycleAt === null || isOnTheWay(frenchStatus) || second > lifecycleAt) return second
  return new Date(lifecycleAt.getTime() + SECOND_MS)
}

/** How far another clock may be ahead of ours; what comes from later still happened when it came. */
const TOLERANCE_MS = 300_000
export const arrivedMoment = (said: Date | null, now: Date): Date =>
  said === null || said.getTime() > now.getTime() + TOLERANCE_MS ? secondOf(now) : secondOf(said)
