/** Peppol BIS Order 3 (T01): what its rules ask beyond the data model. */
import type { XmlElement } from '../../../formats/xml/tree.ts'
import { allowanceReasons, chargeReasons, peppolCountries } from '../../../values/codelists/code-lists.ts'
import type { CheckedDocument } from '../../checked-document.ts'
import { Exact, type Amount } from '../../exact.ts'
import {
  cents,
  decimal,
  decimalAt,
  double,
  minus,
  near,
  percentOf,
  plus,
  same,
  sumAt,
  times,
  total,
} from '../../numbers.ts'
import { filled, has, select, some, text, value } from '../../path.ts'
import { normalize } from '../../white-space.ts'
import { hasAncestor, within } from '../../position.ts'
import { type Context, fatal, never, type Pattern, type Rule, warning } from '../../rule.ts'
import { commonRules } from './common.ts'
import { orderModel } from './order-model.ts'

const ONE = Exact.of(1)
const NOTHING = Exact.of(0)
const PROCESSES = ['order_only', 'ordering', 'advanced_ordering'].map(
  (process) => `urn:fdc:peppol.eu:poacc:bis:${process}:3`,
)
const SPECIFICATION = 'urn:fdc:peppol.eu:poacc:trns:order:3'
const LINE = ['cac:LineItem', 'cac:OrderLine', 'order:Order']

/** An amount that counts as nothing where it is not given. */
const optional = (from: XmlElement, path: string): Amount => (has(from, path) ? decimalAt(from, path) : NOTHING)

const charges = (parent: XmlElement, indicator: 'true' | 'false'): Amount =>
  cents(
    total(
      select(parent, 'cac:AllowanceCharge')
        .filter((charge) => value(charge, 'cbc:ChargeIndicator') === indicator)
        .map((charge) => sumAt(charge, 'cbc:Amount')),
    ),
  )

const isPositive = (amount: Amount): boolean => amount?.isNegative() === false

const amounts: Rule[] = [
  fatal(
    'PEPPOL-T01-R003',
    'BT-5',
    (amount, { root }) => {
      const currency = amount.attribute('currencyID')
      return currency === undefined || some(root, 'cbc:DocumentCurrencyCode', currency)
    },
    'An amount is not in the currency of the order.',
    'Order in one currency.',
  ),
  fatal(
    'PEPPOL-T01-R028',
    '',
    (amount) => hasAncestor(amount, 'cac:Price') || amount.stringValue.split('.').slice(1).join('.').length <= 2,
    'An amount has more than two decimals; only prices may.',
    'Round the amount.',
  ),
]

/** The total without tax, or what it should be where it is not given. */
const withoutTax = (totals: XmlElement): Amount =>
  has(totals, 'cbc:TaxExclusiveAmount') ? decimalAt(totals, 'cbc:TaxExclusiveAmount') : expectedWithoutTax(totals)
const expectedWithoutTax = (totals: XmlElement): Amount =>
  plus(
    minus(decimalAt(totals, 'cbc:LineExtensionAmount'), optional(totals, 'cbc:AllowanceTotalAmount')),
    optional(totals, 'cbc:ChargeTotalAmount'),
  )

/** A total with tax that is absent or zero is not compared with anything. */
const withTax = (totals: XmlElement): Amount => {
  const amount = decimalAt(totals, 'cbc:TaxInclusiveAmount')
  return amount === undefined || amount.isZero() ? undefined : amount
}

const payable = (totals: XmlElement): Amount =>
  plus(minus(withTax(totals), optional(totals, 'cbc:PrepaidAmount')), optional(totals, 'cbc:PayableRoundingAmount'))

const sumOfLines = ({ root }: CheckedDocument): Amount =>
  cents(sumAt(root, 'cac:OrderLine/cac:LineItem/cbc:LineExtensionAmount'))

