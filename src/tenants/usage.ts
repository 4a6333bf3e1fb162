/** What the companies of an organization use, from the counters that its events keep. */
import { Prisma } from '../generated/prisma/client.ts'
import type { Db } from '../kernel/database/open.ts'
import { piecesOf } from '../values/periods.ts'

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
  /** Of a company. */
  name: string | null
  externalId: string | null
  counts: UsageCounts
  previous: UsageCounts
}

const COUNTS = ['sent', 'received', 'delivered', 'failed'] as const

/** The length of what a row of a counter stands for. */
type Step = 'year' | 'month' | 'day'

/** Rows of single companies stand beside those of the whole organization, which have no company. */
const sourceOf = (grouping: Grouping | null, step: Step): Prisma.Sql => {
  if (grouping !== 'company')
    return step === 'day'
      ? Prisma.sql`FROM daily_statistics WHERE "companyId" = '' AND day`
      : Prisma.sql`FROM monthly_statistics WHERE month`
  return step === 'day'
    ? Prisma.sql`FROM daily_statistics WHERE "companyId" > '' AND day`
    : Prisma.sql`FROM company_statistics WHERE span = ${step} AND start`
}

const KEYS: Readonly<Record<Grouping, Prisma.Sql>> = {
  company: Prisma.sql`"companyId"`,
  country: Prisma.sql`country`,
  type: Prisma.sql`type`,
}

/** A period that is taken off counts below zero. */
const signed = (sign: 1 | -1): string => COUNTS.map((name) => (sign === 1 ? name : `-${name} AS ${name}`)).join(', ')

/** All rows of both spans, each with what it stands for. */
const partsOf = (organizationId: string, grouping: Grouping | null, spans: UsageSpans): Prisma.Sql => {
  const steps: readonly Step[] = grouping === 'company' ? ['year', 'month', 'day'] : ['month', 'day']
  const key = grouping ? KEYS[grouping] : Prisma.sql`''::text`
  const parts = (['now', 'before'] as const).flatMap((which) =>
    piecesOf(spans[which], steps).map(
      ({ step, start, end, sign }) => Prisma.sql`
        SELECT ${key} AS key, ${which === 'now'}::boolean AS current, ${Prisma.raw(signed(sign))}
        ${sourceOf(grouping, step)} >= ${start}::date AND ${Prisma.raw(COLUMN[step](grouping))} < ${end}::date
          AND "organizationId" = ${organizationId}`,
    ),
  )
  return Prisma.join(parts, ' UNION ALL ')
}

const COLUMN: Readonly<Record<Step, (grouping: Grouping | null) => string>> = {
  day: () => 'day',
  month: (grouping) => (grouping === 'company' ? 'start' : 'month'),
  year: () => 'start',
}

/** The sums of the span, and those of the one before. */
const SUMS = Prisma.join(
  ['current', 'NOT current'].flatMap((when) =>
    COUNTS.map((name) => Prisma.raw(`COALESCE(sum(${name}) FILTER (WHERE ${when}), 0)`)),
  ),
)

/** Who has rows only in what is taken off again is no group. */
const SOME = Prisma.sql`ARRAY[${SUMS}]::bigint[] <> array_fill(0::bigint, ARRAY[${2 * COUNTS.length}::int])`

/** Numbers as the database puts them side by side: those of the span, and those of the one before. */
const countsOf = (numbers: readonly number[]): UsageCounts => {
  const [sent = 0, received = 0, delivered = 0, failed = 0] = numbers
  return { sent, received, delivered, failed }
}

export const totalUsage = async (
  db: Db,
  organizationId: string,
  spans: UsageSpans,
): Promise<{ total: UsageCounts; previous: UsageCounts }> => {
  const [row] = await db.$queryRaw<{ total: number[] }[]>(Prisma.sql`
    SELECT json_build_array(${SUMS}) AS total
    FROM (${partsOf(organizationId, null, spans)}) AS parts`)
  const numbers = row?.total ?? []
  return { total: countsOf(numbers), previous: countsOf(numbers.slice(COUNTS.length)) }
}

type Told = [key: string, name: string | null, externalId: string | null, numbers: number[]]

/**
 * The groups with most documents first. One that had some only in the time before is among them. Thousands of rows come
 * as one value, because the database's client takes longer for rows than the database for their sums.
 */
export const usageBy = async (
  db: Db,
  organizationId: string,
  grouping: Grouping,
  spans: UsageSpans,
  most: number,
): Promise<{ groupCount: number; groups: UsageRow[] }> => {
  const [row] = await db.$queryRaw<{ told: Told[] | null; groupCount: number | null }[]>(Prisma.sql`
    SELECT json_agg(json_build_array(key, companies.name, companies."externalId", sums)
      ORDER BY moved DESC NULLS LAST, key) AS told, max(counted)::int AS "groupCount"
    FROM (
      SELECT key, json_build_array(${SUMS}) AS sums, sum(sent + received) FILTER (WHERE current) AS moved,
        count(*) OVER () AS counted
      FROM (${partsOf(organizationId, grouping, spans)}) AS parts
      GROUP BY key
      HAVING ${SOME}
      ORDER BY moved DESC NULLS LAST, key
      LIMIT ${most}) AS groups
    LEFT JOIN companies ON companies."organizationId" = ${organizationId} AND companies.id = groups.key`)
  const groups = (row?.told ?? []).map(([key, name, externalId, numbers]) => ({
    key,
    name,
    externalId,
    counts: countsOf(numbers),
    previous: countsOf(numbers.slice(COUNTS.length)),
  }))
  return { groupCount: row?.groupCount ?? 0, groups }
}
