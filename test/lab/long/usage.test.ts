/** @module-tag heavy */
/** Usage of a large platform: `npm run test:long -- usage` counts a million documents of 5,000 companies, and asks. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Prisma } from '../../../src/generated/prisma/client.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'

const COMPANIES = Number(process.env['USAGE_COMPANIES'] ?? 20)
const DOCUMENTS = Number(process.env['USAGE_DOCUMENTS'] ?? 400)
const ASKED = COMPANIES > 1_000 ? 40 : 3
const PORTION = 250

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp({}, { countQueries: false })
  tenant = await app.tenant('white_label')
})
afterAll(() => app.close())

/** Companies with a row, and documents of two years as the counters have them. */
const grow = async (): Promise<void> => {
  const { client } = app.platform.db
  const { organizationId, companyId } = tenant
  const today = app.clock.now()
  await client.$executeRaw(Prisma.sql`
    INSERT INTO companies SELECT (json_populate_record(companies, json_build_object(
      'id', 'comp_' || lpad(n::text, 26, '0'), 'peppolId', '0208:' || n, 'vatNumber', 'BE' || n, 'externalId', 'c-' || n,
      'name', 'Company ' || n))).*
    FROM companies, generate_series(1, ${COMPANIES}::int) AS n
    WHERE "organizationId" = ${organizationId} AND id = ${companyId}`)
  for (let first = 1; first <= COMPANIES; first += PORTION) {
    const many = Math.min(PORTION, COMPANIES + 1 - first)
    const [from, to] = [first, first + many - 1].map((n) => `comp_${String(n).padStart(26, '0')}`)
    await client.$executeRaw(Prisma.sql`
      INSERT INTO daily_statistics
        ("organizationId", "companyId", day, type, country, sent, received, delivered, failed)
      SELECT ${organizationId}, 'comp_' || lpad((${first}::int + floor(random() * ${many}::int))::text, 26, '0'),
        ${today}::date - floor(random() * 730)::int,
        (ARRAY['invoice', 'credit-note', 'purchase-order'])[1 + floor(random() * 3)],
        (ARRAY['BE', 'FR', 'IT', 'DE', 'NL'])[1 + floor(random() * 5)], 1, 0, 1, 0
      FROM generate_series(1, ${Math.round((DOCUMENTS * many) / COMPANIES)}::int)
      ON CONFLICT DO NOTHING`)
    const portion = Prisma.sql`FROM daily_statistics WHERE "organizationId" = ${organizationId}
      AND "companyId" BETWEEN ${from} AND ${to}`
    await client.$executeRaw(Prisma.sql`
      INSERT INTO daily_statistics AS own
        ("organizationId", "companyId", day, type, country, sent, received, delivered, failed)
      SELECT "organizationId", '', day, type, country, sum(sent), 0, sum(delivered), 0 ${portion} GROUP BY 1, 3, 4, 5
      ON CONFLICT ("organizationId", "companyId", day, type, country)
      DO UPDATE SET sent = own.sent + EXCLUDED.sent, delivered = own.delivered + EXCLUDED.delivered`)
    await client.$executeRaw(Prisma.sql`
      INSERT INTO monthly_statistics AS own ("organizationId", month, type, country, sent, received, delivered, failed)
      SELECT "organizationId", date_trunc('month', day)::date, type, country, sum(sent), 0, sum(delivered), 0
      ${portion} GROUP BY 1, 2, 3, 4
      ON CONFLICT ("organizationId", month, type, country)
      DO UPDATE SET sent = own.sent + EXCLUDED.sent, delivered = own.delivered + EXCLUDED.delivered`)
    await client.$executeRaw(Prisma.sql`
      INSERT INTO company_statistics
        ("organizationId", span, start, "companyId", sent, received, delivered, failed)
      SELECT "organizationId", span, date_trunc(span, day)::date, "companyId", sum(sent), 0, sum(delivered), 0
      FROM (SELECT *, unnest(ARRAY['month', 'year']) AS span ${portion}) AS counted GROUP BY 1, 2, 3, 4`)
  }
  // In life, rows come day by day.
  await client.$executeRaw(Prisma.sql`CLUSTER daily_statistics USING "daily_statistics_organizationId_day_idx"`)
  await client.$executeRaw(Prisma.sql`CLUSTER company_statistics USING company_statistics_pkey`)
  await client.$executeRaw(Prisma.sql`ANALYZE`)
}

const timesOf = async (path: string): Promise<{ p50: number; p95: number }> => {
  const times: number[] = []
  for (let index = 0; index < ASKED; index++) {
    const started = performance.now()
    const answer = await tenant.get(path)
    times.push(performance.now() - started)
    expect(answer.status).toBe(200)
  }
  const sorted = times.toSorted((one, other) => one - other)
  const [p50, p95] = [0.5, 0.95].map((part) => sorted[Math.floor(sorted.length * part)] ?? 0) as [number, number]
  return { p50, p95 }
}

const SPANS = [
  'period=day',
  'period=week',
  'period=month',
  'period=quarter',
  'period=year',
  'from=2026-01-05&to=2026-11-20',
  'from=2025-12-31&to=2026-02-01',
  'from=2025-03-02&to=2025-03-30',
] as const

/** What the days say that an answer is about. */
const countedByDay = async (from: string, to: string): Promise<number> => {
  const [row] = await app.platform.db.client.$queryRaw<{ sent: number }[]>(Prisma.sql`
    SELECT COALESCE(sum(sent), 0)::int AS sent FROM daily_statistics
    WHERE "organizationId" = ${tenant.organizationId} AND "companyId" > '' AND day BETWEEN ${from}::date AND ${to}::date`)
  return row?.sent ?? -1
}

test(
  `usage of ${COMPANIES} companies with ${DOCUMENTS} documents is what their days add up to, and the times are printed`,
  { timeout: 1_200_000 },
  async () => {
    await grow()
    const lines: string[] = []
    for (const groupBy of ['company', 'country', 'type'])
      for (const span of SPANS) {
        const path = `/v1/platform/usage?groupBy=${groupBy}&${span}`
        const { body } = await tenant.get(`${path}&rows=10000`)
        expect(body.groups).toHaveLength(body.groupCount)
        for (const [which, sum, first, last] of [
          ['documents', body.total.sent, body.from, body.to],
          ['previous', body.previous.sent, body.previousFrom, body.previousTo],
        ]) {
          expect(sum).toBe(await countedByDay(first, last))
          expect(body.groups.reduce((all: number, group: Body) => all + group[which].sent, 0)).toBe(sum)
        }
        const { p50, p95 } = await timesOf(path)
        lines.push(
          `${groupBy} ${span}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms of ${body.groupCount} groups`,
        )
      }
    process.stdout.write(`${lines.join('\n')}\n`)
  },
)
