import { Prisma } from '../../generated/prisma/client.ts'
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

type Stored = Record<'vatRate' | 'amount' | 'vatAmount' | 'count', string> & Omit<PeriodLine, 'vatRate'>

/** Added up by the database, which counts decimals exactly. Texts, so that no driver makes a float of them. */
export const periodLines = async (
  db: Db,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<PeriodLine[]> => {
  const rows = await db.$queryRaw<Stored[]>(Prisma.sql`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, category, currency, "vatRate"::text AS "vatRate",
      sum(amount)::text AS amount, sum("vatAmount")::text AS "vatAmount", sum(count)::text AS count
    FROM e_reporting_entries
    WHERE "organizationId" = ${organizationId} AND "periodId" = ${id}
    GROUP BY e_reporting_entries.day, category, currency, "vatRate"
    ORDER BY e_reporting_entries.day, category, currency, e_reporting_entries."vatRate"`)
  return rows.map(({ vatRate, amount, vatAmount, count, ...row }) => ({
    ...row,
    vatRate: new Decimal(vatRate),
    amount: new Decimal(amount),
    vatAmount: new Decimal(vatAmount),
    count: Number(count),
  }))
}
