/** EN 16931-1 and its code list guide: BR-CL-*, where each syntax carries a code. */
import type { XmlElement } from '../../formats/xml/tree.ts'
import { allowanceReasons, chargeReasons } from '../../values/codelists/allowances-charges.ts'
import { countries } from '../../values/codelists/countries.ts'
import { currencies } from '../../values/codelists/currencies.ts'
import { creditNoteTypes, invoiceTypes } from '../../values/codelists/document-types.ts'
import { electronicAddressSchemes } from '../../values/codelists/electronic-addresses.ts'
import { identifierSchemes } from '../../values/codelists/identifier-schemes.ts'
import { paymentMeans } from '../../values/codelists/payment-means.ts'
import {
  attachmentTypes,
  itemClassificationSchemes,
  noteSubjects,
  objectIdentifierSchemes,
} from '../../values/codelists/references.ts'
import { units } from '../../values/codelists/units.ts'
import { exemptionReasons, taxPointDates, vatCategories } from '../../values/codelists/vat.ts'
import { type CodeRule, codeRules } from '../code-rules.ts'
import { isAllowance, isCharge } from '../path.ts'
import { normalize } from '../white-space.ts'
import { hasAncestor, type Position } from '../position.ts'

const parentIs =
  (...names: readonly string[]) =>
  ({ parent }: Position): boolean =>
    parent !== undefined && names.includes(parent.qname)

const upper = (value: string | undefined): string => normalize(value).toUpperCase()
const asWritten = (value: string | undefined): string => value ?? ''
const onOne =
  (counted: (element: XmlElement) => boolean) =>
  ({ parent }: XmlElement) =>
    parent !== undefined && counted(parent)

export const ublAmounts = [
  'cbc:Amount',
  'cbc:BaseAmount',
  'cbc:PriceAmount',
  'cbc:TaxAmount',
  'cbc:TaxableAmount',
  'cbc:LineExtensionAmount',
  'cbc:TaxExclusiveAmount',
  'cbc:TaxInclusiveAmount',
  'cbc:AllowanceTotalAmount',
  'cbc:ChargeTotalAmount',
  'cbc:PrepaidAmount',
  'cbc:PayableRoundingAmount',
  'cbc:PayableAmount',
]

/** A bank's creditor identifier (BT-90) says SEPA instead of a registered scheme. */
const partyScheme = (element: XmlElement): boolean =>
  normalize(element.attribute('schemeID')) === 'SEPA' &&
  (hasAncestor(element, 'cac:AccountingSupplierParty') || hasAncestor(element, 'cac:PayeeParty'))

/** Tax point codes of UNTDID 2475, where CII does not use those of 2005. */
const ciiTaxPointDates = new Set(['5', '29', '72'])

const messages = {
  type: 'The type of the document (BT-3) is not a code for it in UNTDID 1001.',
  amountCurrency: 'An amount is in a currency that ISO 4217 does not know.',
  currency: 'The currency of the invoice (BT-5) is not in ISO 4217.',
  taxCurrency: 'The accounting currency (BT-6) is not in ISO 4217.',
  taxPoint: 'The tax point code (BT-8) is not one of the three allowed codes.',
  object: 'The scheme of the invoiced object (BT-18-1) is not in UNTDID 1153.',
  subject: 'The subject code of a note (BT-21) is not in UNTDID 4451.',
  party: 'The scheme of a party identifier is not in the ISO 6523 list.',
  registration: 'The scheme of a registration is not in the ISO 6523 list.',
  classification: 'The scheme of an item classification (BT-158-1) is not in UNTDID 7143.',
  country: 'A country code is not in ISO 3166-1.',
  origin: 'The country of origin (BT-159) is not in ISO 3166-1.',
  payment: 'The payment means (BT-81) is not in UNTDID 4461.',
  category: 'A VAT category (BT-95, BT-102, BT-118) is not in the UNCL 5305 subset.',
  lineCategory: 'The VAT category of a line (BT-151) is not in the UNCL 5305 subset.',
  allowance: 'The reason code of an allowance (BT-98, BT-140) is not in UNCL 5189.',
  charge: 'The reason code of a charge (BT-105, BT-145) is not in UNCL 7161.',
  item: 'The scheme of an item identifier (BT-157-1) is not in the ISO 6523 list.',
  exemption: 'The exemption reason (BT-121) is not in the VATEX list.',
  unit: 'A unit of measure is not in UN/ECE recommendations 20 and 21.',
  attachment: 'An attachment (BT-125) is of a type that is not allowed.',
  endpoint: 'The scheme of an electronic address (BT-34-1, BT-49-1) is not in the EAS list.',
  delivery: 'The scheme of the delivery location (BT-71-1) is not in the ISO 6523 list.',
} as const

