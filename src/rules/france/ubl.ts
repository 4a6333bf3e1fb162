import type { XmlElement } from '../../formats/xml/tree.ts'
import { select, some } from '../path.ts'
import type { FrenchSyntax, Notes, SubLineSyntax } from './syntax.ts'

const line = 'cac:InvoiceLine|cac:CreditNoteLine'
const preceding = 'cac:BillingReference/cac:InvoiceDocumentReference'
const totals = '//cac:LegalMonetaryTotal'
const seller = 'cac:AccountingSupplierParty/cac:Party'
const buyer = 'cac:AccountingCustomerParty/cac:Party'

/** UBL has no subject: a note says `#PMT#text`, and one element may hold several. */
const notes = (texts: readonly string[]): Notes => {
  const all = texts.join('')
  const of = (subject: string): readonly string[] =>
    all
      .split(`#${subject}#`)
      .slice(1)
      .map((text) => text.split('#')[0] ?? '')
  return { of, count: (subject) => of(subject).length }
}

const texts = (from: XmlElement, path: string): string[] => select(from, path).map(({ stringValue }) => stringValue)
const isObject = (reference: XmlElement): boolean => some(reference, 'cbc:DocumentTypeCode', '130')

/** A line refers to its own invoice to say its subtype, and to the line above it. */
const subLines: SubLineSyntax = {
  id: 'cbc:ID',
  places: (line, number) =>
    line
      .all('cac:BillingReference')
      .filter((reference) => some(reference, 'cac:InvoiceDocumentReference/cbc:ID', number))
      .map((reference) => ({
        subtypes: texts(reference, 'cac:InvoiceDocumentReference/cbc:DocumentStatusCode'),
        parents: texts(reference, 'cac:BillingReferenceLine/cbc:ID'),
      })),
  vendor: {
    name: 'cac:Item/cac:ManufacturerParty/cac:PartyLegalEntity/cbc:RegistrationName',
    legal: 'cac:Item/cac:ManufacturerParty/cac:PartyLegalEntity/cbc:CompanyID',
    country: 'cac:Item/cac:ManufacturerParty/cac:PostalAddress/cac:Country/cbc:IdentificationCode',
  },
  objects: (line) =>
    line
      .all('cac:DocumentReference')
      .filter(isObject)
      .flatMap((reference) =>
        reference
          .all('cbc:ID')
          .map((identifier) => ({ scheme: identifier.attribute('schemeID'), isObject: true, identifier })),
      ),
  mayBeUnsaid: false,
  net: 'cbc:LineExtensionAmount',
  gross: 'cbc:TaxInclusiveLineExtensionAmount',
  vat: 'cac:TaxTotal/cbc:TaxAmount',
  exemptionReason: 'cac:Item/cac:ClassifiedTaxCategory/cbc:TaxExemptionReason',
  preceding: {
    of: (line, number) =>
      select(line, preceding).filter((reference) => texts(reference, 'cbc:ID').some((id) => id !== number)),
    number: 'cbc:ID',
    date: 'cbc:IssueDate',
  },
  breakdown: {
    taxes: 'cac:TaxTotal/cac:TaxSubtotal',
    scheme: 'cac:TaxCategory/cac:TaxScheme/cbc:ID',
    reason: 'cac:TaxCategory/cbc:TaxExemptionReason',
    amount: 'cbc:TaxAmount',
  },
  partyLegal: 'cac:PartyLegalEntity/cbc:CompanyID',
  numbers: (document) =>
    document
      .named('cbc:ID', 'cac:DocumentReference')
      .filter(
        (identifier) =>
          identifier.attribute('schemeID') === 'AFL' && identifier.parent !== undefined && isObject(identifier.parent),
      ),
}

