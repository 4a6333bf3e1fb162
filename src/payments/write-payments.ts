/**
 * Writes payments beside what follows from them: in turn with every other payment of their documents, so that sums are
 * exact.
 */
import { roundRobin } from '../kernel/concurrency.ts'
import type { Db } from '../kernel/database/open.ts'
import { invariant } from '../kernel/invariant.ts'
import { type NewRow, writeRows } from '../kernel/database/rows.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { type Payment, Prisma } from '../generated/prisma/client.ts'
import type { PaymentSource } from '../generated/prisma/enums.ts'
import { type AdvanceBasis, advanceByPayment, tellsCollections } from '../lifecycle/decide/advance.ts'
import { type LifecycleDocument } from '../lifecycle/read/document-standing.ts'
import { isInvoiceKind } from '../values/document-types.ts'
import { heldDocuments } from '../lifecycle/read/held-document.ts'
import { recordHeldStatuses } from '../lifecycle/record/record-status.ts'
import type { NewStatus } from '../lifecycle/record/status-entry.ts'
import { markTold, paidByDocument } from '../lifecycle/record/stated-payments.ts'
import { paidBySides } from '../lifecycle/decide/subject.ts'
import { partyOf } from '../lifecycle/tables/states.ts'
import { newId } from '../values/ids.ts'
import { type Decimal, ZERO } from '../values/money.ts'
import { type PaymentInfo, infoOf, recordedEntries } from './payment.ts'

export interface NewPayment {
  advancing: Pick<AdvanceBasis, 'documentId' | 'rates'>
  amount: Decimal
  /** The document's, unless said. */
  currency?: string | undefined
  paidOn: string
  reference?: string | undefined
  source: PaymentSource
  /** The bank's movement that it is a payment of, or a part of. */
  movement?: RecordedMovement
  recordedBy: string
}

export interface RecordedMovement {
  /**
   * Names of the movement, and those of an earlier one that is the same: it counts once, in whichever file it comes.
   */
  keys: readonly string[]
  sameAs: readonly string[]
  bankIds: readonly string[]
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
  { paid: paidBefore, told: toldBefore }: Record<'paid' | 'told', Decimal>,
  now: Date,
): PlannedPayment => {
  if (!document) throw new AppError('DOCUMENT_NOT_FOUND')
  if (!isInvoiceKind(document.type)) throw new AppError('NOT_AN_INVOICE')
  const { advancing, amount, paidOn, reference = null, movement, source, recordedBy } = given
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
    advance: advanceByPayment(document, rates, { date: paidOn, amount, reference, paidInAll, toldBefore }, recordedBy),
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
      recordedBy,
      moved: null,
      entryId: null,
      bankIds: [...(movement?.bankIds ?? [])],
      createdAt: now,
      reversedAt: null,
      reversedOn: null,
      reversedBy: null,
      reversalReason: null,
    },
  }
}

/**
 * Leaves out payments of movements that are recorded for the company of their document already. Several of one movement
 * are recorded together.
 */
const notRecorded = async (
  db: Db,
  organizationId: string,
  given: readonly NewPayment[],
  documents: ReadonlyMap<string, LifecycleDocument>,
): Promise<NewPayment[]> => {
  const recorded = await recordedEntries(
    db,
    organizationId,
    given.flatMap(({ movement }) => movement?.sameAs ?? []),
  )
  const nameOf = (companyId: string | undefined, key: string): string => `${companyId}\n${key}`
  const known = new Set(recorded.map(({ companyId, key }) => nameOf(companyId, key)))
  const taken = new Map<string, RecordedMovement>()
  return given.filter(({ movement, advancing }) => {
    if (movement === undefined) return true
    const companyId = documents.get(advancing.documentId)?.companyId
    const isOther = (key: string): boolean => {
      const name = nameOf(companyId, key)
      return known.has(name) || (taken.get(name) ?? movement) !== movement
    }
    if (movement.sameAs.some(isOther)) return false
    for (const key of movement.keys) taken.set(nameOf(companyId, key), movement)
    return true
  })
}

/** How the documents stand while their payments are written one round after the other. */
interface PaymentProgress {
  documents: Map<string, LifecycleDocument>
  /** What is paid of each document so far, and what of it was told in France. */
  paid: Map<string, Decimal>
  told: Map<string, Decimal>
  written: Map<NewPayment, WrittenPayment>
}

/** One payment of each document: the statuses that follow from them are recorded together. */
const writeRound = async (
  db: Db,
  { documents, paid, told, written }: PaymentProgress,
  round: readonly NewPayment[],
  now: Date,
): Promise<void> => {
  const plans = round.map((one) => {
    const { documentId } = one.advancing
    const before = { paid: paid.get(documentId) ?? ZERO, told: told.get(documentId) ?? ZERO }
    return planned(one, documents.get(documentId), before, now)
  })
  const moving = plans.flatMap(({ document, advance }) => (advance ? [{ document, given: advance }] : []))
  const recorded = new Map((await recordHeldStatuses(db, moving, now)).map((one) => [one.documentId, one]))
  for (const [index, { payment, document, paidInAll }] of plans.entries()) {
    const move = recorded.get(document.id)
    documents.set(document.id, move?.after ?? document)
    paid.set(document.id, paidInAll)
    if (move) told.set(document.id, paidInAll)
    written.set(round[index] as NewPayment, {
      payment: { ...payment, moved: move?.currentStatus ?? null, entryId: move?.entryId ?? null },
      info: infoOf(document, paidInAll),
    })
  }
}

/** What French suppliers have told of these documents: only there it has to add up. */
const toldOf = async (db: Db, documents: Iterable<LifecycleDocument>): Promise<Map<string, Decimal>> =>
  paidBySides(
    db,
    [...documents].filter(tellsCollections).map((document) => ({ document, party: partyOf(document) })),
  )

/** The names of a movement. A name that another one like it has already stays with that one. */
export const movementRows = (
  { organizationId, companyId, id: paymentId }: Pick<Payment, 'organizationId' | 'companyId' | 'id'>,
  keys: readonly string[],
): NewRow[] =>
  keys.map((key) => ({
    table: 'bank_movements',
    columns: { organizationId, companyId, key, paymentId },
    onConflict: Prisma.sql`ON CONFLICT DO NOTHING`,
  }))

/** Rows of the payments, with the names of the movements that they are recorded from. */
const storePayments = async (db: Db, written: PaymentProgress['written']): Promise<void> => {
  const firsts = new Map<RecordedMovement, Payment>()
  for (const [{ movement }, { payment }] of written)
    if (movement && !firsts.has(movement)) firsts.set(movement, payment)
  await writeRows(db, [
    ...[...written.values()].map(({ payment }) => ({ table: 'payments' as const, columns: { ...payment } })),
    ...Array.from(firsts, ([{ keys }, payment]) => movementRows(payment, keys)).flat(),
  ])
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
  const told = await toldOf(db, documents.values())
  const written = new Map<NewPayment, WrittenPayment>()
  const payments = await notRecorded(db, organizationId, given, documents)
  for (const round of roundRobin(payments, ({ advancing }) => advancing.documentId))
    await writeRound(db, { documents, paid, told, written }, round, now)
  const telling = [...written.values()].flatMap(({ payment: { documentId, entryId } }) =>
    entryId === null ? [] : [{ documentId, entryId }],
  )
  if ([...documents.values()].some(tellsCollections)) await markTold(db, organizationId, telling)
  await storePayments(db, written)
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
