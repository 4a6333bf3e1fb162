import type { XmlElement } from '../../formats/xml/tree.ts'
import { first, select, some, text } from '../path.ts'
import type { FrenchSyntax, Notes, SubLineSyntax } from './syntax.ts'

const trade = 'rsm:SupplyChainTradeTransaction'
const agreement = `${trade}/ram:ApplicableHeaderTradeAgreement`
const delivery = `${trade}/ram:ApplicableHeaderTradeDelivery`
const settlement = `${trade}/ram:ApplicableHeaderTradeSettlement`
const totals = `${settlement}/ram:SpecifiedTradeSettlementHeaderMonetarySummation`
const line = `${trade}/ram:IncludedSupplyChainTradeLineItem`
const deliveredAt = 'ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime'
const lineSettlement = `${line}/ram:SpecifiedLineTradeSettlement`
const price = `${line}/ram:SpecifiedLineTradeAgreement`
const date = 'udt:DateTimeString'

const notes = (elements: readonly XmlElement[]): Notes => {
  const about = (subject: string): readonly XmlElement[] =>
    elements.filter((note) => some(note, 'ram:SubjectCode', subject))
  return {
    of: (subject) => about(subject).map((note) => text(note, 'ram:Content') ?? ''),
    count: (subject) => about(subject).length,
  }
}

const texts = (from: XmlElement, path: string): string[] => select(from, path).map(({ stringValue }) => stringValue)
const vendor = 'ram:SpecifiedLineTradeAgreement/ram:ItemSellerTradeParty'
const lineTotals = 'ram:SpecifiedLineTradeSettlement/ram:SpecifiedTradeSettlementLineMonetarySummation'

const subLines: SubLineSyntax = {
  id: 'ram:AssociatedDocumentLineDocument/ram:LineID',
  places: (line) => [
    {
      subtypes: texts(line, 'ram:AssociatedDocumentLineDocument/ram:LineStatusReasonCode'),
      parents: texts(line, 'ram:AssociatedDocumentLineDocument/ram:ParentLineID'),
    },
  ],
  vendor: {
    name: `${vendor}/ram:Name`,
    legal: `${vendor}/ram:SpecifiedLegalOrganization/ram:ID`,
    country: `${vendor}/ram:PostalTradeAddress/ram:CountryID`,
  },
  objects: (line) =>
    select(line, 'ram:SpecifiedLineTradeSettlement/ram:AdditionalReferencedDocument').map((reference) => ({
      scheme: text(reference, 'ram:ReferenceTypeCode'),
      isObject: some(reference, 'ram:TypeCode', '130'),
      identifier: first(reference, 'ram:IssuerAssignedID'),
    })),
  mayBeUnsaid: true,
  net: `${lineTotals}/ram:LineTotalAmount`,
  gross: `${lineTotals}/ram:GrandTotalAmount`,
  vat: `${lineTotals}/ram:TaxTotalAmount`,
  exemptionReason: 'ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax/ram:ExemptionReason',
  preceding: {
    of: (line) => select(line, 'ram:SpecifiedLineTradeSettlement/ram:InvoiceReferencedDocument'),
    number: 'ram:IssuerAssignedID',
    date: 'ram:FormattedIssueDateTime/qdt:DateTimeString',
  },
  breakdown: {
    taxes: `${settlement}/ram:ApplicableTradeTax`,
    scheme: 'ram:TypeCode',
    reason: 'ram:ExemptionReason',
    amount: 'ram:CalculatedAmount',
  },
  partyLegal: 'ram:SpecifiedLegalOrganization/ram:ID',
  numbers: (document) => document.named('ram:IssuerAssignedID'),
}

const isGroupOrInformation = (tax: XmlElement): boolean =>
  ['GROUP', 'INFORMATION'].some((subtype) =>
    some(tax, '../../ram:AssociatedDocumentLineDocument/ram:LineStatusReasonCode', subtype),
  )

