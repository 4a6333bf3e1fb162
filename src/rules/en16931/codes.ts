/** EN 16931-1 and its code list guide: BR-CL-*, where each syntax carries a code. */
import type { XmlElement } from '../../formats/xml/tree.ts'
import { allowanceReasons, chargeReasons } from '../../values/codelists/allowances-charges.ts'
import { countries } from '../../values/codelists/countries.ts'
import { currencies } from '../../values/codelists/currencies.ts'
import { creditNoteTypes, invoiceTypes } from '../../values/codelists/document-types.ts'
import { electronicAddressSchemes } from '../../values/codelists/electronic-addresses.ts'
import { identifierSchemes } from '../../values/codelists/identifier-schemes.ts'
import { paymentMeans } from '../../values/codelists/payment-means.ts'
import { attachmentTypes, itemClassificationSchemes, noteSubjects, objectIdentifierSchemes } from '../../values/codelists/references.ts'
import { units } from '../../values/codelists/units.ts'
import { exemptionReasons, taxPointDates, vatCategories } from '../../values/codelists/vat.ts'
import { type CodeRule, codeRules, hasAttribute } from '../code-rules.ts'
import { hasAncestor, isAllowance, isCharge, normalize } from '../path.ts'

const parentIs =
  (...names: readonly string[]) =>
  ({ parent }: XmlElement): boolean =>
    parent !== undefined && names.includes(parent.qname)

const and =
  (...tests: readonly ((element: XmlElement) => boolean)[]) =>
  (element: XmlElement): boolean =>
    tests.every((test) => test(element))

const upper = (value: string | undefined): string => normalize(value).toUpperCase()
const asWritten = (value: string | undefined): string => value ?? ''
const on = (counted: (element: XmlElement) => boolean, parent: string) => (element: XmlElement) => element.parent?.qname === parent && counted(element.parent)

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
  normalize(element.attribute('schemeID')) === 'SEPA' && (hasAncestor(element, 'cac:AccountingSupplierParty') || hasAncestor(element, 'cac:PayeeParty'))

/** Tax point codes of UNTDID 2475, where CII does not use those of 2005. */
const ciiTaxPointDates = new Set(['5', '29', '72'])

