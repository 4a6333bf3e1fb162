/**
 * Writes payments beside what follows from them: in turn with every other payment of their documents, so that sums are
 * exact.
 */
import { roundRobin } from '../kernel/concurrency.ts'
import type { Db } from '../kernel/database/open.ts'
import { invariant } from '../kernel/invariant.ts'
import { writeRows } from '../kernel/database/rows.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { type Payment, Prisma } from '../generated/prisma/client.ts'
import type { PaymentSource } from '../generated/prisma/enums.ts'
import { type AdvanceBasis, advanceByPayment } from '../lifecycle/advance.ts'
import type { LifecycleDocument } from '../lifecycle/document-standing.ts'
import { heldDocuments } from '../lifecycle/held-document.ts'
import { recordStatuses } from '../lifecycle/record-status.ts'
import type { NewStatus } from '../lifecycle/status-entry.ts'
import { newId } from '../values/ids.ts'
import { type Decimal, ZERO } from '../values/money.ts'
import { type PaymentInfo, infoOf, paidByDocument, recordedEntries } from './payment.ts'

export interface NewPayment {
  advancing: Pick<AdvanceBasis, 'documentId' | 'rates'>
  amount: Decimal
  /** The document's, unless said. */
  currency?: string | undefined
  paidOn: string
  reference?: string | undefined
  source: PaymentSource
  entryKey?: string
  recordedBy: string
}

export interface WrittenPayment {
  payment: Payment
  info: PaymentInfo
}

interface PlannedPayment {
  payment: Payment
  document: LifecycleDocument
  paidInAll: Decimal
  advance: NewStatus | null
}

const planned = (
  given: NewPayment,
  document: LifecycleDocument | undefined,
  paidBefore: Decimal,
  now: Date,
): PlannedPayment => {
  if (!document) throw new AppError('DOCUMENT_NOT_FOUND')
  const { advancing, amount, paidOn, reference = null, entryKey = null, source, recordedBy } = given
  const { documentId, rates } = advancing
  const currency = given.currency ?? document.currency
  if (currency === null || currency !== document.currency) throw mismatch(document.currency)
  const paidInAll = paidBefore.plus(amount)
  invariant(amount.isPositive() && amount.decimalPlaces() <= 2, 'A payment is a positive amount of whole cents.', {
    documentId,
  })
  return {
    document,
    paidInAll,
    advance: advanceByPayment(document, rates, { date: paidOn, amount, reference, paidInAll }, recordedBy),
    payment: {
      organizationId: document.organizationId,
      id: newId('payment'),
      companyId: document.companyId,
      documentId,
      amount: new Prisma.Decimal(amount.toFixed()),
      currency,
      paidOn: new Date(paidOn),
      reference,
      source,
      entryKey,
      recordedBy,
      moved: null,
      createdAt: now,
    },
  }
}

/** Movements of a bank that are not recorded for the company of their document yet, each once. */
const notRecorded = async (
  db: Db,
  organizationId: string,
  given: readonly NewPayment[],
  documents: ReadonlyMap<string, LifecycleDocument>,
): Promise<NewPayment[]> => {
  const keys = given.flatMap(({ entryKey }) => entryKey ?? [])
  const nameOf = (companyId: string | undefined, key: string): string => `${companyId}\n${key}`
  const recorded = await recordedEntries(db, organizationId, keys)
  const known = new Set(recorded.map(({ companyId, entryKey }) => nameOf(companyId, entryKey)))
  return given.filter(({ entryKey, advancing }) => {
    if (entryKey === undefined) return true
    const name = nameOf(documents.get(advancing.documentId)?.companyId, entryKey)
    if (known.has(name)) return false
    known.add(name)
    return true
  })
}

/** How the documents stand while their payments are written one round after the other. */
interface PaymentProgress {
  documents: Map<string, LifecycleDocument>
  /** What is paid of each document so far. */
  paid: Map<string, Decimal>
  written: Map<NewPayment, WrittenPayment>
}

/** One payment of each document: the statuses that follow from them are recorded together. */
const writeRound = async (
  db: Db,
  { documents, paid, written }: PaymentProgress,
  round: readonly NewPayment[],
  now: Date,
): Promise<void> => {
  const plans = round.map((one) => {
    const { documentId } = one.advancing
    return planned(one, documents.get(documentId), paid.get(documentId) ?? ZERO, now)
  })
  const moving = plans.flatMap(({ document, advance }) => (advance ? [{ document, given: advance }] : []))
  const recorded = new Map(
    (moving.length > 0 ? await recordStatuses(db, moving, now) : []).flatMap((one) =>
      one ? [[one.documentId, one]] : [],
    ),
  )
  for (const [index, { payment, document, paidInAll }] of plans.entries()) {
    const move = recorded.get(document.id)
    documents.set(document.id, move?.after ?? document)
    paid.set(document.id, paidInAll)
    written.set(round[index] as NewPayment, {
      payment: { ...payment, moved: move?.currentStatus ?? null },
      info: infoOf(document, paidInAll),
    })
  }
}

/**
 * All payments with as many statements as one; several of one document follow one another. Undefined for a bank's
 * movement that was recorded before.
 */
export const writePayments = async (
  db: Db,
  organizationId: string,
  given: readonly NewPayment[],
  now: Date,
): Promise<(WrittenPayment | undefined)[]> => {
  const ids = [...new Set(given.map(({ advancing }) => advancing.documentId))]
  const documents = await heldDocuments(db, organizationId, ids)
  // Statements of their own: they see what the documents were held for.
  const paid = new Map(await paidByDocument(db, organizationId, ids))
  const written = new Map<NewPayment, WrittenPayment>()
  const payments = await notRecorded(db, organizationId, given, documents)
  for (const round of roundRobin(payments, ({ advancing }) => advancing.documentId))
    await writeRound(db, { documents, paid, written }, round, now)
  await writeRows(
    db,
    [...written.values()].map(({ payment }) => ({ table: 'payments', columns: { ...payment } })),
  )
  return given.map((one) => written.get(one))
}

const mismatch = (currency: string | null): AppError => {
  const message =
    currency === null
      ? 'The document has no amounts, so no payment can be recorded for it.'
      : `The currency must be that of the document, which is ${currency}.`
  return new AppError('CURRENCY_MISMATCH', {
    message,
    details: [{ field: 'currency', rule: 'CURRENCY_MISMATCH', message }],
  })
}