const totals: Rule[] = [
  fatal(
    'PEPPOL-T01-R006',
    '',
    (at) => isPositive(decimalAt(at, 'cbc:PayableAmount')),
    'The expected amount to pay is negative.',
    'Correct the totals.',
  ),
  fatal(
    'PEPPOL-T01-R007',
    '',
    (at) => isPositive(decimalAt(at, 'cbc:LineExtensionAmount')),
    'The expected sum of the lines is negative.',
    'Correct the totals.',
  ),
  fatal(
    'PEPPOL-T01-R008',
    '',
    (at, document) => same(decimalAt(at, 'cbc:LineExtensionAmount'), sumOfLines(document)),
    'The expected sum of the lines is not the sum of the line amounts.',
    'Correct the totals.',
  ),
  fatal(
    'PEPPOL-T01-R009',
    '',
    (at, { root }) => same(optional(at, 'cbc:AllowanceTotalAmount'), charges(root, 'false')),
    'The expected sum of allowances is not the sum of the allowances of the order.',
    'Correct the totals.',
  ),
  fatal(
    'PEPPOL-T01-R010',
    '',
    (at, { root }) => same(optional(at, 'cbc:ChargeTotalAmount'), charges(root, 'true')),
    'The expected sum of charges is not the sum of the charges of the order.',
    'Correct the totals.',
  ),
  fatal(
    'PEPPOL-T01-R011',
    '',
    (at) => same(withoutTax(at), expectedWithoutTax(at)),
    'The expected total without tax is not the lines less the allowances plus the charges.',
    'Correct the totals.',
  ),
  fatal(
    'PEPPOL-T01-R016',
    '',
    (at) => withTax(at) === undefined || same(decimalAt(at, 'cbc:PayableAmount'), payable(at)),
    'The expected amount to pay is not the total with tax less what is paid plus the rounding.',
    'Correct the totals.',
  ),
  fatal(
    'PEPPOL-T01-R017',
    '',
    (at, { root }) =>
      withTax(at) === undefined ||
      !has(root, 'cac:TaxTotal') ||
      same(withTax(at), plus(withoutTax(at), optional(root, 'cac:TaxTotal/cbc:TaxAmount'))),
    'The expected total with tax is not the total without tax plus the tax.',
    'Correct the totals.',
  ),
]

const isExpectedCharge = (charge: XmlElement): boolean =>
  !has(charge, 'cbc:MultiplierFactorNumeric') ||
  !has(charge, 'cbc:BaseAmount') ||
  near(
    optional(charge, 'cbc:Amount'),
    percentOf(decimalAt(charge, 'cbc:BaseAmount'), decimalAt(charge, 'cbc:MultiplierFactorNumeric')),
  )

const charge: Rule[] = [
  fatal(
    'PEPPOL-T01-R022',
    '',
    isExpectedCharge,
    'An allowance or charge is not its percentage of its base amount.',
    'Correct the amount, the base or the percentage.',
  ),
  fatal(
    'PEPPOL-T01-R023',
    '',
    (at) => has(at, 'cbc:AllowanceChargeReason') || has(at, 'cbc:AllowanceChargeReasonCode'),
    'An allowance or charge has no reason.',
    'Give a reason or a reason code.',
  ),
  fatal(
    'PEPPOL-T01-R032',
    '',
    (at) => double(text(at, 'cbc:Amount')) >= 0,
    'An allowance or charge is negative.',
    'Make an allowance of a negative charge, and the other way round.',
  ),
]

const category: Rule[] = [
  fatal(
    'PEPPOL-T01-R029',
    'BT-151 BT-152',
    (tax) => has(tax, 'cbc:Percent') || value(tax, 'cbc:ID') === 'O',
    'A tax category has no rate.',
    'Give the rate; only category O has none.',
  ),
  fatal(
    'PEPPOL-T01-R030',
    'BT-151 BT-152',
    (tax) => value(tax, 'cbc:ID') !== 'S' || double(text(tax, 'cbc:Percent')) > 0,
    'The standard rate of a tax category is not above zero.',
    'Give the rate, or category Z or E.',
  ),
]

const expectedLine = (line: XmlElement): Amount => {
  const quantity = has(line, 'cbc:Quantity') ? decimalAt(line, 'cbc:Quantity') : ONE
  const base = has(line, 'cac:Price/cbc:BaseQuantity') ? decimalAt(line, 'cac:Price/cbc:BaseQuantity') : ONE
  const price = optional(line, 'cac:Price/cbc:PriceAmount')
  const unit = price === undefined || base === undefined ? undefined : base.isZero() ? price : price.div(base)
  return minus(plus(times(quantity, unit), charges(line, 'true')), charges(line, 'false'))
}

