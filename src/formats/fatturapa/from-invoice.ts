import { ZERO, round, type Decimal } from '../../values/money.ts'
import { FormatError } from '../format-error.ts'
import type {
  Address,
  Allowance,
  Buyer,
  DocumentAllowance,
  Invoice,
  Line,
  PaymentMeans,
  Seller,
  TaxRepresentative,
  VatCategory,
  VatSubtotal,
} from '../invoice.ts'
import {
  FUND,
  NAMED_CLASS,
  articleTypes,
  documentTypeOf,
  documentTypes,
  formatOfMime,
  isDirectDebit,
  issuerOf,
  italianMeans,
  lawOf,
  natureOf,
  typeOfList,
} from './codes.ts'
import type {
  Adjustment,
  Fattura,
  FatturaBody,
  FatturaLine,
  FatturaParty,
  FatturaPlace,
  PaymentTerms,
  Related,
  Summary,
  Transmission,
} from './fattura.ts'
import { faultsOf } from './faults.ts'
import { fiscalIdOf, routeOf } from './route.ts'
import { wrapped } from './wrap.ts'

/** An EN 16931 invoice as FatturaPA says it. Throws a FormatError that names every term which FatturaPA cannot be without. */
export const fatturaOf = (invoice: Invoice, given: Partial<Transmission> = {}): Fattura => {
  const faults = faultsOf(invoice)
  if (faults.length > 0)
    throw new FormatError(
      'UNSUPPORTED',
      `FatturaPA cannot say this invoice: ${faults.map(({ message }) => message).join(' ')}`,
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

const withoutContact = ({ phone: _phone, email: _email, ...party }: FatturaParty): FatturaParty => party

const FISCAL_CODE = /^[A-Z0-9]{11,16}$/
const PHONE = /^[\x20-\x7e]{5,12}$/
const EMAIL = /^(?=.{7,256}$).+@.+\..+$/

const partyOf = (party: Seller | Buyer): FatturaParty => {
  const { name, vatNumber, legalId, address, contact } = party
  const fiscalCode = [
    'taxNumber' in party ? party.taxNumber : undefined,
    legalId?.scheme === '0210' ? legalId.value : undefined,
  ].find((code) => code !== undefined && FISCAL_CODE.test(code))
  const phone = [contact?.phone, contact?.phone?.replace(/[^\d+]/g, '').slice(0, 12)].find((number) =>
    PHONE.test(number ?? ''),
  )
  return {
    ...(vatNumber && { vat: fiscalIdOf(vatNumber) }),
    ...(fiscalCode && { fiscalCode }),
    name,
    ...(address && { place: placeOf(address) }),
    ...(phone && { phone }),
    ...(contact?.email && EMAIL.test(contact.email) && { email: contact.email }),
  }
}

const representativeOf = ({ name, vatNumber }: TaxRepresentative): FatturaParty => ({
  ...(vatNumber && { vat: fiscalIdOf(vatNumber) }),
  name,
})

const CAP = /^\d{5}$/

/** A postal code that is not of five digits stands before the city, and five zeros in its place. */
const placeOf = ({
  street,
  streetLine2,
  streetLine3,
  city,
  postalCode,
  subdivision,
  country,
}: Address): FatturaPlace => {
  const province = /^(?:IT-)?([A-Z]{2})$/.exec(subdivision ?? '')?.[1]
  const fits = CAP.test(postalCode ?? '')
  return {
    street: [street, streetLine2, streetLine3].filter(Boolean).join(', '),
    postalCode: fits ? (postalCode ?? '') : '00000',
    city: [!fits && postalCode, city].filter(Boolean).join(' '),
    ...(province && { province }),
    country: country ?? 'IT',
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
    funds: invoice.charges.flatMap((charge) => {
      const kind = fundKindOf(charge)
      return kind && charge.percent
        ? [
            {
              kind,
              percent: charge.percent,
              amount: charge.amount,
              ...(charge.base && { base: charge.base }),
              ...vatOf(invoice, charge.vat),
            },
          ]
        : []
    }),
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
    files: invoice.attachments.flatMap(({ reference, description, file }) => {
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
    }),
  }
}

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

const one = (id: string | undefined): Related[] => (id === undefined ? [] : [{ lines: [], id }])

const transportOf = ({ delivery }: Invoice): Pick<FatturaBody, 'transport'> => {
  if (!delivery) return {}
  const place = delivery.address && placeOf(delivery.address)
  const complete =
    place && place.street !== '' && place.city !== '' && /^\d{5}$/.test(place.postalCode) ? place : undefined
  return complete || delivery.date
    ? { transport: { ...(complete && { place: complete }), ...(delivery.date && { deliveredAt: delivery.date }) } }
    : {}
}

/** A rate and, where it is zero, why. */
const vatOf = ({ vatBreakdown }: Invoice, { category, rate }: VatCategory): { vatRate: Decimal; nature?: string } => {
  const vatRate = rate ?? ZERO
  if (!vatRate.isZero()) return { vatRate }
  return {
    vatRate,
    nature: natureOf(category, vatBreakdown.find((subtotal) => subtotal.category === category)?.exemptionReason),
  }
}

const MOST_LINES = 9999
/** The line's own identifier where it can be the number of a line, and is its own. */
const numberOf = (lines: readonly Line[], index: number): string => {
  const ids = lines.map(({ id }) => id)
  const usable = ids.every((id) => /^[1-9]\d{0,3}$/.test(id)) && new Set(ids).size === ids.length
  return usable ? (ids[index] ?? '') : String(index + 1)
}
const unusedNumber = (lines: readonly Line[]): number =>
  Math.min(MOST_LINES, Math.max(...lines.map((_line, index) => Number(numberOf(lines, index)))) + 1 - lines.length)

const lineOf = (invoice: Invoice, line: Line, number: string): FatturaLine => {
  const { quantity, price, item, period, note } = line
  // A quantity is never negative here: the price is.
  const sign = quantity.isNegative() ? -1 : 1
  const units = quantity.isZero() ? 1 : quantity.abs()
  const adjust =
    (kind: string) =>
    ({ amount, percent }: Allowance): Adjustment => ({
      kind,
      ...(isRate(percent) && { percent }),
      amount: amount.dividedBy(units),
    })
  return {
    number,
    articles: articlesOf(item),
    description: [item.name, item.description].filter((text) => text?.trim()).join(' - ') || '-',
    quantity: quantity.abs(),
    ...(line.unit && { unit: line.unit }),
    ...(period?.start && { start: period.start }),
    ...(period?.end && { end: period.end }),
    unitPrice: round(price.net.dividedBy(price.baseQuantity ?? 1).times(sign), 8).plus(ZERO),
    adjustments: [...line.allowances.map(adjust('SC')), ...line.charges.map(adjust('MG'))],
    total: line.net,
    ...vatOf(invoice, line.vat),
    ...(line.buyerAccountingReference && { reference: line.buyerAccountingReference }),
    data: [
      ...(note === undefined ? [] : wrapped(note, 60).map((text) => ({ type: NOTE, text }))),
      ...item.attributes.map(({ name, value }) => ({ type: name, text: value })),
    ],
  }
}

/** The kind of datum that holds a note of a line. */
export const NOTE = 'NOTA'

/** Two decimals, at most a hundred: what a percentage can be. */
const isRate = (percent: Decimal | undefined): percent is Decimal =>
  percent !== undefined && percent.decimalPlaces() <= 2 && percent.gte(0) && percent.lte(100)

const articlesOf = ({ sellerCode, buyerCode, standardId, classifications }: Line['item']): FatturaLine['articles'] => [
  ...(sellerCode ? [{ type: articleTypes.seller, value: sellerCode }] : []),
  ...(buyerCode ? [{ type: articleTypes.buyer, value: buyerCode }] : []),
  ...(standardId
    ? [
        {
          type: standardId.scheme === undefined || standardId.scheme === '0160' ? 'GTIN' : `ICD${standardId.scheme}`,
          value: standardId.value,
        },
      ]
    : []),
  ...classifications.map(({ code, list }) => ({ type: typeOfList(list), value: code })),
]

/** The kind of social security fund that a charge says it is for. */
const fundKindOf = ({ reason, percent }: DocumentAllowance): string | undefined =>
  isRate(percent) ? FUND.exec(reason ?? '')?.[1] : undefined

/** An allowance or charge of the document has a VAT category, so that it is a line of its own. */
const wholeOf =
  (invoice: Invoice, kind: 'SC' | 'AC') =>
  ({ amount, reason, vat }: DocumentAllowance): FatturaLine => {
    const total = kind === 'SC' ? ZERO.minus(amount).plus(ZERO) : amount
    return {
      number: '',
      kind,
      articles: [],
      description: reason ?? (kind === 'SC' ? 'Sconto' : 'Spese accessorie'),
      unitPrice: total,
      adjustments: [],
      total,
      ...vatOf(invoice, vat),
      data: [],
    }
  }

const paymentsOf = (invoice: Invoice): PaymentTerms[] => {
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
