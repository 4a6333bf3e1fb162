/** Peppol BIS Billing in UBL: rules of Norway, Denmark, Sweden and Iceland. */
import type { XmlElement } from '../../../formats/xml/tree.ts'
import { isNorwegian, isSwedish } from '../../check-digits.ts'
import type { CheckedDocument } from '../../checked-document.ts'
import { day, double } from '../../numbers.ts'
import { attribute, first, has, select, some, text, value } from '../../path.ts'
import { normalize } from '../../white-space.ts'
import { within } from '../../position.ts'
import { type Context, fatal, never, type RuleSet, warning } from '../../rule.ts'
import { buyerAddress, lines, roots, seller, sellerAddress, sellerCountry, vatNumbers } from '../document.ts'

const isSeller = (party: XmlElement): boolean => within(party, 'cac:AccountingSupplierParty')

/** Numbers whose scheme is that, white space aside. */
const registered = (party: XmlElement, scheme: string): XmlElement[] =>
  party.all('cac:PartyTaxScheme').filter((tax) => value(tax, 'cac:TaxScheme/cbc:ID') === scheme)

const norwegianVat = (party: XmlElement): boolean => {
  const numbers = registered(party, 'VAT').map((scheme) => text(scheme, 'cbc:CompanyID') ?? '')
  const norwegian = numbers.filter((number) => number.startsWith('NO'))
  return norwegian.every((number) => /^NO\d{9}MVA$/.test(number) && isNorwegian(number.slice(2, 11)))
}

export const norway: RuleSet = {
  when: (document) => document.fact(sellerCountry) === 'NO',
  patterns: [
    [
      {
        names: ['cac:Party'],
        where: isSeller,
        rules: [
          warning(
            'NO-R-002',
            'BT-32',
            (party) =>
              registered(party, 'TAX').some((scheme) => value(scheme, 'cbc:CompanyID') === 'Foretaksregisteret'),
            'The seller does not say "Foretaksregisteret", which most Norwegian companies must.',
            'Give it as tax registration (BT-32) with the scheme TAX.',
          ),
          fatal(
            'NO-R-001',
            'BT-31',
            norwegianVat,
            'The VAT number of a Norwegian seller is not NO, a valid organization number and MVA.',
            'Write it as NO123456785MVA.',
          ),
        ],
      },
    ],
  ],
}

const danish = (document: CheckedDocument): boolean => document.fact(sellerAddress) === 'DK'
const bothDanish = (document: CheckedDocument): boolean => danish(document) && document.fact(buyerAddress) === 'DK'

const paymentMeans = (means: XmlElement, code: string): boolean => some(means, 'cbc:PaymentMeansCode', code)
const startsWith = (means: XmlElement, ...prefixes: readonly string[]): boolean =>
  prefixes.includes((text(means, 'cbc:PaymentID') ?? '').slice(0, 3))
const paymentId = (means: XmlElement): number => (text(means, 'cbc:PaymentID') ?? '').length
const accountOf = (means: XmlElement): string => text(means, 'cac:PayeeFinancialAccount/cbc:ID') ?? ''
const DANISH_MEANS = ['1', '10', '31', '42', '48', '49', '50', '58', '59', '93', '97']

const danishTax = (charge: XmlElement): boolean => {
  if (!some(charge, 'cbc:AllowanceChargeReasonCode', 'ZZZ')) return true
  const reason = text(charge, 'cbc:AllowanceChargeReason') ?? ''
  const number = double(reason)
  if (normalize(reason).length === 4 && number >= 0 && number <= 9999) return true
  return reason.includes('#') && !reason.startsWith('#') && !reason.endsWith('#')
}

const UNSPSC = ['19.05.01', '19.0501', '26.08.01', '26.0801']
const danishClassification = (line: XmlElement): boolean => {
  const codes = select(line, 'cac:Item/cac:CommodityClassification/cbc:ItemClassificationCode')
  return (
    !codes.some((code) => code.attribute('listID') === 'TST') ||
    codes.some((code) => UNSPSC.includes(code.attribute('listVersionID') ?? ''))
  )
}