const inUbl: readonly CodeRule[] = [
  { id: 'BR-CL-01', terms: 'BT-3', names: ['cbc:InvoiceTypeCode'], list: invoiceTypes, message: messages.type },
  { id: 'BR-CL-01', terms: 'BT-3', names: ['cbc:CreditNoteTypeCode'], list: creditNoteTypes, message: messages.type },
  {
    id: 'BR-CL-03',
    terms: 'BT-5',
    names: ublAmounts,
    attribute: 'currencyID',
    required: true,
    list: currencies,
    message: messages.amountCurrency,
  },
  { id: 'BR-CL-04', terms: 'BT-5', names: ['cbc:DocumentCurrencyCode'], list: currencies, message: messages.currency },
  { id: 'BR-CL-05', terms: 'BT-6', names: ['cbc:TaxCurrencyCode'], list: currencies, message: messages.taxCurrency },
  {
    id: 'BR-CL-06',
    terms: 'BT-8',
    names: ['cbc:DescriptionCode'],
    at: parentIs('cac:InvoicePeriod'),
    list: taxPointDates,
    message: messages.taxPoint,
  },
  {
    id: 'BR-CL-07',
    terms: 'BT-18-1 BT-128-1',
    names: ['cbc:ID'],
    at: parentIs('cac:AdditionalDocumentReference', 'cac:DocumentReference'),
    where: ({ parent }) => parent?.all('cbc:DocumentTypeCode').some((code) => code.stringValue === '130') ?? false,
    attribute: 'schemeID',
    list: objectIdentifierSchemes,
    message: messages.object,
  },
  {
    id: 'BR-CL-10',
    terms: 'BT-29-1 BT-46-1 BT-60-1',
    names: ['cbc:ID'],
    at: parentIs('cac:PartyIdentification'),
    where: (element) => !partyScheme(element),
    attribute: 'schemeID',
    list: identifierSchemes,
    message: messages.party,
  },
  {
    id: 'BR-CL-11',
    terms: 'BT-30-1 BT-47-1 BT-61-1',
    names: ['cbc:CompanyID'],
    at: parentIs('cac:PartyLegalEntity'),
    attribute: 'schemeID',
    list: identifierSchemes,
    message: messages.registration,
  },
  {
    id: 'BR-CL-13',
    terms: 'BT-158-1',
    names: ['cbc:ItemClassificationCode'],
    at: parentIs('cac:CommodityClassification'),
    attribute: 'listID',
    list: itemClassificationSchemes,
    message: messages.classification,
  },
  {
    id: 'BR-CL-14',
    terms: 'BT-40 BT-55 BT-69 BT-80',
    names: ['cbc:IdentificationCode'],
    at: parentIs('cac:Country'),
    list: countries,
    message: messages.country,
  },
  {
    id: 'BR-CL-15',
    terms: 'BT-159',
    names: ['cbc:IdentificationCode'],
    at: parentIs('cac:OriginCountry'),
    list: countries,
    message: messages.origin,
  },
  {
    id: 'BR-CL-16',
    terms: 'BT-81',
    names: ['cbc:PaymentMeansCode'],
    at: parentIs('cac:PaymentMeans'),
    list: paymentMeans,
    message: messages.payment,
  },
  {
    id: 'BR-CL-17',
    terms: 'BT-95 BT-102 BT-118',
    names: ['cbc:ID'],
    at: parentIs('cac:TaxCategory'),
    list: vatCategories,
    message: messages.category,
  },
  {
    id: 'BR-CL-18',
    terms: 'BT-151',
    names: ['cbc:ID'],
    at: parentIs('cac:ClassifiedTaxCategory'),
    list: vatCategories,
    message: messages.lineCategory,
  },
  {
    id: 'BR-CL-19',
    terms: 'BT-98 BT-140',
    names: ['cbc:AllowanceChargeReasonCode'],
    at: parentIs('cac:AllowanceCharge'),
    where: onOne(isAllowance),
    list: allowanceReasons,
    message: messages.allowance,
  },
  {
    id: 'BR-CL-20',
    terms: 'BT-105 BT-145',
    names: ['cbc:AllowanceChargeReasonCode'],
    at: parentIs('cac:AllowanceCharge'),
    where: onOne(isCharge),
    list: chargeReasons,
    message: messages.charge,
  },
  {
    id: 'BR-CL-21',
    terms: 'BT-157-1',
    names: ['cbc:ID'],
    at: parentIs('cac:StandardItemIdentification'),
    attribute: 'schemeID',
    list: identifierSchemes,
    message: messages.item,
  },
  {
    id: 'BR-CL-22',
    terms: 'BT-121',
    names: ['cbc:TaxExemptionReasonCode'],
    list: exemptionReasons,
    read: upper,
    message: messages.exemption,
  },
  {
    id: 'BR-CL-23',
    terms: 'BT-130 BT-150',
    names: ['cbc:InvoicedQuantity', 'cbc:CreditedQuantity', 'cbc:BaseQuantity'],
    attribute: 'unitCode',
    list: units,
    message: messages.unit,
  },
  {
    id: 'BR-CL-24',
    terms: 'BT-125-1',
    names: ['cbc:EmbeddedDocumentBinaryObject'],
    attribute: 'mimeCode',
    list: attachmentTypes,
    read: asWritten,
    message: messages.attachment,
  },
  {
    id: 'BR-CL-25',
    terms: 'BT-34-1 BT-49-1',
    names: ['cbc:EndpointID'],
    attribute: 'schemeID',
    list: electronicAddressSchemes,
    message: messages.endpoint,
  },
  {
    id: 'BR-CL-26',
    terms: 'BT-71-1',
    names: ['cbc:ID'],
    at: parentIs('cac:DeliveryLocation'),
    attribute: 'schemeID',
    list: identifierSchemes,
    message: messages.delivery,
  },
]

