import type { XmlElement } from '../../formats/xml/tree.ts'
import { isVat, select } from '../path.ts'
import { isDocumentElement, type Position, within } from '../position.ts'
import type { SyntaxBinding } from './binding.ts'

const transaction = 'rsm:SupplyChainTradeTransaction'
const agreement = `${transaction}/ram:ApplicableHeaderTradeAgreement`
const settlement = `${transaction}/ram:ApplicableHeaderTradeSettlement`
const seller = `${agreement}/ram:SellerTradeParty`
const buyer = `${agreement}/ram:BuyerTradeParty`
const root = { names: ['rsm:CrossIndustryInvoice'], at: isDocumentElement }
const lineSummation = 'ram:SpecifiedLineTradeSettlement/ram:SpecifiedTradeSettlementLineMonetarySummation'

/** The document allowances and charges, and the lines', say `true` or `false` and no other spelling of a boolean. */
const says = (element: XmlElement, indicator: 'true' | 'false'): boolean => {
  for (const charge of element.all('ram:ChargeIndicator'))
    if (charge.first('udt:Indicator')?.stringValue === indicator) return true
  return false
}
const header = 'ram:ApplicableHeaderTradeSettlement'
const line = 'ram:SpecifiedLineTradeSettlement'
const CREDIT_TRANSFERS = ['30', '58']

const allowanceCharge = (parent: string, indicator: 'true' | 'false') => ({
  names: ['ram:SpecifiedTradeAllowanceCharge'],
  at: (path: Position) => within(path, parent),
  where: (element: XmlElement) => says(element, indicator),
})

/** A total VAT amount in the currency of the invoice (BT-110), not in the accounting currency (BT-111). */
const isInInvoiceCurrency = (element: XmlElement): boolean =>
  select(element, '../../ram:InvoiceCurrencyCode').some((code) => code.stringValue === element.attribute('currencyID'))

/** The rules of a category that are asked of the tax itself hide those of all taxes (BR-45 to -48, BR-CO-03, -17). */
const HIDING = ['L', 'M', 'O']
const isNotHidden = (tax: XmlElement): boolean =>
  !(isVat(tax) && tax.all('ram:CategoryCode').some((code) => HIDING.includes(code.stringValue)))

const period = (parent: string) => ({
  names: ['ram:BillingSpecifiedPeriod'],
  at: (path: Position) => within(path, parent),
})