export const cii: FrenchSyntax = {
  roots: 'rsm:CrossIndustryInvoice',
  ids: {
    'BR-FR-01_BT-1-1': 'BR-FR-01_BT-1',
    'BR-FR-01_BT-1-2': 'BR-FR-02_BT-1',
    'BR-FR-01_BT-25-1': 'BR-FR-01_BT-25',
    'BR-FR-01_BT-25-2': 'BR-FR-02_BT-25',
    'BR-FR-01_EXT-FR-FE-136-1': 'BR-FR-01_EXT-FR-FE-136',
    'BR-FR-01_EXT-FR-FE-136-2': 'BR-FR-02_EXT-FR-FE-136',
    'BR-FR-03_BT-134': 'BR-FR-03_EXT-FR-FE-134',
    'BR-FR-03_BT-135': 'BR-FR-03_EXT-FR-FE-135',
    'BR-FR-05_BT-22-1': 'BR-FR-05_BT-22_PMT',
    'BR-FR-05_BT-22-2': 'BR-FR-05_BT-22_PMD',
    'BR-FR-05_BT-22-3': 'BR-FR-05_BT-22_AAB',
    'BR-FR-06_BT-21-1': 'BR-FR-06_BT-21_PMT',
    'BR-FR-06_BT-21-2': 'BR-FR-06_BT-21_PMD',
    'BR-FR-06_BT-21-3': 'BR-FR-06_BT-21_AAB',
    'BR-FR-06_BT-21-4': 'BR-FR-06_BT-21_TXD',
    'BR-FR-15_BT-95_BT-102-1': 'BR-FR-15_BT-95_BT-102',
    'BR-FR-15_BT-95_BT-102-2': 'BR-FR-15_BT-95_BT-102_LM',
    'BR-FR-15_BT-118-1': 'BR-FR-15_BT-95_BT-118',
    'BR-FR-15_BT-118-2': 'BR-FR-15_BT-95_BT-118_LM',
    'BR-FR-15_BT-151-1': 'BR-FR-15_BT-95_BT-151',
    'BR-FR-08_BT-151-2': 'BR-FR-15_BT-95_BT-151_LM',
    'BR-FR-16_BT-96': 'BR-FR-16_BT-96_BT-103',
    'BR-FR-30_BT-21': 'BR-FR-31_BT-21',
    'BR-FR-32-ID': 'BR-FR-32-GLOBALID',
    'BR-FR-CO-04_BT-3': 'BR-FR-CO-04_BT-4',
    'BR-FR-MV-BD_BT-3': 'BR-FR-BD-13_BT-3',
    'BR-FR-BD-02_BT-30': 'BR-FR-BD-02_BT-31',
  },
  places: {
    'BG-1': 'rsm:ExchangedDocument',
    'BG-2': 'rsm:ExchangedDocumentContext',
    'BT-1': 'rsm:ExchangedDocument/ram:ID',
    'BT-2': `rsm:ExchangedDocument/ram:IssueDateTime/${date}`,
    'BT-3': 'rsm:ExchangedDocument/ram:TypeCode',
    'BT-5': `${settlement}/ram:InvoiceCurrencyCode`,
    'BT-6': `${settlement}/ram:TaxCurrencyCode`,
    'BT-7': `${settlement}/ram:ApplicableTradeTax/ram:TaxPointDate/udt:DateString`,
    'BT-9': `${settlement}/ram:SpecifiedTradePaymentTerms/ram:DueDateDateTime/${date}`,
    'BT-12': `${agreement}/ram:ContractReferencedDocument/ram:IssuerAssignedID`,
    'BT-18': agreement,
    'BT-18 value': `${agreement}/ram:AdditionalReferencedDocument/ram:IssuerAssignedID`,
    'BT-23': 'rsm:ExchangedDocumentContext/ram:BusinessProcessSpecifiedDocumentContextParameter/ram:ID',
    'BG-3': `${settlement}/ram:InvoiceReferencedDocument`,
    'BG-3 dated':
      `${settlement}/ram:InvoiceReferencedDocument/ram:FormattedIssueDateTime/` +
      'qdt:DateTimeString/../../ram:IssuerAssignedID',
    'BT-25': `${settlement}/ram:InvoiceReferencedDocument/ram:IssuerAssignedID`,
    'BT-26': `${settlement}/ram:InvoiceReferencedDocument/ram:FormattedIssueDateTime/qdt:DateTimeString`,
    'EXT-FR-FE-02': `${settlement}/ram:InvoiceReferencedDocument/ram:TypeCode`,
    'BT-30': '',
    'BT-63': `${agreement}/ram:SellerTaxRepresentativeTradeParty/ram:SpecifiedTaxRegistration/ram:ID`,
    'BT-72': `${delivery}/ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime/${date}`,
    'BT-73': `${settlement}/ram:BillingSpecifiedPeriod/ram:StartDateTime/${date}`,
    'BT-74': `${settlement}/ram:BillingSpecifiedPeriod/ram:EndDateTime/${date}`,
    'BT-92_BT-99': `${settlement}/ram:SpecifiedTradeAllowanceCharge/ram:ActualAmount`,
    'BT-93_BT-100': `${settlement}/ram:SpecifiedTradeAllowanceCharge/ram:BasisAmount`,
    'BT-95_BT-102': `${settlement}/ram:SpecifiedTradeAllowanceCharge/ram:CategoryTradeTax`,
    'BT-106': `${totals}/ram:LineTotalAmount`,
    'BT-107': `${totals}/ram:AllowanceTotalAmount`,
    'BT-108': `${totals}/ram:ChargeTotalAmount`,
    'BT-109': `${totals}/ram:TaxBasisTotalAmount`,
    'BT-110': `${totals}/ram:TaxTotalAmount`,
    'BT-111': `${totals}/ram:TaxTotalAmount[@currencyID=EUR]`,
    'BT-112': `${totals}/ram:GrandTotalAmount`,
    'BT-113': `${totals}/ram:TotalPrepaidAmount`,
    'BT-114': `${totals}/ram:RoundingAmount`,
    'BT-115': `${totals}/ram:DuePayableAmount`,
    'BT-116': `${settlement}/ram:ApplicableTradeTax/ram:BasisAmount`,
    'BT-117': `${settlement}/ram:ApplicableTradeTax/ram:CalculatedAmount`,
    'BT-118': `${settlement}/ram:ApplicableTradeTax`,
    'BG-24': `${agreement}/ram:AdditionalReferencedDocument[916]`,
    'BT-123': 'ram:Name',
    'BG-25': line,
    'BT-128': lineSettlement,
    'BT-128 value': `${lineSettlement}/ram:AdditionalReferencedDocument/ram:IssuerAssignedID`,
    'BT-129': `${line}/ram:SpecifiedLineTradeDelivery/ram:BilledQuantity`,
    'BT-131': `${lineSettlement}/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount`,
    'BT-134': `${lineSettlement}/ram:BillingSpecifiedPeriod/ram:StartDateTime/${date}`,
    'BT-135': `${lineSettlement}/ram:BillingSpecifiedPeriod/ram:EndDateTime/${date}`,
    'BT-136_BT-141': `${lineSettlement}/ram:SpecifiedTradeAllowanceCharge/ram:ActualAmount`,
    'BT-137_BT-142': `${lineSettlement}/ram:SpecifiedTradeAllowanceCharge/ram:BasisAmount`,
    'BT-146': `${price}/ram:NetPriceProductTradePrice/ram:ChargeAmount`,
    'BT-147': `${price}/ram:GrossPriceProductTradePrice/ram:AppliedTradeAllowanceCharge/ram:ActualAmount`,
    'BT-148': `${price}/ram:GrossPriceProductTradePrice/ram:ChargeAmount`,
    'BT-149': `${price}/ram:NetPriceProductTradePrice/ram:BasisQuantity`,
    'BT-151': `${lineSettlement}/ram:ApplicableTradeTax`,
    'BT-152': `${lineSettlement}/ram:ApplicableTradeTax`,
    'BG-32': `${line}/ram:SpecifiedTradeProduct/ram:ApplicableProductCharacteristic`,
    'BT-160': 'ram:Description',
    'EXT-FR-FE-159': 'ram:TypeCode',
    'BT-161': 'ram:Value',
    'EXT-FR-FE-160': 'ram:ValueMeasure',
    'EXT-FR-FE-136': `${lineSettlement}/ram:InvoiceReferencedDocument/ram:IssuerAssignedID`,
    'EXT-FR-FE-137': `${lineSettlement}/ram:InvoiceReferencedDocument/ram:TypeCode`,
    'EXT-FR-FE-138': `${lineSettlement}/ram:InvoiceReferencedDocument/ram:FormattedIssueDateTime/qdt:DateTimeString`,
    'EXT-FR-FE-158': `${line}/ram:SpecifiedLineTradeDelivery/${deliveredAt}/${date}`,
    'line reference':
      'ram:SpecifiedLineTradeSettlement/ram:InvoiceReferencedDocument/ram:FormattedIssueDateTime/' +
      'qdt:DateTimeString/../../ram:IssuerAssignedID',
    'VAT category': 'ram:CategoryCode',
    'VAT rate': 'ram:RateApplicablePercent',
    'legal identifier': '//ram:SpecifiedLegalOrganization/ram:ID[@schemeID=0002]',
    'party identifier': '//ram:GlobalID[@schemeID=0002,0231]',
    'BT-71': `${delivery}/ram:ShipToTradeParty`,
    'EXT-FR-FE-146': `${line}/ram:SpecifiedLineTradeDelivery/ram:ShipToTradeParty`,
  },
  parties: {
    'BT-29': `${agreement}/ram:SellerTradeParty`,
    'BT-46': `${agreement}/ram:BuyerTradeParty`,
    'BT-60': `${settlement}/ram:PayeeTradeParty`,
    'EXT-FR-FE-06': `${agreement}/ram:BuyerAgentTradeParty`,
    'EXT-FR-FE-46': `${settlement}/ram:PayerTradeParty`,
    'EXT-FR-FE-69': `${agreement}/ram:SalesAgentTradeParty`,
    'EXT-FR-FE-92': `${settlement}/ram:InvoiceeTradeParty`,
    'EXT-FR-FE-115': `${settlement}/ram:InvoicerTradeParty`,
  },
  party: {
    siret: 'ram:GlobalID[@schemeID=0009]',
    siren: 'ram:SpecifiedLegalOrganization/ram:ID[@schemeID=0002]',
    address: 'ram:URIUniversalCommunication/ram:URIID',
    identifier: 'ram:GlobalID',
    legalEntity: `${agreement}/ram:SellerTradeParty/ram:SpecifiedLegalOrganization/ram:ID[@schemeID=0002]`,
  },
  delivery: {
    siret: 'ram:GlobalID[@schemeID=0009]',
    siren: 'ram:SpecifiedLegalOrganization/ram:ID[@schemeID=0002]',
    identifier: 'ram:GlobalID',
  },
  objects: {
    values: 'ram:AdditionalReferencedDocument/ram:IssuerAssignedID',
    scheme: (identifier) => text(identifier, '../ram:ReferenceTypeCode'),
  },
  date: /^(20\d\d)(\d\d)(\d\d)$/,
  notes: (root) => notes(select(root, 'rsm:ExchangedDocument/ram:IncludedNote')),
  unsaid: {
    category: (tax, version) => version !== '1.3' && isGroupOrInformation(tax),
    rate: true,
    price: false,
    isDueLater: (due = '', issued) => due === '' || (issued !== undefined && due >= issued),
  },
  subLines,
}