const danishScheme =
  (path: string) =>
  (element: XmlElement): boolean =>
    !has(element, path) || normalize(attribute(element, path, 'schemeID')) === '0184'

const danishDocument: Context = {
  names: roots,
  rules: [
    fatal(
      'DK-R-002',
      'BT-30',
      (root) => value(root, `${seller}/cac:PartyLegalEntity/cbc:CompanyID`) !== '',
      'A Danish seller gives no CVR number (BT-30).',
      'Give the CVR number as legal registration.',
    ),
    fatal(
      'DK-R-014',
      'BT-30-1',
      danishScheme(`${seller}/cac:PartyLegalEntity/cbc:CompanyID`),
      'The registration of a Danish seller (BT-30) is not of the scheme 0184.',
      'Set the scheme identifier to 0184.',
    ),
    fatal(
      'DK-R-016',
      'BT-115',
      (root, document) =>
        !(
          root.qname === 'cn:CreditNote' &&
          bothDanish(document) &&
          double(text(root, 'cac:LegalMonetaryTotal/cbc:PayableAmount')) < 0
        ),
      'A Danish credit note has a negative total (BT-115).',
      'Give positive amounts in a credit note.',
    ),
  ],
}

const isParty = (party: XmlElement): boolean =>
  within(party, 'cac:Party', 'cac:AccountingSupplierParty') || within(party, 'cac:Party', 'cac:AccountingCustomerParty')

const danishDetails: readonly Context[] = [
  {
    names: ['cac:PartyIdentification'],
    where: (identification, document) => bothDanish(document) && isParty(identification),
    rules: [
      fatal(
        'DK-R-013',
        'BT-29-1 BT-46-1',
        (identification) =>
          !has(identification, 'cbc:ID') || normalize(attribute(identification, 'cbc:ID', 'schemeID')) !== '',
        'An identifier of a Danish party has no scheme.',
        'Give the scheme of the identifier.',
      ),
    ],
  },
  {
    names: ['cac:PaymentMeans'],
    where: (means, document) => bothDanish(document) && means.parent?.qname === 'inv:Invoice',
    rules: [
      fatal(
        'DK-R-005',
        'BT-81',
        (means) => DANISH_MEANS.includes(text(means, 'cbc:PaymentMeansCode') ?? ''),
        'The payment means (BT-81) is not used in Denmark.',
        `Use one of ${DANISH_MEANS.join(', ')}.`,
      ),
      fatal(
        'DK-R-006',
        'BT-84 BT-86',
        (means) =>
          !(paymentMeans(means, '31') || paymentMeans(means, '42')) ||
          (value(means, 'cac:PayeeFinancialAccount/cbc:ID') !== '' &&
            value(means, 'cac:PayeeFinancialAccount/cac:FinancialInstitutionBranch/cbc:ID') !== ''),
        'A Danish bank transfer lacks the account (BT-84) or the registration number (BT-86).',
        'Give both.',
      ),
      fatal(
        'DK-R-007',
        'BT-89 BT-91',
        (means) =>
          !paymentMeans(means, '49') ||
          (value(means, 'cac:PaymentMandate/cbc:ID') !== '' &&
            value(means, 'cac:PaymentMandate/cac:PayerFinancialAccount/cbc:ID') !== ''),
        'A Danish direct debit lacks the mandate (BT-89) or the debited account (BT-91).',
        'Give both.',
      ),
      fatal(
        'DK-R-008',
        'BT-83 BT-84',
        (means) =>
          !paymentMeans(means, '50') || (startsWith(means, '01#', '04#', '15#') && /^\d{7,8}$/.test(accountOf(means))),
        'A giro payment needs a card type 01#, 04# or 15# (BT-83) and an account of seven or eight digits (BT-84).',
        'Give the payment identifier and the giro account in that form.',
      ),
      fatal(
        'DK-R-009',
        'BT-83',
        (means) => !paymentMeans(means, '50') || !startsWith(means, '04#', '15#') || paymentId(means) === 19,
        'A giro payment 04# or 15# needs sixteen digits (BT-83).',
        'Add the sixteen digits of the instruction.',
      ),
      fatal(
        'DK-R-010',
        'BT-83 BT-84',
        (means) =>
          !paymentMeans(means, '93') || (startsWith(means, '71#', '73#', '75#') && accountOf(means).length === 8),
        'A FIK payment needs a card type 71#, 73# or 75# (BT-83) and a creditor number of eight characters (BT-84).',
        'Give the payment identifier and the creditor number in that form.',
      ),
      fatal(
        'DK-R-011',
        'BT-83',
        (means) =>
          !paymentMeans(means, '93') || !startsWith(means, '71#', '75#') || [18, 19].includes(paymentId(means)),
        'A FIK payment 71# or 75# needs fifteen or sixteen digits (BT-83).',
        'Add the digits of the instruction.',
      ),
    ],
  },
  {
    names: ['cac:Party'],
    where: (party, document) => bothDanish(document) && within(party, 'cac:AccountingCustomerParty'),
    rules: [
      fatal(
        'DK-R-017',
        'BT-47-1',
        danishScheme('cac:PartyLegalEntity/cbc:CompanyID'),
        'The registration of a Danish buyer (BT-47) is not of the scheme 0184.',
        'Set the scheme identifier to 0184.',
      ),
    ],
  },
  {
    names: lines,
    where: (_, document) => bothDanish(document),
    rules: [
      fatal(
        'DK-R-003',
        'BT-158-2',
        danishClassification,
        'An item classification (TST) does not name a UNSPSC version that Denmark uses.',
        'Use UNSPSC 19.05.01 or 26.08.01.',
      ),
    ],
  },
  {
    names: ['cac:AllowanceCharge'],
    where: (_, document) => bothDanish(document),
    rules: [
      fatal(
        'DK-R-004',
        'BT-97 BT-98 BT-104 BT-105',
        danishTax,
        'A Danish tax other than VAT (code ZZZ) does not name its category as the reason.',
        'Give the four-digit tax category, or text that has a # inside.',
      ),
    ],
  },
]

