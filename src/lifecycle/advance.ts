/** A recorded payment moves its document, where it may (specification 3.2 and 4.8). */
import type { Db } from '../database/open.ts'
import type { Preparation } from '../operation.ts'
import { Decimal, ZERO } from '../values/money.ts'
import { type Subject, decidePayment } from './decide.ts'
import { isFrench, standingOf, visibleWithCompany } from './document-standing.ts'
import { heldDocument } from './held-document.ts'
import { type Recorded, recordStatus } from './record-status.ts'
import { vatRates } from './subject.ts'
import type { RateShare } from './tables/amounts.ts'
import { partyOf, paymentMoves } from './tables/states.ts'

export interface Advancing { organizationId: string; documentId: string; rates: RateShare[] | null }

/** For `prepare`: finds the document that the caller may see, and reads from it what a collection in France has to tell. */
export const prepareAdvance = async (call: Preparation, documentRef: string): Promise<Advancing> => {
  const document = await visibleWithCompany(call.db, call.actor, documentRef)
  return { organizationId: document.organizationId, documentId: document.id, rates: isFrench(document) && partyOf(document) === 'supplier' ? await vatRates(call, document) : null }
}

export interface RecordedPayment { date: string; amount: Decimal; reference: string | null; /** All that is recorded, this payment included. */ paidInAll: Decimal }

const amountOf = (value: { toFixed(): string } | null): Decimal => (value === null ? ZERO : new Decimal(value.toFixed()))

/**
 * For `run`, after the payment is written: to `paid` when the payments cover what is due, else to `partially_paid`; null where
 * the document may not move. Holds the document's row. Wake feed and workers after the commit (`wakeForStatus`).
 */
export const advanceByPayment = async (db: Db, { organizationId, documentId, rates }: Advancing, payment: RecordedPayment, author: string, now: Date): Promise<Recorded | null> => {
  const document = await heldDocument(db, organizationId, documentId)
  const party = partyOf(document)
  if (!paymentMoves(standingOf(document), party)) return null
  // A collection is told by VAT rate: a document that does not say its rates stays where it is.
  if (isFrench(document) && party === 'supplier' && !rates?.length) return null
  const due = amountOf(document.amountDue ?? document.grossAmount)
  const subject: Subject = {
    ...standingOf(document), party, french: isFrench(document), currency: document.currency, totals: { net: amountOf(document.netAmount), gross: amountOf(document.grossAmount) },
    due, paid: payment.paidInAll.minus(payment.amount), rates,
  }
  const whole = payment.paidInAll.gte(due)
  const { partial: _partial, ...decision } = decidePayment(subject, {
    status: whole ? 'paid' : 'partially_paid', paymentDate: payment.date, paymentAmount: payment.amount, ...(payment.reference !== null && { paymentReference: payment.reference }),
  })
  return recordStatus(db, document, { ...decision, party, source: 'payment', author }, now)
}
