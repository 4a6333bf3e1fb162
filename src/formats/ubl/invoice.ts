import { Decimal, sum } from '../../values/money.ts'
import type { Attachment, Invoice } from '../invoice.ts'
import { FormatError } from '../format-error.ts'
import { noteOf } from '../note.ts'
import { isCreditNote } from '../type-codes.ts'
import type { Reading } from '../unmapped.ts'
import { readDocument, writeDocument, writeDocumentWithTree } from '../xml/codec.ts'
import { shape } from '../xml/shape.ts'
import { namespaces, readXml, type XmlElement } from '../xml/tree.ts'
import type { WrittenDocument } from '../xml/written-tree.ts'
import { creditNoteRows, invoiceRows } from './invoice-table.ts'

const common = { cac: namespaces.cac, cbc: namespaces.cbc }
export const ublForms = {
  Invoice: { namespaces: { '': namespaces.inv, ...common }, table: shape(invoiceRows) },
  CreditNote: { namespaces: { '': namespaces.cn, ...common }, table: shape(creditNoteRows) },
} as const

const formOf = (invoice: Invoice) => (isCreditNote(invoice) ? 'CreditNote' : 'Invoice')

export const writeUbl = (invoice: Invoice): string => {
  const form = formOf(invoice)
  return writeDocument(form, ublForms[form].namespaces, ublForms[form].table, speakable(invoice))
}

/** The same, with the tree and the invoice that reading it would give. */
export const writeUblWithTree = (invoice: Invoice): WrittenDocument & { reading: Reading<Invoice> } => {
  const form = formOf(invoice)
  const said = speakable(invoice)
  const written = writeDocumentWithTree(form, ublForms[form].namespaces, ublForms[form].table, said)
  const isSame =
    written.isAsWritten &&
    said.orderReference !== NO_ORDER &&
    isSaidAsItself(said) &&
    isSaidWhole(said) &&
    said.attachments.every(isInOneLine)
  return { ...written, reading: isSame ? { document: said, unmapped: [], missing: [] } : readUbl(written.root) }
}

/** Reading finds another term in a text that begins with a subject, and in an identifier of SEPA; and a discount of zero. */
const isSaidAsItself = ({ notes, seller, payee, lines }: Invoice): boolean =>
  notes.every(({ subject, text }) => subject !== undefined || noteOf(text).subject === undefined) &&
  [...seller.identifiers, ...(payee?.identifiers ?? [])].every(({ scheme }) => scheme !== 'SEPA') &&
  lines.every(({ price }) => price.gross === undefined || price.discount !== undefined)

/** Reading leaves out what says nothing, and the white space around texts. */
const isSaidWhole = (value: unknown): boolean => {
  if (typeof value === 'string') return value !== '' && value.trim().length === value.length
  if (typeof value !== 'object' || value === null || value instanceof Decimal) return true
  if (Array.isArray(value)) return value.every(isSaidWhole)
  let isSaid = false
  for (const name in value) {
    if (!isSaidWhole(value[name as keyof typeof value])) return false
    isSaid = true
  }
  return isSaid
}

/** Reading leaves out all white space of an attached file. */
const isInOneLine = ({ file }: Attachment): boolean => !file || !/\s/.test(file.content)

export const readUbl = (source: Uint8Array | string | XmlElement): Reading<Invoice> => {
  const root = typeof source === 'string' || source instanceof Uint8Array ? readXml(source) : source
  const currencies = ublCurrencies(root)
  if (root.qname === 'inv:Invoice')
    return withoutPlaceholders(readDocument<Invoice>(root, ublForms.Invoice.table, currencies))
  if (root.qname === 'cn:CreditNote')
    return withoutPlaceholders(readDocument<Invoice>(root, ublForms.CreditNote.table, currencies))
  throw new FormatError(
    'UNSUPPORTED',
    `The root element is "${root.name}" (${root.qname}), not a UBL 2.1 Invoice or CreditNote.`,
    root.line,
    root.column,
  )
}

const ublCurrencies = (root: XmlElement) => ({
  currency: root.first('cbc:DocumentCurrencyCode')?.text.trim() ?? '',
  vatCurrency: root.first('cbc:TaxCurrencyCode')?.text.trim(),
})

/**
 * UBL cannot say some terms alone: a payment reference needs payment means, a sales order needs an order, and a VAT
 * breakdown the total of VAT (BT-110), which is the sum of its taxes (BR-CO-14).
 */
export const speakable = (invoice: Invoice): Invoice => {
  const needsMeans =
    invoice.paymentMeans.length === 0 &&
    (invoice.paymentReference ?? invoice.mandateReference ?? (isCreditNote(invoice) ? invoice.dueDate : undefined))
  const needsOrder = invoice.salesOrderReference !== undefined && invoice.orderReference === undefined
  const needsVat = invoice.totals.vat === undefined && invoice.vatBreakdown.length > 0
  if (!needsMeans && !needsOrder && !needsVat) return invoice
  return {
    ...invoice,
    ...(needsVat ? { totals: { ...invoice.totals, vat: sum(invoice.vatBreakdown.map(({ vat }) => vat)) } } : {}),
    // UNCL4461 "1": instrument not defined.
    ...(needsMeans ? { paymentMeans: [{ code: '1' }] } : {}),
    ...(needsOrder ? { orderReference: NO_ORDER } : {}),
  }
}

/** The word Peppol prescribes where a sales order is cited without an order. */
const NO_ORDER = 'NA'

const withoutPlaceholders = (reading: Reading<Invoice>): Reading<Invoice> => {
  const { document } = reading
  if (document.salesOrderReference !== undefined && document.orderReference === NO_ORDER) delete document.orderReference
  return reading
}
