/**
 * EN 16931-1, clause 6.4.3: the rules of the VAT categories. They are the same ten for every category but for the
 * columns of this table, and for how the two syntaxes find and round things (vat-ubl.ts, vat-cii.ts).
 */
import { decimal, double, withinOne } from '../numbers.ts'
import type { XmlElement } from '../../formats/xml/tree.ts'
import type { CheckedDocument } from '../checked-document.ts'
import { type Context, fatal, type Rule, type RuleSet } from '../rule.ts'
import { type Amount } from '../exact.ts'

export type Category = {
  /** The name that the rules carry: `IC` for the code `K`. */
  readonly rule: string
  readonly code: string
  readonly name: string
  /** What rate a line, an allowance or a charge of the category has. */
  readonly rate: 'positive' | 'zero' | 'none' | 'not negative'
  /** Whose tax identifiers the invoice needs. */
  readonly seller: 'any tax number' | 'a VAT number' | 'no VAT number'
  readonly buyer: 'nothing' | 'a VAT number or registration' | 'a VAT number'
  /** One breakdown group for the category, or one for each of its rates. */
  readonly breakdown: 'one' | 'one a rate'
  readonly reason: 'required' | 'forbidden'
}

const categories: readonly Category[] = [
  {
    rule: 'S',
    code: 'S',
    name: 'standard rate',
    rate: 'positive',
    seller: 'any tax number',
    buyer: 'nothing',
    breakdown: 'one a rate',
    reason: 'forbidden',
  },
  {
    rule: 'Z',
    code: 'Z',
    name: 'zero rate',
    rate: 'zero',
    seller: 'any tax number',
    buyer: 'nothing',
    breakdown: 'one',
    reason: 'forbidden',
  },
  {
    rule: 'E',
    code: 'E',
    name: 'exempt',
    rate: 'zero',
    seller: 'any tax number',
    buyer: 'nothing',
    breakdown: 'one',
    reason: 'required',
  },
  {
    rule: 'AE',
    code: 'AE',
    name: 'reverse charge',
    rate: 'zero',
    seller: 'any tax number',
    buyer: 'a VAT number or registration',
    breakdown: 'one',
    reason: 'required',
  },
  {
    rule: 'IC',
    code: 'K',
    name: 'intra-community supply',
    rate: 'zero',
    seller: 'a VAT number',
    buyer: 'a VAT number',
    breakdown: 'one',
    reason: 'required',
  },
  {
    rule: 'G',
    code: 'G',
    name: 'export outside the EU',
    rate: 'zero',
    seller: 'a VAT number',
    buyer: 'nothing',
    breakdown: 'one',
    reason: 'required',
  },
  {
    rule: 'O',
    code: 'O',
    name: 'outside the scope of VAT',
    rate: 'none',
    seller: 'no VAT number',
    buyer: 'nothing',
    breakdown: 'one',
    reason: 'required',
  },
  {
    rule: 'AF',
    code: 'L',
    name: 'IGIC of the Canary Islands',
    rate: 'not negative',
    seller: 'any tax number',
    buyer: 'nothing',
    breakdown: 'one a rate',
    reason: 'forbidden',
  },
  {
    rule: 'AG',
    code: 'M',
    name: 'IPSI of Ceuta and Melilla',
    rate: 'not negative',
    seller: 'any tax number',
    buyer: 'nothing',
    breakdown: 'one a rate',
    reason: 'forbidden',
  },
]

/** Who is registered where, as far as the invoice says. */
export type TaxNumbers = {
  readonly seller: boolean
  readonly sellerVat: boolean
  readonly representativeVat: boolean
  readonly buyerVat: boolean
  readonly buyerRegistration: boolean
}

type Place = 'line' | 'allowance' | 'charge'
type Where = Pick<Context, 'names' | 'at' | 'where'>

/** What a syntax must say for these rules. */
export type VatBinding = {
  readonly root: Where
  /** Elements that give a category: the tax of a line, of an allowance or charge on any level, and of the breakdown. */
  readonly tax: Readonly<Record<Place | 'breakdown', (category: Category) => Where>>
  readonly numbers: (document: CheckedDocument) => TaxNumbers
  readonly rate: (tax: XmlElement) => string | undefined
  readonly taxable: (tax: XmlElement) => string | undefined
  readonly amount: (tax: XmlElement) => string | undefined
  readonly hasReason: (tax: XmlElement) => boolean
  /** The categories that the invoice names anywhere. */
  readonly used: (document: CheckedDocument) => ReadonlySet<string>
  readonly isItalian: (document: CheckedDocument) => boolean
  /** BR-x-01: the breakdown has what the lines, allowances and charges need. */
  readonly balanced: (document: CheckedDocument, category: Category) => boolean
  /** BR-x-08: the taxable amount is the sum of what has the category. */
  readonly sums: (tax: XmlElement, document: CheckedDocument, category: Category) => boolean
  /** BR-x-09 for the categories that have a rate. */
  readonly computed: (tax: XmlElement, category: Category) => boolean
  /** Whether BR-x-02 to -04 speak of this tax. */
  readonly numbersCount: (tax: XmlElement, place: Place, category: Category, document: CheckedDocument) => boolean
  readonly rateNotNegative: (rate: number, category: Category) => boolean
  readonly intraCommunityDate: (document: CheckedDocument) => boolean
  readonly intraCommunityCountry: (document: CheckedDocument) => boolean
  /** BR-O-11 to -14: no other category in the breakdown, the lines, the allowances, the charges. */
  readonly alone: Readonly<Record<Place | 'breakdown', (document: CheckedDocument) => boolean>>
}

