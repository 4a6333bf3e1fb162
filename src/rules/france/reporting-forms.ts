/** The forms of dates, numbers, amounts and codes in e-reporting (flux 10), by the place where they stand. */
import type { XmlElement } from '../../formats/xml/tree.ts'
import { double } from '../numbers.ts'
import { vatCategories } from './lists.ts'
import { type Row, rowsAt } from './reporting-rule.ts'

const REPORT = '/Report/ReportDocument'
const TRANSACTIONS = '/Report/TransactionsReport'
const PAYMENTS = '/Report/PaymentsReport'
const INVOICE = `${TRANSACTIONS}/Invoice`
const LINE = `${INVOICE}/Line`
const GROUP = `${TRANSACTIONS}/Transactions`
const PAID_INVOICE = `${PAYMENTS}/Invoice`
const PAID_GROUP = `${PAYMENTS}/Transactions`

type Place = readonly [path: string, term: string]

const dates: readonly Place[] = [
  [`${TRANSACTIONS}/ReportPeriod/StartDate`, 'TT-17'],
  [`${TRANSACTIONS}/ReportPeriod/EndDate`, 'TT-18'],
  [`${INVOICE}/IssueDate`, 'TT-20'],
  [`${INVOICE}/DueDate`, 'TT-201'],
  [`${INVOICE}/ReferencedDocument/IssueDate`, 'TT-31'],
  [`${INVOICE}/Delivery/Date`, 'TT-41'],
  [`${INVOICE}/InvoicePeriod/StartDate`, 'TT-42'],
  [`${INVOICE}/InvoicePeriod/EndDate`, 'TT-43'],
  [`${LINE}/InvoicePeriod/StartDate`, 'TT-65'],
  [`${LINE}/InvoicePeriod/EndDate`, 'TT-66'],
  [`${LINE}/ReferencedDocument/IssueDate`, 'TT-301'],
  [`${GROUP}/Date`, 'TT-77'],
  [`${PAYMENTS}/ReportPeriod/StartDate`, 'TT-89'],
  [`${PAYMENTS}/ReportPeriod/EndDate`, 'TT-90'],
  [`${PAID_INVOICE}/IssueDate`, 'TT-102'],
  [`${PAID_INVOICE}/Payment/Date`, 'TT-92'],
  [`${PAID_GROUP}/Payment/Date`, 'TT-96'],
]

const numbers: readonly Place[] = [
  [`${INVOICE}/ID`, 'TT-19'],
  [`${INVOICE}/ReferencedDocument/ID`, 'TT-30'],
  [`${LINE}/ReferencedDocument/ID`, 'TT-300'],
  [`${PAID_INVOICE}/InvoiceID`, 'TT-91'],
]

const countries: readonly Place[] = [
  [`${INVOICE}/Seller/PostalAddress/CountryId`, 'TT-35'],
  [`${INVOICE}/Buyer/PostalAddress/CountryId`, 'TT-39'],
  [`${INVOICE}/Delivery/Location/CountryId`, 'TT-44'],
  [`${LINE}/Delivery/Location/CountryId`, 'TT-307'],
]

const rates: readonly Place[] = [
  [`${INVOICE}/AllowanceCharge/TaxPercent`, 'TT-47'],
  [`${INVOICE}/TaxSubTotal/TaxCategory/Percent`, 'TT-57'],
  [`${GROUP}/TaxSubtotal/TaxPercent`, 'TT-86'],
  [`${PAID_INVOICE}/Payment/SubTotals/TaxPercent`, 'TT-93'],
  [`${PAID_GROUP}/Payment/SubTotals/TaxPercent`, 'TT-97'],
]

const categories: readonly Place[] = [
  [`${INVOICE}/AllowanceCharge/TaxCategoryCode`, 'TT-46'],
  [`${INVOICE}/TaxSubTotal/TaxCategory/Code`, 'TT-56'],
]

const amounts: readonly Place[] = [
  [`${INVOICE}/AllowanceCharge/Amount`, 'TT-45'],
  [`${INVOICE}/MonetaryTotal/TaxExclusiveAmount`, 'TT-51'],
  [`${INVOICE}/MonetaryTotal/TaxAmount`, 'TT-52'],
  [`${INVOICE}/TaxSubTotal/TaxableAmount`, 'TT-54'],
  [`${INVOICE}/TaxSubTotal/TaxAmount`, 'TT-55'],
  [`${LINE}/AllowanceCharge/Amount`, 'TT-67'],
  [`${GROUP}/TaxExclusiveAmount`, 'TT-82'],
  [`${GROUP}/TaxTotal`, 'TT-83'],
  [`${GROUP}/TaxSubtotal/TaxableAmount`, 'TT-87'],
  [`${GROUP}/TaxSubtotal/TaxTotal`, 'TT-88'],
]

/** Prices and what was collected: neither is negative. */
const positives: readonly Place[] = [
  [`${LINE}/Price/PriceAmount`, 'TT-69'],
  [`${LINE}/Price/AllowanceChargeAmount`, 'TT-70'],
  [`${LINE}/Price/AllowanceChargeBaseAmount`, 'TT-71'],
  [`${PAID_INVOICE}/Payment/SubTotals/Amount`, 'TT-95'],
  [`${PAID_GROUP}/Payment/SubTotals/Amount`, 'TT-99'],
]

const currencies: readonly Place[] = [
  [`${INVOICE}/CurrencyCode`, 'TT-22'],
  [`${GROUP}/TransactionsCurrency`, 'TT-78'],
  [`${PAID_INVOICE}/Payment/SubTotals/CurrencyCode`, 'TT-94'],
  [`${PAID_GROUP}/Payment/SubTotals/CurrencyCode`, 'TT-98'],
]

