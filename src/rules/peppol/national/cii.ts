/** Peppol BIS Billing in CII: rules of Norway, Denmark, Italy, Sweden and the Netherlands. */
import type { XmlElement } from '../../../formats/xml/tree.ts'
import { isNorwegian, isSwedish } from '../../check-digits.ts'
import type { CheckedDocument } from '../../checked-document.ts'
import { decimalAt, double } from '../../numbers.ts'
import { attribute, has, select, some, text, value } from '../../path.ts'
import { normalize } from '../../white-space.ts'
import { hasAncestor, within } from '../../position.ts'
import { type Context, fatal, never, type Rule, type RuleSet, warning } from '../../rule.ts'

const transaction = 'rsm:SupplyChainTradeTransaction'
const agreement = `${transaction}/ram:ApplicableHeaderTradeAgreement`
const settlement = `${transaction}/ram:ApplicableHeaderTradeSettlement`
const seller = `${agreement}/ram:SellerTradeParty`
const buyer = `${agreement}/ram:BuyerTradeParty`
const country = 'ram:PostalTradeAddress/ram:CountryID'

/** These rules look for the scheme VAT, where CII says VA: registrations found so are rare, and the address decides. */
const vatNumbers = (party: XmlElement): string[] =>
  party
    .all('ram:SpecifiedTaxRegistration')
    .filter((registration) => select(registration, 'ram:ID[@schemeID=VAT]').length > 0)
    .map((registration) => text(registration, 'ram:ID') ?? '')

const sellerCountry = ({ root }: CheckedDocument): string => {
  for (const party of [
    ...select(root, seller),
    ...select(root, `${agreement}/ram:SellerTaxRepresentativeTradeParty`),
  ]) {
    const [number] = vatNumbers(party)
    if (number !== undefined) return normalize(number.slice(0, 2)).toUpperCase()
  }
  return has(root, `${seller}/${country}`) ? value(root, `${seller}/${country}`).toUpperCase() : 'XX'
}

const addressed =
  (party: string, code: string) =>
  ({ root }: CheckedDocument): boolean =>
    some(root, `${party}/${country}`, code)
const isSeller = (party: XmlElement): boolean => party.qname === 'ram:SellerTradeParty'
const isRoot = ({ parent }: XmlElement): boolean => parent === undefined
const inHeader =
  (...names: readonly string[]) =>
  (element: XmlElement): boolean =>
    within(element, ...names)
const PARTY = ['ram:SellerTradeParty', 'ram:ApplicableHeaderTradeAgreement', transaction] as const
const BUYER = ['ram:BuyerTradeParty', 'ram:ApplicableHeaderTradeAgreement', transaction] as const
const MEANS = ['ram:ApplicableHeaderTradeSettlement', transaction] as const

const norwegianVat = (party: XmlElement): boolean => {
  const numbers = vatNumbers(party).filter((number) => number.startsWith('NO'))
  return numbers.every((number) => /^NO\d{9}MVA$/.test(number) && isNorwegian(number.slice(2, 11)))
}