const lineNumbers = ({ root }: CheckedDocument): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const number of select(root, 'cac:OrderLine/cac:LineItem/cbc:ID'))
    counts.set(number.stringValue, (counts.get(number.stringValue) ?? 0) + 1)
  return counts
}

const line: Rule[] = [
  fatal(
    'PEPPOL-T01-R024',
    '',
    (at) => near(optional(at, 'cbc:LineExtensionAmount'), expectedLine(at)),
    'A line amount is not the quantity times the price of a unit, with the charges and without the allowances.',
    'Correct the amount.',
  ),
  fatal(
    'PEPPOL-T01-R025',
    'BT-149',
    (at) => !has(at, 'cac:Price/cbc:BaseQuantity') || double(text(at, 'cac:Price/cbc:BaseQuantity')) > 0,
    'The quantity that a price is for is not above zero.',
    'Give the quantity, or leave it out for one.',
  ),
  fatal(
    'PEPPOL-T01-R001',
    'BT-126',
    (at, document) => document.fact(lineNumbers).get(text(at, 'cbc:ID') ?? '') === 1,
    'The number of a line is missing or used twice.',
    'Number the lines.',
  ),
  fatal(
    'PEPPOL-T01-R004',
    'BT-129',
    (at) => double(text(at, 'cbc:Quantity')) >= 0,
    'An ordered quantity is negative.',
    'Order nothing less than nothing.',
  ),
  warning(
    'PEPPOL-T01-R013',
    'BT-129',
    (at) => has(at, 'cbc:Quantity'),
    'A line has no quantity.',
    'Say how much is ordered.',
  ),
]

const price: Rule[] = [
  fatal(
    'PEPPOL-T01-R005',
    'BT-146',
    (at) => double(text(at, 'cbc:PriceAmount')) >= 0,
    'A net price is negative or missing.',
    'Correct the price.',
  ),
  fatal(
    'PEPPOL-T01-R027',
    'BT-148',
    (at) => isNotNegative(at, 'cac:AllowanceCharge/cbc:BaseAmount'),
    'A gross price is negative.',
    'Correct the price.',
  ),
  fatal(
    'PEPPOL-T01-R033',
    'BT-147',
    (at) => isNotNegative(at, 'cac:AllowanceCharge/cbc:Amount'),
    'A price discount is negative.',
    'Correct the discount.',
  ),
]
const isNotNegative = (at: XmlElement, path: string): boolean => !has(at, path) || double(text(at, path)) >= 0

const isNetPrice = (discount: XmlElement): boolean =>
  !has(discount, 'cbc:BaseAmount') ||
  same(
    decimalAt(discount, '../cbc:PriceAmount'),
    minus(decimalAt(discount, 'cbc:BaseAmount'), decimal(text(discount, 'cbc:Amount'))),
  )

const isCountry = (prefix: string): boolean => prefix === '' || prefix === 'EL' || peppolCountries.has(prefix)
const hasWithout =
  (path: string, other: string) =>
  (element: XmlElement): boolean =>
    has(element, path) && !has(element, other)
const reason =
  (indicator: string) =>
  ({ parent }: XmlElement): boolean =>
    parent?.qname === 'cac:AllowanceCharge' && some(parent, 'cbc:ChargeIndicator', indicator)
const percentage = 'cbc:MultiplierFactorNumeric'
const base = 'cbc:BaseAmount'

const context = (names: string, rules: readonly Rule[], where?: Context['where']): Context => ({
  names: names.split(' '),
  rules,
  where,
})
const isDocumentOrLine = (charge: XmlElement): boolean => within(charge, 'order:Order') || within(charge, ...LINE)

