/** How a FatturaPA file is to be paid, and its totals, as EN 16931 says them. */
import { ZERO, sum, type Decimal } from '../../values/money.ts'
import type { DocumentAllowance, Invoice, PaymentMeans } from '../invoice.ts'
import { isDirectDebit, uncl4461 } from './codes.ts'
import type { FatturaBody, FatturaLine, PaymentTerms } from './fattura.ts'

export const paymentOf = ({
  payments,
}: FatturaBody): Pick<Invoice, 'paymentMeans' | 'dueDate' | 'paymentReference'> => {
  const details = payments.flatMap((terms) => terms.details)
  const dueDate = details.flatMap((detail) => detail.dueDate ?? []).toSorted()[0]
  const paymentReference = details.find(({ code }) => code)?.code
  return {
    ...(dueDate && { dueDate }),
    ...(paymentReference && { paymentReference }),
    paymentMeans: distinct(details.map(meansOf)),
  }
}

const meansOf = ({ means, iban, bic, payee }: PaymentTerms['details'][number]): PaymentMeans => ({
  code: uncl4461(means),
  ...(iban && (isDirectDebit(means) ? { debitedAccount: iban } : { account: iban })),
  ...(payee && { accountName: payee }),
  ...(bic && { bic }),
})

const distinct = (means: readonly PaymentMeans[]): PaymentMeans[] => [
  ...new Map(means.map((one) => [JSON.stringify(one), one])).values(),
]

/** Each complete payment (TP02) is the whole of it; instalments and advances are parts. */
const toBePaid = ({ payments }: FatturaBody): Decimal | undefined => {
  const amountOf = ({ details }: PaymentTerms): Decimal => sum(details.map(({ amount }) => amount))
  const complete = payments.find(({ terms }) => terms === 'TP02')
  return complete ? amountOf(complete) : payments.length > 0 ? sum(payments.map(amountOf)) : undefined
}

export const totalsOf = (
  body: FatturaBody,
  lines: readonly FatturaLine[],
  allowances: readonly DocumentAllowance[],
  charges: readonly DocumentAllowance[],
): Invoice['totals'] => {
  const withoutVat = sum(body.summaries.map(({ taxable }) => taxable))
  const vat = sum(body.summaries.map(({ vat: amount }) => amount))
  const withVat = body.total ?? withoutVat.plus(vat)
  const due = withVat.plus(body.rounding ?? ZERO)
  const payable = toBePaid(body) ?? due
  // What is to be paid beyond the total is no payment in advance: the total stands.
  const prepaid = due.minus(payable)
  return {
    lines: sum(lines.map(({ total }) => total)),
    ...(allowances.length > 0 && { allowances: sum(allowances.map(({ amount }) => amount)) }),
    ...(charges.length > 0 && { charges: sum(charges.map(({ amount }) => amount)) }),
    withoutVat,
    vat,
    withVat,
    ...(prepaid.gt(0) && { prepaid }),
    ...(body.rounding && !body.rounding.isZero() && { rounding: body.rounding }),
    payable: prepaid.gt(0) ? payable : due,
  }
}