export const denmark: RuleSet = { when: danish, patterns: [[danishDocument, ...danishDetails]] }

const swedish = (document: CheckedDocument): boolean => document.fact(sellerAddress) === 'SE'
/** The sellers with a Swedish address, and those of them with a Swedish VAT number. */
const isSwedishSeller = (party: XmlElement): boolean =>
  isSeller(party) && some(party, 'cac:PostalAddress/cac:Country/cbc:IdentificationCode', 'SE')
const hasSwedishVat = (party: XmlElement): boolean => vatNumbers(party).some((number) => number?.startsWith('SE'))
const swedishVatSeller = ({ root }: CheckedDocument): boolean =>
  select(root, seller).some((party) => isSwedishSeller(party) && hasSwedishVat(party))
const isNumeric = (written: string | undefined): boolean => !Number.isNaN(double(written))
const giro =
  (name: string): Context['where'] =>
  (account) =>
    within(account, 'cac:PayeeFinancialAccount', 'cac:PaymentMeans') &&
    value(account, '../../cbc:PaymentMeansCode') === '30' &&
    value(account, '../cac:FinancialInstitutionBranch/cbc:ID') === name
const RATES = [25, 12, 6]
const bothSwedish = (document: CheckedDocument): boolean => swedish(document) && document.fact(buyerAddress) === 'SE'