/** One pattern: an element meets the first of its contexts only. */
const orderRules: Pattern = [
  context('cbc:ProfileID', [
    fatal(
      'PEPPOL-T01-R031',
      'BT-23',
      (id) => PROCESSES.includes(normalize(id.stringValue)),
      'The process is not order only, ordering or advanced ordering.',
      `Write ${PROCESSES[1] ?? ''}.`,
    ),
  ]),
  context('cbc:CustomizationID', [
    fatal(
      'PEPPOL-T01-R034',
      'BT-24',
      (id) => normalize(id.stringValue).startsWith(SPECIFICATION),
      'The specification is not that of an order.',
      `Write ${SPECIFICATION}.`,
    ),
  ]),
  context('cbc:Amount cbc:TaxAmount cbc:LineExtensionAmount cbc:PriceAmount cbc:BaseAmount', amounts),
  context(
    '*',
    amounts,
    ({ qname, parent }) => parent?.qname === 'cac:AnticipatedMonetaryTotal' && qname.startsWith('cbc:'),
  ),
  context('order:Order', [
    warning(
      'PEPPOL-T01-R002',
      '',
      (root) => has(root, 'cac:ValidityPeriod/cbc:EndDate'),
      'The order does not say until when it holds.',
      'Give the last day of its validity.',
    ),
  ]),
  context('cac:OriginatorCustomerParty', [
    fatal(
      'PEPPOL-T01-R014',
      '',
      (at) => has(at, 'cac:Party/cac:PartyName/cbc:Name') || has(at, 'cac:Party/cac:PartyIdentification/cbc:ID'),
      'The originator has neither a name nor an identifier.',
      'Give one of the two.',
    ),
  ]),
  context(
    'cac:PartyTaxScheme',
    [
      fatal(
        'PEPPOL-T01-R026',
        'BT-31 BT-48',
        (at) => isCountry((text(at, 'cbc:CompanyID') ?? '').slice(0, 2)),
        'A VAT number does not start with a country code.',
        'Write the country before the number; EL for Greece.',
      ),
    ],
    (at) => some(at, 'cac:TaxScheme/cbc:ID', 'VAT'),
  ),
  context('cac:AnticipatedMonetaryTotal', totals),
  context(
    'cac:AllowanceCharge',
    [
      fatal(
        'PEPPOL-T01-R020',
        '',
        never,
        'An allowance or charge has a percentage and no base amount.',
        'Give the base amount.',
      ),
    ],
    hasWithout(percentage, base),
  ),
  context(
    'cac:AllowanceCharge',
    [
      fatal(
        'PEPPOL-T01-R021',
        '',
        never,
        'An allowance or charge has a base amount and no percentage.',
        'Give the percentage.',
      ),
    ],
    (at) => hasWithout(base, percentage)(at) && isDocumentOrLine(at),
  ),
  context('cac:AllowanceCharge', charge, isDocumentOrLine),
  context('cac:TaxCategory cac:ClassifiedTaxCategory', category),
  context('cac:LineItem', line, ({ parent }) => parent?.qname === 'cac:OrderLine'),
  context(
    'cac:AllowanceCharge',
    [
      fatal(
        'PEPPOL-T01-R019',
        '',
        isNetPrice,
        'A net price is not the gross price less the discount.',
        'Correct one of the three.',
      ),
    ],
    ({ parent }) => parent?.qname === 'cac:Price',
  ),
  context('cac:Price', price),
  context('cac:QuotationLineReference', [
    fatal(
      'PEPPOL-T01-R035',
      '',
      (_, { root }) => filled(root, 'cac:QuotationDocumentReference/cbc:ID'),
      'A line refers to a line of a quotation and the order to no quotation.',
      'Name the quotation.',
    ),
  ]),
  context(
    'cbc:AllowanceChargeReasonCode',
    [
      fatal(
        'PEPPOL-T01-CL001',
        '',
        (code) => allowanceReasons.has(normalize(code.stringValue)),
        'The reason code of an allowance is not in UNCL5189.',
        'Use a code of the list.',
      ),
    ],
    reason('false'),
  ),
  context(
    'cbc:AllowanceChargeReasonCode',
    [
      fatal(
        'PEPPOL-T01-CL002',
        '',
        (code) => chargeReasons.has(normalize(code.stringValue)),
        'The reason code of a charge is not in UNCL7161.',
        'Use a code of the list.',
      ),
    ],
    reason('true'),
  ),
]

export const orderRuleSet: Pattern[] = [...commonRules, ...orderModel, orderRules]
