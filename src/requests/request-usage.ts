import { z } from 'zod'
import { Prisma } from '../generated/prisma/client.ts'
import { instant, oneOf } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'

interface UsageRow {
  apiKeyId: string | null
  userId: string | null
  label: string | null
  requests: bigint
  errors: bigint
  lastSeenAt: Date
}

export const requestUsage = operation({
  name: 'requestUsage',
  summary: 'Counts the recorded requests and errors of each API key or user.',
  scope: 'platform',
  writes: false,
  input: z.strictObject({
    by: oneOf('UsageBy', { key: 'By API key.', user: 'By user.' })
      .default('key')
      .describe('Whether to count by API key or by user (default `key`).'),
    since: instant.optional().describe('Only requests at this time or later.'),
    until: instant.optional().describe('Only requests before this time.'),
  }),
  errors: ['INVALID_DATE'],
  async run({ db, actor, platform }, { by, since, until }) {
    await platform.requestLog.flush()
    const column = by === 'key' ? Prisma.sql`"apiKeyId"` : Prisma.sql`"userId"`
    const own =
      actor.companyId === null
        ? Prisma.empty
        : actor.keyId === null
          ? Prisma.sql`AND "userId" = ${actor.userId}`
          : Prisma.sql`AND "apiKeyId" = ${actor.keyId}`
    const end = until ? new Date(until) : new Date(8_640_000_000_000_000 / 100)
    const rows = await db.$queryRaw<UsageRow[]>(Prisma.sql`
      SELECT ${column}, max("callerLabel") AS label, count(*) AS requests,
        count(*) FILTER (WHERE status >= 400) AS errors, max("startedAt") AS "lastSeenAt"
      FROM request_logs
      WHERE "organizationId" = ${actor.organizationId} AND ${column} IS NOT NULL ${own}
        AND "startedAt" >= ${new Date(since ?? 0)} AND "startedAt" < ${end}
      GROUP BY ${column} ORDER BY requests DESC, ${column}`)
    return rows.map((row) => ({
      apiKeyId: row.apiKeyId ?? null,
      userId: row.userId ?? null,
      label: row.label,
      requests: Number(row.requests),
      errors: Number(row.errors),
      lastSeenAt: row.lastSeenAt,
    }))
  },
})
