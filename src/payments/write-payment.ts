/** Writes a payment beside what follows from it: in turn with every other payment of the document, so that sums are exact. */
import type { Db } from '../database/open.ts'
import { AppError } from '../errors/app-error.ts'
import type { Payment } from '../generated/prisma/client.ts'
import type { PaymentSource } from '../generated/prisma/enums.ts'
import { type Advancing, advanceByPayment } from '../lifecycle/advance.ts'
import { newId } from '../values/ids.ts'
import type { Decimal } from '../values/money.ts'
import { type PaymentInfo, infoOf, paidByDocument } from './payment.ts'

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

/** Undefined when the bank's movement was recorded before. Wake feed and workers after the commit where the document moved. */
export const writePayment = async (db: Db, advancing: Advancing, given: NewPayment, now: Date): Promise<WrittenPayment | undefined> => {
  const { organizationId, documentId } = advancing
  const { amount, paidOn, reference = null, entryKey = null, source, recordedBy } = given
  await db.$queryRaw`SELECT id FROM documents WHERE "organizationId" = ${organizationId} AND id = ${documentId} FOR UPDATE`
  if (entryKey !== null && (await db.payment.findUnique({ where: { organizationId_entryKey: { organizationId, entryKey } }, select: { id: true } }))) return undefined
  const document = await db.document.findUniqueOrThrow({ where: { organizationId_id: { organizationId, id: documentId } } })
  const currency = given.currency ?? document.currency
  if (currency === null || currency !== document.currency) throw mismatch(document.currency)
  const before = (await paidByDocument(db, organizationId, [documentId])).get(documentId)
  const paidInAll = before ? before.plus(amount) : amount
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
