import type { Delivery, Invoice, PrecedingInvoice } from '../invoice.ts'
import { documentTypeOf, mimeOfFormat, typeCodeOf } from './codes.ts'
import type { Fattura, FatturaBody } from './fattura.ts'
import { nameOf, vatNumberOf, addressOf, sellerOf, buyerOf } from './to-parties.ts'
import { categoryOf, exemptionOf, wholeOf, fundOf, lineOf } from './to-lines.ts'
import { paymentOf, totalsOf } from './to-totals.ts'

/** One body of a FatturaPA file as an EN 16931 invoice. */
export const invoiceOf = (fattura: Fattura, body: FatturaBody): Invoice => {
  const typeCode = typeCodeOf(body.documentType, fattura.issuer)
  const [whole, lines] = [
    body.lines.filter(({ kind }) => kind !== undefined),
    body.lines.filter(({ kind }) => kind === undefined),
  ]
  const allowances = whole.filter(({ kind }) => kind === 'SC').map(wholeOf(body, -1))
  const charges = [...whole.filter(({ kind }) => kind === 'AC').map(wholeOf(body, 1)), ...body.funds.map(fundOf(body))]
  const { taxRepresentative, seller } = fattura
  const deferred = body.summaries.some(({ chargeability }) => chargeability === 'D')
  return {
    number: body.number,
    issueDate: body.date,
    typeCode,
    currency: body.currency,
    ...(deferred && { taxPointCode: '432' }),
    ...(seller.reference && { buyerAccountingReference: seller.reference }),
    ...referencesOf(body),
    notes: notesOf(body, typeCode),
    precedingInvoices: body.linkedInvoices.map(({ id, date }): PrecedingInvoice => ({
      number: id,
      ...(date && { issueDate: date }),
    })),
    seller: sellerOf(seller),
    buyer: buyerOf(fattura),
    ...(taxRepresentative && {
      taxRepresentative: { name: nameOf(taxRepresentative), ...vatNumberOf(taxRepresentative) },
    }),
    ...deliveryOf(body),
    ...paymentOf(body),
    allowances,
    charges,
    totals: totalsOf(body, lines, allowances, charges),
    vatBreakdown: vatBreakdownOf(body),
    attachments: attachmentsOf(body),
    lines: lines.map((line) => lineOf(body, line)),
  }
}

const vatBreakdownOf = (body: FatturaBody): Invoice['vatBreakdown'] =>
  body.summaries.map(({ taxable, vat, ...summary }) => ({
    taxable,
    vat,
    ...categoryOf(body, summary),
    ...exemptionOf(summary),
  }))

const attachmentsOf = ({ files }: FatturaBody): Invoice['attachments'] =>
  files.map(({ name, format, description, content }) => {
    const mimeType = mimeOfFormat(format)
    return {
      reference: name,
      ...(description && { description }),
      file: { content, ...(mimeType && { mimeType }), filename: name },
    }
  })

/** A class that the type code does not lead back to stays in sight. */
const notesOf = ({ documentType, reasons }: FatturaBody, typeCode: string): Invoice['notes'] => [
  ...(documentTypeOf(typeCode) === documentType ? [] : [{ text: documentType }]),
  ...reasons.map((text) => ({ text })),
]

const referencesOf = ({ orders, contracts, receipts, waybills }: FatturaBody): Partial<Invoice> => {
  const first = <K extends 'cup' | 'cig'>(key: K): string | undefined =>
    [...contracts, ...orders].find((entry) => entry[key])?.[key]
  const [projectReference, tenderReference] = [first('cup'), first('cig')]
  const contract = contracts[0]?.id
  return {
    ...(orders[0] && { orderReference: orders[0].id }),
    // Where no contract is named, the codes of the public contract stand for it.
    ...(contract && contract !== tenderReference && contract !== projectReference && { contractReference: contract }),
    ...(receipts[0] && { receivingAdviceReference: receipts[0].id }),
    ...(waybills[0] && { despatchAdviceReference: waybills[0].number }),
    ...(projectReference && { projectReference }),
    ...(tenderReference && { tenderReference }),
  }
}

const deliveryOf = ({ transport, waybills }: FatturaBody): { delivery?: Delivery } => {
  const date = transport?.deliveredAt ?? waybills[0]?.date
  const address = transport?.place && addressOf(transport.place)
  return date || address ? { delivery: { ...(date && { date }), ...(address && { address }) } } : {}
}
