import { type Client, type Database, transactionsOf } from '../../kernel/database/open.ts'
import { dropMonths } from '../../kernel/database/partitions.ts'
import { DAY_MS, HOUR_MS } from '../../values/dates.ts'

/** How long the feed can be read back. */
const RETENTION_DAYS = 30
const BATCH = 5_000
/** Organizations whose feeds one statement looks at. */
const FEEDS_AT_ONCE = 1_000

/** Events of this time and later are kept. */
const keptSince = (now: Date): Date => new Date(now.getTime() - RETENTION_DAYS * DAY_MS)

/**
 * Events of this time and later are found by their identifiers: each that the feed shows, until the next hour forgets it.
 */
export const foundSince = (now: Date): Date => new Date(keptSince(now).getTime() - 2 * HOUR_MS)

/**
 * Says of each feed up to which number it is forgotten: always from its beginning, so that what is shown has no gap. Who
 * reads does not meet what is forgotten, wherever its rows are.
 */
const forgetBefore = async (client: Client, before: Date): Promise<void> => {
  for (let after = ''; ;) {
    const feeds = await client.$queryRaw<{ organizationId: string }[]>`
      SELECT "organizationId" FROM event_sequences
      WHERE "organizationId" > ${after} AND forgotten < last ORDER BY "organizationId" LIMIT ${FEEDS_AT_ONCE}`
    const ids = feeds.map(({ organizationId }) => organizationId)
    await client.$executeRaw`
      UPDATE event_sequences SET forgotten = found.number
      FROM (
        SELECT feed."organizationId", COALESCE(kept.seq - 1, feed.last) AS number
        FROM event_sequences AS feed
        LEFT JOIN LATERAL (
          SELECT seq FROM events
          WHERE events."organizationId" = feed."organizationId" AND seq > feed.forgotten AND "createdAt" >= ${before}
          ORDER BY seq LIMIT 1
        ) AS kept ON true
        WHERE feed."organizationId" = ANY(${ids}::text[])
      ) AS found
      WHERE event_sequences."organizationId" = found."organizationId" AND event_sequences.forgotten < found.number`
    if (ids.length < FEEDS_AT_ONCE) return
    after = ids.at(-1) as string
  }
}

/** Find events that the relay has not seen, and those that somebody may read. */
const keptIn = (partition: string): string[] => [
  `SELECT 1 FROM "${partition}" WHERE seq IS NULL`,
  `SELECT 1 FROM event_sequences AS feed JOIN "${partition}" AS one
     ON one."organizationId" = feed."organizationId" AND one.seq > feed.forgotten`,
]

/** Removes forgotten events of no month, a few at a time, so that nobody waits. */
const removeRest = async (client: Client, before: Date): Promise<void> => {
  const concerned = await client.$queryRaw<
    { organizationId: string }[]
  >`SELECT DISTINCT "organizationId" FROM events_rest WHERE "createdAt" < ${before} AND seq IS NOT NULL`
  for (const { organizationId } of concerned) {
    // Another instance may have removed the organization meanwhile, with all its events.
    const { forgotten = 0n } = (await client.eventSequence.findUnique({ where: { organizationId } })) ?? {}
    for (let removed = BATCH; removed === BATCH;)
      removed = await client.$executeRaw`
        DELETE FROM events_rest WHERE "organizationId" = ${organizationId}
          AND seq IN (
            SELECT seq FROM events_rest WHERE "organizationId" = ${organizationId} AND seq <= ${forgotten}
            ORDER BY seq LIMIT ${BATCH}
          )`
  }
}

/** Takes what is old from the feeds, drops the months of which nothing is left, and deletes only what has no month. */
export const forgetOldEvents = async (db: Database, now: Date): Promise<void> => {
  const before = keptSince(now)
  await forgetBefore(db.client, before)
  await dropMonths(transactionsOf(db), 'events', before, keptIn)
  await removeRest(db.client, before)
}
