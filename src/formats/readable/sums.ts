/** The sums, the VAT breakdown and the payment of a readable view. */
import type { Decimal } from '../../values/money.ts'
import type { Invoice, PaymentMeans } from '../invoice.ts'
import { exemptionText } from '../../values/codelists/code-lists.ts'
import { negate } from '../totals.ts'
import { type Labels, showCategory } from './labels.ts'
import { showAmount } from './numbers.ts'
import type { ReadableView } from './readable-view.ts'
import { type Readable, isInvoice, type Speech, fact } from './speech.ts'
import { type Fact } from './readable-view.ts'
import { belgianForm, structuredReference } from '../iso20022/remittance.ts'

/** Each sum with its currency; the last is what matters most. */
export const sumsOf = (document: Readable, { labels, amount, language }: Speech): ReadableView['sums'] => {
  const { totals, allowances, charges, currency } = document
  if (!totals) return []
  const sum = (label: string, value: Decimal | undefined): Fact[] =>
    value ? [{ label, value: `${amount(value)} ${currency}` }] : []
  const unlessZero = (label: string, value: Decimal | undefined): Fact[] => (value?.isZero() ? [] : sum(label, value))
  const vatCurrency = isInvoice(document) ? document.vatCurrency : undefined
  const sums = [
    ...(allowances.length + charges.length > 0 ? sum(labels.linesTotal, totals.lines) : []),
    ...allowances.flatMap((entry) => sum(entry.reason ?? labels.allowance, negate(entry.amount))),
    ...charges.flatMap((entry) => sum(entry.reason ?? labels.charge, entry.amount)),
    ...sum(labels.withoutVat, totals.withoutVat),
    ...sum(labels.vatTotal, totals.vat),
    ...(totals.vatInVatCurrency && vatCurrency
      ? [
          {
            label: labels.vatTotal,
            value: `${showAmount(totals.vatInVatCurrency, vatCurrency, language)} ${vatCurrency}`,
          },
        ]
      : []),
    ...sum(labels.withVat, totals.withVat),
    ...unlessZero(labels.prepaid, totals.prepaid && negate(totals.prepaid)),
    ...unlessZero(labels.rounding, totals.rounding),
    // An order is not paid: its total is the last word.
    ...(isInvoice(document) ? sum(labels.payable, totals.payable) : []),
  ]
  return sums.map((entry, index) => (index === sums.length - 1 ? { ...entry, strong: true as const } : entry))
}

export const vatOf = ({ vatBreakdown }: Invoice, { amount, number, labels }: Speech): ReadableView['vat'] =>
  vatBreakdown.map(({ taxable, vat, category, rate, exemptionReason, exemptionCode }) => {
    const reason = exemptionReason ?? (exemptionCode && (exemptionText(exemptionCode) || exemptionCode))
    return {
      category: showCategory(category, labels),
      base: amount(taxable),
      rate: rate ? `${number(rate)} %` : labels.outsideScope,
      amount: amount(vat),
      ...(reason ? { reason } : {}),
    }
  })

const meansFacts = (
  { account, accountName, bic, cardNumber, debitedAccount }: PaymentMeans,
  labels: Labels,
): Fact[] => [
  ...fact(labels.iban, account && [inFours(account), accountName].filter(Boolean).join(' – ')),
  ...fact(labels.bic, bic),
  ...fact(labels.card, cardNumber),
  ...fact(labels.iban, debitedAccount && inFours(debitedAccount)),
]

const inFours = (account: string): string =>
  /^[A-Z]{2}\d{2}/.test(account) ? account.replaceAll(' ', '').replace(/(.{4})(?=.)/g, '$1 ') : account

/** As a customer types it into the program of a bank. */
const showReference = (text: string): string => {
  const known = structuredReference(text)
  if (!known) return text
  return known.issuer === undefined ? known.reference.replace(/(.{4})(?=.)/g, '$1 ') : belgianForm(known.reference)
}

export const paymentOf = (invoice: Invoice, { labels }: Speech): Fact[] => [
  ...invoice.paymentMeans.flatMap((means) => meansFacts(means, labels)),
  ...fact(labels.reference, invoice.paymentReference && showReference(invoice.paymentReference)),
  ...fact(labels.mandate, invoice.mandateReference),
  ...fact(labels.terms, invoice.paymentTerms),
]
