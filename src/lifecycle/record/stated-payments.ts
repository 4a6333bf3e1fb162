/** A payment that a party states with its amount is a recorded payment too, unless it was recorded before. */
import type { Db } from '../../kernel/database/open.ts'
import type { NewRow } from '../../kernel/database/rows.ts'
import { newId } from '../../values/ids.ts'
import { Decimal, ZERO } from '../../values/money.ts'
import type { LifecycleDocument } from '../read/document-standing.ts'
import type { NewStatus } from './status-entry.ts'

/** A status that is written, and the document with it. */
interface WrittenStatus {
  after: LifecycleDocument
  entryId: string
  given: NewStatus
}

/** What is recorded as paid of each document; a reversed payment counts no more. */
export const paidByDocument = async (
  db: Db,
  organizationId: string,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, Decimal>> => {
  const rows = await db.$queryRaw<{ documentId: string; paid: { toFixed(): string } }[]>`
    SELECT "documentId", sum(amount) AS paid FROM payments
    WHERE "organizationId" = ${organizationId} AND "documentId" = ANY(${documentIds}) AND "reversedAt" IS NULL
    GROUP BY "documentId"`
  return new Map(rows.map(({ documentId, paid }) => [documentId, new Decimal(paid.toFixed())]))
}

/** Payments that were recorded while their document could not move are told by the next status of a payment. */
export const markTold = (
  db: Db,
  organizationId: string,
  told: readonly { documentId: string; entryId: string }[],
): Promise<number> =>
  db.$executeRaw`
    UPDATE payments AS p SET "entryId" = t."entryId"
    FROM json_to_recordset(${JSON.stringify(told)}::json) AS t("documentId" text, "entryId" text)
    WHERE p."organizationId" = ${organizationId} AND p."documentId" = t."documentId" AND p."entryId" IS NULL
      AND p."reversedAt" IS NULL`

const rowOf = ({ after, entryId, given }: WrittenStatus, paid: Decimal, now: Date): NewRow[] => {
  const { stated, payment, author } = given
  if (!stated || !payment || after.currency === null) return []
  const untold = Decimal.max(ZERO, paid.minus(stated.toldBefore))
  const amount = stated.amount.minus(untold)
  if (amount.lte(0)) return []
  const { organizationId, companyId, id: documentId, currency, lifecycleStatus } = after
  return [
    {
      table: 'payments',
      columns: {
        organizationId,
        id: newId('payment'),
        companyId,
        documentId,
        amount: amount.toFixed(2),
        currency,
        paidOn: new Date(payment.date),
        reference: payment.reference,
        source: 'lifecycle',
        recordedBy: author,
        moved: lifecycleStatus,
        entryId,
        createdAt: now,
      },
    },
  ]
}

/** The documents are held by their move: nobody records a payment of them meanwhile. */
export const statedPaymentRows = async (db: Db, written: readonly WrittenStatus[], now: Date): Promise<NewRow[]> => {
  const stating = written.filter(({ given }) => given.stated)
  const [first] = stating
  if (!first) return []
  const { organizationId } = first.after
  const documentIds = stating.map(({ after }) => after.id)
  const paid = await paidByDocument(db, organizationId, documentIds)
  if (paid.size > 0)
    await markTold(
      db,
      organizationId,
      stating.map(({ after, entryId }) => ({ documentId: after.id, entryId })),
    )
  return stating.flatMap((one) => rowOf(one, paid.get(one.after.id) ?? ZERO, now))
}
