/** Gathers what a judgement has to know: the document, and only for payments what was paid and which VAT rates there are. */
import { readBytes } from '../documents/read-document.ts'
import { readFile } from '../documents/files.ts'
import type { Preparation } from '../operation.ts'
import { Decimal, ZERO, sum } from '../values/money.ts'
import type { Payment, Subject } from './decide.ts'
import { type LifecycleDocument, isFrench, standingOf } from './document-standing.ts'
import type { RateShare } from './tables/amounts.ts'
import { type LifecycleState, type Party, partyOf } from './tables/states.ts'

const amountOf = (value: { toFixed(): string } | null): Decimal => (value === null ? ZERO : new Decimal(value.toFixed()))

/** The document's VAT by rate, including VAT; null for a document without a structure. */
export const vatRates = async ({ platform, db, trace }: Pick<Preparation, 'platform' | 'db' | 'trace'>, document: LifecycleDocument): Promise<RateShare[] | null> => {
  if (document.fileHash === null || (document.syntax !== 'ubl' && document.syntax !== 'cii')) return null
  const { model } = readBytes(await readFile(platform.upstreams.storage, db, trace, document.organizationId, document.fileHash))
  if (model.kind !== 'invoice') return null
  const byRate = new Map<string, RateShare>()
  for (const { rate = ZERO, taxable, vat } of model.invoice.vatBreakdown) {
    const known = byRate.get(rate.toFixed())
    byRate.set(rate.toFixed(), { rate, gross: taxable.plus(vat).plus(known?.gross ?? ZERO) })
  }
  return [...byRate.values()]
}

/** What a party has said is paid. */
export const paidBy = async (db: Preparation['db'], { organizationId, id: documentId }: LifecycleDocument, party: Party): Promise<Decimal> => {
  const entries = await db.lifecycleEntry.findMany({ where: { organizationId, documentId, party, status: { in: ['partially_paid', 'paid'] } }, select: { payment: true } })
  return sum(entries.map(({ payment }) => new Decimal((payment as Payment | null)?.amount ?? 0)))
}

const BEFORE_ANY_PAYMENT: readonly LifecycleState[] = ['draft', 'issued', 'received', 'under_review', 'approved', 'rejected']

export const subjectOf = async (call: Pick<Preparation, 'platform' | 'db' | 'trace'>, document: LifecycleDocument, paying: boolean): Promise<Subject> => {
  const party = partyOf(document)
  const french = isFrench(document)
  return {
    ...standingOf(document), party, french, currency: document.currency,
    totals: { net: amountOf(document.netAmount), gross: amountOf(document.grossAmount) },
    due: amountOf(document.amountDue ?? document.grossAmount),
    paid: paying && !BEFORE_ANY_PAYMENT.includes(document.lifecycleStatus) ? await paidBy(call.db, document, party) : ZERO,
    rates: paying && french && party === 'supplier' ? await vatRates(call, document) : null,
  }
}
