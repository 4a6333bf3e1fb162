import { isAllowance, isCharge, isVat } from '../path.ts'
import { type Position, within } from '../position.ts'
import { day } from '../numbers.ts'
import type { SyntaxBinding } from './binding.ts'

const ROOTS = ['inv:Invoice', 'cn:CreditNote']
export const isRoot = (at: Position | undefined): boolean =>
  at !== undefined && at.parent === undefined && ROOTS.includes(at.qname)
const isLine = (at: Position | undefined): boolean =>
  at?.qname === 'cac:InvoiceLine' || at?.qname === 'cac:CreditNoteLine'

const seller = 'cac:AccountingSupplierParty/cac:Party'
const buyer = 'cac:AccountingCustomerParty/cac:Party'
const CREDIT_TRANSFERS = ['30', '58']

/** EN 16931-3-2: the semantic model in UBL 2.1. */
export const ubl: SyntaxBinding = {
  syntax: { name: 'UBL', day: (element) => day(element.stringValue) },
  groups: {
    'BG-0': {
      names: ROOTS,
      at: isRoot,
      terms: {
        'BT-1': 'cbc:ID!',
        'BT-2': 'cbc:IssueDate!',
        'BT-3': 'cbc:InvoiceTypeCode|cbc:CreditNoteTypeCode!',
        'BT-5': 'cbc:DocumentCurrencyCode!',
        'BT-6': 'cbc:TaxCurrencyCode',
        'BT-7': 'cbc:TaxPointDate',
        'BT-8': 'cac:InvoicePeriod/cbc:DescriptionCode',
        'BT-24': 'cbc:CustomizationID!',
        'BT-27': `${seller}/cac:PartyLegalEntity/cbc:RegistrationName!`,
        'BG-5': `${seller}/cac:PostalAddress`,
        'BT-44': `${buyer}/cac:PartyLegalEntity/cbc:RegistrationName!`,
        'BG-8': `${buyer}/cac:PostalAddress`,
        'BT-109': 'cac:LegalMonetaryTotal/cbc:TaxExclusiveAmount',
        'BT-112': 'cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount',
        'BT-110': 'cac:TaxTotal/cbc:TaxAmount',
        'BG-23': 'cac:TaxTotal/cac:TaxSubtotal',
        'BG-25': 'cac:InvoiceLine|cac:CreditNoteLine',
      },
    },
    'BG-1': { names: ['cbc:Note'], at: ({ parent }) => isRoot(parent), terms: { 'BT-22': '.' } },
    'BG-3': { names: ['cac:BillingReference'], terms: { 'BT-25': 'cac:InvoiceDocumentReference/cbc:ID' } },
    'BG-4': {
      names: ['cac:AccountingSupplierParty'],
      terms: {
        'BT-29': 'cac:Party/cac:PartyIdentification/cbc:ID',
        'BT-30': 'cac:Party/cac:PartyLegalEntity/cbc:CompanyID',
        'BT-31': 'cac:Party/cac:PartyTaxScheme[VAT]/cbc:CompanyID',
      },
    },
    'BT-34': {
      names: ['cbc:EndpointID'],
      at: (path) => within(path, 'cac:Party', 'cac:AccountingSupplierParty'),
      terms: { 'BT-34': '.', 'BT-34-1': '@schemeID' },
    },
    'BG-5': {
      names: ['cac:PostalAddress'],
      at: (path) => within(path, 'cac:Party', 'cac:AccountingSupplierParty'),
      terms: { 'BT-40': 'cac:Country/cbc:IdentificationCode!' },
    },
    'BT-49': {
      names: ['cbc:EndpointID'],
      at: (path) => within(path, 'cac:Party', 'cac:AccountingCustomerParty'),
      terms: { 'BT-49': '.', 'BT-49-1': '@schemeID' },
    },
    'BG-8': {
      names: ['cac:PostalAddress'],
      at: (path) => within(path, 'cac:Party', 'cac:AccountingCustomerParty'),
      terms: { 'BT-55': 'cac:Country/cbc:IdentificationCode!' },
    },
    'BG-10': {
      names: ['cac:PayeeParty'],
      terms: {
        'BT-28': `../${seller}/cac:PartyName/cbc:Name`,
        'BT-29': `../${seller}/cac:PartyIdentification/cbc:ID`,
        'BT-59': 'cac:PartyName/cbc:Name',
        'BT-60': 'cac:PartyIdentification/cbc:ID',
      },
    },
    'BG-11': {
      names: ['cac:TaxRepresentativeParty'],
      terms: {
        'BT-62': 'cac:PartyName/cbc:Name!',
        'BT-63': 'cac:PartyTaxScheme[VAT]/cbc:CompanyID',
        'BG-12': 'cac:PostalAddress',
      },
    },
    'BG-12': {
      names: ['cac:PostalAddress'],
      at: (path) => within(path, 'cac:TaxRepresentativeParty'),
      terms: { 'BT-69': 'cac:Country/cbc:IdentificationCode!' },
    },
    'BT-31': { names: ['cac:PartyTaxScheme'], where: isVat, terms: { 'BT-31': 'cbc:CompanyID' } },
    'BG-13': { names: [], terms: {} },
    'BG-14': {
      names: ['cac:InvoicePeriod'],
      at: ({ parent }) => !isLine(parent),
      terms: { 'BT-8': 'cbc:DescriptionCode', 'BT-73': 'cbc:StartDate', 'BT-74': 'cbc:EndDate' },
    },
    'BG-15': {
      names: ['cac:Address'],
      at: (path) => within(path, 'cac:DeliveryLocation', 'cac:Delivery'),
      terms: { 'BG-15': '.', 'BT-80': 'cac:Country/cbc:IdentificationCode' },
    },
    'BG-16': {
      names: ['cac:PaymentMeans'],
      terms: { 'BT-81': 'cbc:PaymentMeansCode', 'BT-84': 'cac:PayeeFinancialAccount/cbc:ID' },
    },
    'BG-17': {
      names: ['cac:PayeeFinancialAccount'],
      at: ({ parent }) => parent?.qname === 'cac:PaymentMeans',
      where: ({ parent }) =>
        parent !== undefined &&
        parent.all('cbc:PaymentMeansCode').some((code) => CREDIT_TRANSFERS.includes(code.stringValue)),
      terms: { 'BT-84': 'cbc:ID!' },
    },
    'BG-18': {
      names: ['cbc:PrimaryAccountNumberID'],
      at: (path) => within(path, 'cac:CardAccount', 'cac:PaymentMeans'),
      terms: { 'BT-87': '.' },
    },
    'BG-20': {
      names: ['cac:AllowanceCharge'],
      at: ({ parent }) => isRoot(parent),
      where: isAllowance,
      terms: {
        'BT-92': 'cbc:Amount',
        'BT-93': 'cbc:BaseAmount',
        'BT-95': 'cac:TaxCategory[VAT]/cbc:ID',
        'BT-97': 'cbc:AllowanceChargeReason',
        'BT-98': 'cbc:AllowanceChargeReasonCode',
      },
    },
    'BG-21': {
      names: ['cac:AllowanceCharge'],
      at: ({ parent }) => isRoot(parent),
      where: isCharge,
      terms: {
        'BT-99': 'cbc:Amount',
        'BT-100': 'cbc:BaseAmount',
        'BT-102': 'cac:TaxCategory[VAT]/cbc:ID',
        'BT-104': 'cbc:AllowanceChargeReason',
        'BT-105': 'cbc:AllowanceChargeReasonCode',
      },
    },
    'BG-22': {
      names: ['cac:LegalMonetaryTotal'],
      terms: {
        'BG-20': '../cac:AllowanceCharge[allowance]',
        'BG-21': '../cac:AllowanceCharge[charge]',
        'BT-92': '../cac:AllowanceCharge[allowance]/cbc:Amount',
        'BT-99': '../cac:AllowanceCharge[charge]/cbc:Amount',
        'BT-106': 'cbc:LineExtensionAmount',
        'BT-107': 'cbc:AllowanceTotalAmount',
        'BT-108': 'cbc:ChargeTotalAmount',
        'BT-109': 'cbc:TaxExclusiveAmount',
        'BT-112': 'cbc:TaxInclusiveAmount',
        'BT-113': 'cbc:PrepaidAmount',
        'BT-114': 'cbc:PayableRoundingAmount',
        'BT-115': 'cbc:PayableAmount',
        'BT-131': '../cac:InvoiceLine|cac:CreditNoteLine/cbc:LineExtensionAmount',
      },
    },
    'BT-110': {
      names: ['cac:TaxTotal'],
      at: ({ parent }) => isRoot(parent),
      terms: { 'BT-110': 'cbc:TaxAmount', 'BG-23': 'cac:TaxSubtotal', 'BT-117': 'cac:TaxSubtotal/cbc:TaxAmount' },
    },
    'BG-23': {
      names: ['cac:TaxSubtotal'],
      at: (path) => within(path, 'cac:TaxTotal'),
      terms: {
        'BT-116': 'cbc:TaxableAmount',
        'BT-117': 'cbc:TaxAmount',
        'BT-118': 'cac:TaxCategory[VAT]/cbc:ID',
        'BT-119': 'cac:TaxCategory[VAT]/cbc:Percent',
      },
    },
    'BG-24': { names: ['cac:AdditionalDocumentReference'], terms: { 'BT-122': 'cbc:ID!' } },
    'BG-25': {
      names: ['cac:InvoiceLine', 'cac:CreditNoteLine'],
      terms: {
        'BT-126': 'cbc:ID!',
        'BT-129': 'cbc:InvoicedQuantity|cbc:CreditedQuantity',
        'BT-130': 'cbc:InvoicedQuantity|cbc:CreditedQuantity/@unitCode',
        'BT-131': 'cbc:LineExtensionAmount',
        'BT-146': 'cac:Price/cbc:PriceAmount',
        'BT-148': 'cac:Price/cac:AllowanceCharge/cbc:BaseAmount',
        'BT-151': 'cac:Item/cac:ClassifiedTaxCategory[VAT]/cbc:ID',
        'BT-153': 'cac:Item/cbc:Name!',
      },
    },
    'BG-26': {
      names: ['cac:InvoicePeriod'],
      at: ({ parent }) => isLine(parent),
      terms: { 'BT-134': 'cbc:StartDate', 'BT-135': 'cbc:EndDate' },
    },
    'BG-27': {
      names: ['cac:AllowanceCharge'],
      at: ({ parent }) => isLine(parent),
      where: isAllowance,
      terms: {
        'BT-136': 'cbc:Amount',
        'BT-137': 'cbc:BaseAmount',
        'BT-139': 'cbc:AllowanceChargeReason',
        'BT-140': 'cbc:AllowanceChargeReasonCode',
      },
    },
    'BG-28': {
      names: ['cac:AllowanceCharge'],
      at: ({ parent }) => isLine(parent),
      where: isCharge,
      terms: {
        'BT-141': 'cbc:Amount',
        'BT-142': 'cbc:BaseAmount',
        'BT-144': 'cbc:AllowanceChargeReason',
        'BT-145': 'cbc:AllowanceChargeReasonCode',
      },
    },
    'BT-157': {
      names: ['cbc:ID'],
      at: (path) => within(path, 'cac:StandardItemIdentification', 'cac:Item') && isLine(path.parent?.parent?.parent),
      terms: { 'BT-157': '.', 'BT-157-1': '@schemeID' },
    },
    'BT-158': {
      names: ['cbc:ItemClassificationCode'],
      at: (path) => within(path, 'cac:CommodityClassification', 'cac:Item') && isLine(path.parent?.parent?.parent),
      terms: { 'BT-158': '.', 'BT-158-1': '@listID' },
    },
    'BG-32': { names: ['cac:AdditionalItemProperty'], terms: { 'BT-160': 'cbc:Name', 'BT-161': 'cbc:Value' } },
  },
}
