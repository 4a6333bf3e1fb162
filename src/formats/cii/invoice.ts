import type { Invoice } from '../invoice.ts'
import { FormatError } from '../format-error.ts'
import type { Reading } from '../unmapped.ts'
import { readDocument, writeDocument } from '../xml/codec.ts'
import { shape } from '../xml/shape.ts'
import { namespaces, readXml, type XmlElement } from '../xml/tree.ts'
import { crossIndustryInvoiceRows } from './invoice-table.ts'

export const ciiForm = {
  namespaces: { rsm: namespaces.rsm, ram: namespaces.ram, udt: namespaces.udt, qdt: namespaces.qdt },
  table: shape(crossIndustryInvoiceRows),
}

/** UN/CEFACT Cross Industry Invoice D16B. */
export const writeCii = (invoice: Invoice): string =>
  writeDocument('rsm:CrossIndustryInvoice', ciiForm.namespaces, ciiForm.table, withoutRepeatedCurrency(invoice))

/** In CII, a VAT accounting currency (BT-6) is another one than that of the invoice (BR-53); the same says nothing. */
const withoutRepeatedCurrency = (invoice: Invoice): Invoice => {
  const { vatCurrency, ...others } = invoice
  return vatCurrency === invoice.currency ? others : invoice
}

/** D16B, and the later editions that keep its namespaces (D22B). */
export const readCii = (source: Uint8Array | string | XmlElement): Reading<Invoice> => {
  const root = typeof source === 'string' || source instanceof Uint8Array ? readXml(source) : source
  if (root.qname === 'rsm:CrossIndustryInvoice') return readDocument<Invoice>(root, ciiForm.table, ciiCurrencies(root))
  throw new FormatError(
    'UNSUPPORTED',
    `The root element is "${root.name}" (${root.qname}), not a Cross Industry Invoice.`,
    root.line,
    root.column,
  )
}

const ciiCurrencies = (root: XmlElement) => {
  const settlement = root.first('rsm:SupplyChainTradeTransaction')?.first('ram:ApplicableHeaderTradeSettlement')
  return {
    currency: settlement?.first('ram:InvoiceCurrencyCode')?.text.trim() ?? '',
    vatCurrency: settlement?.first('ram:TaxCurrencyCode')?.text.trim(),
  }
}