const places: readonly { place: Place; numbers: string; rate: string; term: string; rateTerm: string; what: string }[] =
  [
    { place: 'line', numbers: '02', rate: '05', term: 'BT-151', rateTerm: 'BT-152', what: 'A line' },
    { place: 'allowance', numbers: '03', rate: '06', term: 'BT-95', rateTerm: 'BT-96', what: 'An allowance' },
    { place: 'charge', numbers: '04', rate: '07', term: 'BT-102', rateTerm: 'BT-103', what: 'A charge' },
  ]

const numbersGiven = (category: Category, numbers: TaxNumbers): boolean => {
  const { seller, sellerVat, representativeVat, buyerVat, buyerRegistration } = numbers
  if (category.seller === 'no VAT number') return !sellerVat && !representativeVat && !buyerVat
  const sellerGiven = representativeVat || (category.seller === 'a VAT number' ? sellerVat : seller)
  const buyerGiven =
    category.buyer === 'nothing' || buyerVat || (category.buyer === 'a VAT number or registration' && buyerRegistration)
  return sellerGiven && buyerGiven
}

const rateHolds = (category: Category, rate: string | undefined, binding: VatBinding): boolean => {
  if (category.rate === 'none') return rate === undefined
  const value = double(rate)
  if (category.rate === 'positive') return value > 0
  return category.rate === 'zero' ? value === 0 : binding.rateNotNegative(value, category)
}

const rateWords = {
  positive: 'a rate above zero',
  zero: 'the rate 0',
  none: 'no rate at all',
  'not negative': 'a rate of zero or more',
} as const

const numberWords = ({ seller, buyer }: Category): string =>
  seller === 'no VAT number'
    ? 'Leave out the VAT numbers of seller (BT-31), representative (BT-63) and buyer (BT-48): the category is ' +
      'outside VAT.'
    : `Give ${seller} of the seller (BT-31, BT-32) or the VAT number of the representative ` +
      `(BT-63)${buyer === 'nothing' ? '' : `, and ${buyer} of the buyer (BT-48, BT-47)`}.`

const balance = (category: Category, binding: VatBinding): Rule => {
  const { rule, code, name, breakdown } = category
  return fatal(
    `BR-${rule}-01`,
    'BT-118 BT-151 BT-95 BT-102',
    (_, document) => binding.balanced(document, category),
    `The VAT breakdown (BG-23) does not have ${breakdown === 'one' ? 'exactly one group' : 'a group'} for the ` +
      `category ${code} (${name}) that the invoice uses, or has one that it does not use.`,
    `Give ${breakdown} group of category ${code} in the VAT breakdown if, and only if, a line, allowance or ` +
      'charge has it.',
  )
}

/** Split payment (B) is Italian: the public buyer pays the VAT to the state. It has no further rules. */
const splitPayment = (binding: VatBinding): Rule[] => [
  fatal(
    'BR-B-01',
    'BT-151 BT-95 BT-102',
    (_, document) => !document.fact(binding.used).has('B') || binding.isItalian(document),
    'The category B (split payment) is used by others than an Italian seller and an Italian buyer.',
    'Use B inside Italy only.',
  ),
  fatal(
    'BR-B-02',
    'BT-151 BT-95 BT-102 BT-118',
    (_, document) => !document.fact(binding.used).has('B') || !document.fact(binding.used).has('S'),
    'The categories B (split payment) and S (standard rate) stand in one invoice.',
    'Invoice what is under split payment by itself.',
  ),
]

