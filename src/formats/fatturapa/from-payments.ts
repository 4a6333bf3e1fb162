/** How an EN 16931 invoice is to be paid, as FatturaPA says it. */
import { ZERO } from '../../values/money.ts'
import type { Invoice, PaymentMeans } from '../invoice.ts'
import { isDirectDebit, italianMeans } from './codes.ts'
import type { PaymentTerms } from './fattura.ts'

export const paymentsOf = (invoice: Invoice): PaymentTerms[] => {
  const { paymentMeans, dueDate, paymentReference, totals } = invoice
  if (
    paymentMeans.length === 0 &&
    !dueDate &&
    !paymentReference &&
    totals.payable.eq(totals.withVat.plus(totals.rounding ?? ZERO))
  )
    return []
  // Each way to pay is complete in itself: the buyer takes one of them.
  return (paymentMeans.length > 0 ? paymentMeans : [{ code: '30' }]).map((means) => ({
    terms: 'TP02',
    details: [detailOf(invoice, means)],
  }))
}

const IBAN = /^[A-Za-z]{2}\d{2}[A-Za-z0-9]{11,30}$/
const BIC = /^[A-Z]{6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3})?$/

const detailOf = (
  { payee, dueDate, paymentReference, totals }: Invoice,
  { code, account, accountName, bic, debitedAccount }: PaymentMeans,
): PaymentTerms['details'][number] => {
  const means = italianMeans(code)
  const iban = (isDirectDebit(means) ? debitedAccount : account)?.replaceAll(' ', '')
  const beneficiary = accountName ?? payee?.name
  return {
    ...(beneficiary && { payee: beneficiary }),
    means,
    ...(dueDate && { dueDate }),
    amount: totals.payable,
    ...(iban && IBAN.test(iban) && { iban }),
    ...(bic && BIC.test(bic) && { bic }),
    ...(paymentReference && { code: paymentReference }),
  }
}