const messages = {
  type: 'The type of the document (BT-3) is not a code for it in UNTDID 1001.',
  amountCurrency: 'An amount is in a currency that ISO 4217 does not know.',
  currency: 'The currency of the invoice (BT-5) is not in ISO 4217.',
  taxCurrency: 'The accounting currency (BT-6) is not in ISO 4217.',
  taxPoint: 'The tax point code (BT-8) is none of the three that are allowed.',
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
  { id: 'BR-CL-01', terms: 'BT-3', at: ['cbc:InvoiceTypeCode'], list: invoiceTypes, message: messages.type },
  { id: 'BR-CL-01', terms: 'BT-3', at: ['cbc:CreditNoteTypeCode'], list: creditNoteTypes, message: messages.type },
  { id: 'BR-CL-03', terms: 'BT-5', at: ublAmounts, attribute: 'currencyID', list: currencies, message: messages.amountCurrency },
  { id: 'BR-CL-04', terms: 'BT-5', at: ['cbc:DocumentCurrencyCode'], list: currencies, message: messages.currency },
  { id: 'BR-CL-05', terms: 'BT-6', at: ['cbc:TaxCurrencyCode'], list: currencies, message: messages.taxCurrency },
  { id: 'BR-CL-06', terms: 'BT-8', at: ['cbc:DescriptionCode'], where: parentIs('cac:InvoicePeriod'), list: taxPointDates, message: messages.taxPoint },
  {
    id: 'BR-CL-07',
    terms: 'BT-18-1 BT-128-1',
    at: ['cbc:ID'],
    where: and(parentIs('cac:AdditionalDocumentReference', 'cac:DocumentReference'), hasAttribute('schemeID'), ({ parent }) => parent?.all('cbc:DocumentTypeCode').some((code) => code.stringValue === '130') ?? false),
    attribute: 'schemeID',
    list: objectIdentifierSchemes,
    message: messages.object,
  },
  {
    id: 'BR-CL-10',
    terms: 'BT-29-1 BT-46-1 BT-60-1',
    at: ['cbc:ID'],
    where: and(parentIs('cac:PartyIdentification'), hasAttribute('schemeID'), (element) => !partyScheme(element)),
    attribute: 'schemeID',
    list: identifierSchemes,
    message: messages.party,
  },
  { id: 'BR-CL-11', terms: 'BT-30-1 BT-47-1 BT-61-1', at: ['cbc:CompanyID'], where: and(parentIs('cac:PartyLegalEntity'), hasAttribute('schemeID')), attribute: 'schemeID', list: identifierSchemes, message: messages.registration },
  { id: 'BR-CL-13', terms: 'BT-158-1', at: ['cbc:ItemClassificationCode'], where: and(parentIs('cac:CommodityClassification'), hasAttribute('listID')), attribute: 'listID', list: itemClassificationSchemes, message: messages.classification },
  { id: 'BR-CL-14', terms: 'BT-40 BT-55 BT-69 BT-80', at: ['cbc:IdentificationCode'], where: parentIs('cac:Country'), list: countries, message: messages.country },
  { id: 'BR-CL-15', terms: 'BT-159', at: ['cbc:IdentificationCode'], where: parentIs('cac:OriginCountry'), list: countries, message: messages.origin },
  { id: 'BR-CL-16', terms: 'BT-81', at: ['cbc:PaymentMeansCode'], where: parentIs('cac:PaymentMeans'), list: paymentMeans, message: messages.payment },
  { id: 'BR-CL-17', terms: 'BT-95 BT-102 BT-118', at: ['cbc:ID'], where: parentIs('cac:TaxCategory'), list: vatCategories, message: messages.category },
  { id: 'BR-CL-18', terms: 'BT-151', at: ['cbc:ID'], where: parentIs('cac:ClassifiedTaxCategory'), list: vatCategories, message: messages.lineCategory },
  { id: 'BR-CL-19', terms: 'BT-98 BT-140', at: ['cbc:AllowanceChargeReasonCode'], where: on(isAllowance, 'cac:AllowanceCharge'), list: allowanceReasons, message: messages.allowance },
  { id: 'BR-CL-20', terms: 'BT-105 BT-145', at: ['cbc:AllowanceChargeReasonCode'], where: on(isCharge, 'cac:AllowanceCharge'), list: chargeReasons, message: messages.charge },
  { id: 'BR-CL-21', terms: 'BT-157-1', at: ['cbc:ID'], where: and(parentIs('cac:StandardItemIdentification'), hasAttribute('schemeID')), attribute: 'schemeID', list: identifierSchemes, message: messages.item },
  { id: 'BR-CL-22', terms: 'BT-121', at: ['cbc:TaxExemptionReasonCode'], list: exemptionReasons, read: upper, message: messages.exemption },
  { id: 'BR-CL-23', terms: 'BT-130 BT-150', at: ['cbc:InvoicedQuantity', 'cbc:CreditedQuantity', 'cbc:BaseQuantity'], where: hasAttribute('unitCode'), attribute: 'unitCode', list: units, message: messages.unit },
  { id: 'BR-CL-24', terms: 'BT-125-1', at: ['cbc:EmbeddedDocumentBinaryObject'], where: hasAttribute('mimeCode'), attribute: 'mimeCode', list: attachmentTypes, read: asWritten, message: messages.attachment },
  { id: 'BR-CL-25', terms: 'BT-34-1 BT-49-1', at: ['cbc:EndpointID'], where: hasAttribute('schemeID'), attribute: 'schemeID', list: electronicAddressSchemes, message: messages.endpoint },
  { id: 'BR-CL-26', terms: 'BT-71-1', at: ['cbc:ID'], where: and(parentIs('cac:DeliveryLocation'), hasAttribute('schemeID')), attribute: 'schemeID', list: identifierSchemes, message: messages.delivery },
]

const allTypes = { has: (code: string): boolean => invoiceTypes.has(code) || creditNoteTypes.has(code) }

