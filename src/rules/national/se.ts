/** The Swedish rules of Peppol BIS Billing (SE-R). */
import type { XmlElement } from '../../formats/xml/tree.ts'
import { isSwedish } from '../check-digits.ts'
import type { CheckedDocument } from '../checked-document.ts'
import { double } from '../numbers.ts'
import { has, select, some, text, value } from '../path.ts'
import { within } from '../position.ts'
import { type Context, type Rule, type RuleSet, fatal, warning, never } from '../rule.ts'
import { normalize } from '../white-space.ts'
import * as inCii from '../peppol/cii-invoice.ts'
import * as inUbl from '../peppol/ubl-invoice.ts'
import type { NationalRules } from './national-rules.ts'

const isNumeric = (written: string | undefined): boolean => !Number.isNaN(double(written))
const RATES = [25, 12, 6]

/** The rules that read the same in both syntaxes, with where each finds what it reads. */
const vatNumber = (numberOf: (party: XmlElement) => string): readonly Rule[] => [
  fatal(
    'SE-R-001',
    'BT-31',
    (party) => normalize(numberOf(party)).length === 14,
    'A Swedish VAT number is not fourteen characters long.',
    'Write it as SE and twelve digits.',
  ),
  fatal(
    'SE-R-002',
    'BT-31',
    (party) => isNumeric(numberOf(party).slice(2, 14)),
    'A Swedish VAT number is not SE and digits.',
    'Write it as SE and twelve digits.',
  ),
]

const organizationNumber = (path: string): readonly Rule[] => [
  fatal(
    'SE-R-003',
    'BT-30',
    (organization) => isNumeric(text(organization, path)),
    'A Swedish organization number is not a number.',
    'Write the ten digits without a hyphen.',
  ),
  fatal(
    'SE-R-004',
    'BT-30',
    (organization) => value(organization, path).length === 10,
    'A Swedish organization number is not ten digits long.',
    'Write the ten digits without a hyphen.',
  ),
  fatal(
    'SE-R-013',
    'BT-30',
    (organization) => isSwedish(value(organization, path)),
    'A Swedish organization number has a wrong check digit.',
    'Check the number with the registry.',
  ),
]

const taxRegistration: Rule = fatal(
  'SE-R-005',
  'BT-32',
  (number) => normalize(number.stringValue.toUpperCase()) === 'GODKÄND FÖR F-SKATT',
  'The tax registration of a Swedish seller (BT-32) is not "Godkänd för F-skatt".',
  'Write "Godkänd för F-skatt", or leave the registration out.',
)

const rate = (terms: string, path: string, what: string): Rule =>
  fatal(
    'SE-R-006',
    terms,
    (tax) => RATES.includes(double(text(tax, path))),
    `A ${what} in Sweden is not 25, 12 or 6.`,
    'Use one of the three rates.',
  )

const plusgiro: readonly Rule[] = [
  warning(
    'SE-R-007',
    'BT-84',
    (account) => isNumeric(normalize(account.stringValue)),
    'A Plusgiro account is not a number.',
    'Write the digits without a hyphen.',
  ),
  warning(
    'SE-R-010',
    'BT-84',
    (account) => /^.{2,8}$/.test(normalize(account.stringValue)),
    'A Plusgiro account is not two to eight characters long.',
    'Check the account number.',
  ),
]

const bankgiro: readonly Rule[] = [
  warning(
    'SE-R-008',
    'BT-84',
    (account) => isNumeric(normalize(account.stringValue)),
    'A Bankgiro account is not a number.',
    'Write the digits without a hyphen.',
  ),
  warning(
    'SE-R-009',
    'BT-84',
    (account) => /^.{7,8}$/.test(normalize(account.stringValue)),
    'A Bankgiro account is not seven or eight characters long.',
    'Check the account number.',
  ),
]

const giroAsTransfer: Rule = warning(
  'SE-R-011',
  'BT-81 BT-86',
  never,
  'A Swedish giro is not a credit transfer (30).',
  'Use code 30 and SE:BANKGIRO or SE:PLUSGIRO as the bank.',
)

const paymentAsTransfer: Rule = warning(
  'SE-R-012',
  'BT-81',
  never,
  'A payment within Sweden is not a credit transfer (30).',
  'Use code 30.',
)

const inSweden = (document: CheckedDocument): boolean => document.fact(inUbl.sellerAddress) === 'SE'
const bothInSweden = (document: CheckedDocument): boolean =>
  inSweden(document) && document.fact(inUbl.buyerAddress) === 'SE'

/** The sellers with a Swedish address, and those of them with a Swedish VAT number. */
const isSwedishSeller = (party: XmlElement): boolean =>
  within(party, 'cac:AccountingSupplierParty') &&
  some(party, 'cac:PostalAddress/cac:Country/cbc:IdentificationCode', 'SE')
const hasSwedishVat = (party: XmlElement): boolean => inUbl.vatNumbers(party).some((number) => number?.startsWith('SE'))
const sellerHasSwedishVat = ({ root }: CheckedDocument): boolean =>
  select(root, inUbl.seller).some((party) => isSwedishSeller(party) && hasSwedishVat(party))

