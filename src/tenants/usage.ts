/** What the companies of an organization use, from the counters that its events keep. */
import type { Db } from '../kernel/database/open.ts'
import { Prisma } from '../generated/prisma/client.ts'

export interface UsageCounts {
  sent: number
  received: number
  delivered: number
  failed: number
}

interface Span {
  start: Date
  /** The first day that is no longer in it. */
  end: Date
}

export interface UsageSpans {
  now: Span
  /** As long, right before it. */
  before: Span
}

export const groupings = {
  company: 'One row for each company of the organization.',
  country: 'One row for each country of the other party.',
  type: 'One row for each kind of document.',
} as const
export type Grouping = keyof typeof groupings

export interface UsageRow {
  key: string
  counts: UsageCounts
  previous: UsageCounts
}

const KEYS: Readonly<Record<Grouping, Prisma.Sql>> = {
  company: Prisma.sql`"companyId"`,
  country: Prisma.sql`country`,
  type: Prisma.sql`type`,
}

const COUNTS = ['sent', 'received', 'delivered', 'failed'] as const

const sums = ({ start, end }: Span): Prisma.Sql => {
  const one = (name: string): Prisma.Sql =>
    Prisma.sql`'${Prisma.raw(name)}', COALESCE(sum(${Prisma.raw(name)})
      FILTER (WHERE day >= ${start}::date AND day < ${end}::date), 0)::int`
  return Prisma.sql`json_build_object(${Prisma.join(COUNTS.map(one))})`
}

const NOTHING: UsageCounts = { sent: 0, received: 0, delivered: 0, failed: 0 }

/** Rows of single companies stand beside those of the whole organization, which have no company. */
const whose = (grouping: Grouping | null): Prisma.Sql =>
  grouping === 'company' ? Prisma.sql`"companyId" > ''` : Prisma.sql`"companyId" = ''`

const isMonths = ({ start, end }: Span): boolean => start.getUTCDate() === 1 && end.getUTCDate() === 1

/** Whole months are read by month: of many companies there are far fewer rows. */
const counters = ({ now, before }: UsageSpans): Prisma.Sql =>
  isMonths(now) && isMonths(before)
    ? Prisma.sql`(SELECT *, month AS day FROM monthly_statistics) AS counters`
    : Prisma.sql`daily_statistics`

const touched = ({ now, before }: UsageSpans): Prisma.Sql =>
  Prisma.sql`day >= ${before.start}::date AND day < ${now.end}::date`

export const totalUsage = async (
  db: Db,
  organizationId: string,
  spans: UsageSpans,
): Promise<{ total: UsageCounts; previous: UsageCounts }> => {
  const [row] = await db.$queryRaw<{ total: UsageCounts; previous: UsageCounts }[]>(Prisma.sql`
    SELECT ${sums(spans.now)} AS total, ${sums(spans.before)} AS previous FROM ${counters(spans)}
    WHERE "organizationId" = ${organizationId} AND ${whose(null)} AND ${touched(spans)}`)
  return row ?? { total: NOTHING, previous: NOTHING }
}

/** The groups with most documents first. One that had some only in the time before is among them. */
export const usageBy = (
  db: Db,
  organizationId: string,
  grouping: Grouping,
  spans: UsageSpans,
  most: number,
): Promise<UsageRow[]> =>
  db.$queryRaw<UsageRow[]>(Prisma.sql`
    SELECT ${KEYS[grouping]} AS key, ${sums(spans.now)} AS counts, ${sums(spans.before)} AS previous
    FROM ${counters(spans)}
    WHERE "organizationId" = ${organizationId} AND ${whose(grouping)} AND ${touched(spans)}
    GROUP BY 1
    ORDER BY sum(sent + received) FILTER (WHERE day >= ${spans.now.start}::date) DESC NULLS LAST, 1
    LIMIT ${most}`)
