import { type EReportingEntry, Prisma } from '../../generated/prisma/client.ts'
import type { Db } from '../../kernel/database/open.ts'
import type { EReportingKind } from '../../generated/prisma/enums.ts'
import { Decimal, ZERO } from '../../values/money.ts'

/** What a period tells of one day, kind, currency and rate. */
export interface PeriodLine {
  day: string
  category: string | null
  currency: string
  vatRate: Decimal
  amount: Decimal
  vatAmount: Decimal
  count: number
}

type Whose = { organizationId: string; id: string; kind: EReportingKind }

/**
 * What was given back is set off against what was collected at its rate in the period, the last days first: the portal
 * takes no negative amount of payments (G1.16). What is given back beyond that is left out.
 */
const setOff = (lines: readonly PeriodLine[]): PeriodLine[] => {
  const owed = new Map<string, Decimal>()
  const rateOf = ({ vatRate, currency }: PeriodLine): string => `${vatRate.toFixed()} ${currency}`
  for (const line of lines)
    if (line.amount.lt(0)) owed.set(rateOf(line), (owed.get(rateOf(line)) ?? ZERO).plus(line.amount))
  return lines
    .toReversed()
    .flatMap((line) => {
      if (line.amount.lt(0)) return []
      const rest = line.amount.plus(owed.get(rateOf(line)) ?? ZERO)
      owed.set(rateOf(line), Decimal.min(rest, ZERO))
      return rest.gt(0) ? [{ ...line, amount: rest }] : []
    })
    .toReversed()
}

type Stored = Record<'date' | 'rate' | 'amount' | 'vatAmount' | 'count', string> &
  Pick<PeriodLine, 'category' | 'currency'>

/**
 * Added up by the database, which counts decimals exactly. Texts, so that no driver makes a float of them: under other
 * names than the columns that they are in the order of.
 */
export const periodLines = async (db: Db, { organizationId, id, kind }: Whose): Promise<PeriodLine[]> => {
  const rows = await db.$queryRaw<Stored[]>(Prisma.sql`
    SELECT to_char(day, 'YYYY-MM-DD') AS date, category, currency, "vatRate"::text AS rate,
      sum(amount)::text AS amount, sum("vatAmount")::text AS "vatAmount", sum(count)::text AS count
    FROM e_reporting_entries
    WHERE "organizationId" = ${organizationId} AND "periodId" = ${id} AND invoice IS NULL AND problem IS NULL
    GROUP BY day, category, currency, "vatRate"
    ORDER BY day, category, currency, "vatRate"`)
  const lines = rows.map(({ date: day, rate, amount, vatAmount, count, ...row }) => ({
    day,
    ...row,
    vatRate: new Decimal(rate),
    amount: new Decimal(amount),
    vatAmount: new Decimal(vatAmount),
    count: Number(count),
  }))
  return kind === 'payments' ? setOff(lines) : lines
}

/** Rates at which more was given back than collected in a period. */
const overdrawn = ({
  organizationId,
  ids,
}: {
  organizationId: string
  ids: readonly string[]
}): Prisma.Sql => Prisma.sql`
  SELECT "periodId", "vatRate" FROM e_reporting_entries
  WHERE "organizationId" = ${organizationId} AND "periodId" = ANY(${ids}) AND kind = 'payments' AND invoice IS NULL
    AND problem IS NULL
  GROUP BY "periodId", "vatRate" HAVING sum(amount) < 0`

export const overdrawnRates = async (
  db: Db,
  periods: { organizationId: string; ids: readonly string[] },
): Promise<Decimal[]> =>
  (
    await db.$queryRaw<{ rate: string }[]>(
      Prisma.sql`SELECT DISTINCT "vatRate"::text AS rate FROM (${overdrawn(periods)}) AS rates`,
    )
  ).map(({ rate }) => new Decimal(rate))

/** Documents of which more was given back than could be set off. */
const givenBack = async (db: Db, { organizationId, id, kind }: Whose): Promise<LeftOut[]> => {
  if (kind !== 'payments') return []
  const found = await db.$queryRaw<{ documentId: string }[]>(Prisma.sql`
    SELECT DISTINCT "documentId" FROM e_reporting_entries
    JOIN (${overdrawn({ organizationId, ids: [id] })}) AS rates USING ("periodId", "vatRate")
    WHERE "organizationId" = ${organizationId} AND amount < 0 AND invoice IS NULL AND problem IS NULL
      AND "documentId" IS NOT NULL
    ORDER BY "documentId" LIMIT ${MOST_LEFT_OUT}`)
  return found.map(({ documentId }) => ({ documentId, rules: 'G1.16' }))
}

/** What is told by itself: an invoice, or what was paid of one at a rate. */
export type ToldEntry = Pick<EReportingEntry, 'day' | 'vatRate' | 'currency' | 'amount' | 'invoice'>

export const toldEntries = (
  db: Db,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<ToldEntry[]> =>
  db.eReportingEntry.findMany({
    where: { organizationId, periodId: id, invoice: { not: null }, problem: null },
    orderBy: [{ day: 'asc' }, { id: 'asc' }],
    select: { day: true, vatRate: true, currency: true, amount: true, invoice: true },
  })

/** A document that the portal would refuse, with the rules for which. */
export interface LeftOut {
  documentId: string
  rules: string
}

const MOST_LEFT_OUT = 100

export const singleEntries = async (db: Db, period: Whose): Promise<{ invoices: number; leftOut: LeftOut[] }> => {
  const where = { organizationId: period.organizationId, periodId: period.id }
  const left = await db.eReportingEntry.findMany({
    where: { ...where, problem: { not: null }, documentId: { not: null } },
    distinct: ['documentId'],
    orderBy: [{ documentId: 'asc' }, { id: 'asc' }],
    take: MOST_LEFT_OUT,
    select: { documentId: true, problem: true },
  })
  return {
    invoices: await db.eReportingEntry.count({ where: { ...where, invoice: { not: null }, problem: null } }),
    leftOut: [
      ...left.map(({ documentId, problem }) => ({ documentId: documentId ?? '', rules: problem ?? '' })),
      ...(await givenBack(db, period)),
    ].slice(0, MOST_LEFT_OUT),
  }
}
