/** The Danish rules of Peppol BIS Billing (DK-R). */
import type { XmlElement } from '../../formats/xml/tree.ts'
import type { CheckedDocument } from '../checked-document.ts'
import { double } from '../numbers.ts'
import { attribute, has, select, some, text, value } from '../path.ts'
import { within, isDocumentElement } from '../position.ts'
import { type Context, type Rule, type RuleSet, fatal, warning } from '../rule.ts'
import { normalize } from '../white-space.ts'
import * as inCii from '../peppol/cii-invoice.ts'
import * as inUbl from '../peppol/ubl-invoice.ts'
import type { NationalRules } from './national-rules.ts'

const MEANS = ['1', '10', '31', '42', '48', '49', '50', '58', '59', '93', '97']
const UNSPSC = ['19.05.01', '19.0501', '26.08.01', '26.0801']

/** The reason of a tax other than VAT: a category of four digits, or a text with a # inside. */
const namesTaxCategory = (reason: string): boolean => {
  const number = double(reason)
  if (normalize(reason).length === 4 && number >= 0 && number <= 9999) return true
  return reason.includes('#') && !reason.startsWith('#') && !reason.endsWith('#')
}

const hasUsedClassification = (codes: readonly XmlElement[]): boolean =>
  !codes.some((code) => code.attribute('listID') === 'TST') ||
  codes.some((code) => UNSPSC.includes(code.attribute('listVersionID') ?? ''))

const isOfScheme0184 = (element: XmlElement, path: string): boolean =>
  !has(element, path) || normalize(attribute(element, path, 'schemeID')) === '0184'

const MISSING_TAX_CATEGORY = 'A Danish tax other than VAT (code ZZZ) does not name its category as the reason.'
const GIVE_TAX_CATEGORY = 'Give the four-digit tax category, or text that has a # inside.'
const UNUSED_CLASSIFICATION = 'An item classification (TST) does not name a UNSPSC version that Denmark uses.'
const MISSING_SCHEME = 'An identifier of a Danish party has no scheme.'
const NEGATIVE_CREDIT_NOTE = 'A Danish credit note has a negative total (BT-115).'

const sellerRegistration = (path: string): Rule =>
  fatal(
    'DK-R-002',
    'BT-30',
    (root) => value(root, path) !== '',
    'A Danish seller gives no CVR number (BT-30).',
    'Give the CVR number as legal registration.',
  )

const schemeOfRegistration = (path: string): Rule =>
  fatal(
    'DK-R-014',
    'BT-30-1',
    (root) => isOfScheme0184(root, path),
    'The registration of a Danish seller (BT-30) is not of the scheme 0184.',
    'Set the scheme identifier to 0184.',
  )

/** How a syntax says a payment, and the rules of which the official files for the two syntaxes differ. */
type DanishPayment = {
  readonly code: string
  readonly reference: string
  readonly account: string
  readonly bank: string
  readonly directDebit: Rule
  readonly isGiroAccount: (account: string) => boolean
  readonly giroAccount: string
  readonly referenceName: string
}

/** Reads one means of payment as a syntax says it. */
const paymentReader = ({ code, reference: path, account }: DanishPayment) => {
  const isMeans = (means: XmlElement, ...codes: readonly string[]): boolean =>
    codes.some((wanted) => some(means, code, wanted))
  const reference = (means: XmlElement): string => text(means, path) ?? ''
  const startsWith = (means: XmlElement, ...types: readonly string[]): boolean =>
    types.includes(reference(means).slice(0, 3))
  const accountOf = (means: XmlElement): string => text(means, account) ?? ''
  return { isMeans, reference, startsWith, accountOf }
}

const paymentRules = (payment: DanishPayment): readonly Rule[] => [
  ...transferRules(payment),
  payment.directDebit,
  ...giroRules(payment),
  ...fikRules(payment),
]

const transferRules = (payment: DanishPayment): readonly Rule[] => {
  const { code, account, bank } = payment
  const { isMeans } = paymentReader(payment)
  return [
    fatal(
      'DK-R-005',
      'BT-81',
      (means) => MEANS.includes(text(means, code) ?? ''),
      'The payment means (BT-81) is not used in Denmark.',
      `Use one of ${MEANS.join(', ')}.`,
    ),
    fatal(
      'DK-R-006',
      'BT-84 BT-86',
      (means) => !isMeans(means, '31', '42') || (value(means, account) !== '' && value(means, bank) !== ''),
      'A Danish bank transfer lacks the account (BT-84) or the registration number (BT-86).',
      'Give both.',
    ),
  ]
}

const giroRules = (payment: DanishPayment): readonly Rule[] => {
  const { isMeans, reference, startsWith, accountOf } = paymentReader(payment)
  return [
    fatal(
      'DK-R-008',
      'BT-83 BT-84',
      (means) =>
        !isMeans(means, '50') || (startsWith(means, '01#', '04#', '15#') && payment.isGiroAccount(accountOf(means))),
      `A giro payment needs a card type 01#, 04# or 15# (BT-83) and an account of ${payment.giroAccount} (BT-84).`,
      `Give the payment ${payment.referenceName} and the giro account in that form.`,
    ),
    fatal(
      'DK-R-009',
      'BT-83',
      (means) => !isMeans(means, '50') || !startsWith(means, '04#', '15#') || reference(means).length === 19,
      'A giro payment 04# or 15# needs sixteen digits (BT-83).',
      'Add the sixteen digits of the instruction.',
    ),
  ]
}