const ublGiro =
  (name: string): Context['where'] =>
  (account) =>
    within(account, 'cac:PayeeFinancialAccount', 'cac:PaymentMeans') &&
    value(account, '../../cbc:PaymentMeansCode') === '30' &&
    value(account, '../cac:FinancialInstitutionBranch/cbc:ID') === name

const ubl: RuleSet = {
  when: inSweden,
  patterns: [
    [
      {
        names: ['cac:Party'],
        where: (party) => isSwedishSeller(party) && hasSwedishVat(party),
        rules: vatNumber((party) => inUbl.vatNumbers(party)[0] ?? ''),
      },
      {
        names: ['cac:PartyLegalEntity'],
        where: (entity) =>
          entity.parent !== undefined && isSwedishSeller(entity.parent) && has(entity, 'cbc:CompanyID'),
        rules: organizationNumber('cbc:CompanyID'),
      },
      {
        names: ['cbc:CompanyID'],
        where: ({ parent }) =>
          parent?.qname === 'cac:PartyTaxScheme' &&
          parent.parent !== undefined &&
          isSwedishSeller(parent.parent) &&
          has(parent.parent, 'cac:PartyLegalEntity/cbc:CompanyID') &&
          value(parent, 'cac:TaxScheme/cbc:ID').toUpperCase() !== 'VAT',
        rules: [taxRegistration],
      },
      {
        names: ['cac:TaxCategory', 'cac:ClassifiedTaxCategory'],
        where: (tax, document) => some(tax, 'cbc:ID', 'S') && document.fact(sellerHasSwedishVat),
        rules: [rate('BT-152 BT-96 BT-103 BT-119', 'cbc:Percent', 'standard rate')],
      },
      { names: ['cbc:ID'], where: ublGiro('SE:PLUSGIRO'), rules: plusgiro },
      { names: ['cbc:ID'], where: ublGiro('SE:BANKGIRO'), rules: bankgiro },
      {
        names: ['cac:PaymentMeans'],
        where: (means) => ['50', '56'].some((code) => some(means, 'cbc:PaymentMeansCode', code)),
        rules: [giroAsTransfer],
      },
      {
        names: ['cac:PaymentMeans'],
        where: (means, document) => bothInSweden(document) && some(means, 'cbc:PaymentMeansCode', '31'),
        rules: [paymentAsTransfer],
      },
    ],
  ],
}

const ciiSellerInSweden = inCii.isAddressed(inCii.seller, 'SE')
const ciiBuyerInSweden = inCii.isAddressed(inCii.buyer, 'SE')
const ciiVatNumber = (party: XmlElement): string =>
  select(party, 'ram:SpecifiedTaxRegistration/ram:ID[@schemeID=VAT]')[0]?.stringValue ?? ''

const ciiGiro =
  (name: string): Context['where'] =>
  (number) =>
    within(
      number,
      'ram:PayeePartyCreditorFinancialAccount',
      'ram:SpecifiedTradeSettlementPaymentMeans',
      ...inCii.inSettlement,
    ) &&
    value(number, '../../ram:TypeCode') === '30' &&
    value(number, '../../ram:PayeeSpecifiedCreditorFinancialInstitution/ram:BICID') === name

const cii: RuleSet = {
  when: (document) => document.fact(ciiSellerInSweden),
  patterns: [
    [
      {
        names: ['ram:SellerTradeParty'],
        where: (party) => ciiVatNumber(party).startsWith('SE'),
        rules: vatNumber(ciiVatNumber),
      },
      {
        names: ['ram:SpecifiedLegalOrganization'],
        where: (organization) => within(organization, ...inCii.inSeller) && has(organization, 'ram:ID'),
        rules: organizationNumber('ram:ID'),
      },
      {
        names: ['ram:ID'],
        where: (id) =>
          within(id, 'ram:SpecifiedTaxRegistration', ...inCii.inSeller) &&
          id.attribute('schemeID') === 'FC' &&
          has(id, '../../ram:SpecifiedLegalOrganization/ram:ID'),
        rules: [taxRegistration],
      },
      {
        names: ['ram:ApplicableTradeTax', 'ram:CategoryTradeTax'],
        where: (_, { root }) => select(root, inCii.seller).some((party) => ciiVatNumber(party).startsWith('SE')),
        rules: [rate('BT-152 BT-119', 'ram:RateApplicablePercent', 'rate')],
      },
      { names: ['ram:ProprietaryID'], where: ciiGiro('SE:PLUSGIRO'), rules: plusgiro },
      { names: ['ram:ProprietaryID'], where: ciiGiro('SE:BANKGIRO'), rules: bankgiro },
      {
        names: ['ram:SpecifiedTradeSettlementPaymentMeans'],
        where: (means) => within(means, ...inCii.inSettlement) && ['50', '56'].includes(value(means, 'ram:TypeCode')),
        rules: [giroAsTransfer],
      },
      {
        names: ['ram:SpecifiedTradeSettlementPaymentMeans'],
        where: (means, document) =>
          within(means, ...inCii.inSettlement) &&
          document.fact(ciiSellerInSweden) &&
          ciiBuyerInSweden(document) &&
          value(means, 'ram:TypeCode') === '31',
        rules: [paymentAsTransfer],
      },
    ],
  ],
}

export const sweden = { ubl, cii } satisfies NationalRules
