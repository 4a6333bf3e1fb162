/** The Dutch rules of Peppol BIS Billing (NL-R). */
import type { XmlElement } from '../../formats/xml/tree.ts'
import type { CheckedDocument } from '../checked-document.ts'
import { decimalAt } from '../numbers.ts'
import { has, value } from '../path.ts'
import { within, hasAncestor } from '../position.ts'
import { type Rule, type RuleSet, fatal } from '../rule.ts'
import { normalize } from '../white-space.ts'
import * as inCii from '../peppol/cii-invoice.ts'
import * as inUbl from '../peppol/ubl-invoice.ts'
import type { NationalRules } from './national-rules.ts'

/** The rules that read the same in both syntaxes, with where each finds what it reads. */
const creditedInvoice = (test: Rule['test']): Rule =>
  fatal(
    'NL-R-001',
    'BT-25',
    test,
    'A Dutch credit note does not name its invoice (BT-25).',
    'Give the number of the invoice that is credited.',
  )

const fullAddress = (id: string, terms: string, whose: string, parts: readonly string[]): Rule =>
  fatal(
    id,
    terms,
    (address) => parts.every((part) => has(address, part)),
    `The address of the Dutch ${whose} lacks street, city or post code.`,
    'Give all three.',
  )

const registration = (id: string, term: string, whose: string): Rule =>
  fatal(
    id,
    term,
    (number) =>
      ['0106', '0190'].some((scheme) => ` ${number.attribute('schemeID') ?? ''} `.includes(` ${scheme} `)) &&
      normalize(number.stringValue) !== '',
    `The registration of the Dutch ${whose} is neither a KVK (0106) nor an OIN number (0190).`,
    'Give the KVK or OIN number with its scheme.',
  )

const meansOfPayment = (test: Rule['test']): Rule =>
  fatal(
    'NL-R-007',
    'BG-16 BT-115',
    test,
    'A Dutch invoice that is to be paid names no means of payment (BG-16).',
    'Give the means of payment.',
  )

const MEANS = ['30', '48', '49', '57', '58', '59']
const usedMeans = (path: string): Rule =>
  fatal(
    'NL-R-008',
    'BT-81',
    (means) => MEANS.includes(value(means, path)),
    'The payment means (BT-81) is not used between Dutch parties.',
    `Use one of ${MEANS.join(', ')}.`,
  )

const orderOfLine = (path: string): Rule =>
  fatal(
    'NL-R-009',
    'BT-132 BT-13',
    (_, { root }) => has(root, path),
    'A line names an order line (BT-132), but the document names no order (BT-13).',
    'Give the order of the document.',
  )

const ublSellerIsDutch = inUbl.isAddressed(inUbl.seller, 'NL')
const ublBuyerIsDutch = inUbl.isAddressed(inUbl.buyer, 'NL')
const ublRepresentativeIsDutch = inUbl.isAddressed('cac:TaxRepresentativeParty', 'NL')
const UBL_ADDRESS = ['cbc:StreetName', 'cbc:CityName', 'cbc:PostalZone']

const ublIsPayable = (totals: XmlElement, document: CheckedDocument): boolean => {
  const due = decimalAt(totals, 'cbc:PayableAmount')
  const toBuyer =
    document.root.qname === 'inv:Invoice'
      ? due?.isPositive() === false
      : document.root.qname === 'cn:CreditNote' && due?.isNegative() === false
  return toBuyer || document.named('cac:PaymentMeans').length > 0
}

const ubl: RuleSet = {
  when: (document) => document.fact(ublSellerIsDutch),
  patterns: [
    [
      {
        names: ['cbc:CreditNoteTypeCode'],
        rules: [
          creditedInvoice((_, { root }) => has(root, 'cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID')),
        ],
      },
      {
        names: ['cac:PostalAddress'],
        where: (address) => within(address, 'cac:Party', 'cac:AccountingSupplierParty'),
        rules: [fullAddress('NL-R-002', 'BT-35 BT-37 BT-38', 'seller', UBL_ADDRESS)],
      },
      {
        names: ['cbc:CompanyID'],
        where: (number) => within(number, 'cac:PartyLegalEntity', 'cac:Party', 'cac:AccountingSupplierParty'),
        rules: [registration('NL-R-003', 'BT-30', 'seller')],
      },
      {
        names: ['cac:PostalAddress'],
        where: (address, document) =>
          within(address, 'cac:Party', 'cac:AccountingCustomerParty') && document.fact(ublBuyerIsDutch),
        rules: [fullAddress('NL-R-004', 'BT-50 BT-52 BT-53', 'buyer', UBL_ADDRESS)],
      },
      {
        names: ['cbc:CompanyID'],
        where: (number, document) =>
          within(number, 'cac:PartyLegalEntity', 'cac:Party', 'cac:AccountingCustomerParty') &&
          document.fact(ublBuyerIsDutch),
        rules: [registration('NL-R-005', 'BT-47', 'buyer')],
      },
      {
        names: ['cac:PostalAddress'],
        where: (address, document) =>
          within(address, 'cac:TaxRepresentativeParty') && document.fact(ublRepresentativeIsDutch),
        rules: [fullAddress('NL-R-006', 'BT-64 BT-66 BT-67', 'tax representative', UBL_ADDRESS)],
      },
      { names: ['cac:LegalMonetaryTotal'], rules: [meansOfPayment(ublIsPayable)] },
      {
        names: ['cac:PaymentMeans'],
        where: (_, document) => document.fact(ublBuyerIsDutch),
        rules: [usedMeans('cbc:PaymentMeansCode')],
      },
      {
        names: ['cbc:LineID'],
        where: (line) => within(line, 'cac:OrderLineReference'),
        rules: [orderOfLine('cac:OrderReference/cbc:ID')],
      },
    ],
  ],
}

