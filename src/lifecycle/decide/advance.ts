/** A recorded payment moves its document, where it may (specification 3.2 and 4.8). */
import { visibleDocuments } from '../../documents/record/document.ts'
import type { Preparation } from '../../operation/operation.ts'
import { Decimal } from '../../values/money.ts'
import { decidePayment } from './decide.ts'
import type { Subject } from './decision.ts'
import {
  type LifecycleDocument,
  isFrench,
  standingOf,
  visibleWithCompany,
  withCompany,
} from '../read/document-standing.ts'
import type { NewStatus } from '../record/status-entry.ts'
import { amountOf, payableOf, vatRates } from './subject.ts'
import type { RateShare } from '../tables/amounts.ts'
import { partyOf, paymentMoves } from '../tables/states.ts'

export interface AdvanceBasis {
  organizationId: string
  documentId: string
  rates: RateShare[] | null
}

/** What a collection in France has to tell stands in the document itself. */
const advanceBasisOf = async (call: Preparation, document: LifecycleDocument): Promise<AdvanceBasis> => ({
  organizationId: document.organizationId,
  documentId: document.id,
  rates: tellsCollections(document) ? await vatRates(call, document) : null,
})

/** For `prepare`: finds the document that the caller may see, and reads from it what its payment needs. */
export const prepareAdvance = async (call: Preparation, documentRef: string): Promise<AdvanceBasis> =>
  advanceBasisOf(call, await visibleWithCompany(call.db, call.actor, documentRef))

/** The same for several documents, found with one question. */
export const prepareAdvances = async (call: Preparation, documentIds: readonly string[]): Promise<AdvanceBasis[]> => {
  if (documentIds.length === 0) return []
  const documents = (await call.db.document.findMany({
    where: { ...visibleDocuments(call.actor), id: { in: [...documentIds] } },
    ...withCompany,
  })) as LifecycleDocument[]
  const advancing: AdvanceBasis[] = []
  for (const document of documents) advancing.push(await advanceBasisOf(call, document))
  return advancing
}

interface RecordedPayment {
  date: string
  amount: Decimal
  reference: string | null
  /** All that is recorded, this payment included. */ paidInAll: Decimal
  /** What the party has told so far. */ toldBefore: Decimal
}

/** Whether what is told of the document's payments has to add up: a collection in France. */
export const tellsCollections = (document: LifecycleDocument): boolean =>
  isFrench(document) && partyOf(document) === 'supplier'

/**
 * The status that a payment gives its document: `paid` when the payments cover what is due, else `partially_paid`; null
 * where the document may not move.
 */
export const advanceByPayment = (
  document: LifecycleDocument,
  rates: readonly RateShare[] | null,
  payment: RecordedPayment,
  author: string,
): NewStatus | null => {
  const party = partyOf(document)
  if (!paymentMoves(standingOf(document), party)) return null
  // A collection is told by VAT rate: a document that does not say its rates stays where it is.
  if (tellsCollections(document) && !rates?.length) return null
  // What was recorded while the document could not move is told now: the other side and the authority add up.
  const told = tellsCollections(document)
    ? Decimal.max(payment.amount, payment.paidInAll.minus(payment.toldBefore))
    : payment.amount
  const due = payableOf(document)
  const subject: Subject = {
    ...standingOf(document),
    party,
    french: isFrench(document),
    currency: document.currency,
    totals: { net: amountOf(document.netAmount), gross: amountOf(document.grossAmount) },
    due,
    statesAmount: true,
    paid: payment.paidInAll.minus(told),
    rates,
  }
  const {
    partial: _partial,
    stated: _recorded,
    ...decision
  } = decidePayment(subject, {
    status: payment.paidInAll.gte(due) ? 'paid' : 'partially_paid',
    paymentDate: payment.date,
    paymentAmount: told,
    ...(payment.reference !== null && { paymentReference: payment.reference }),
  })
  return { ...decision, party, source: 'payment', author }
}
