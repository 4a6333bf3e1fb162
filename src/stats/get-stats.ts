import { z } from 'zod'
import { oneOf } from '../kernel/input.ts'
import type { Actor } from '../auth/actor.ts'
import { readableBy } from '../auth/visibility.ts'
import { plans } from '../auth/plans.ts'
import { companyRef, visibleCompany } from '../companies/company.ts'
import type { Db } from '../kernel/database/open.ts'
import { usedThisMonth } from '../exchange/send/store/quota.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { operation } from '../operation/operation.ts'
import { type Period, periodAround, periods, startsWithin } from '../values/periods.ts'
import { dayWithin, usualInterval } from './period.ts'

export interface Counts {
  sent: number
  received: number
  delivered: number
  failed: number
}
export interface Share {
  key: string
  documents: Counts
}
export interface Series extends Share {
  points: { start: Date; documents: Counts }[]
}

/** What a series can be split by. */
const splits = {
  total: 'One series of all documents.',
  type: 'One series for each kind of document.',
  country: 'One series for each country of the other party.',
  company: 'One series for each company of the organization.',
} as const
type Split = keyof typeof splits

/** A plot of more companies than these cannot be read. */
const MOST_COMPANIES = 20

interface StatisticsRow extends Counts {
  start: Date
  type: string
  country: string
  company: string
}

interface StatsSpan {
  organizationId: string
  companyId: string | null
  start: Date
  end: Date
  interval: Period
}

const SUMS = Prisma.sql`
  sum(sent)::int AS sent, sum(received)::int AS received, sum(delivered)::int AS delivered, sum(failed)::int AS failed`

const within = ({ start, end }: StatsSpan): Prisma.Sql => Prisma.sql`day >= ${start}::date AND day < ${end}::date`

/** The counts of one company, or of the whole organization, which has rows without a company. */
const countsOf = (db: Db, span: StatsSpan): Promise<StatisticsRow[]> =>
  db.$queryRaw<StatisticsRow[]>(Prisma.sql`
    SELECT date_trunc(${span.interval}, day)::date AS start, type, country, '' AS company, ${SUMS}
    FROM daily_statistics
    WHERE "organizationId" = ${span.organizationId} AND "companyId" = ${span.companyId ?? ''} AND ${within(span)}
    GROUP BY 1, 2, 3`)

/** The companies with the most documents, each with its points. */
const countsOfCompanies = (db: Db, span: StatsSpan): Promise<StatisticsRow[]> => {
  const { organizationId, companyId, interval } = span
  const companies = companyId === null ? Prisma.sql`"companyId" > ''` : Prisma.sql`"companyId" = ${companyId}`
  return db.$queryRaw<StatisticsRow[]>(Prisma.sql`
    WITH counted AS (
      SELECT * FROM daily_statistics
      WHERE "organizationId" = ${organizationId} AND ${companies} AND ${within(span)}
    ), busiest AS (
      SELECT "companyId" FROM counted GROUP BY "companyId"
      ORDER BY sum(sent + received + failed) DESC, "companyId" LIMIT ${MOST_COMPANIES}
    )
    SELECT date_trunc(${interval}, day)::date AS start, '' AS type, '' AS country, "companyId" AS company, ${SUMS}
    FROM counted JOIN busiest USING ("companyId") GROUP BY 1, "companyId"`)
}

const sum = (rows: readonly Counts[]): Counts =>
  rows.reduce<Counts>(
    (total, { sent, received, delivered, failed }) => ({
      sent: total.sent + sent,
      received: total.received + received,
      delivered: total.delivered + delivered,
      failed: total.failed + failed,
    }),
    { sent: 0, received: 0, delivered: 0, failed: 0 },
  )

/** The key that a row is counted under, for each way to split. */
const keys: Record<Split, (row: StatisticsRow) => string> = {
  total: () => 'total',
  type: ({ type }) => type,
  country: ({ country }) => country || 'unknown',
  company: ({ company }) => company,
}

const moved = ({ sent, received, failed }: Counts): number => sent + received + failed