const inCii: readonly CodeRule[] = [
  { id: 'BR-CL-01', terms: 'BT-3', at: ['ram:TypeCode'], where: parentIs('rsm:ExchangedDocument'), list: allTypes, message: messages.type },
  { id: 'BR-CL-03', terms: 'BT-110 BT-111', at: ['ram:TaxTotalAmount'], where: hasAttribute('currencyID'), attribute: 'currencyID', list: currencies, message: messages.amountCurrency },
  { id: 'BR-CL-04', terms: 'BT-5', at: ['ram:InvoiceCurrencyCode'], list: currencies, message: messages.currency },
  { id: 'BR-CL-05', terms: 'BT-6', at: ['ram:TaxCurrencyCode'], list: currencies, message: messages.taxCurrency },
  { id: 'BR-CL-06', terms: 'BT-8', at: ['ram:DueDateTypeCode'], list: ciiTaxPointDates, message: messages.taxPoint },
  { id: 'BR-CL-07', terms: 'BT-18-1 BT-128-1', at: ['ram:ReferenceTypeCode'], list: objectIdentifierSchemes, message: messages.object },
  { id: 'BR-CL-08', terms: 'BT-21', at: ['ram:SubjectCode'], list: noteSubjects, message: messages.subject },
  {
    id: 'BR-CL-10',
    terms: 'BT-29-1 BT-46-1 BT-60-1',
    at: ['ram:GlobalID'],
    where: and(hasAttribute('schemeID'), (element) => !hasAncestor(element, 'ram:SpecifiedTradeProduct') && !hasAncestor(element, 'ram:ShipToTradeParty')),
    attribute: 'schemeID',
    list: identifierSchemes,
    message: messages.party,
  },
  { id: 'BR-CL-11', terms: 'BT-30-1 BT-47-1 BT-61-1', at: ['ram:ID'], where: and(hasAttribute('schemeID'), (element) => !hasAncestor(element, 'ram:SpecifiedTaxRegistration')), attribute: 'schemeID', list: identifierSchemes, message: messages.registration },
  { id: 'BR-CL-13', terms: 'BT-158-1', at: ['ram:ClassCode'], where: hasAttribute('listID'), attribute: 'listID', list: itemClassificationSchemes, message: messages.classification },
  { id: 'BR-CL-14', terms: 'BT-40 BT-55 BT-69 BT-80', at: ['ram:CountryID'], list: countries, message: messages.country },
  { id: 'BR-CL-15', terms: 'BT-159', at: ['ram:ID'], where: parentIs('ram:OriginTradeCountry'), list: countries, message: messages.origin },
  { id: 'BR-CL-16', terms: 'BT-81', at: ['ram:TypeCode'], where: parentIs('ram:SpecifiedTradeSettlementPaymentMeans'), list: paymentMeans, message: messages.payment },
  { id: 'BR-CL-17', terms: 'BT-95 BT-102', at: ['ram:CategoryCode'], where: parentIs('ram:CategoryTradeTax'), list: vatCategories, message: messages.category },
  { id: 'BR-CL-18', terms: 'BT-118 BT-151', at: ['ram:CategoryCode'], where: parentIs('ram:ApplicableTradeTax'), list: vatCategories, message: messages.lineCategory },
  { id: 'BR-CL-19', terms: 'BT-98 BT-140', at: ['ram:ReasonCode'], where: on(isAllowance, 'ram:SpecifiedTradeAllowanceCharge'), list: allowanceReasons, message: messages.allowance },
  { id: 'BR-CL-20', terms: 'BT-105 BT-145', at: ['ram:ReasonCode'], where: on(isCharge, 'ram:SpecifiedTradeAllowanceCharge'), list: chargeReasons, message: messages.charge },
  { id: 'BR-CL-21', terms: 'BT-157-1', at: ['ram:GlobalID'], where: and(parentIs('ram:SpecifiedTradeProduct'), hasAttribute('schemeID')), attribute: 'schemeID', list: identifierSchemes, message: messages.item },
  { id: 'BR-CL-22', terms: 'BT-121', at: ['ram:ExemptionReasonCode'], list: exemptionReasons, read: upper, message: messages.exemption },
  { id: 'BR-CL-23', terms: 'BT-130 BT-150', at: ['ram:BilledQuantity', 'ram:BasisQuantity'], where: hasAttribute('unitCode'), attribute: 'unitCode', list: units, message: messages.unit },
  { id: 'BR-CL-24', terms: 'BT-125-1', at: ['ram:AttachmentBinaryObject'], where: hasAttribute('mimeCode'), attribute: 'mimeCode', list: attachmentTypes, read: asWritten, message: messages.attachment },
  { id: 'BR-CL-25', terms: 'BT-34-1 BT-49-1', at: ['ram:URIID'], where: and(parentIs('ram:URIUniversalCommunication'), hasAttribute('schemeID')), attribute: 'schemeID', list: electronicAddressSchemes, message: messages.endpoint },
  { id: 'BR-CL-26', terms: 'BT-71-1', at: ['ram:GlobalID'], where: and(parentIs('ram:ShipToTradeParty'), hasAttribute('schemeID')), attribute: 'schemeID', list: identifierSchemes, message: messages.delivery },
]

export const ublCodes = codeRules(inUbl)
export const ciiCodes = codeRules(inCii)