const placeContexts = (category: Category, binding: VatBinding): Context[] =>
  places.map(({ place, numbers, rate, term, rateTerm, what }) => {
    const { rule, code, name } = category
    const numbersRule = fatal(
      `BR-${rule}-${numbers}`,
      `${term} BT-31 BT-32 BT-63 BT-48`,
      (tax, document) =>
        !binding.numbersCount(tax, place, category, document) || numbersGiven(category, document.fact(binding.numbers)),
      `${what} has the category ${code} (${name}), and the tax numbers of the parties do not fit it.`,
      numberWords(category),
    )
    const rateRule = fatal(
      `BR-${rule}-${rate}`,
      `${term} ${rateTerm}`,
      (tax) => rateHolds(category, binding.rate(tax), binding),
      `${what} of category ${code} (${name}) needs ${rateWords[category.rate]} (${rateTerm}).`,
      `Give ${rateWords[category.rate]}, or choose the category that fits the rate.`,
    )
    return { ...binding.tax[place](category), rules: [numbersRule, rateRule] }
  })

const taxIsZero = (binding: VatBinding, tax: XmlElement): boolean => double(binding.amount(tax)) === 0

const breakdownContext = (category: Category, binding: VatBinding): Context => {
  const { rule, code, name, breakdown, reason } = category
  const rules = [
    fatal(
      `BR-${rule}-08`,
      'BT-116 BT-131 BT-92 BT-99',
      (tax, document) => binding.sums(tax, document, category),
      `The taxable amount (BT-116) of category ${code} (${name}) is not the sum of its lines less allowances ` +
        `plus charges${breakdown === 'one' ? '' : ' of that rate'}.`,
      'Add up the net amounts of the category again.',
    ),
    fatal(
      `BR-${rule}-09`,
      'BT-117',
      (tax) => (breakdown === 'one' ? taxIsZero(binding, tax) : binding.computed(tax, category)),
      breakdown === 'one'
        ? `The tax (BT-117) of category ${code} (${name}) is not 0.`
        : `The tax (BT-117) of category ${code} is not its taxable amount times its rate.`,
      breakdown === 'one' ? 'Set the tax amount to 0.' : 'Compute the tax from the taxable amount and the rate.',
    ),
    fatal(
      `BR-${rule}-10`,
      'BT-120 BT-121',
      (tax) => binding.hasReason(tax) === (reason === 'required'),
      reason === 'required'
        ? `The VAT breakdown of category ${code} (${name}) gives no reason (BT-120, BT-121) why no VAT is charged.`
        : `The VAT breakdown of category ${code} (${name}) gives an exemption reason.`,
      reason === 'required' ? 'Give the reason as text or as a VATEX code.' : 'Leave the exemption reason out.',
    ),
  ]
  return { ...binding.tax.breakdown(category), rules: [...rules, ...furtherRules(category, binding)] }
}

const furtherRules = ({ rule }: Category, binding: VatBinding): Rule[] => {
  if (rule === 'IC') {
    return [
      fatal(
        'BR-IC-11',
        'BT-72 BG-14',
        (_, document) => binding.intraCommunityDate(document),
        'An intra-community supply states neither when it was delivered (BT-72) nor the period (BG-14).',
        'Give the delivery date or the invoicing period.',
      ),
      fatal(
        'BR-IC-12',
        'BT-80',
        (_, document) => binding.intraCommunityCountry(document),
        'An intra-community supply does not say to which country it was delivered (BT-80).',
        'Give the deliver-to address with its country.',
      ),
    ]
  }
  if (rule !== 'O') return []
  const alone = (id: string, terms: string, place: Place | 'breakdown', what: string): Rule =>
    fatal(
      id,
      terms,
      (_, document) => binding.alone[place](document),
      `Beside the category O (outside the scope of VAT), ${what} has another VAT category.`,
      'Invoice what is outside the scope of VAT by itself.',
    )
  return [
    alone('BR-O-11', 'BT-118', 'breakdown', 'the VAT breakdown'),
    alone('BR-O-12', 'BT-151', 'line', 'a line'),
    alone('BR-O-13', 'BT-95', 'allowance', 'a document allowance'),
    alone('BR-O-14', 'BT-102', 'charge', 'a document charge'),
  ]
}

/** All category rules for a syntax. Those of a category say nothing of an invoice that does not name it. */
export const vatRules = (binding: VatBinding): RuleSet[] => [
  { patterns: [[{ ...binding.root, rules: splitPayment(binding) }]] },
  ...categories.map((category) => ({
    when: (document: CheckedDocument) => document.fact(binding.used).has(category.code),
    patterns: [
      [{ ...binding.root, rules: [balance(category, binding)] }],
      ...placeContexts(category, binding).map((context) => [context]),
      [breakdownContext(category, binding)],
    ],
  })),
]

/** Taxable amount times rate, within less than one of the stated tax. */
export const computedWithinOne = (
  taxable: string | undefined,
  rate: string | undefined,
  amount: string | undefined,
  round: (product: Amount) => Amount,
): boolean => {
  const [base, percent, tax] = [decimal(taxable), decimal(rate), decimal(amount)]
  return base !== undefined && percent !== undefined && withinOne(tax?.abs(), round(base.abs().times(percent)))
}
