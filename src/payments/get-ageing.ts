import { z } from 'zod'
import { companyRef, visibleCompany } from '../companies/company.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Db } from '../kernel/database/open.ts'
import { oneOf } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'
import { Decimal, sum } from '../values/money.ts'
import { dayOf } from '../values/dates.ts'

/** By how late an amount is; each age ends so many days after the due date. */
export const ages = {
  no_date: 'The document states no due date.',
  not_due: 'It is not due before today.',
  days_30: 'It is 1 to 30 days late.',
  days_60: 'It is 31 to 60 days late.',
  days_90: 'It is 61 to 90 days late.',
  older: 'It is more than 90 days late.',
} as const
type Age = keyof typeof ages
const ageNames = Object.keys(ages) as Age[]

export const sides = {
  receivable: 'What others owe to the organization.',
  payable: 'What the organization owes to others.',
} as const

export interface AgeShare {
  age: string
  documents: number
  amount: Decimal
}
export interface CurrencyAgeing {
  currency: string
  documents: number
  amount: Decimal
  ages: AgeShare[]
}

interface Sought {
  organizationId: string
  companyId: string | null
  side: keyof typeof sides
  today: string
}

interface AgeRow {
  currency: string
  age: Age
  documents: number
  amount: string
}

/**
 * What remains of each open invoice, added up by the database: no cent passes a floating point. Only payments of what is
 * open are read, so the cost grows with what is open and not with all that was ever paid.
 */
const openAmounts = (db: Db, { organizationId, companyId, side, today }: Sought): Promise<AgeRow[]> =>
  db.$queryRaw<AgeRow[]>(Prisma.sql`
    WITH open AS MATERIALIZED (
      SELECT documents.id, documents.currency, ${today}::date - documents."dueDate" AS late,
        COALESCE(documents."amountDue", documents."grossAmount") AS due
      FROM documents
      WHERE documents."organizationId" = ${organizationId}
        AND documents."lifecycleStatus" IN ('issued', 'received', 'under_review', 'approved', 'disputed', 'partially_paid')
        AND documents.type IN ('invoice', 'debit-note') AND documents.currency IS NOT NULL
        AND COALESCE(documents."deliveryStatus" NOT IN ('failed', 'rejected'), true)
        AND ((documents.direction = 'outgoing') <> documents."selfBilled") = ${side === 'receivable'}
        ${companyId === null ? Prisma.empty : Prisma.sql`AND documents."companyId" = ${companyId}`}
    ), paid AS (
      SELECT open.id, sum(payments.amount) AS amount
      FROM open JOIN payments ON payments."organizationId" = ${organizationId} AND payments."documentId" = open.id
      WHERE payments."reversedAt" IS NULL GROUP BY 1
    ), unpaid AS (
      SELECT open.currency, open.late, open.due - COALESCE(paid.amount, 0) AS remaining
      FROM open LEFT JOIN paid ON paid.id = open.id
    )
    SELECT currency,
      CASE WHEN late IS NULL THEN 'no_date' WHEN late <= 0 THEN 'not_due' WHEN late <= 30 THEN 'days_30'
        WHEN late <= 60 THEN 'days_60' WHEN late <= 90 THEN 'days_90' ELSE 'older' END AS age,
      count(*)::int AS documents, sum(remaining)::text AS amount
    FROM unpaid WHERE remaining > 0 GROUP BY 1, 2`)

const ageingOf = (currency: string, rows: readonly AgeRow[]): CurrencyAgeing => {
  const shares = ageNames.map((age): AgeShare => {
    const row = rows.find((one) => one.age === age)
    return { age, documents: row?.documents ?? 0, amount: new Decimal(row?.amount ?? 0) }
  })
  return {
    currency,
    documents: shares.reduce((total, { documents }) => total + documents, 0),
    amount: sum(shares.map(({ amount }) => amount)),
    ages: shares,
  }
}

export const getAgeing = operation({
  name: 'getAgeing',
  summary:
    'Adds up what is not paid yet of invoices and debit notes, by currency and by how late it is today (UTC). ' +
    'Payments that were recorded lessen it; what was rejected or not delivered is not owed.',
  scope: 'payments',
  writes: false,
  input: z.strictObject({
    side: oneOf('AgeingSide', sides).default('receivable').describe('Whose debts (default `receivable`).'),
    companyId: companyRef.optional().describe('Only documents of this company.'),
  }),
  errors: ['COMPANY_NOT_FOUND', 'COMPANY_FORBIDDEN'],
  async run({ db, actor, now }, { side, companyId: ref }) {
    const companyId = ref === undefined ? actor.companyId : (await visibleCompany(db, actor, ref)).id
    const today = dayOf(now)
    const rows = await openAmounts(db, { organizationId: actor.organizationId, companyId, side, today })
    const currencies = [...Map.groupBy(rows, ({ currency }) => currency)]
      .map(([currency, own]) => ageingOf(currency, own))
      .sort((one, other) => other.documents - one.documents || (one.currency < other.currency ? -1 : 1))
    return { side, day: new Date(today), currencies }
  },
})
