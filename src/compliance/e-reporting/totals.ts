import { type EReportingEntry, Prisma } from '../../generated/prisma/client.ts'
import type { Db } from '../../kernel/database/open.ts'
import { Decimal } from '../../values/money.ts'

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

type Stored = Record<'date' | 'rate' | 'amount' | 'vatAmount' | 'count', string> &
  Pick<PeriodLine, 'category' | 'currency'>

/**
 * Added up by the database, which counts decimals exactly. Texts, so that no driver makes a float of them: under other
 * names than the columns that they are in the order of.
 */
export const periodLines = async (
  db: Db,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<PeriodLine[]> => {
  const rows = await db.$queryRaw<Stored[]>(Prisma.sql`
    SELECT to_char(day, 'YYYY-MM-DD') AS date, category, currency, "vatRate"::text AS rate,
      sum(amount)::text AS amount, sum("vatAmount")::text AS "vatAmount", sum(count)::text AS count
    FROM e_reporting_entries
    WHERE "organizationId" = ${organizationId} AND "periodId" = ${id} AND invoice IS NULL AND problem IS NULL
    GROUP BY day, category, currency, "vatRate"
    ORDER BY day, category, currency, "vatRate"`)
  return rows.map(({ date: day, rate, amount, vatAmount, count, ...row }) => ({
    day,
    ...row,
    vatRate: new Decimal(rate),
    amount: new Decimal(amount),
    vatAmount: new Decimal(vatAmount),
    count: Number(count),
  }))
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

export const singleEntries = async (
  db: Db,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<{ invoices: number; leftOut: LeftOut[] }> => {
  const where = { organizationId, periodId: id }
  const left = await db.eReportingEntry.findMany({
    where: { ...where, problem: { not: null }, documentId: { not: null } },
    distinct: ['documentId'],
    orderBy: [{ documentId: 'asc' }, { id: 'asc' }],
    take: MOST_LEFT_OUT,
    select: { documentId: true, problem: true },
  })
  return {
    invoices: await db.eReportingEntry.count({ where: { ...where, invoice: { not: null }, problem: null } }),
    leftOut: left.map(({ documentId, problem }) => ({ documentId: documentId ?? '', rules: problem ?? '' })),
  }
}
