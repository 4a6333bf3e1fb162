/** EN 16931-1, clause 6.4: the business rules of the semantic model, group by group. VAT categories are in vat.ts. */
import type { XmlElement } from '../../formats/xml/tree.ts'
import { cents, decimal, decimalsAtMost, double, same } from '../numbers.ts'
import { isVat } from '../path.ts'
import { normalize } from '../white-space.ts'
import { countries, noteSubjects } from '../../values/codelists/code-lists.ts'
import { charactersIn } from '../../values/text.ts'
import { fatal, type Rule } from '../rule.ts'
import type { GroupRules } from './binding.ts'
import type { Group } from './group.ts'
import { amountDue, totalWithoutVat, totalWithVat, vatAmount, vatTotal } from './totals.ts'

type Test = (group: Group) => boolean

const has =
  (term: string): Test =>
  (group) =>
    group.has(term)
const hasAny =
  (...terms: readonly string[]): Test =>
  (group) =>
    terms.some((term) => group.has(term))
const rule = (id: string, terms: string, test: Test, message: string, fix: string): Rule<Group> =>
  fatal<Group>(id, terms, test, message, fix)

/** `BR-02`: the term is there. */
const required = (id: string, term: string, what: string): Rule<Group> =>
  rule(id, term, has(term), `${what} (${term}) is missing.`, `Give ${what.charAt(0).toLowerCase()}${what.slice(1)}.`)

/** `BR-DEC-01`: an amount has at most two decimals. */
const twoDecimals = (id: string, term: string, what: string): Rule<Group> =>
  rule(
    id,
    term,
    (group) => decimalsAtMost(group.text(term), 2),
    `${what} (${term}) has more than two decimals.`,
    'Round the amount to two decimals, half away from zero, and add up the rounded amounts.',
  )

const reason = (id: string, text: string, code: string, what: string): Rule<Group> =>
  rule(
    id,
    `${text} ${code}`,
    hasAny(text, code),
    `${what} has no reason: neither a text (${text}) nor a code (${code}).`,
    'Give a reason, a reason code, or both.',
  )

const endsAfterStart = (id: string, start: string, end: string, what: string): Rule<Group> =>
  rule(
    id,
    `${start} ${end}`,
    (group) => {
      if (!group.has(start) || !group.has(end)) return true
      const [from, to] = [group.day(start), group.day(end)]
      return from !== undefined && to !== undefined && to >= from
    },
    `${what} ends (${end}) before it starts (${start}), or one of the dates does not exist.`,
    'Correct the start or the end of the period.',
  )

const scheme = (id: string, term: string, attribute: string, what: string): Rule<Group> =>
  rule(
    id,
    `${term} ${attribute}`,
    (group) => !group.has(term) || group.has(attribute),
    `${what} (${term}) has no scheme identifier.`,
    'Say in which scheme the identifier is registered.',
  )

const isNotNegative = (price: string): boolean => double(price) >= 0

/** A document total equals the sum of what it totals, or neither is there. */
const totals = (id: string, term: string, group: string, summed: string, what: string): Rule<Group> =>
  rule(
    id,
    `${term} ${summed}`,
    (document) => {
      if (!document.occurs(term) && !document.occurs(group)) return true
      return same(document.amount(term), cents(document.sum(summed)))
    },
    `${what} (${term}) is not the sum of the amounts it totals (${summed}).`,
    'Add up the amounts again, or leave both out where there are none.',
  )

const differentPayee: Test = (group) => {
  const shared = (one: string, other: string): boolean => {
    const others = group.texts(other)
    return group.texts(one).some((text) => others.includes(text))
  }
  return group.occurs('BT-59') && !shared('BT-59', 'BT-28') && !shared('BT-60', 'BT-29') && !shared('BT-61', 'BT-30')
}

/** ISO 3166-1 and `EL`, which Greece uses for VAT. UBL looks the two characters up without their borders. */
const vatPrefixes = ` ${[...countries.codes, 'EL'].join(' ')} `
const vatPrefix: Test = (group) => {
  const prefix = (group.text('BT-31') ?? '').slice(0, 2)
  return vatPrefixes.includes(group.syntax.name === 'UBL' ? prefix : ` ${prefix} `)
}

