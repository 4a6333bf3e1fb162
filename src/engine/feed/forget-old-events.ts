import type { Client } from '../../kernel/database/open.ts'

/** How long the feed can be read back. */
const RETENTION_DAYS = 30
const DAY_MS = 24 * 3_600_000
const BATCH = 5_000

/** Removes the events of an organization up to a number, a few at a time, so that nobody waits. */
const removeUpTo = async (client: Client, organizationId: string, seq: bigint): Promise<void> => {
  for (let removed = BATCH; removed === BATCH;) {
    removed = await client.$executeRaw`
      DELETE FROM events WHERE "organizationId" = ${organizationId}
        AND seq IN (
          SELECT seq FROM events WHERE "organizationId" = ${organizationId} AND seq <= ${seq}
          ORDER BY seq LIMIT ${BATCH}
        )`
  }
}

/** Removes what the feed no longer keeps: always from its beginning, so that what stays has no gap. */
export const forgetOldEvents = async (client: Client, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - RETENTION_DAYS * DAY_MS)
  const concerned = await client.$queryRaw<
    { organizationId: string }[]
  >`SELECT DISTINCT "organizationId" FROM events WHERE "createdAt" < ${before} AND seq IS NOT NULL`
  for (const { organizationId } of concerned) {
    const kept = await client.event.findFirst({
      where: { organizationId, seq: { not: null }, createdAt: { gte: before } },
      orderBy: { seq: 'asc' },
      select: { seq: true },
    })
    const { last } = await client.eventSequence.findUniqueOrThrow({ where: { organizationId } })
    await removeUpTo(client, organizationId, kept?.seq ? kept.seq - 1n : last)
  }
}