/** The official rules read what is written, blanks included. */
const fits =
  (form: RegExp) =>
  ({ stringValue }: XmlElement): boolean =>
    form.test(stringValue)

/** A day of the calendar as AAAAMMJJ. */
const isDay = ({ stringValue: text }: XmlElement): boolean => {
  if (!/^\d{8}$/.test(text)) return false
  const [year, month, day] = [text.slice(0, 4), text.slice(4, 6), text.slice(6)]
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day)
}
const isMoment = fits(/^\d{8}([01]\d|2[0-3])[0-5]\d[0-5]\d$/)
/** Asked of what has the form of a date alone. */
const isOfCentury = ({ stringValue }: XmlElement): boolean =>
  !/^\d{8}(\d{6})?$/.test(stringValue) || stringValue.startsWith('20')

/** Numbers, so that 20, 20.0 and 20.00 are the same. */
const RATES = new Set([0, 0.9, 1.05, 1.75, 2.1, 5.5, 7, 8.5, 9.2, 9.6, 10, 13, 19.6, 20, 20.6])

const MOST_CHARACTERS = 19

/** The official rules count a sign like a digit. */
const isShort = ({ stringValue }: XmlElement): boolean => stringValue.replaceAll('.', '').length <= MOST_CHARACTERS

export const AMOUNT = /^-?\d+(\.\d{1,2})?$/
const QUANTITY = /^-?\d+(\.\d{1,4})?$/
export const PRICE = /^\d+(\.\d{1,6})?$/

export const isWritten = (element: XmlElement, form: RegExp): boolean => fits(form)(element) && isShort(element)

const CHARACTERS = /^[A-Za-z0-9 +_/-]+$/

/** A number of an invoice or a transmission: its length, its spaces, its characters. */
const numberRows = ([path, term]: Place, id: string, most: number): Row[] =>
  rowsAt(
    path,
    [id, term, ({ stringValue }) => stringValue.length <= most, `It has more than ${most} characters.`, 'Shorten it.'],
    [
      id,
      term,
      ({ stringValue }) => !/^ | $/.test(stringValue),
      'It begins or ends with a space.',
      'Write it without spaces around it.',
    ],
    [id, term, ({ stringValue }) => !stringValue.includes('  '), 'Two spaces follow each other.', 'Write one space.'],
    [
      id,
      term,
      ({ stringValue }) => CHARACTERS.test(stringValue),
      'It has characters that are not allowed.',
      'Use letters, digits, spaces and + - _ /.',
    ],
  )

export const forms: readonly Row[] = [
  ...numberRows([`${REPORT}/Id`, 'TT-1'], 'G1.104', 50),
  ...numbers.flatMap((place) => numberRows(place, 'G1.05', 35)),
  ...rowsAt(
    `${REPORT}/IssueDateTime/DateTimeString`,
    ['G7.53', 'TT-3', isMoment, 'The moment is not written AAAAMMJJHHMMSS.', 'Write it as 20260901083000.'],
    ['G1.36', 'TT-3', isOfCentury, 'The year is not between 2000 and 2099.', 'Correct the year.'],
  ),
  ...dates.flatMap(([path, term]) =>
    rowsAt(
      path,
      ['G1.09', term, isDay, 'The date is not a day written AAAAMMJJ.', 'Write it as 20260901.'],
      ['G1.36', term, isOfCentury, 'The year is not between 2000 and 2099.', 'Correct the year.'],
    ),
  ),
  ...countries.flatMap(([path, term]) =>
    rowsAt(path, [
      'G2.01',
      term,
      fits(/^[A-Z]{2}$/),
      'The country is no code of two capital letters.',
      'Write a code of ISO 3166.',
    ]),
  ),
  ...rates.flatMap(([path, term]) =>
    rowsAt(path, [
      'G1.24',
      term,
      (element) => RATES.has(double(element.stringValue)),
      'The rate is not one of the French list.',
      'Write a rate of the list.',
    ]),
  ),
  ...categories.flatMap(([path, term]) =>
    rowsAt(path, [
      'G2.31',
      term,
      (element) => vatCategories.has(element.stringValue),
      'The VAT category is not one of the French list.',
      'Write S, E, AE, K, G, O or Z.',
    ]),
  ),
  ...amounts.flatMap(([path, term]) =>
    rowsAt(
      path,
      ['G1.14', term, fits(AMOUNT), 'The amount has more than two decimals.', 'Write two decimals at most.'],
      ['G1.14', term, isShort, 'The amount has more than 19 digits.', 'Shorten it.'],
    ),
  ),
  ...rowsAt(
    `${LINE}/BilledQuantity`,
    ['G1.15', 'TT-62', fits(QUANTITY), 'The quantity has more than four decimals.', 'Write four at most.'],
    ['G1.15', 'TT-62', isShort, 'The quantity has more than 19 digits.', 'Shorten it.'],
  ),
  ...positives.flatMap(([path, term]) =>
    rowsAt(
      path,
      ['G1.16', term, fits(PRICE), 'The amount is negative or has more than six decimals.', 'Write six at most.'],
      ['G1.16', term, isShort, 'The amount has more than 19 digits.', 'Shorten it.'],
    ),
  ),
  ...currencies.flatMap(([path, term]) =>
    rowsAt(path, [
      'G1.10',
      term,
      fits(/^[A-Z]{3}$/),
      'The currency is no code of three capital letters.',
      'Write a code of ISO 4217.',
    ]),
  ),
]