const fikRules = (payment: DanishPayment): readonly Rule[] => {
  const { isMeans, reference, startsWith, accountOf } = paymentReader(payment)
  return [
    fatal(
      'DK-R-010',
      'BT-83 BT-84',
      (means) => !isMeans(means, '93') || (startsWith(means, '71#', '73#', '75#') && accountOf(means).length === 8),
      'A FIK payment needs a card type 71#, 73# or 75# (BT-83) and a creditor number of eight characters (BT-84).',
      `Give the payment ${payment.referenceName} and the creditor number in that form.`,
    ),
    fatal(
      'DK-R-011',
      'BT-83',
      (means) =>
        !isMeans(means, '93') || !startsWith(means, '71#', '75#') || [18, 19].includes(reference(means).length),
      'A FIK payment 71# or 75# needs fifteen or sixteen digits (BT-83).',
      'Add the digits of the instruction.',
    ),
  ]
}

const sellerInDenmark = (document: CheckedDocument): boolean => document.fact(inUbl.sellerAddress) === 'DK'
const bothInDenmark = (document: CheckedDocument): boolean =>
  sellerInDenmark(document) && document.fact(inUbl.buyerAddress) === 'DK'
const ublRegistration = 'cac:PartyLegalEntity/cbc:CompanyID'

const ublPayment = paymentRules({
  code: 'cbc:PaymentMeansCode',
  reference: 'cbc:PaymentID',
  account: 'cac:PayeeFinancialAccount/cbc:ID',
  bank: 'cac:PayeeFinancialAccount/cac:FinancialInstitutionBranch/cbc:ID',
  directDebit: fatal(
    'DK-R-007',
    'BT-89 BT-91',
    (means) =>
      !some(means, 'cbc:PaymentMeansCode', '49') ||
      (value(means, 'cac:PaymentMandate/cbc:ID') !== '' &&
        value(means, 'cac:PaymentMandate/cac:PayerFinancialAccount/cbc:ID') !== ''),
    'A Danish direct debit lacks the mandate (BT-89) or the debited account (BT-91).',
    'Give both.',
  ),
  isGiroAccount: (account) => /^\d{7,8}$/.test(account),
  giroAccount: 'seven or eight digits',
  referenceName: 'identifier',
})

const ublDocument: Context = {
  names: inUbl.roots,
  rules: [
    sellerRegistration(`${inUbl.seller}/${ublRegistration}`),
    schemeOfRegistration(`${inUbl.seller}/${ublRegistration}`),
    fatal(
      'DK-R-016',
      'BT-115',
      (root, document) =>
        !(
          root.qname === 'cn:CreditNote' &&
          bothInDenmark(document) &&
          double(text(root, 'cac:LegalMonetaryTotal/cbc:PayableAmount')) < 0
        ),
      NEGATIVE_CREDIT_NOTE,
      'Give positive amounts in a credit note.',
    ),
  ],
}

const isInParty = (element: XmlElement): boolean =>
  within(element, 'cac:Party', 'cac:AccountingSupplierParty') ||
  within(element, 'cac:Party', 'cac:AccountingCustomerParty')

const ublDetails: readonly Context[] = [
  {
    names: ['cac:PartyIdentification'],
    where: (identification, document) => bothInDenmark(document) && isInParty(identification),
    rules: [
      fatal(
        'DK-R-013',
        'BT-29-1 BT-46-1',
        (identification) =>
          !has(identification, 'cbc:ID') || normalize(attribute(identification, 'cbc:ID', 'schemeID')) !== '',
        MISSING_SCHEME,
        'Give the scheme of the identifier.',
      ),
    ],
  },
  {
    names: ['cac:PaymentMeans'],
    where: (means, document) => bothInDenmark(document) && means.parent?.qname === 'inv:Invoice',
    rules: ublPayment,
  },
  {
    names: ['cac:Party'],
    where: (party, document) => bothInDenmark(document) && within(party, 'cac:AccountingCustomerParty'),
    rules: [
      fatal(
        'DK-R-017',
        'BT-47-1',
        (party) => isOfScheme0184(party, ublRegistration),
        'The registration of a Danish buyer (BT-47) is not of the scheme 0184.',
        'Set the scheme identifier to 0184.',
      ),
    ],
  },
  {
    names: inUbl.lines,
    where: (_, document) => bothInDenmark(document),
    rules: [
      fatal(
        'DK-R-003',
        'BT-158-2',
        (line) =>
          hasUsedClassification(select(line, 'cac:Item/cac:CommodityClassification/cbc:ItemClassificationCode')),
        UNUSED_CLASSIFICATION,
        'Use UNSPSC 19.05.01 or 26.08.01.',
      ),
    ],
  },
  {
    names: ['cac:AllowanceCharge'],
    where: (_, document) => bothInDenmark(document),
    rules: [
      fatal(
        'DK-R-004',
        'BT-97 BT-98 BT-104 BT-105',
        (charge) =>
          !some(charge, 'cbc:AllowanceChargeReasonCode', 'ZZZ') ||
          namesTaxCategory(text(charge, 'cbc:AllowanceChargeReason') ?? ''),
        MISSING_TAX_CATEGORY,
        GIVE_TAX_CATEGORY,
      ),
    ],
  },
]

