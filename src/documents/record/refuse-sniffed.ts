/** Errors for files whose kind was recognized, and which hold no document: the kind, and the part that is missing. */
import { FormatError } from '../../formats/format-error.ts'
import type { Sniffed } from '../../formats/sniff.ts'
import { type XmlElement, namespaces } from '../../formats/xml/tree.ts'

/** The namespaces that documents have, by the names of their root elements. */
const namespaceOf: Readonly<Record<string, string>> = {
  Invoice: namespaces.inv,
  CreditNote: namespaces.cn,
  Order: namespaces.order,
  OrderResponse: namespaces.orderresponse,
  Quotation: namespaces.quotation,
  RequestForQuotation: namespaces.rfq,
  CrossIndustryInvoice: namespaces.rsm,
  StandardBusinessDocument: namespaces.sbd,
}

const DOCUMENT = 'an invoice, a credit note, an order, a quotation or a request for quotation in UBL or CII'

const ofXml = ({ name, names: { namespace } }: XmlElement): [recognized: string, missing: string] => {
  const expected = Object.hasOwn(namespaceOf, name) ? namespaceOf[name] : undefined
  const given = namespace === '' ? 'no namespace' : `the namespace "${namespace}"`
  return [
    `XML with the root element "${name}" in ${given}`,
    expected !== undefined && expected !== namespace ? `the namespace "${expected}" of the root element` : DOCUMENT,
  ]
}

const ofPdf = (attachments: readonly string[]): [recognized: string, missing: string] => [
  attachments.length === 0 ? 'a PDF without files inside' : `a PDF with the files ${attachments.join(', ')}`,
  'an invoice in UBL or CII inside the PDF, as Factur-X and ZUGFeRD have it',
]

const described = (sniffed: Sniffed): [recognized: string, missing: string] => {
  switch (sniffed.kind) {
    case 'pdf':
      return ofPdf(sniffed.attachments)
    case 'fatturapa':
      return ['a FatturaPA', 'the invoice in UBL or CII: the FatturaPA for the interchange system is written from it']
    case 'cxml':
      return ['a cXML message', DOCUMENT]
    case 'json':
      return ['JSON', DOCUMENT]
    case 'response':
      return ['an application response', DOCUMENT]
    case 'cdar':
      return ['a lifecycle message (CDAR)', DOCUMENT]
    default:
      return ofXml(sniffed.root)
  }
}

export const errorOfSniffed = (sniffed: Sniffed): FormatError => {
  const [recognized, missing] = described(sniffed)
  return new FormatError('UNSUPPORTED', `The file is ${recognized}. Missing: ${missing}.`, 0, 0, {
    recognized,
    missing,
  })
}

export const refuseSniffed = (sniffed: Sniffed): never => {
  throw errorOfSniffed(sniffed)
}
