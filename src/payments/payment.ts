/** What the operations on payments have in common: what a document owes, and what was paid of it. */
import type { Db } from '../kernel/database/open.ts'
import type { Document } from '../generated/prisma/client.ts'
import { Decimal, ZERO } from '../values/money.ts'

/** What the column holds. */
const MOST = '9999999999999.99'
/** More than nothing, and exact to the cent. */
export const isRecordable = (amount: Decimal): boolean =>
  amount.gt(0) && amount.lte(MOST) && amount.decimalPlaces() <= 2

type DueAmounts = Pick<Document, 'amountDue' | 'grossAmount'>

const exact = (value: { toFixed(): string } | null): Decimal | null =>
  value === null ? null : new Decimal(value.toFixed())

/** What is to be paid by what the document says; payments do not change it. */
const amountDueOf = ({ amountDue, grossAmount }: DueAmounts): Decimal => exact(amountDue) ?? exact(grossAmount) ?? ZERO

export const paidByDocument = async (
  db: Db,
  organizationId: string,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, Decimal>> => {
  const rows = await db.$queryRaw<{ documentId: string; paid: { toFixed(): string } }[]>`
    SELECT "documentId", sum(amount) AS paid FROM payments
    WHERE "organizationId" = ${organizationId} AND "documentId" = ANY(${documentIds})
    GROUP BY "documentId"`
  return new Map(rows.map(({ documentId, paid }) => [documentId, new Decimal(paid.toFixed())]))
}

/** Which of a bank's movements were recorded before, for which company, and as payments of which document. */
export const recordedEntries = async (
  db: Db,
  organizationId: string,
  keys: readonly string[],
): Promise<{ entryKey: string; documentId: string; companyId: string }[]> => {
  if (keys.length === 0) return []
  return db.$queryRaw<{ entryKey: string; documentId: string; companyId: string }[]>`
    SELECT p.* FROM unnest(${keys}::text[]) AS key, LATERAL (
      SELECT "entryKey", "documentId", "companyId" FROM payments
      WHERE "organizationId" = ${organizationId} AND "entryKey" = key OFFSET 0) AS p`
}

export const paymentStatuses = ['unpaid', 'partially_paid', 'paid', 'overpaid'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

export interface PaymentInfo {
  documentId: string
  amountDue: Decimal
  amountPaid: Decimal
  remaining: Decimal
  currency: string | null
  dueDate: Date | null
  status: PaymentStatus
  iban: string | null
  reference: string | null
}

const statusOf = (due: Decimal, paid: Decimal): PaymentStatus =>
  paid.isZero()
    ? due.isZero()
      ? 'paid'
      : 'unpaid'
    : paid.lt(due)
      ? 'partially_paid'
      : paid.eq(due)
        ? 'paid'
        : 'overpaid'

type PaidDocument = Pick<
  Document,
  'id' | 'number' | 'amountDue' | 'grossAmount' | 'currency' | 'dueDate' | 'paymentIban' | 'paymentReference'
>

export const infoOf = (document: PaidDocument, paid: Decimal = ZERO): PaymentInfo => {
  const due = amountDueOf(document)
  return {
    documentId: document.id,
    amountDue: due,
    amountPaid: paid,
    remaining: Decimal.max(ZERO, due.minus(paid)),
    currency: document.currency,
    dueDate: document.dueDate,
    status: statusOf(due, paid),
    iban: document.paymentIban,
    reference: document.paymentReference ?? document.number,
  }
}