const ubl: RuleSet = { when: sellerInDenmark, patterns: [[ublDocument, ...ublDetails]] }

const ciiSellerInDenmark = inCii.isAddressed(inCii.seller, 'DK')
const ciiBuyerInDenmark = inCii.isAddressed(inCii.buyer, 'DK')
const ciiBothInDenmark = (document: CheckedDocument): boolean =>
  document.fact(ciiSellerInDenmark) && document.fact(ciiBuyerInDenmark)
const ciiRegistration = `${inCii.seller}/ram:SpecifiedLegalOrganization/ram:ID`
const ciiCharge = `${inCii.settlement}/ram:SpecifiedTradeAllowanceCharge`
const ciiTotals = `${inCii.settlement}/ram:SpecifiedTradeSettlementHeaderMonetarySummation`

const lacksScheme = (root: XmlElement, party: string): boolean =>
  has(root, `${party}/ram:GlobalID`) && normalize(attribute(root, `${party}/ram:GlobalID`, 'schemeID')) === ''

const ciiPayment = paymentRules({
  code: 'ram:TypeCode',
  reference: '../ram:PaymentReference',
  account: 'ram:PayeePartyCreditorFinancialAccount/ram:IBANID',
  bank: 'ram:PayeeSpecifiedCreditorFinancialInstitution/ram:BICID',
  directDebit: fatal(
    'DK-R-007',
    'BT-89 BT-90',
    (means) =>
      !some(means, 'ram:TypeCode', '49') ||
      (value(means, '../ram:CreditorReferenceID') !== '' &&
        value(means, 'ram:SpecifiedTradePaymentTerms/ram:DirectDebitMandateID') !== ''),
    'A Danish direct debit lacks the mandate (BT-89) or the creditor (BT-90).',
    'Give both.',
  ),
  isGiroAccount: (account) => account.length === 7,
  giroAccount: 'seven characters',
  referenceName: 'reference',
})

const ciiDocument: Context = {
  names: ['rsm:CrossIndustryInvoice'],
  where: isDocumentElement,
  rules: [
    sellerRegistration(ciiRegistration),
    fatal(
      'DK-R-004',
      'BT-97 BT-98',
      (root, document) =>
        !document.fact(ciiBuyerInDenmark) ||
        !some(root, `${ciiCharge}/ram:ReasonCode`, 'ZZZ') ||
        namesTaxCategory(text(root, `${ciiCharge}/ram:Reason`) ?? ''),
      MISSING_TAX_CATEGORY,
      GIVE_TAX_CATEGORY,
    ),
    fatal(
      'DK-R-013',
      'BT-29-1 BT-46-1',
      (root, document) =>
        !document.fact(ciiBuyerInDenmark) || !(lacksScheme(root, inCii.seller) || lacksScheme(root, inCii.buyer)),
      MISSING_SCHEME,
      'Give the scheme of the identifier.',
    ),
    schemeOfRegistration(ciiRegistration),
    fatal(
      'DK-R-016',
      'BT-115',
      (root, document) =>
        !(
          document.fact(ciiBuyerInDenmark) &&
          value(root, 'rsm:ExchangedDocument/ram:TypeCode') === '381' &&
          double(text(root, `${ciiTotals}/ram:DuePayableAmount`)) < 0
        ),
      NEGATIVE_CREDIT_NOTE,
      'Give positive amounts in a credit note.',
    ),
  ],
}

const ciiDetails: readonly Context[] = [
  {
    names: ['ram:SpecifiedTradeSettlementPaymentMeans'],
    where: (means, document) => ciiBothInDenmark(document) && within(means, ...inCii.inSettlement),
    rules: ciiPayment,
  },
  {
    names: ['ram:IncludedSupplyChainTradeLineItem'],
    where: (_, document) => ciiBothInDenmark(document),
    rules: [
      warning(
        'DK-R-003',
        'BT-158-2',
        (line) =>
          hasUsedClassification(
            select(line, 'ram:SpecifiedTradeProduct/ram:DesignatedProductClassification/ram:ClassCode'),
          ),
        UNUSED_CLASSIFICATION,
        'Use UNSPSC 19.05.01 or 26.08.01.',
      ),
    ],
  },
]

const cii: RuleSet = {
  when: (document) => document.fact(ciiSellerInDenmark),
  patterns: [[ciiDocument, ...ciiDetails]],
}

export const denmark = { ubl, cii } satisfies NationalRules