const isDutch =
  (party: string) =>
  ({ root }: CheckedDocument): boolean =>
    value(root, `${party}/${inCii.country}`).toUpperCase() === 'NL'
const ciiSellerIsDutch = isDutch(inCii.seller)
const ciiBuyerIsDutch = isDutch(inCii.buyer)
const ciiRepresentativeIsDutch = isDutch(inCii.taxRepresentative)
const CII_ADDRESS = ['ram:LineOne', 'ram:CityName', 'ram:PostcodeCode']

const CREDIT_NOTES = ['81', '83', '381', '396', '532']
const ciiIsPayable = (totals: XmlElement, { root }: CheckedDocument): boolean => {
  const [due, type] = [decimalAt(totals, 'ram:DuePayableAmount'), value(root, 'rsm:ExchangedDocument/ram:TypeCode')]
  return (
    (type === '381' ? due?.isNegative() : due?.isPositive()) === false ||
    has(root, `${inCii.settlement}/ram:SpecifiedTradeSettlementPaymentMeans`)
  )
}

const cii: RuleSet = {
  when: (document) => document.fact(ciiSellerIsDutch),
  patterns: [
    [
      {
        names: ['rsm:ExchangedDocument'],
        where: (element) => CREDIT_NOTES.includes(value(element, 'ram:TypeCode')),
        rules: [
          creditedInvoice((_, document) =>
            document
              .named('ram:IssuerAssignedID')
              .some((id) => within(id, 'ram:InvoiceReferencedDocument', 'ram:ApplicableHeaderTradeSettlement')),
          ),
        ],
      },
      {
        names: ['ram:PostalTradeAddress'],
        where: (address) => within(address, ...inCii.inSeller),
        rules: [fullAddress('NL-R-002', 'BT-35 BT-37 BT-38', 'seller', CII_ADDRESS)],
      },
      {
        names: ['ram:ID'],
        where: (id) => within(id, 'ram:SpecifiedLegalOrganization', ...inCii.inSeller),
        rules: [registration('NL-R-003', 'BT-30', 'seller')],
      },
      {
        names: ['ram:PostalTradeAddress'],
        where: (address, document) => within(address, ...inCii.inBuyer) && document.fact(ciiBuyerIsDutch),
        rules: [fullAddress('NL-R-004', 'BT-50 BT-52 BT-53', 'buyer', CII_ADDRESS)],
      },
      {
        names: ['ram:ID'],
        where: (id, document) =>
          within(id, 'ram:SpecifiedLegalOrganization', ...inCii.inBuyer) && document.fact(ciiBuyerIsDutch),
        rules: [registration('NL-R-005', 'BT-47', 'buyer')],
      },
      {
        names: ['ram:PostalTradeAddress'],
        where: (address, document) =>
          within(address, 'ram:SellerTaxRepresentativeTradeParty') && document.fact(ciiRepresentativeIsDutch),
        rules: [fullAddress('NL-R-006', 'BT-64 BT-66 BT-67', 'tax representative', CII_ADDRESS)],
      },
      { names: ['ram:SpecifiedTradeSettlementHeaderMonetarySummation'], rules: [meansOfPayment(ciiIsPayable)] },
      {
        names: ['ram:SpecifiedTradeSettlementPaymentMeans'],
        where: (_, document) => document.fact(ciiBuyerIsDutch),
        rules: [usedMeans('ram:TypeCode')],
      },
      {
        names: ['ram:LineID'],
        where: (id) =>
          within(id, 'ram:BuyerOrderReferencedDocument', 'ram:SpecifiedLineTradeAgreement') &&
          hasAncestor(id, inCii.transaction),
        rules: [orderOfLine(`${inCii.agreement}/ram:BuyerOrderReferencedDocument/ram:IssuerAssignedID`)],
      },
    ],
  ],
}

export const netherlands = { ubl, cii } satisfies NationalRules
