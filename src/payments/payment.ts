/** What the operations on payments have in common: what a document owes, and what was paid of it. */
import type { Actor } from '../auth/actor.ts'
import { mayRead } from '../auth/visibility.ts'
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

/** What is to be paid by what the document says; payments do not change it. Null where it does not say. */
const amountDueOf = ({ amountDue, grossAmount }: DueAmounts): Decimal | null => exact(amountDue) ?? exact(grossAmount)

interface RecordedEntry {
  key: string
  documentId: string
  companyId: string
}

/** Which of a bank's movements were recorded before, for which company, and as payments of which document. */
export const recordedEntries = async (
  db: Db,
  organizationId: string,
  keys: readonly string[],
): Promise<RecordedEntry[]> =>
  keys.length === 0
    ? []
    : db.$queryRaw<RecordedEntry[]>`
        SELECT m.key, m."companyId", p."documentId" FROM unnest(${keys}::text[]) AS word, LATERAL (
          SELECT key, "companyId", "paymentId" FROM bank_movements
          WHERE "organizationId" = ${organizationId} AND key = word OFFSET 0) AS m
        JOIN payments p ON p."organizationId" = ${organizationId} AND p.id = m."paymentId"`

/** The same by their keys. Who acts for one company is not told what another has recorded, and not held up by it. */
export const recordedFor = async (
  db: Db,
  actor: Pick<Actor, 'organizationId' | 'companyId'>,
  keys: readonly string[],
): Promise<ReadonlyMap<string, RecordedEntry>> =>
  new Map(
    (await recordedEntries(db, actor.organizationId, keys))
      .filter((recorded) => mayRead(actor, recorded))
      .map((recorded) => [recorded.key, recorded]),
  )

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

const statusOf = (due: Decimal | null, paid: Decimal): PaymentStatus => {
  if (due === null || paid.isZero()) return due?.isZero() ? 'paid' : 'unpaid'
  if (paid.lt(due)) return 'partially_paid'
  return paid.eq(due) ? 'paid' : 'overpaid'
}

type PaidDocument = Pick<
  Document,
  'id' | 'number' | 'amountDue' | 'grossAmount' | 'currency' | 'dueDate' | 'paymentIban' | 'paymentReference'
>

export const infoOf = (document: PaidDocument, paid: Decimal = ZERO): PaymentInfo => {
  const due = amountDueOf(document)
  // Payments are positive: those of a document with a negative amount go the other way.
  const payable = due?.abs() ?? null
  return {
    documentId: document.id,
    amountDue: due ?? ZERO,
    amountPaid: paid,
    remaining: Decimal.max(ZERO, (payable ?? ZERO).minus(paid)),
    currency: document.currency,
    dueDate: document.dueDate,
    status: statusOf(payable, paid),
    iban: document.paymentIban,
    reference: document.paymentReference ?? document.number,
  }
}