/** EN 16931-3-3: the semantic model in UN/CEFACT CII D16B. */
export const cii: SyntaxBinding = {
  syntax: {
    name: 'CII',
    day: (element) => element.all('udt:DateTimeString').find((date) => date.attribute('format') === '102')?.stringValue,
  },
  groups: {
    'BG-0': {
      ...root,
      terms: {
        'BT-1': 'rsm:ExchangedDocument/ram:ID!',
        'BT-2': 'rsm:ExchangedDocument/ram:IssueDateTime/udt:DateTimeString[@format=102]!',
        'BT-3': 'rsm:ExchangedDocument/ram:TypeCode!',
        'BT-5': `${settlement}/ram:InvoiceCurrencyCode!`,
        'BT-24': 'rsm:ExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID!',
        'BT-27': `${seller}/ram:Name!`,
        'BG-5': `${seller}/ram:PostalTradeAddress`,
        'BT-44': `${buyer}/ram:Name!`,
        'BG-8': `${buyer}/ram:PostalTradeAddress`,
        'BT-109': `${settlement}/ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:TaxBasisTotalAmount`,
        'BT-112': `${settlement}/ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:GrandTotalAmount`,
        'BT-110': `${settlement}/ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:TaxTotalAmount`,
        'BG-23': `${settlement}/ram:ApplicableTradeTax`,
        'BG-25': `${transaction}/ram:IncludedSupplyChainTradeLineItem`,
      },
    },
    // The subject code of a note is an element of its own: BR-CL-08 is a code list rule here.
    'BG-1': { names: [], terms: {} },
    'BG-3': {
      names: ['ram:InvoiceReferencedDocument'],
      at: (path) => within(path, header, transaction),
      terms: { 'BT-25': 'ram:IssuerAssignedID!' },
    },
    'BG-4': {
      names: ['ram:SellerTradeParty'],
      terms: {
        'BT-29': 'ram:ID|ram:GlobalID',
        'BT-30': 'ram:SpecifiedLegalOrganization/ram:ID',
        'BT-31': 'ram:SpecifiedTaxRegistration/ram:ID[@schemeID=VA]',
      },
    },
    'BT-34': {
      ...root,
      terms: {
        'BT-34': `${seller}/ram:URIUniversalCommunication`,
        'BT-34-1': `${seller}/ram:URIUniversalCommunication/ram:URIID/@schemeID!`,
      },
    },
    'BG-5': { ...root, terms: { 'BT-40': `${seller}/ram:PostalTradeAddress/ram:CountryID!` } },
    'BT-49': {
      ...root,
      terms: {
        'BT-49': `${buyer}/ram:URIUniversalCommunication`,
        'BT-49-1': `${buyer}/ram:URIUniversalCommunication/ram:URIID/@schemeID!`,
      },
    },
    'BG-8': { ...root, terms: { 'BT-55': `${buyer}/ram:PostalTradeAddress/ram:CountryID!` } },
    'BG-10': {
      names: ['ram:PayeeTradeParty'],
      terms: {
        'BT-28': '../../ram:ApplicableHeaderTradeAgreement/ram:SellerTradeParty/ram:Name',
        'BT-29': '../../ram:ApplicableHeaderTradeAgreement/ram:SellerTradeParty/ram:ID',
        'BT-30': '../../ram:ApplicableHeaderTradeAgreement/ram:SellerTradeParty/ram:SpecifiedLegalOrganization/ram:ID',
        'BT-59': 'ram:Name',
        'BT-60': 'ram:ID',
        'BT-61': 'ram:SpecifiedLegalOrganization/ram:ID',
      },
    },
    'BG-11': {
      names: ['ram:SellerTaxRepresentativeTradeParty'],
      terms: {
        'BT-62': 'ram:Name',
        'BT-63': 'ram:SpecifiedTaxRegistration/ram:ID[@schemeID=VA]!',
        'BG-12': 'ram:PostalTradeAddress',
      },
    },
    'BG-12': {
      names: ['ram:SellerTaxRepresentativeTradeParty'],
      terms: { 'BT-69': 'ram:PostalTradeAddress/ram:CountryID' },
    },
    'BT-31': {
      names: ['ram:ID'],
      at: (path) => within(path, 'ram:SpecifiedTaxRegistration'),
      where: (element) => element.attribute('schemeID') === 'VA',
      terms: { 'BT-31': '.' },
    },
    'BG-13': { names: [], terms: {} },
    'BG-14': { ...period(header), terms: { 'BT-73': 'ram:StartDateTime', 'BT-74': 'ram:EndDateTime' } },
    'BG-15': {
      names: ['ram:ApplicableHeaderTradeDelivery'],
      at: (path) => within(path, transaction),
      terms: {
        'BG-15': 'ram:ShipToTradeParty/ram:PostalTradeAddress',
        'BT-80': 'ram:ShipToTradeParty/ram:PostalTradeAddress/ram:CountryID!',
      },
    },
    'BG-16': { names: ['ram:SpecifiedTradeSettlementPaymentMeans'], terms: { 'BT-81': 'ram:TypeCode' } },
    'BG-17': {
      names: ['ram:PayeePartyCreditorFinancialAccount'],
      where: ({ parent }) =>
        parent?.qname === 'ram:SpecifiedTradeSettlementPaymentMeans' &&
        parent.all('ram:TypeCode').some((code) => CREDIT_TRANSFERS.includes(code.stringValue)),
      terms: { 'BT-84': 'ram:IBANID|ram:ProprietaryID!' },
    },
    'BG-18': { names: ['ram:ApplicableTradeSettlementFinancialCard'], terms: { 'BT-87': 'ram:ID' } },
    'BG-20': {
      ...allowanceCharge(header, 'false'),
      terms: {
        'BT-92': 'ram:ActualAmount',
        'BT-93': 'ram:BasisAmount',
        'BT-95': 'ram:CategoryTradeTax[VAT]/ram:CategoryCode',
        'BT-97': 'ram:Reason',
        'BT-98': 'ram:ReasonCode',
      },
    },
    'BG-21': {
      ...allowanceCharge(header, 'true'),
      terms: {
        'BT-99': 'ram:ActualAmount',
        'BT-100': 'ram:BasisAmount',
        'BT-102': 'ram:CategoryTradeTax[VAT]/ram:CategoryCode',
        'BT-104': 'ram:Reason',
        'BT-105': 'ram:ReasonCode',
      },
    },
    'BG-22': {
      names: ['ram:SpecifiedTradeSettlementHeaderMonetarySummation'],
      terms: {
        'BT-5': '../ram:InvoiceCurrencyCode',
        'BT-6': '../ram:TaxCurrencyCode',
        'BG-20': '../ram:SpecifiedTradeAllowanceCharge[allowance]',
        'BG-21': '../ram:SpecifiedTradeAllowanceCharge[charge]',
        'BT-92': '../ram:SpecifiedTradeAllowanceCharge[allowance]/ram:ActualAmount',
        'BT-99': '../ram:SpecifiedTradeAllowanceCharge[charge]/ram:ActualAmount',
        'BT-106': 'ram:LineTotalAmount',
        'BT-107': 'ram:AllowanceTotalAmount',
        'BT-108': 'ram:ChargeTotalAmount',
        'BT-109': 'ram:TaxBasisTotalAmount',
        'BT-110': 'ram:TaxTotalAmount',
        'BT-112': 'ram:GrandTotalAmount',
        'BT-113': 'ram:TotalPrepaidAmount',
        'BT-114': 'ram:RoundingAmount',
        'BT-115': 'ram:DuePayableAmount',
        'BT-131': `../../ram:IncludedSupplyChainTradeLineItem/${lineSummation}/ram:LineTotalAmount`,
      },
    },
    'BT-110': {
      names: ['ram:TaxTotalAmount'],
      at: (path) => within(path, 'ram:SpecifiedTradeSettlementHeaderMonetarySummation'),
      where: isInInvoiceCurrency,
      terms: { 'BT-110': '.', 'BT-117': '../../ram:ApplicableTradeTax/ram:CalculatedAmount' },
    },
    'BG-23': {
      names: ['ram:ApplicableTradeTax'],
      at: (path) => within(path, header),
      where: isNotHidden,
      terms: {
        'BT-7': 'ram:TaxPointDate',
        'BT-8': 'ram:DueDateTypeCode',
        'BT-116': 'ram:BasisAmount',
        'BT-117': 'ram:CalculatedAmount',
        'BT-118': '.[VAT]/ram:CategoryCode',
        'BT-119': '.[VAT]/ram:RateApplicablePercent',
      },
    },
    'BG-24': { names: ['ram:AdditionalReferencedDocument'], terms: { 'BT-122': 'ram:IssuerAssignedID!' } },
    'BG-25': {
      names: ['ram:IncludedSupplyChainTradeLineItem'],
      terms: {
        'BG-23': '../ram:ApplicableHeaderTradeSettlement/ram:ApplicableTradeTax',
        'BT-126': 'ram:AssociatedDocumentLineDocument/ram:LineID!',
        'BT-129': 'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity',
        'BT-130': 'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity/@unitCode',
        'BT-131': `${lineSummation}/ram:LineTotalAmount`,
        'BT-146': 'ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice/ram:ChargeAmount',
        'BT-148': 'ram:SpecifiedLineTradeAgreement/ram:GrossPriceProductTradePrice/ram:ChargeAmount',
        'BT-151': 'ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax[VAT]/ram:CategoryCode',
        'BT-153': 'ram:SpecifiedTradeProduct/ram:Name!',
        'BT-157': 'ram:SpecifiedTradeProduct/ram:GlobalID',
        'BT-157-1': 'ram:SpecifiedTradeProduct/ram:GlobalID/@schemeID!',
      },
    },
    'BG-26': { ...period(line), terms: { 'BT-134': 'ram:StartDateTime', 'BT-135': 'ram:EndDateTime' } },
    'BG-27': {
      ...allowanceCharge(line, 'false'),
      terms: {
        'BT-136': 'ram:ActualAmount',
        'BT-137': 'ram:BasisAmount',
        'BT-139': 'ram:Reason',
        'BT-140': 'ram:ReasonCode',
      },
    },
    'BG-28': {
      ...allowanceCharge(line, 'true'),
      terms: {
        'BT-141': 'ram:ActualAmount',
        'BT-142': 'ram:BasisAmount',
        'BT-144': 'ram:Reason',
        'BT-145': 'ram:ReasonCode',
      },
    },
    'BT-157': {
      names: ['ram:SpecifiedTradeProduct'],
      at: (path) => within(path, 'ram:IncludedSupplyChainTradeLineItem'),
      terms: { 'BT-157': 'ram:GlobalID', 'BT-157-1': 'ram:GlobalID/@schemeID!' },
    },
    'BT-158': {
      names: ['ram:DesignatedProductClassification'],
      terms: { 'BT-158': 'ram:ClassCode', 'BT-158-1': 'ram:ClassCode/@listID!' },
    },
    'BG-32': {
      names: ['ram:ApplicableProductCharacteristic'],
      terms: { 'BT-160': 'ram:Description', 'BT-161': 'ram:Value' },
    },
  },
}
