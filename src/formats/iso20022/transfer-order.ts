import type { Decimal } from '../../values/money.ts'

/** An order to a bank: credit transfers in euro from one account on one day. */
export type TransferOrder = {
  id: string
  createdAt: Date
  executionDate: string
  batchBooking: boolean
  debtor: { name: string; iban: string; bic?: string }
  /** Known before the transfers are read: a bank checks both. */
  count: number
  sum: Decimal
}

export type Transfer = {
  endToEndId: string
  amount: Decimal
  creditor: { name: string; iban: string; bic?: string }
  /** What the creditor asked to be named: a payment reference, or the number of the invoice. */
  remittance: string
}