/** A note may start with its subject code between two `#`. */
const noteSubject: Test = (group) => {
  const [, subject, ...rest] = (group.text('BT-22') ?? '').split('#')
  return subject === undefined || rest.length === 0 || charactersIn(subject) !== 3 || noteSubjects.has(subject)
}

const accountingVat: Test = (group) => {
  const totalsIn = (currency: string): boolean =>
    group.document.named('cbc:TaxAmount', 'cac:TaxTotal').some((amount) => amount.attribute('currencyID') === currency)
  return group.texts('BT-6').every(totalsIn)
}

const accountingVatInCii: Test = (group) => {
  const accounting = group.texts('BT-6')
  if (accounting.length === 0) return true
  const invoice = group.texts('BT-5')
  return (
    group.all('BT-110').some((vat) => accounting.includes(vat.attribute('currencyID') ?? '')) &&
    !accounting.some((code) => invoice.includes(code))
  )
}

const missingAccountingVat = (test: Test): Rule<Group> =>
  rule(
    'BR-53',
    'BT-6 BT-111',
    test,
    'There is an accounting currency (BT-6) but no VAT total in it (BT-111).',
    'Give the total VAT in the accounting currency too.',
  )

const noBreakdown: Rule<Group> = rule(
  'BR-CO-18',
  'BG-23',
  has('BG-23'),
  'The invoice has no VAT breakdown (BG-23).',
  'Give one group for each VAT category and rate.',
)

const oneTaxPoint: Rule<Group> = rule(
  'BR-CO-03',
  'BT-7 BT-8',
  (group) => !(group.has('BT-7') && group.has('BT-8')),
  'Both a tax point date (BT-7) and a code for it (BT-8) are given.',
  'Give one of them.',
)

/** A part of BR-S-02: a category S that does not say VAT leaves the tax numbers of the seller without meaning. */
const standardRateIsVat: Rule<Group> = rule(
  'BR-S-02',
  'BT-151 BT-31',
  ({ document }) => {
    const isStandard = (tax: XmlElement): boolean => normalize(tax.first('cbc:ID')?.stringValue) === 'S'
    const taxes = document.named('cac:ClassifiedTaxCategory')
    return taxes.some((tax) => isVat(tax) && isStandard(tax)) || !taxes.some(isStandard)
  },
  'Lines of the category S do not say that their tax is VAT.',
  'Give the tax scheme VAT with each VAT category.',
)

const accountForTransfer: Test = (group) => {
  const codes = group.texts('BT-81').map(normalize)
  return !codes.some((code) => code === '30' || code === '58') || group.has('BT-84')
}

const missingAccount = (test: Test): Rule<Group> =>
  rule(
    'BR-61',
    'BT-81 BT-84',
    test,
    'The invoice is to be paid by credit transfer (BT-81), but it has no account (BT-84).',
    'Give the account (IBAN) to pay to.',
  )

/** Rules that the UBL files test at another place than the CII files. */
/** The file for UBL only warns of it. */
const cardInFull = rule(
  'BR-51',
  'BT-87',
  (group) => normalize(group.text('BT-87')).length <= 10,
  'The card number (BT-87) is shown in full.',
  'Show the first six and last four digits at most.',
)

export const modelInUbl: GroupRules = {
  'BG-0': [missingAccountingVat(accountingVat), oneTaxPoint, noBreakdown, standardRateIsVat],
  'BG-16': [missingAccount(accountForTransfer)],
  'BG-18': [{ ...cardInFull, severity: 'warning' }],
}

export const modelInCii: GroupRules = {
  'BG-17': [missingAccount((group) => group.occurs('BT-84'))],
  'BG-18': [cardInFull],
  'BG-22': [
    missingAccountingVat(accountingVatInCii),
    rule(
      'BR-DEC-13',
      'BT-110',
      (group) => vatDecimals(group, 'BT-5'),
      'The total VAT (BT-110) has more than two decimals.',
      'Round it to two decimals.',
    ),
    rule(
      'BR-DEC-15',
      'BT-111',
      (group) => vatDecimals(group, 'BT-6'),
      'The total VAT in the accounting currency (BT-111) has more than two decimals.',
      'Round it to two decimals.',
    ),
  ],
  'BG-23': [oneTaxPoint],
  'BG-25': [noBreakdown],
}