export const sweden: RuleSet = {
  when: swedish,
  patterns: [
    [
      {
        names: ['cac:Party'],
        where: (party) => isSwedishSeller(party) && hasSwedishVat(party),
        rules: [
          fatal(
            'SE-R-001',
            'BT-31',
            (party) => normalize(vatNumbers(party)[0]).length === 14,
            'A Swedish VAT number is not fourteen characters long.',
            'Write it as SE and twelve digits.',
          ),
          fatal(
            'SE-R-002',
            'BT-31',
            (party) => isNumeric((vatNumbers(party)[0] ?? '').slice(2, 14)),
            'A Swedish VAT number is not SE and digits.',
            'Write it as SE and twelve digits.',
          ),
        ],
      },
      {
        names: ['cac:PartyLegalEntity'],
        where: (entity) =>
          entity.parent !== undefined && isSwedishSeller(entity.parent) && has(entity, 'cbc:CompanyID'),
        rules: [
          fatal(
            'SE-R-003',
            'BT-30',
            (entity) => isNumeric(text(entity, 'cbc:CompanyID')),
            'A Swedish organization number is not a number.',
            'Write the ten digits without a hyphen.',
          ),
          fatal(
            'SE-R-004',
            'BT-30',
            (entity) => value(entity, 'cbc:CompanyID').length === 10,
            'A Swedish organization number is not ten digits long.',
            'Write the ten digits without a hyphen.',
          ),
          fatal(
            'SE-R-013',
            'BT-30',
            (entity) => isSwedish(value(entity, 'cbc:CompanyID')),
            'A Swedish organization number has a wrong check digit.',
            'Check the number with the registry.',
          ),
        ],
      },
      {
        names: ['cbc:CompanyID'],
        where: ({ parent }) =>
          parent?.qname === 'cac:PartyTaxScheme' &&
          parent.parent !== undefined &&
          isSwedishSeller(parent.parent) &&
          has(parent.parent, 'cac:PartyLegalEntity/cbc:CompanyID') &&
          value(parent, 'cac:TaxScheme/cbc:ID').toUpperCase() !== 'VAT',
        rules: [
          fatal(
            'SE-R-005',
            'BT-32',
            (number) => normalize(number.stringValue.toUpperCase()) === 'GODKÄND FÖR F-SKATT',
            'The tax registration of a Swedish seller (BT-32) is not "Godkänd för F-skatt".',
            'Write "Godkänd för F-skatt", or leave the registration out.',
          ),
        ],
      },
      {
        names: ['cac:TaxCategory', 'cac:ClassifiedTaxCategory'],
        where: (tax, document) => some(tax, 'cbc:ID', 'S') && document.fact(swedishVatSeller),
        rules: [
          fatal(
            'SE-R-006',
            'BT-152 BT-96 BT-103 BT-119',
            (tax) => RATES.includes(double(text(tax, 'cbc:Percent'))),
            'A standard rate in Sweden is none of 25, 12 and 6.',
            'Use one of the three rates.',
          ),
        ],
      },
      {
        names: ['cbc:ID'],
        where: giro('SE:PLUSGIRO'),
        rules: [
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
        ],
      },
      {
        names: ['cbc:ID'],
        where: giro('SE:BANKGIRO'),
        rules: [
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
        ],
      },
      {
        names: ['cac:PaymentMeans'],
        where: (means) => ['50', '56'].some((code) => paymentMeans(means, code)),
        rules: [
          warning(
            'SE-R-011',
            'BT-81 BT-86',
            never,
            'A Swedish giro is not given as a credit transfer (30).',
            'Use code 30 and SE:BANKGIRO or SE:PLUSGIRO as the bank.',
          ),
        ],
      },
      {
        names: ['cac:PaymentMeans'],
        where: (means, document) => bothSwedish(document) && paymentMeans(means, '31'),
        rules: [
          warning(
            'SE-R-012',
            'BT-81',
            never,
            'A payment within Sweden is not given as a credit transfer (30).',
            'Use code 30.',
          ),
        ],
      },
    ],
  ],
}

const icelandic = (document: CheckedDocument): boolean => document.fact(sellerAddress) === 'IS'
const isIcelandicId = (element: XmlElement, path: string): boolean =>
  has(element, path) && select(element, path).some((id) => id.attribute('schemeID') === '0196')
const hasStreetAndPostcode = (element: XmlElement, address: string): boolean =>
  has(element, `${address}/cbc:StreetName`) && has(element, `${address}/cbc:PostalZone`)
const deadlines = (root: XmlElement): XmlElement[] =>
  root
    .all('cac:AdditionalDocumentReference')
    .filter((reference) => some(reference, 'cbc:DocumentDescription', 'EINDAGI'))