export const ubl: FrenchSyntax = {
  roots: 'inv:Invoice|cn:CreditNote',
  ids: {},
  places: {
    'BT-1': 'cbc:ID',
    'BT-2': 'cbc:IssueDate',
    'BT-3': 'cbc:InvoiceTypeCode|cbc:CreditNoteTypeCode',
    'BT-5': 'cbc:DocumentCurrencyCode',
    'BT-6': 'cbc:TaxCurrencyCode',
    'BT-7': 'cbc:TaxPointDate',
    'BT-9': 'cbc:DueDate',
    'BT-12': 'cac:ContractDocumentReference/cbc:ID',
    'BT-18': 'cac:AdditionalDocumentReference',
    'BT-18 value': 'cac:AdditionalDocumentReference/cbc:ID',
    'BT-23': 'cbc:ProfileID',
    'BG-3': 'cac:BillingReference',
    'BG-3 dated': `${preceding}/cbc:IssueDate/../cbc:ID`,
    'BT-25': `${preceding}/cbc:ID`,
    'BT-26': `${preceding}/cbc:IssueDate`,
    'EXT-FR-FE-02': `${preceding}/cbc:DocumentTypeCode`,
    'BT-30': `${seller}/cac:PartyLegalEntity`,
    'BT-63': 'cac:TaxRepresentativeParty/cac:PartyTaxScheme/cbc:CompanyID',
    'BT-72': 'cac:Delivery/cbc:ActualDeliveryDate',
    'BT-73': 'cac:InvoicePeriod/cbc:StartDate',
    'BT-74': 'cac:InvoicePeriod/cbc:EndDate',
    'BT-92_BT-99': 'cac:AllowanceCharge/cbc:Amount',
    'BT-93_BT-100': 'cac:AllowanceCharge/cbc:BaseAmount',
    'BT-95_BT-102': '//cac:AllowanceCharge/cac:TaxCategory',
    'BT-106': `${totals}/cbc:LineExtensionAmount`,
    'BT-107': `${totals}/cbc:AllowanceTotalAmount`,
    'BT-108': `${totals}/cbc:ChargeTotalAmount`,
    'BT-109': `${totals}/cbc:TaxExclusiveAmount`,
    'BT-110': '//cac:TaxTotal/cbc:TaxAmount',
    'BT-111': 'cac:TaxTotal/cbc:TaxAmount[@currencyID=EUR]',
    'BT-112': `${totals}/cbc:TaxInclusiveAmount`,
    'BT-113': `${totals}/cbc:PrepaidAmount`,
    'BT-114': `${totals}/cbc:PayableRoundingAmount`,
    'BT-115': `${totals}/cbc:PayableAmount`,
    'BT-116': '//cac:TaxTotal/cac:TaxSubtotal/cbc:TaxableAmount',
    'BT-117': '//cac:TaxTotal/cac:TaxSubtotal/cbc:TaxAmount',
    'BT-118': '//cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory',
    'BG-24': '//cac:AdditionalDocumentReference',
    'BT-123': 'cbc:DocumentDescription',
    'BG-25': line,
    'BT-128': `${line}/cac:DocumentReference`,
    'BT-128 value': `${line}/cac:DocumentReference/cbc:ID`,
    'BT-129': `${line}/cbc:InvoicedQuantity|cbc:CreditedQuantity`,
    'BT-131': `${line}/cbc:LineExtensionAmount`,
    'BT-134': `${line}/cac:InvoicePeriod/cbc:StartDate`,
    'BT-135': `${line}/cac:InvoicePeriod/cbc:EndDate`,
    'BT-136_BT-141': `${line}/cac:AllowanceCharge/cbc:Amount`,
    'BT-137_BT-142': `${line}/cac:AllowanceCharge/cbc:BaseAmount`,
    'BT-146': `${line}/cac:Price/cbc:PriceAmount`,
    'BT-147': `${line}/cac:Price/cac:AllowanceCharge/cbc:Amount`,
    'BT-148': `${line}/cac:Price/cac:AllowanceCharge/cbc:BaseAmount`,
    'BT-149': `${line}/cac:Price/cbc:BaseQuantity`,
    'BT-151': '//cac:Item/cac:ClassifiedTaxCategory',
    // The official file looks for the rate on the lines of invoices only.
    'BT-152': '//cac:InvoiceLine/cac:Item/cac:ClassifiedTaxCategory',
    'BG-32': '//cac:Item/cac:AdditionalItemProperty',
    'BT-160': 'cbc:Name',
    'EXT-FR-FE-159': 'cbc:NameCode',
    'BT-161': 'cbc:Value',
    'EXT-FR-FE-160': 'cbc:ValueQuantity',
    'EXT-FR-FE-136': `${line}/cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID`,
    'EXT-FR-FE-137': `${line}/cac:BillingReference/cac:InvoiceDocumentReference/cbc:DocumentTypeCode`,
    'EXT-FR-FE-138': `${line}/cac:BillingReference/cac:InvoiceDocumentReference/cbc:IssueDate`,
    'EXT-FR-FE-158': `${line}/cac:Delivery/cbc:ActualDeliveryDate`,
    'line reference': 'cac:BillingReference/cac:InvoiceDocumentReference/cbc:IssueDate/../cbc:ID',
    'VAT category': 'cbc:ID',
    'VAT rate': 'cbc:Percent',
    'legal identifier': '//cac:PartyLegalEntity/cbc:CompanyID[@schemeID=0002]',
    'party identifier': '//cac:PartyIdentification/cbc:ID[@schemeID=0002,0231]',
    'BT-71': 'cac:Delivery',
    'EXT-FR-FE-146': `${line}/cac:Delivery`,
  },
  parties: {
    'BT-29': seller,
    'BT-46': buyer,
    'BT-60': 'cac:PayeeParty',
    'EXT-FR-FE-06': `${buyer}/cac:AgentParty`,
    'EXT-FR-FE-46': 'cac:PaymentMeans/cac:PaymentMandate/cac:PayerParty',
    'EXT-FR-FE-69': `${seller}/cac:AgentParty`,
    'EXT-FR-FE-92': `${buyer}/cac:ServiceProviderParty/cac:Party`,
    'EXT-FR-FE-115': `${seller}/cac:ServiceProviderParty/cac:Party`,
  },
  party: {
    siret: 'cac:PartyIdentification/cbc:ID[@schemeID=0009]',
    siren: 'cac:PartyLegalEntity/cbc:CompanyID[@schemeID=0002]',
    address: 'cbc:EndpointID',
    identifier: 'cac:PartyIdentification/cbc:ID',
    legalEntity: 'cbc:CompanyID[@schemeID=0002]',
  },
  delivery: {
    siret: 'cac:DeliveryLocation/cbc:ID[@schemeID=0009]',
    siren: 'cac:DeliveryParty/cac:PartyLegalEntity/cbc:CompanyID[@schemeID=0002]',
    identifier: 'cac:DeliveryLocation/cbc:ID',
  },
  objects: { values: 'cbc:ID', scheme: (identifier) => identifier.attribute('schemeID') },
  date: /^(20\d\d)-(\d\d)-(\d\d)$/,
  notes: (root) => notes(texts(root, 'cbc:Note')),
  unsaid: {
    category: () => true,
    rate: false,
    price: true,
    isDueLater: (due, issued) => due === undefined || issued === undefined || due >= issued,
  },
  subLines,
}
