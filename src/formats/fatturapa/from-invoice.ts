import { ZERO } from '../../values/money.ts'
import { FormatError } from '../format-error.ts'
import type { Invoice, VatSubtotal } from '../invoice.ts'
import { NAMED_CLASS, documentTypeOf, documentTypes, formatOfMime, issuerOf, lawOf, natureOf } from './codes.ts'
import type { Fattura, FatturaBody, DocumentReference, Summary, Transmission } from './fattura.ts'
import { faultsOf } from './faults.ts'
import { routeOf } from './route.ts'
import { wrapped } from './wrap.ts'
import { withoutContact, partyOf, representativeOf, placeOf } from './from-parties.ts'
import { vatOf, numberOf, unusedNumber, lineOf, fundKindOf, wholeOf } from './from-lines.ts'
import { paymentsOf } from './from-payments.ts'

/**
 * An EN 16931 invoice as FatturaPA says it. Throws a FormatError that names every term which FatturaPA cannot be
 * without.
 */
export const fatturaOf = (invoice: Invoice, given: Partial<Transmission> = {}): Fattura => {
  const faults = faultsOf(invoice)
  if (faults.length > 0)
    throw new FormatError(
      'UNSUPPORTED',
      `The invoice cannot be converted to FatturaPA: ${faults.map(({ message }) => message).join(' ')}`,
    )
  const { seller, buyer, taxRepresentative } = invoice
  const issuer = issuerOf(invoice.typeCode)
  return {
    transmission: { ...routeOf(invoice), ...given },
    seller: {
      ...partyOf(seller),
      regime: 'RF01',
      ...(invoice.buyerAccountingReference && { reference: invoice.buyerAccountingReference }),
    },
    ...(taxRepresentative && { taxRepresentative: representativeOf(taxRepresentative) }),
    buyer: withoutContact(partyOf(buyer)),
    ...(issuer && { issuer }),
    bodies: [bodyOf(invoice)],
  }
}

const bodyOf = (invoice: Invoice): FatturaBody => {
  const { documentType, reasons } = classOf(invoice)
  const { totals, currency, issueDate, number } = invoice
  const whole = [
    ...invoice.allowances.map(wholeOf(invoice, 'SC')),
    ...invoice.charges.filter((charge) => fundKindOf(charge) === undefined).map(wholeOf(invoice, 'AC')),
  ]
  const lines = [...invoice.lines.map((line, index) => lineOf(invoice, line, numberOf(invoice.lines, index))), ...whole]
  return {
    documentType,
    currency,
    date: issueDate,
    number,
    funds: fundsOf(invoice),
    total: totals.withVat,
    ...(totals.rounding && !totals.rounding.isZero() && { rounding: totals.rounding }),
    reasons,
    ...referencesOf(invoice),
    ...transportOf(invoice),
    lines: lines.map((line, index) =>
      line.number === '' ? { ...line, number: String(unusedNumber(invoice.lines) + index) } : line,
    ),
    summaries: invoice.vatBreakdown.map((subtotal) => summaryOf(invoice, subtotal)),
    payments: paymentsOf(invoice),
    files: filesOf(invoice),
  }
}

const fundsOf = (invoice: Invoice): FatturaBody['funds'] =>
  invoice.charges.flatMap((charge) => {
    const { percent, amount, base, vat } = charge
    const kind = fundKindOf(charge)
    return kind && percent ? [{ kind, percent, amount, ...(base && { base }), ...vatOf(invoice, vat) }] : []
  })

const filesOf = ({ attachments }: Invoice): FatturaBody['files'] =>
  attachments.flatMap(({ reference, description, file }) => {
    const format = formatOfMime(file?.mimeType)
    return file
      ? [
          {
            name: file.filename ?? reference,
            ...(format && { format }),
            ...(description && { description }),
            content: file.content,
          },
        ]
      : []
  })

const summaryOf = (
  invoice: Invoice,
  { taxable, vat, category, rate = ZERO, exemptionReason }: VatSubtotal,
): Summary => {
  const nature = natureOf(category, exemptionReason)
  const untaxed = rate.isZero() && { nature, law: lawOf(nature, exemptionReason) }
  return { vatRate: rate, taxable, vat, ...chargeabilityOf(invoice, category), ...untaxed }
}

/** The class that the notes name, else the one of the type code; and the notes as reasons, each within its length. */
const classOf = ({ notes, typeCode }: Invoice): { documentType: string; reasons: string[] } => {
  const naming = notes.find(({ text }) => (NAMED_CLASS.exec(text)?.[1] ?? '') in documentTypes)
  const documentType = NAMED_CLASS.exec(naming?.text ?? '')?.[1] ?? documentTypeOf(typeCode)
  const texts = notes.map((note) => (note === naming ? note.text.replace(NAMED_CLASS, '') : note.text))
  return { documentType, reasons: texts.flatMap((text) => wrapped(text, 200)) }
}

/** Deferred until it is paid, or paid by the buyer to the state (split payment). */
const chargeabilityOf = ({ taxPointCode }: Invoice, category: string): { chargeability?: string } =>
  category === 'B' ? { chargeability: 'S' } : taxPointCode === '432' ? { chargeability: 'D' } : {}

const referencesOf = (
  invoice: Invoice,
): Pick<FatturaBody, 'orders' | 'contracts' | 'receipts' | 'linkedInvoices' | 'waybills'> => {
  const {
    orderReference,
    contractReference,
    receivingAdviceReference,
    despatchAdviceReference,
    precedingInvoices,
    projectReference,
    tenderReference,
    delivery,
  } = invoice
  const codes = { ...(projectReference && { cup: projectReference }), ...(tenderReference && { cig: tenderReference }) }
  // The codes of a public contract stand beside the contract; where none is named they stand for it.
  const contract =
    contractReference ?? (Object.keys(codes).length > 0 ? (tenderReference ?? projectReference) : undefined)
  const items = invoice.lines.flatMap(({ orderLineReference }, index) =>
    orderLineReference && orderReference
      ? [{ lines: [numberOf(invoice.lines, index) || String(index + 1)], id: orderReference, item: orderLineReference }]
      : [],
  )
  return {
    orders: [...one(orderReference), ...items],
    contracts: one(contract).map((entry) => ({ ...entry, ...codes })),
    receipts: one(receivingAdviceReference),
    linkedInvoices: precedingInvoices.map(({ number, issueDate }) => ({
      lines: [],
      id: number,
      ...(issueDate && { date: issueDate }),
    })),
    waybills:
      despatchAdviceReference && delivery?.date ? [{ number: despatchAdviceReference, date: delivery.date }] : [],
  }
}

const one = (id: string | undefined): DocumentReference[] => (id === undefined ? [] : [{ lines: [], id }])

const transportOf = ({ delivery }: Invoice): Pick<FatturaBody, 'transport'> => {
  if (!delivery) return {}
  const place = delivery.address && placeOf(delivery.address)
  const complete =
    place && place.street !== '' && place.city !== '' && /^\d{5}$/.test(place.postalCode) ? place : undefined
  return complete || delivery.date
    ? { transport: { ...(complete && { place: complete }), ...(delivery.date && { deliveredAt: delivery.date }) } }
    : {}
}
