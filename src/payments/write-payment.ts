/** Writes a payment beside what follows from it: in turn with every other payment of the document, so that sums are exact. */
import type { Db } from '../database/open.ts'
import { AppError } from '../errors/app-error.ts'
import type { Payment } from '../generated/prisma/client.ts'
import type { PaymentSource } from '../generated/prisma/enums.ts'
import { type Advancing, advanceByPayment } from '../lifecycle/advance.ts'
import { newId } from '../values/ids.ts'
import type { Decimal } from '../values/money.ts'
import { type Paid, type PaymentInfo, infoOf } from './payment.ts'

export interface NewPayment {
  amount: Decimal
  /** The document's, unless said. */
  currency?: string | undefined
  paidOn: string
  reference?: string | undefined
  source: PaymentSource
  entryKey?: string
  recordedBy: string
}

export interface WrittenPayment { payment: Payment; info: PaymentInfo }

interface Standing extends Paid { companyId: string; paid: { toFixed(): string }; known: boolean }

/** The document and what was paid of it, when nobody else is paying it any more: a statement of its own sees what the lock waited for. */
const standingOf = async (db: Db, { organizationId, documentId }: Advancing, entryKey: string | null): Promise<Standing> => {
  await db.$queryRaw`SELECT id FROM documents WHERE "organizationId" = ${organizationId} AND id = ${documentId} FOR UPDATE`
  const [found] = await db.$queryRaw<Standing[]>`
    SELECT id, "companyId", number, "amountDue", "grossAmount", currency, "dueDate", "paymentIban", "paymentReference",
      COALESCE((SELECT sum(amount) FROM payments p WHERE p."organizationId" = d."organizationId" AND p."documentId" = d.id), 0) AS paid,
      EXISTS (SELECT 1 FROM payments p WHERE p."organizationId" = d."organizationId" AND p."entryKey" = ${entryKey}) AS known
    FROM documents d WHERE "organizationId" = ${organizationId} AND id = ${documentId}`
  if (!found) throw new AppError('DOCUMENT_NOT_FOUND')
  return found
}

/** Undefined when the bank's movement was recorded before. Wake feed and workers after the commit where the document moved. */
export const writePayment = async (db: Db, advancing: Advancing, given: NewPayment, now: Date): Promise<WrittenPayment | undefined> => {
  const { organizationId, documentId } = advancing
  const { amount, paidOn, reference = null, entryKey = null, source, recordedBy } = given
  const document = await standingOf(db, advancing, entryKey)
  if (document.known) return undefined
  const currency = given.currency ?? document.currency
  if (currency === null || currency !== document.currency) throw mismatch(document.currency)
  const paidInAll = amount.plus(document.paid.toFixed())
  const advance = await advanceByPayment(db, advancing, { date: paidOn, amount, reference, paidInAll }, recordedBy, now)
  const payment = await db.payment.create({
    data: { organizationId, id: newId('payment'), companyId: document.companyId, documentId, amount, currency, paidOn: new Date(paidOn), reference, source, entryKey, recordedBy, moved: advance?.currentStatus ?? null, createdAt: now },
  })
  return { payment, info: infoOf(document, paidInAll) }
}

const mismatch = (currency: string | null): AppError => {
  const message = currency === null ? 'The document says no amounts, so nothing can be paid for it.' : `The document is in ${currency}.`
  return new AppError('CURRENCY_MISMATCH', { message, details: [{ field: 'currency', rule: 'CURRENCY_MISMATCH', message }] })
}
