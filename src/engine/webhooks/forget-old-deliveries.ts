import { type Database, transactionsOf } from '../../kernel/database/open.ts'
import { forgetBefore } from '../../kernel/database/old-rows.ts'
import { dropMonths } from '../../kernel/database/partitions.ts'
import { idsSince } from '../../values/ids.ts'
import { DAY_MS } from '../../values/dates.ts'

const KEPT_DAYS = 30

const keptSince = (now: Date): Date => new Date(now.getTime() - KEPT_DAYS * DAY_MS)

/** Deliveries with this identifier or a later one are shown. Their rows go with their month. */
export const firstKeptDelivery = (now: Date): string => idsSince('delivery', keptSince(now))

/** Drops the months of which nothing is left, and deletes only what has no month. */
export const forgetOldDeliveries = async (db: Database, now: Date): Promise<void> => {
  const before = keptSince(now)
  await dropMonths(transactionsOf(db), 'webhook_deliveries', before, (partition) => [
    `SELECT 1 FROM "${partition}" WHERE "createdAt" >= '${before.toISOString()}'`,
  ])
  await forgetBefore(
    before,
    ({ gte, lt }) =>
      db.client.$executeRaw`DELETE FROM webhook_deliveries_rest WHERE "createdAt" >= ${gte} AND "createdAt" < ${lt}`,
  )
}
