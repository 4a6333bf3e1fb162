/** Housekeeping: partitions for the rows of the months that come. */
import { transactionsOf } from '../kernel/database/open.ts'
import { makeMonths } from '../kernel/database/partitions.ts'
import { wasForbidden, wasStopped } from '../kernel/database/patience.ts'
import type { Platform } from '../operation/platform.ts'

/** Who was told that the user of the database may not make tables. */
const told = new WeakSet<Platform>()

export const makeComingMonths = async (platform: Platform, now: Date): Promise<void> => {
  const { db, log } = platform
  try {
    const made = await makeMonths(transactionsOf(db), now)
    if (made.length > 0) log.info({ partitions: made }, 'Partitions were made')
  } catch (error) {
    if (wasStopped(error))
      return log.warn(
        { err: error },
        'A partition could not be made now: its table is held. It is tried again in an hour',
      )
    if (!wasForbidden(error)) throw error
    if (told.has(platform)) return
    told.add(platform)
    log.warn(
      { err: error },
      'The user of the database may not make partitions, as the owner of the tables may: events, deliveries and request ' +
        'logs are deleted one by one when they are old',
    )
  }
}