/**
 * One VAT total that is exact to two decimals, or of which the rule does not speak, is enough for the official test.
 */
const vatDecimals = (group: Group, currency: string): boolean => {
  const [vat, codes] = [group.all('BT-110'), group.texts(currency)]
  if (vat.length === 0 || (currency === 'BT-6' && codes.length === 0)) return true
  return vat.some((amount) => {
    if (!codes.includes(amount.attribute('currencyID') ?? '')) return currency === 'BT-5'
    const value = decimal(amount.stringValue)
    return same(value, cents(value))
  })
}

export const model: GroupRules = {
  'BG-0': [
    required('BR-01', 'BT-24', 'The specification identifier'),
    required('BR-02', 'BT-1', 'The invoice number'),
    required('BR-03', 'BT-2', 'The issue date'),
    required('BR-04', 'BT-3', 'The invoice type code'),
    required('BR-05', 'BT-5', 'The currency code'),
    required('BR-06', 'BT-27', 'The name of the seller'),
    required('BR-07', 'BT-44', 'The name of the buyer'),
    required('BR-08', 'BG-5', 'The postal address of the seller'),
    required('BR-10', 'BG-8', 'The postal address of the buyer'),
    rule('BR-16', 'BG-25', has('BG-25'), 'The invoice has no line (BG-25).', 'Give at least one line.'),
    rule(
      'BR-CO-15',
      'BT-112 BT-109 BT-110',
      totalWithVat,
      'The total with VAT (BT-112) is not the total without VAT (BT-109) plus the total VAT (BT-110) in the ' +
        'currency of the invoice, or there is not exactly one such VAT total.',
      'Give one VAT total in the invoice currency and add it to the total without VAT.',
    ),
  ],
  'BG-1': [
    rule(
      'BR-CL-08',
      'BT-21',
      noteSubject,
      'The subject code at the start of a note (BT-21) is not in UNTDID 4451.',
      'Use a code of UNTDID 4451 between the two "#", or none.',
    ),
  ],
  'BG-3': [required('BR-55', 'BT-25', 'The number of the preceding invoice')],
  'BG-4': [
    rule(
      'BR-CO-26',
      'BT-29 BT-30 BT-31',
      hasAny('BT-29', 'BT-30', 'BT-31'),
      'The seller is not identified: no identifier (BT-29), registration (BT-30) or VAT number (BT-31).',
      'Give one of the three, so that the buyer can tell who the supplier is.',
    ),
  ],
  'BT-34': [scheme('BR-62', 'BT-34', 'BT-34-1', 'The electronic address of the seller')],
  'BG-5': [required('BR-09', 'BT-40', 'The country of the seller')],
  'BT-49': [scheme('BR-63', 'BT-49', 'BT-49-1', 'The electronic address of the buyer')],
  'BG-8': [required('BR-11', 'BT-55', 'The country of the buyer')],
  'BG-10': [
    rule(
      'BR-17',
      'BT-59 BT-60',
      differentPayee,
      'The payee (BG-10) has no name (BT-59), or is the seller again.',
      'Name the payee where it is not the seller; leave the group out where it is.',
    ),
  ],
  'BG-11': [
    required('BR-18', 'BT-62', 'The name of the tax representative'),
    required('BR-19', 'BG-12', 'The postal address of the tax representative'),
    required('BR-56', 'BT-63', 'The VAT number of the tax representative'),
  ],
  'BG-12': [required('BR-20', 'BT-69', 'The country of the tax representative')],
  'BT-31': [
    rule(
      'BR-CO-09',
      'BT-31 BT-48 BT-63',
      vatPrefix,
      'A VAT number (BT-31, BT-48, BT-63) does not start with the code of a country.',
      'Write the VAT number with the ISO 3166-1 code of its country in front; for Greece EL.',
    ),
  ],
  'BG-14': [
    endsAfterStart('BR-29', 'BT-73', 'BT-74', 'The invoicing period'),
    rule(
      'BR-CO-19',
      'BT-73 BT-74',
      hasAny('BT-73', 'BT-74', 'BT-8'),
      'The invoicing period (BG-14) has neither start (BT-73) nor end (BT-74).',
      'Give one of the dates, or leave the period out.',
    ),
  ],
  'BG-15': [
    rule(
      'BR-57',
      'BT-80',
      (group) => !group.has('BG-15') || group.has('BT-80'),
      'The deliver-to address (BG-15) has no country (BT-80).',
      'Give the country code of the place of delivery.',
    ),
  ],
  'BG-16': [required('BR-49', 'BT-81', 'The payment means code')],
  'BG-17': [
    rule(
      'BR-50',
      'BT-84',
      has('BT-84'),
      'A credit transfer (BG-17) has no account (BT-84).',
      'Give the account (IBAN) to pay to.',
    ),
  ],
  'BG-20': [
    required('BR-31', 'BT-92', 'The amount of the document allowance'),
    required('BR-32', 'BT-95', 'The VAT category of the document allowance'),
    reason('BR-33', 'BT-97', 'BT-98', 'A document allowance (BG-20)'),
    reason('BR-CO-21', 'BT-97', 'BT-98', 'A document allowance (BG-20)'),
    twoDecimals('BR-DEC-01', 'BT-92', 'The amount of the document allowance'),
    twoDecimals('BR-DEC-02', 'BT-93', 'The base amount of the document allowance'),
  ],
  'BG-21': [
    required('BR-36', 'BT-99', 'The amount of the document charge'),
    required('BR-37', 'BT-102', 'The VAT category of the document charge'),
    reason('BR-38', 'BT-104', 'BT-105', 'A document charge (BG-21)'),
    reason('BR-CO-22', 'BT-104', 'BT-105', 'A document charge (BG-21)'),
    twoDecimals('BR-DEC-05', 'BT-99', 'The amount of the document charge'),
    twoDecimals('BR-DEC-06', 'BT-100', 'The base amount of the document charge'),
  ],
  'BG-22': [
    required('BR-12', 'BT-106', 'The sum of the line net amounts'),
    required('BR-13', 'BT-109', 'The total without VAT'),
    required('BR-14', 'BT-112', 'The total with VAT'),
    required('BR-15', 'BT-115', 'The amount due for payment'),
    rule(
      'BR-CO-10',
      'BT-106 BT-131',
      (group) => same(group.amount('BT-106'), cents(group.sum('BT-131'))),
      'The sum of line net amounts (BT-106) is not the sum of the lines (BT-131).',
      'Add up the net amounts of the lines.',
    ),
    totals('BR-CO-11', 'BT-107', 'BG-20', 'BT-92', 'The sum of document allowances'),
    totals('BR-CO-12', 'BT-108', 'BG-21', 'BT-99', 'The sum of document charges'),
    rule(
      'BR-CO-13',
      'BT-109 BT-106 BT-107 BT-108',
      totalWithoutVat,
      'The total without VAT (BT-109) is not the sum of lines (BT-106) less allowances (BT-107) plus charges (BT-108).',
      'Compute the total from the three sums.',
    ),
    rule(
      'BR-CO-16',
      'BT-115 BT-112 BT-113 BT-114',
      amountDue,
      'The amount due (BT-115) is not the total with VAT (BT-112) less the paid amount (BT-113) plus the ' +
        'rounding (BT-114).',
      'Compute the amount due from the three amounts.',
    ),
    twoDecimals('BR-DEC-09', 'BT-106', 'The sum of line net amounts'),
    twoDecimals('BR-DEC-10', 'BT-107', 'The sum of document allowances'),
    twoDecimals('BR-DEC-11', 'BT-108', 'The sum of document charges'),
    twoDecimals('BR-DEC-12', 'BT-109', 'The total without VAT'),
    twoDecimals('BR-DEC-14', 'BT-112', 'The total with VAT'),
    twoDecimals('BR-DEC-16', 'BT-113', 'The paid amount'),
    twoDecimals('BR-DEC-17', 'BT-114', 'The rounding amount'),
    twoDecimals('BR-DEC-18', 'BT-115', 'The amount due'),
  ],
  'BT-110': [
    rule(
      'BR-CO-14',
      'BT-110 BT-117',
      vatTotal,
      'The total VAT (BT-110) is not the sum of the VAT breakdown (BT-117).',
      'Add up the tax amounts of the VAT breakdown.',
    ),
  ],
  'BG-23': [
    required('BR-45', 'BT-116', 'The taxable amount of the VAT breakdown'),
    required('BR-46', 'BT-117', 'The tax amount of the VAT breakdown'),
    required('BR-47', 'BT-118', 'The category of the VAT breakdown'),
    rule(
      'BR-48',
      'BT-119',
      (group) => group.has('BT-119') || group.some('BT-118', (code) => normalize(code) === 'O'),
      'The VAT breakdown has no rate (BT-119).',
      'Give the rate; only the category O has none.',
    ),
    rule(
      'BR-CO-17',
      'BT-117 BT-116 BT-119',
      vatAmount,
      'The VAT amount (BT-117) is not the taxable amount (BT-116) times the rate (BT-119).',
      'Compute the tax from the sum of the category and rate, rounded to two decimals.',
    ),
    twoDecimals('BR-DEC-19', 'BT-116', 'The taxable amount'),
    twoDecimals('BR-DEC-20', 'BT-117', 'The tax amount'),
  ],
  'BG-24': [required('BR-52', 'BT-122', 'The reference of a supporting document')],
  'BG-25': [
    required('BR-21', 'BT-126', 'The identifier of the line'),
    required('BR-22', 'BT-129', 'The invoiced quantity'),
    required('BR-23', 'BT-130', 'The unit of the invoiced quantity'),
    required('BR-24', 'BT-131', 'The net amount of the line'),
    required('BR-25', 'BT-153', 'The name of the item'),
    required('BR-26', 'BT-146', 'The net price of the item'),
    rule(
      'BR-27',
      'BT-146',
      (group) => group.some('BT-146', isNotNegative),
      'The net price of the item (BT-146) is negative.',
      'Give the price as zero or more, and make the quantity negative.',
    ),
    rule(
      'BR-28',
      'BT-148',
      (group) => !group.has('BT-148') || group.some('BT-148', isNotNegative),
      'The gross price of the item (BT-148) is negative.',
      'Give the gross price as zero or more.',
    ),
    rule(
      'BR-CO-04',
      'BT-151',
      has('BT-151'),
      'The line has no VAT category (BT-151).',
      'Give the VAT category of the item.',
    ),
    twoDecimals('BR-DEC-23', 'BT-131', 'The net amount of the line'),
  ],
  'BG-26': [
    endsAfterStart('BR-30', 'BT-134', 'BT-135', 'The period of the line'),
    rule(
      'BR-CO-20',
      'BT-134 BT-135',
      hasAny('BT-134', 'BT-135'),
      'The period of the line (BG-26) has neither start (BT-134) nor end (BT-135).',
      'Give one of the dates, or leave the period out.',
    ),
  ],
  'BG-27': [
    required('BR-41', 'BT-136', 'The amount of the line allowance'),
    reason('BR-42', 'BT-139', 'BT-140', 'A line allowance (BG-27)'),
    reason('BR-CO-23', 'BT-139', 'BT-140', 'A line allowance (BG-27)'),
    twoDecimals('BR-DEC-24', 'BT-136', 'The amount of the line allowance'),
    twoDecimals('BR-DEC-25', 'BT-137', 'The base amount of the line allowance'),
  ],
  'BG-28': [
    required('BR-43', 'BT-141', 'The amount of the line charge'),
    reason('BR-44', 'BT-144', 'BT-145', 'A line charge (BG-28)'),
    reason('BR-CO-24', 'BT-144', 'BT-145', 'A line charge (BG-28)'),
    twoDecimals('BR-DEC-27', 'BT-141', 'The amount of the line charge'),
    twoDecimals('BR-DEC-28', 'BT-142', 'The base amount of the line charge'),
  ],
  'BT-157': [scheme('BR-64', 'BT-157', 'BT-157-1', 'The standard identifier of the item')],
  'BT-158': [scheme('BR-65', 'BT-158', 'BT-158-1', 'The classification of the item')],
  'BG-32': [
    rule(
      'BR-54',
      'BT-160 BT-161',
      (group) => group.has('BT-160') && group.has('BT-161'),
      'An item attribute (BG-32) lacks its name (BT-160) or its value (BT-161).',
      'Give both, or leave the attribute out.',
    ),
  ],
}