const norway: RuleSet = {
  when: (document) => document.fact(sellerCountry) === 'NO',
  patterns: [
    [
      {
        names: ['ram:SellerTradeParty'],
        rules: [
          warning(
            'NO-R-002',
            'BT-32',
            (party) =>
              select(party, 'ram:SpecifiedTaxRegistration/ram:ID[@schemeID=FC]').some(
                (id) => normalize(id.text) === 'Foretaksregisteret',
              ),
            'The seller does not say "Foretaksregisteret", which most Norwegian companies must.',
            'Give it as tax registration (BT-32).',
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

const danish = addressed(seller, 'DK')
const danishBuyer = addressed(buyer, 'DK')
const bothDanish = (document: CheckedDocument): boolean => document.fact(danish) && document.fact(danishBuyer)

const danishTax = (root: XmlElement, document: CheckedDocument): boolean => {
  if (
    !document.fact(danishBuyer) ||
    !some(root, `${settlement}/ram:SpecifiedTradeAllowanceCharge/ram:ReasonCode`, 'ZZZ')
  )
    return true
  const reason = text(root, `${settlement}/ram:SpecifiedTradeAllowanceCharge/ram:Reason`) ?? ''
  if (normalize(reason).length === 4 && double(reason) >= 0 && double(reason) <= 9999) return true
  return reason.includes('#') && !reason.startsWith('#') && !reason.endsWith('#')
}

const unschemed = (root: XmlElement, party: string): boolean =>
  has(root, `${party}/ram:GlobalID`) && normalize(attribute(root, `${party}/ram:GlobalID`, 'schemeID')) === ''
const means = (element: XmlElement, ...codes: readonly string[]): boolean =>
  codes.some((code) => some(element, 'ram:TypeCode', code))
const reference = (element: XmlElement): string => text(element, '../ram:PaymentReference') ?? ''
const startsWith = (element: XmlElement, ...prefixes: readonly string[]): boolean =>
  prefixes.includes(reference(element).slice(0, 3))
const account = (element: XmlElement): string =>
  text(element, 'ram:PayeePartyCreditorFinancialAccount/ram:IBANID') ?? ''
const DANISH_MEANS = ['1', '10', '31', '42', '48', '49', '50', '58', '59', '93', '97']
const UNSPSC = ['19.05.01', '19.0501', '26.08.01', '26.0801']

const danishClassification = (line: XmlElement): boolean => {
  const codes = select(line, 'ram:SpecifiedTradeProduct/ram:DesignatedProductClassification/ram:ClassCode')
  return (
    !codes.some((code) => code.attribute('listID') === 'TST') ||
    codes.some((code) => UNSPSC.includes(code.attribute('listVersionID') ?? ''))
  )
}

const registration = `${seller}/ram:SpecifiedLegalOrganization/ram:ID`
const danishPayment: readonly Rule[] = [
  fatal(
    'DK-R-005',
    'BT-81',
    (element) => DANISH_MEANS.includes(text(element, 'ram:TypeCode') ?? ''),
    'The payment means (BT-81) is not used in Denmark.',
    `Use one of ${DANISH_MEANS.join(', ')}.`,
  ),
  fatal(
    'DK-R-006',
    'BT-84 BT-86',
    (element) =>
      !means(element, '31', '42') ||
      (normalize(account(element)) !== '' &&
        value(element, 'ram:PayeeSpecifiedCreditorFinancialInstitution/ram:BICID') !== ''),
    'A Danish bank transfer lacks the account (BT-84) or the registration number (BT-86).',
    'Give both.',
  ),
  fatal(
    'DK-R-007',
    'BT-89 BT-90',
    (element) =>
      !means(element, '49') ||
      (value(element, '../ram:CreditorReferenceID') !== '' &&
        value(element, 'ram:SpecifiedTradePaymentTerms/ram:DirectDebitMandateID') !== ''),
    'A Danish direct debit lacks the mandate (BT-89) or the creditor (BT-90).',
    'Give both.',
  ),
  fatal(
    'DK-R-008',
    'BT-83 BT-84',
    (element) => !means(element, '50') || (startsWith(element, '01#', '04#', '15#') && account(element).length === 7),
    'A giro payment needs a card type 01#, 04# or 15# (BT-83) and an account of seven characters (BT-84).',
    'Give the payment reference and the giro account in that form.',
  ),
  fatal(
    'DK-R-009',
    'BT-83',
    (element) => !means(element, '50') || !startsWith(element, '04#', '15#') || reference(element).length === 19,
    'A giro payment 04# or 15# needs sixteen digits (BT-83).',
    'Add the sixteen digits of the instruction.',
  ),
  fatal(
    'DK-R-010',
    'BT-83 BT-84',
    (element) => !means(element, '93') || (startsWith(element, '71#', '73#', '75#') && account(element).length === 8),
    'A FIK payment needs a card type 71#, 73# or 75# (BT-83) and a creditor number of eight characters (BT-84).',
    'Give the payment reference and the creditor number in that form.',
  ),
  fatal(
    'DK-R-011',
    'BT-83',
    (element) =>
      !means(element, '93') || !startsWith(element, '71#', '75#') || [18, 19].includes(reference(element).length),
    'A FIK payment 71# or 75# needs fifteen or sixteen digits (BT-83).',
    'Add the digits of the instruction.',
  ),
]

const denmark: RuleSet = {
  when: (document) => document.fact(danish),
  patterns: [
    [
      {
        names: ['rsm:CrossIndustryInvoice'],
        where: isRoot,
        rules: [
          fatal(
            'DK-R-002',
            'BT-30',
            (root) => value(root, registration) !== '',
            'A Danish seller gives no CVR number (BT-30).',
            'Give the CVR number as legal registration.',
          ),
          fatal(
            'DK-R-004',
            'BT-97 BT-98',
            danishTax,
            'A Danish tax other than VAT (code ZZZ) does not name its category as the reason.',
            'Give the four-digit tax category, or text that has a # inside.',
          ),
          fatal(
            'DK-R-013',
            'BT-29-1 BT-46-1',
            (root, document) => !document.fact(danishBuyer) || !(unschemed(root, seller) || unschemed(root, buyer)),
            'An identifier of a Danish party has no scheme.',
            'Give the scheme of the identifier.',
          ),
          fatal(
            'DK-R-014',
            'BT-30-1',
            (root) => !has(root, registration) || normalize(attribute(root, registration, 'schemeID')) === '0184',
            'The registration of a Danish seller (BT-30) is not of the scheme 0184.',
            'Set the scheme identifier to 0184.',
          ),
          fatal(
            'DK-R-016',
            'BT-115',
            (root, document) =>
              !(
                document.fact(danishBuyer) &&
                value(root, 'rsm:ExchangedDocument/ram:TypeCode') === '381' &&
                double(
                  text(root, `${settlement}/ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:DuePayableAmount`),
                ) < 0
              ),
            'A Danish credit note has a negative total (BT-115).',
            'Give positive amounts in a credit note.',
          ),
        ],
      },
      {
        names: ['ram:SpecifiedTradeSettlementPaymentMeans'],
        where: (element, document) => bothDanish(document) && within(element, ...MEANS),
        rules: danishPayment,
      },
      {
        names: ['ram:IncludedSupplyChainTradeLineItem'],
        where: (_, document) => bothDanish(document),
        rules: [
          warning(
            'DK-R-003',
            'BT-158-2',
            danishClassification,
            'An item classification (TST) does not name a UNSPSC version that Denmark uses.',
            'Use UNSPSC 19.05.01 or 26.08.01.',
          ),
        ],
      },
    ],
  ],
}

const italianAddress = (id: string, term: string, part: string, what: string): Rule =>
  fatal(
    id,
    term,
    (party) => has(party, `ram:PostalTradeAddress/${part}`),
    `The address of an Italian seller has no ${what} (${term}).`,
    `Give the ${what}.`,
  )

const taxCode = (tax: XmlElement): boolean => {
  const ids = tax.all('ram:ID')
  const isTaxCode = (id: XmlElement): boolean => normalize(id.attribute('schemeID')) === 'FC'
  return (
    ids.some((id) => id.attribute('schemeID') !== undefined && !isTaxCode(id)) ||
    /^[A-Z0-9]{11,16}$/.test(normalize(ids.find(isTaxCode)?.stringValue))
  )
}

const italy: RuleSet = {
  when: (document) => document.fact(sellerCountry) === 'IT',
  patterns: [
    [
      {
        names: ['ram:SpecifiedTaxRegistration'],
        where: (tax) => tax.parent !== undefined && isSeller(tax.parent),
        rules: [
          fatal(
            'IT-R-001',
            'BT-32',
            taxCode,
            'The tax code of an Italian seller (BT-32) is not eleven to sixteen capitals or digits.',
            'Give the codice fiscale.',
          ),
        ],
      },
      {
        names: ['ram:SellerTradeParty'],
        rules: [
          italianAddress('IT-R-002', 'BT-35', 'ram:LineOne', 'street'),
          italianAddress('IT-R-003', 'BT-37', 'ram:CityName', 'city'),
          italianAddress('IT-R-004', 'BT-38', 'ram:PostcodeCode', 'post code'),
        ],
      },
    ],
  ],
}

const swedish = addressed(seller, 'SE')
const bothSwedish = (document: CheckedDocument): boolean => document.fact(swedish) && addressed(buyer, 'SE')(document)
const swedishVat = (party: XmlElement): string =>
  select(party, 'ram:SpecifiedTaxRegistration/ram:ID[@schemeID=VAT]')[0]?.stringValue ?? ''
const isNumeric = (written: string | undefined): boolean => !Number.isNaN(double(written))
const giro =
  (name: string): Context['where'] =>
  (number) =>
    within(number, 'ram:PayeePartyCreditorFinancialAccount', 'ram:SpecifiedTradeSettlementPaymentMeans', ...MEANS) &&
    value(number, '../../ram:TypeCode') === '30' &&
    value(number, '../../ram:PayeeSpecifiedCreditorFinancialInstitution/ram:BICID') === name
const RATES = [25, 12, 6]

const sweden: RuleSet = {
  when: (document) => document.fact(swedish),
  patterns: [
    [
      {
        names: ['ram:SellerTradeParty'],
        where: (party) => swedishVat(party).startsWith('SE'),
        rules: [
          fatal(
            'SE-R-001',
            'BT-31',
            (party) => normalize(swedishVat(party)).length === 14,
            'A Swedish VAT number is not fourteen characters long.',
            'Write it as SE and twelve digits.',
          ),
          fatal(
            'SE-R-002',
            'BT-31',
            (party) => isNumeric(swedishVat(party).slice(2, 14)),
            'A Swedish VAT number is not SE and digits.',
            'Write it as SE and twelve digits.',
          ),
        ],
      },
      {
        names: ['ram:SpecifiedLegalOrganization'],
        where: (organization) => within(organization, ...PARTY) && has(organization, 'ram:ID'),
        rules: [
          fatal(
            'SE-R-003',
            'BT-30',
            (organization) => isNumeric(text(organization, 'ram:ID')),
            'A Swedish organization number is not a number.',
            'Write the ten digits without a hyphen.',
          ),
          fatal(
            'SE-R-004',
            'BT-30',
            (organization) => value(organization, 'ram:ID').length === 10,
            'A Swedish organization number is not ten digits long.',
            'Write the ten digits without a hyphen.',
          ),
          fatal(
            'SE-R-013',
            'BT-30',
            (organization) => isSwedish(value(organization, 'ram:ID')),
            'A Swedish organization number has a wrong check digit.',
            'Check the number with the registry.',
          ),
        ],
      },
      {
        names: ['ram:ID'],
        where: (id) =>
          within(id, 'ram:SpecifiedTaxRegistration', ...PARTY) &&
          id.attribute('schemeID') === 'FC' &&
          has(id, '../../ram:SpecifiedLegalOrganization/ram:ID'),
        rules: [
          fatal(
            'SE-R-005',
            'BT-32',
            (id) => normalize(id.stringValue.toUpperCase()) === 'GODKÄND FÖR F-SKATT',
            'The tax registration of a Swedish seller (BT-32) is not "Godkänd för F-skatt".',
            'Write "Godkänd för F-skatt", or leave the registration out.',
          ),
        ],
      },
      {
        names: ['ram:ApplicableTradeTax', 'ram:CategoryTradeTax'],
        where: (_, { root }) => select(root, seller).some((party) => swedishVat(party).startsWith('SE')),
        rules: [
          fatal(
            'SE-R-006',
            'BT-152 BT-119',
            (tax) => RATES.includes(double(text(tax, 'ram:RateApplicablePercent'))),
            'A rate in Sweden is none of 25, 12 and 6.',
            'Use one of the three rates.',
          ),
        ],
      },
      {
        names: ['ram:ProprietaryID'],
        where: giro('SE:PLUSGIRO'),
        rules: [
          warning(
            'SE-R-007',
            'BT-84',
            (number) => isNumeric(normalize(number.stringValue)),
            'A Plusgiro account is not a number.',
            'Write the digits without a hyphen.',
          ),
          warning(
            'SE-R-010',
            'BT-84',
            (number) => /^.{2,8}$/.test(normalize(number.stringValue)),
            'A Plusgiro account is not two to eight characters long.',
            'Check the account number.',
          ),
        ],
      },
      {
        names: ['ram:ProprietaryID'],
        where: giro('SE:BANKGIRO'),
        rules: [
          warning(
            'SE-R-008',
            'BT-84',
            (number) => isNumeric(normalize(number.stringValue)),
            'A Bankgiro account is not a number.',
            'Write the digits without a hyphen.',
          ),
          warning(
            'SE-R-009',
            'BT-84',
            (number) => /^.{7,8}$/.test(normalize(number.stringValue)),
            'A Bankgiro account is not seven or eight characters long.',
            'Check the account number.',
          ),
        ],
      },
      {
        names: ['ram:SpecifiedTradeSettlementPaymentMeans'],
        where: (element) => within(element, ...MEANS) && ['50', '56'].includes(value(element, 'ram:TypeCode')),
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
        names: ['ram:SpecifiedTradeSettlementPaymentMeans'],
        where: (element, document) =>
          within(element, ...MEANS) && bothSwedish(document) && value(element, 'ram:TypeCode') === '31',
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

const isDutch =
  (path: string) =>
  ({ root }: CheckedDocument): boolean =>
    value(root, `${path}/${country}`).toUpperCase() === 'NL'
const dutch = isDutch(seller)
const bothDutch = isDutch(buyer)
const dutchRepresentative = isDutch(`${agreement}/ram:SellerTaxRepresentativeTradeParty`)

const dutchAddress = (id: string, terms: string, whose: string): Rule =>
  fatal(
    id,
    terms,
    (address) => has(address, 'ram:LineOne') && has(address, 'ram:CityName') && has(address, 'ram:PostcodeCode'),
    `The address of the Dutch ${whose} lacks street, city or post code.`,
    'Give all three.',
  )
const dutchRegistration = (id: string, term: string, whose: string): Rule =>
  fatal(
    id,
    term,
    (number) =>
      ['0106', '0190'].some((scheme) => ` ${number.attribute('schemeID') ?? ''} `.includes(` ${scheme} `)) &&
      normalize(number.stringValue) !== '',
    `The registration of the Dutch ${whose} is neither a KVK (0106) nor an OIN number (0190).`,
    'Give the KVK or OIN number with its scheme.',
  )

const DUTCH_MEANS = ['30', '48', '49', '57', '58', '59']
const CREDIT_NOTES = ['81', '83', '381', '396', '532']
const payable = (totals: XmlElement, { root }: CheckedDocument): boolean => {
  const [due, type] = [decimalAt(totals, 'ram:DuePayableAmount'), value(root, 'rsm:ExchangedDocument/ram:TypeCode')]
  return (
    (type === '381' ? due?.isNegative() : due?.isPositive()) === false ||
    has(root, `${settlement}/ram:SpecifiedTradeSettlementPaymentMeans`)
  )
}

const netherlands: RuleSet = {
  when: (document) => document.fact(dutch),
  patterns: [
    [
      {
        names: ['rsm:ExchangedDocument'],
        where: (element) => CREDIT_NOTES.includes(value(element, 'ram:TypeCode')),
        rules: [
          fatal(
            'NL-R-001',
            'BT-25',
            (_, document) =>
              document
                .named('ram:IssuerAssignedID')
                .some(inHeader('ram:InvoiceReferencedDocument', 'ram:ApplicableHeaderTradeSettlement')),
            'A Dutch credit note names no invoice (BT-25).',
            'Give the number of the invoice that is credited.',
          ),
        ],
      },
      {
        names: ['ram:PostalTradeAddress'],
        where: inHeader(...PARTY),
        rules: [dutchAddress('NL-R-002', 'BT-35 BT-37 BT-38', 'seller')],
      },
      {
        names: ['ram:ID'],
        where: inHeader('ram:SpecifiedLegalOrganization', ...PARTY),
        rules: [dutchRegistration('NL-R-003', 'BT-30', 'seller')],
      },
      {
        names: ['ram:PostalTradeAddress'],
        where: (address, document) => within(address, ...BUYER) && document.fact(bothDutch),
        rules: [dutchAddress('NL-R-004', 'BT-50 BT-52 BT-53', 'buyer')],
      },
      {
        names: ['ram:ID'],
        where: (id, document) => within(id, 'ram:SpecifiedLegalOrganization', ...BUYER) && document.fact(bothDutch),
        rules: [dutchRegistration('NL-R-005', 'BT-47', 'buyer')],
      },
      {
        names: ['ram:PostalTradeAddress'],
        where: (address, document) =>
          within(address, 'ram:SellerTaxRepresentativeTradeParty') && document.fact(dutchRepresentative),
        rules: [dutchAddress('NL-R-006', 'BT-64 BT-66 BT-67', 'tax representative')],
      },
      {
        names: ['ram:SpecifiedTradeSettlementHeaderMonetarySummation'],
        rules: [
          fatal(
            'NL-R-007',
            'BG-16 BT-115',
            payable,
            'A Dutch invoice that is to be paid names no means of payment (BG-16).',
            'Give the means of payment.',
          ),
        ],
      },
      {
        names: ['ram:SpecifiedTradeSettlementPaymentMeans'],
        where: (_, document) => document.fact(bothDutch),
        rules: [
          fatal(
            'NL-R-008',
            'BT-81',
            (element) => DUTCH_MEANS.includes(value(element, 'ram:TypeCode')),
            'The payment means (BT-81) is not used between Dutch parties.',
            `Use one of ${DUTCH_MEANS.join(', ')}.`,
          ),
        ],
      },
      {
        names: ['ram:LineID'],
        where: (id) =>
          within(id, 'ram:BuyerOrderReferencedDocument', 'ram:SpecifiedLineTradeAgreement') &&
          hasAncestor(id, transaction),
        rules: [
          fatal(
            'NL-R-009',
            'BT-132 BT-13',
            (_, { root }) => has(root, `${agreement}/ram:BuyerOrderReferencedDocument/ram:IssuerAssignedID`),
            'A line names an order line (BT-132), but the document names no order (BT-13).',
            'Give the order of the document.',
          ),
        ],
      },
    ],
  ],
}

export const ciiNational: readonly RuleSet[] = [norway, denmark, italy, sweden, netherlands]