const icelandicAccount =
  (code: string) =>
  (root: XmlElement): boolean => {
    const means = root.all('cac:PaymentMeans').filter((payment) => paymentMeans(payment, code))
    return (
      means.length === 0 ||
      normalize(means.flatMap((payment) => select(payment, 'cac:PayeeFinancialAccount/cbc:ID'))[0]?.stringValue)
        .length === 12
    )
  }
const deadlineAfterDue = (root: XmlElement): boolean => {
  const [due, last] = [text(root, 'cbc:DueDate'), deadlines(root).flatMap((reference) => reference.all('cbc:ID'))]
  return last.length === 0
    ? deadlines(root).length === 0
    : due !== undefined && last.some((id) => due <= id.stringValue)
}
const icelandicType = (root: XmlElement): boolean =>
  ['cbc:InvoiceTypeCode', 'cbc:CreditNoteTypeCode'].some((name) => ['380', '381'].includes(value(root, name)))

export const iceland: RuleSet = {
  when: icelandic,
  patterns: [
    [
      {
        names: roots,
        rules: [
          warning(
            'IS-R-001',
            'BT-3',
            icelandicType,
            'The type of an Icelandic document (BT-3) is neither 380 nor 381.',
            'Use 380 for an invoice, 381 for a credit note.',
          ),
          fatal(
            'IS-R-002',
            'BT-30',
            (root) => isIcelandicId(root, `${seller}/cac:PartyLegalEntity/cbc:CompanyID`),
            'An Icelandic seller gives no kennitala (BT-30, scheme 0196).',
            'Give the kennitala with scheme 0196.',
          ),
          fatal(
            'IS-R-003',
            'BT-35 BT-38',
            (root) => hasStreetAndPostcode(root, `${seller}/cac:PostalAddress`),
            'The address of an Icelandic seller lacks street (BT-35) or post code (BT-38).',
            'Give both.',
          ),
          fatal(
            'IS-R-006',
            'BT-84',
            icelandicAccount('9'),
            'A claim (payment means 9) names no account of twelve digits (BT-84).',
            'Give bank, ledger and account number.',
          ),
          fatal(
            'IS-R-007',
            'BT-84',
            icelandicAccount('42'),
            'A bank transfer (payment means 42) names no account of twelve digits (BT-84).',
            'Give bank, ledger and account number.',
          ),
          fatal(
            'IS-R-008',
            'BT-122',
            (root) =>
              deadlines(root).length === 0 ||
              (day(first(deadlines(root)[0] ?? root, 'cbc:ID')?.stringValue) !== undefined &&
                (text(deadlines(root)[0] ?? root, 'cbc:ID') ?? '').length === 10),
            'The last payment date (EINDAGI) is not written YYYY-MM-DD.',
            'Write the date as YYYY-MM-DD.',
          ),
          fatal(
            'IS-R-009',
            'BT-9 BT-122',
            (root) => deadlines(root).length === 0 || has(root, 'cbc:DueDate'),
            'There is a last payment date (EINDAGI) but no due date (BT-9).',
            'Give the due date too.',
          ),
          fatal(
            'IS-R-010',
            'BT-9 BT-122',
            deadlineAfterDue,
            'The last payment date (EINDAGI) is before the due date (BT-9).',
            'Give a last payment date on or after the due date.',
          ),
        ],
      },
      {
        names: ['cac:AccountingCustomerParty'],
        where: (_, document) => document.fact(buyerAddress) === 'IS',
        rules: [
          fatal(
            'IS-R-004',
            'BT-47',
            (party) => isIcelandicId(party, 'cac:Party/cac:PartyLegalEntity/cbc:CompanyID'),
            'An Icelandic buyer has no kennitala (BT-47, scheme 0196).',
            'Give the kennitala with scheme 0196.',
          ),
          fatal(
            'IS-R-005',
            'BT-50 BT-53',
            (party) => hasStreetAndPostcode(party, 'cac:Party/cac:PostalAddress'),
            'The address of an Icelandic buyer lacks street (BT-50) or post code (BT-53).',
            'Give both.',
          ),
        ],
      },
    ],
  ],
}