const allTypes: ReadonlySet<string> = new Set([...invoiceTypes.codes, ...creditNoteTypes.codes])

const inCii: readonly CodeRule[] = [
  {
    id: 'BR-CL-01',
    terms: 'BT-3',
    names: ['ram:TypeCode'],
    at: parentIs('rsm:ExchangedDocument'),
    list: allTypes,
    message: messages.type,
  },
  {
    id: 'BR-CL-03',
    terms: 'BT-110 BT-111',
    names: ['ram:TaxTotalAmount'],
    attribute: 'currencyID',
    list: currencies,
    message: messages.amountCurrency,
  },
  { id: 'BR-CL-04', terms: 'BT-5', names: ['ram:InvoiceCurrencyCode'], list: currencies, message: messages.currency },
  { id: 'BR-CL-05', terms: 'BT-6', names: ['ram:TaxCurrencyCode'], list: currencies, message: messages.taxCurrency },
  { id: 'BR-CL-06', terms: 'BT-8', names: ['ram:DueDateTypeCode'], list: ciiTaxPointDates, message: messages.taxPoint },
  {
    id: 'BR-CL-07',
    terms: 'BT-18-1 BT-128-1',
    names: ['ram:ReferenceTypeCode'],
    list: objectIdentifierSchemes,
    message: messages.object,
  },
  { id: 'BR-CL-08', terms: 'BT-21', names: ['ram:SubjectCode'], list: noteSubjects, message: messages.subject },
  {
    id: 'BR-CL-10',
    terms: 'BT-29-1 BT-46-1 BT-60-1',
    names: ['ram:GlobalID'],
    at: (path) => !hasAncestor(path, 'ram:SpecifiedTradeProduct') && !hasAncestor(path, 'ram:ShipToTradeParty'),
    attribute: 'schemeID',
    list: identifierSchemes,
    message: messages.party,
  },
  {
    id: 'BR-CL-11',
    terms: 'BT-30-1 BT-47-1 BT-61-1',
    names: ['ram:ID'],
    at: (path) => !hasAncestor(path, 'ram:SpecifiedTaxRegistration'),
    attribute: 'schemeID',
    list: identifierSchemes,
    message: messages.registration,
  },
  {
    id: 'BR-CL-13',
    terms: 'BT-158-1',
    names: ['ram:ClassCode'],
    attribute: 'listID',
    list: itemClassificationSchemes,
    message: messages.classification,
  },
  {
    id: 'BR-CL-14',
    terms: 'BT-40 BT-55 BT-69 BT-80',
    names: ['ram:CountryID'],
    list: countries,
    message: messages.country,
  },
  {
    id: 'BR-CL-15',
    terms: 'BT-159',
    names: ['ram:ID'],
    at: parentIs('ram:OriginTradeCountry'),
    list: countries,
    message: messages.origin,
  },
  {
    id: 'BR-CL-16',
    terms: 'BT-81',
    names: ['ram:TypeCode'],
    at: parentIs('ram:SpecifiedTradeSettlementPaymentMeans'),
    list: paymentMeans,
    message: messages.payment,
  },
  {
    id: 'BR-CL-17',
    terms: 'BT-95 BT-102',
    names: ['ram:CategoryCode'],
    at: parentIs('ram:CategoryTradeTax'),
    list: vatCategories,
    message: messages.category,
  },
  {
    id: 'BR-CL-18',
    terms: 'BT-118 BT-151',
    names: ['ram:CategoryCode'],
    at: parentIs('ram:ApplicableTradeTax'),
    list: vatCategories,
    message: messages.lineCategory,
  },
  {
    id: 'BR-CL-19',
    terms: 'BT-98 BT-140',
    names: ['ram:ReasonCode'],
    at: parentIs('ram:SpecifiedTradeAllowanceCharge'),
    where: onOne(isAllowance),
    list: allowanceReasons,
    message: messages.allowance,
  },
  {
    id: 'BR-CL-20',
    terms: 'BT-105 BT-145',
    names: ['ram:ReasonCode'],
    at: parentIs('ram:SpecifiedTradeAllowanceCharge'),
    where: onOne(isCharge),
    list: chargeReasons,
    message: messages.charge,
  },
  {
    id: 'BR-CL-21',
    terms: 'BT-157-1',
    names: ['ram:GlobalID'],
    at: parentIs('ram:SpecifiedTradeProduct'),
    attribute: 'schemeID',
    list: identifierSchemes,
    message: messages.item,
  },
  {
    id: 'BR-CL-22',
    terms: 'BT-121',
    names: ['ram:ExemptionReasonCode'],
    list: exemptionReasons,
    read: upper,
    message: messages.exemption,
  },
  {
    id: 'BR-CL-23',
    terms: 'BT-130 BT-150',
    names: ['ram:BilledQuantity', 'ram:BasisQuantity'],
    attribute: 'unitCode',
    list: units,
    message: messages.unit,
  },
  {
    id: 'BR-CL-24',
    terms: 'BT-125-1',
    names: ['ram:AttachmentBinaryObject'],
    attribute: 'mimeCode',
    list: attachmentTypes,
    read: asWritten,
    message: messages.attachment,
  },
  {
    id: 'BR-CL-25',
    terms: 'BT-34-1 BT-49-1',
    names: ['ram:URIID'],
    at: parentIs('ram:URIUniversalCommunication'),
    attribute: 'schemeID',
    list: electronicAddressSchemes,
    message: messages.endpoint,
  },
  {
    id: 'BR-CL-26',
    terms: 'BT-71-1',
    names: ['ram:GlobalID'],
    at: parentIs('ram:ShipToTradeParty'),
    attribute: 'schemeID',
    list: identifierSchemes,
    message: messages.delivery,
  },
]

export const ublCodes = codeRules(inUbl)
export const ciiCodes = codeRules(inCii)
