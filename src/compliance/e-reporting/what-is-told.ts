/** Which rows of e-reporting follow from a document as it is now, and from its payments. Pure. */
import { ruleOf, sideOf } from '../../flows/record/flow-words.ts'
import type { Document, Payment } from '../../generated/prisma/client.ts'
import type { EReportingKind } from '../../generated/prisma/enums.ts'
import { Decimal, ZERO, sum } from '../../values/money.ts'
import { isDueOnCollection } from '../reports/what-is-reported.ts'
import type { ReportedInvoice, ReportedRate } from './read-reported.ts'
import type { ReportedRow } from './reported-rows.ts'
import { dayOf } from '../../values/dates.ts'

export interface Telling {
  document: Document
  /** It goes to nobody, and its sender has said that it is a sale to a consumer. */
  isKeptSale: boolean
  invoice: ReportedInvoice
  payments: readonly Pick<Payment, 'id' | 'amount' | 'currency' | 'paidOn'>[]
}

const FAILED: readonly string[] = ['failed', 'rejected']
/** Refused by this platform or that of the other side: it counts as never issued. */
const NEVER_ISSUED = '213'

/** What goes to nobody is kept as a draft. */
const isIssued = ({ document: { deliveryStatus, frenchStatus, lifecycleStatus }, isKeptSale }: Telling): boolean =>
  !FAILED.includes(deliveryStatus ?? '') && frenchStatus !== NEVER_ISSUED && (lifecycleStatus !== 'draft' || isKeptSale)

const common = ({ document, invoice }: Telling) => ({
  currency: invoice.currency,
  count: 1,
  reference: null,
  documentId: document.id,
})

/** VATEX codes of margin schemes. */
const MARGIN = /^VATEX-EU-[DFIJ]$/

const categoryOf = ({ rate, exemptionCode }: ReportedRate, sold: string): string => {
  if (MARGIN.test(exemptionCode ?? '')) return 'TMA1'
  if (new Decimal(rate).isZero()) return 'TNT1'
  return sold === 'S' ? 'TPS1' : 'TLB1'
}

const ofConsumers = (telling: Telling): ReportedRow[] => {
  const { document, invoice } = telling
  const sign = invoice.isCredit ? -1 : 1
  return invoice.rates.map((one, index) => ({
    ...common(telling),
    kind: 'transactions',
    date: dayOf(document.issueDate as Date),
    category: categoryOf(one, invoice.sold),
    vatRate: new Decimal(one.rate),
    amount: new Decimal(one.taxable).times(sign),
    vatAmount: new Decimal(one.vat).times(sign),
    // One sale, however many rates it has.
    count: index === 0 ? 1 : 0,
    // What VAT in another currency is in euros, only the total of an invoice says.
    problem: invoice.currency === 'EUR' || new Decimal(one.vat).isZero() ? null : 'TT-88',
  }))
}

const abroad = (telling: Telling, kind: EReportingKind): ReportedRow[] => {
  const { document, invoice } = telling
  return [
    {
      ...common(telling),
      kind,
      date: dayOf(document.issueDate as Date),
      category: null,
      vatRate: ZERO,
      amount: new Decimal(invoice.withoutVat),
      vatAmount: new Decimal(invoice.vatInEuros ?? 0),
      invoice: invoice.element,
      problem: invoice.problem,
    },
  ]
}

/** A payment by rate, as the invoice is made of them; what is lost by rounding goes to the last. */
const sharesOf = (amount: Decimal, rates: readonly ReportedRate[]): { rate: Decimal; share: Decimal }[] => {
  const parts = rates.map(({ rate, taxable, vat }) => ({
    rate: new Decimal(rate),
    gross: new Decimal(taxable).plus(vat),
  }))
  const total = sum(parts.map(({ gross }) => gross))
  if (total.isZero()) return []
  const shares = parts.map(({ rate, gross }) => ({ rate, share: amount.times(gross).div(total).toDecimalPlaces(2) }))
  const rest = amount.minus(sum(shares.map(({ share }) => share)))
  return shares.map(({ rate, share }, index) => ({
    rate,
    share: index === shares.length - 1 ? share.plus(rest) : share,
  }))
}

/** What was paid of a credit note, or of a total below zero, was not collected but given back. */
const isGivenBack = ({ isCredit, rates }: Telling['invoice']): boolean =>
  isCredit || sum(rates.flatMap(({ taxable, vat }) => [new Decimal(taxable), new Decimal(vat)])).lt(0)

/** What was collected of services whose VAT the seller owes, at each rate. */
const collected = (telling: Telling, isAbroad: boolean): ReportedRow[] => {
  const { document, invoice, payments } = telling
  if (!isDueOnCollection({ process: document.process, taxPointCode: document.taxPointCode })) return []
  return payments
    .filter(({ currency }) => currency === 'EUR')
    .flatMap(({ id: paymentId, amount, paidOn }) =>
      sharesOf(new Decimal(amount.toString()).times(isGivenBack(invoice) ? -1 : 1), invoice.rates)
        .filter(({ rate, share }) => !rate.isZero() && !share.isZero())
        .map(({ rate, share }) => ({
          ...common(telling),
          kind: 'payments' as const,
          currency: 'EUR',
          date: dayOf(paidOn),
          category: null,
          vatRate: rate,
          amount: share,
          vatAmount: ZERO,
          paymentId,
          // What is told of one invoice alone is set off against nothing.
          ...(isAbroad && { invoice: invoice.paid, problem: share.lt(0) ? 'G1.16' : invoice.problem }),
        })),
    )
}

/**
 * Nothing of what both sides have in France: its data and statuses are told by themselves. Which way what was sent is
 * told follows from its parties alone, so that it is told by one, whatever rule its sender has said.
 */
export const rowsOfDocument = (telling: Telling): ReportedRow[] => {
  const { document, isKeptSale, invoice } = telling
  const rule = isKeptSale ? 'B2C' : ruleOf(document)
  if (document.issueDate === null || !isIssued(telling) || invoice.isTaxedAbroad) return []
  if (sideOf(document) === 'Supplier') return rule === 'B2BInt' ? abroad(telling, 'purchases') : []
  if (rule === 'B2BInt') return [...abroad(telling, 'transactions'), ...collected(telling, true)]
  return rule === 'B2C' ? [...ofConsumers(telling), ...collected(telling, false)] : []
}