const sharesOf = (rows: readonly StatisticsRow[], split: Split): (Share & { rows: StatisticsRow[] })[] =>
  [...Map.groupBy(rows, keys[split])]
    .map(([key, own]) => ({ key, documents: sum(own), rows: own }))
    .sort((a, b) => moved(b.documents) - moved(a.documents) || (a.key < b.key ? -1 : 1))

const seriesOf = (shares: readonly (Share & { rows: StatisticsRow[] })[], starts: readonly Date[]): Series[] =>
  shares.map(({ key, documents, rows }) => {
    const at = Map.groupBy(rows, ({ start }) => start.getTime())
    return { key, documents, points: starts.map((start) => ({ start, documents: sum(at.get(start.getTime()) ?? []) })) }
  })

/** What is left of the quota depends on all companies, so a caller of one is not told it. */
const quotaOf = async (db: Db, actor: Actor, now: Date) => {
  const used = await usedThisMonth(db, actor, now)
  const limit = actor.testMode ? null : plans[actor.plan].documentsPerMonth
  const isTold = limit !== null && actor.companyId === null
  return { limit, used, remaining: isTold ? Math.max(0, limit - used) : null }
}

/** Of a company: its own partners, and the shared ones, which are active if it exchanged something with them itself. */
const partnersOf = async (db: Db, { organizationId, companyId, start }: StatsSpan) => {
  const since = { gte: start }
  // A period begins at a full hour, so the hour of the last activity is enough.
  const exchanged = { activeHour: since }
  const all = readableBy({ organizationId, companyId })
  const active =
    companyId === null
      ? exchanged
      : {
          OR: [
            { companyId, ...exchanged },
            {
              companyId: null,
              documents: { some: { companyId, OR: [{ sentAt: since }, { receivedAt: since }] } },
            },
          ],
        }
  return Promise.all([db.partner.count({ where: all }), db.partner.count({ where: { ...all, ...active } })])
}

export const getStats = operation({
  name: 'getStats',
  summary:
    'Counts the documents that were sent, received, delivered and failed in a day, week, month, quarter or year ' +
    '(UTC), by default the current month, by type, country and company, and as time series.',
  scope: 'stats',
  writes: false,
  input: z.strictObject({
    period: oneOf('StatsPeriod', periods)
      .default('month')
      .describe('Period to count: a day, week (from Monday), month, quarter or year (default `month`).'),
    day: dayWithin,
    companyId: companyRef.optional().describe('Only documents of this company.'),
    by: oneOf('StatsSplit', splits).default('total').describe('How to split the series (default `total`: one series).'),
    interval: oneOf('StatsPeriod', periods)
      .optional()
      .describe(
        'Length of the interval of each point in a series. By ' +
          'default a day, or a month when the period is a year.',
      ),
  }),
  errors: ['COMPANY_NOT_FOUND', 'COMPANY_FORBIDDEN', 'INVALID_DATE'],
  async run({ db, actor, now }, { period, day, companyId: ref, by, interval = usualInterval[period] }) {
    const companyId = ref === undefined ? actor.companyId : (await visibleCompany(db, actor, ref)).id
    const { organizationId } = actor
    const around = periodAround(period, day === undefined ? now : new Date(day))
    const span = { organizationId, companyId, interval, ...around }
    const [rows, companies, quota, [total, active]] = await Promise.all([
      countsOf(db, span),
      countsOfCompanies(db, span),
      quotaOf(db, actor, now),
      partnersOf(db, span),
    ])
    const shares = {
      total: sharesOf(rows, 'total'),
      type: sharesOf(rows, 'type'),
      country: sharesOf(rows, 'country'),
      company: sharesOf(companies, 'company'),
    }
    return {
      period: around,
      quota,
      rateLimit: { perMinute: actor.requestsPerMinute },
      documents: sum(rows),
      byType: shares.type,
      byCountry: shares.country,
      byCompany: shares.company,
      series: seriesOf(shares[by], startsWithin(around, interval)),
      partners: { total, active },
    }
  },
})
