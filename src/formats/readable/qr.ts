import { encode } from 'uqr'
import type { Invoice } from '../invoice.ts'
import { belgianForm, structuredReference } from '../iso20022/remittance.ts'
import { isCreditNote } from '../type-codes.ts'
import { atMost } from '../../values/text.ts'

const SEPA_IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/
const CREDIT_TRANSFER = new Set(['1', '30', '31', '42', '58'])

const BIC = /^[A-Z0-9]{8}(?:[A-Z0-9]{3})?$/

/** Each of its texts is one line of the code, and no longer than that. */
const oneLine = (text: string, length: number): string => atMost(length, text.replace(/\s+/g, ' '))

/**
 * The text of a payment QR code (EPC069-12, version 2) for a SEPA credit transfer, where the invoice can be paid by
 * one; nobody pays a credit note.
 */
export const paymentQrText = (invoice: Invoice): string | undefined => {
  if (isCreditNote(invoice)) return undefined
  const means = invoice.paymentMeans.find(
    ({ code, account }) =>
      account !== undefined && CREDIT_TRANSFER.has(code) && SEPA_IBAN.test(account.replaceAll(' ', '')),
  )
  const { payable } = invoice.totals
  if (!means?.account || invoice.currency !== 'EUR' || payable.lt('0.01') || payable.gt('999999999.99'))
    return undefined
  const name = oneLine(means.accountName ?? invoice.payee?.name ?? invoice.seller.name, 70)
  const written = oneLine(invoice.paymentReference ?? invoice.number, 140)
  const known = structuredReference(written)
  // A creditor reference of ISO 11649 has a line of its own; any other text is unstructured, a Belgian one in its form.
  const structured = known !== undefined && known.issuer === undefined
  const reference = known ? (structured ? known.reference : belgianForm(known.reference)) : written
  return [
    'BCD',
    '002',
    '1',
    'SCT',
    BIC.test(means.bic ?? '') ? (means.bic ?? '') : '',
    name,
    means.account.replaceAll(' ', ''),
    `EUR${payable.toFixed(2)}`,
    '',
    structured ? reference : '',
    structured ? '' : reference,
  ].join('\n')
}

/** The modules of a QR code, true for dark, without the quiet zone. */
export const qrModules = (text: string): boolean[][] => encode(text, { ecc: 'M', border: 0 }).data
