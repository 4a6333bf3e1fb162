/** How France wants numbers, days, types, addresses and amounts written. */
import type { XmlElement } from '../../formats/xml/tree.ts'
import { charactersIn } from '../../values/text.ts'
import { text } from '../path.ts'
import { normalize } from '../white-space.ts'
import { documentTypes } from './lists.ts'
import { type FrenchRow, type Section, termsOf } from './section.ts'
import { addressTerms, partyTerms } from './syntax.ts'

/** The file for 1.3 allows + and /, its text the full stop: what either allows is not worth a refusal. */
const ADDRESS = /^[A-Za-z0-9+\-_/.]+$/
const NUMBER = /^[A-Za-z0-9+\-_/]+$/

/** Decimals as text: no more digits after the point, and in all, than a French platform reads. */
const decimal = (sign: string, whole: number, fraction: number, digits: number) => {
  const form = new RegExp(`^${sign}\\d{1,${whole}}(\\.\\d{1,${fraction}})?$`)
  return (element: XmlElement): boolean => {
    const number = normalize(element.stringValue)
    return form.test(number) && number.replace('.', '').length <= digits
  }
}
const always = <Test>(test: Test): Test => test
const unlessBlank =
  (test: (element: XmlElement) => boolean) =>
  (element: XmlElement): boolean =>
    normalize(element.stringValue) === '' || test(element)

export const numbersOfInvoices: Section = () =>
  ['BT-1', 'BT-25', 'EXT-FR-FE-136'].flatMap((at) => [
    {
      id: `BR-FR-01_${at}-1`,
      at,
      test: (number) => charactersIn(number.stringValue) <= 35,
      message: `An invoice number (${at}) has more than 35 characters.`,
      fix: 'Shorten the number.',
    },
    {
      id: `BR-FR-01_${at}-2`,
      at,
      test: (number) => isNumber(number.stringValue),
      message: `An invoice number (${at}) has characters that France does not allow.`,
      fix: 'Use letters, digits, + - _ and /, without spaces.',
    },
    {
      id: `BR-FR-02_${at}`,
      at,
      test: (number) => isNumber(number.stringValue),
      message: `An invoice number (${at}) does not have the form that France asks for.`,
      fix: 'Use letters, digits, + - _ and /, without spaces.',
    },
  ])

const isNumber = (number: string): boolean => NUMBER.test(normalize(number)) && !number.includes(' ')

export const dates: Section = ({ date }) =>
  [
    'BT-2',
    'BT-7',
    'BT-9',
    'BT-26',
    'BT-72',
    'BT-73',
    'BT-74',
    'EXT-FR-FE-138',
    'EXT-FR-FE-158',
    'BT-134',
    'BT-135',
  ].map((at) => ({
    id: `BR-FR-03_${at}`,
    at,
    test: (element) => isDay(date.exec(element.stringValue)),
    message: `A date (${at}) is not a day of the years 2000 to 2099.`,
    fix: 'Give an existing day.',
  }))

const isDay = (match: RegExpExecArray | null): boolean => {
  if (match === null) return false
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number)
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

export const types: Section = () =>
  ['BT-3', 'EXT-FR-FE-02', 'EXT-FR-FE-137'].map((at) => ({
    id: `BR-FR-04_${at}`,
    at,
    test: (code) => documentTypes.has(code.stringValue),
    message: `A document type (${at}) is not one that France uses.`,
    fix: 'Use 380, 381, 384, 386, 389 or another type of the French list; 383 is not in it.',
  }))

export const addresses: Section = ({ parties, party }) =>
  partyTerms.flatMap((role) => {
    const term = addressTerms[role] ?? role
    const path = `=${parties[role]}/${party.address}`
    return [
      {
        id: `BR-FR-23_${term}`,
        at: path,
        terms: term,
        test: (address) => address.attribute('schemeID') !== '0225' || ADDRESS.test(address.stringValue),
        message: `A French electronic address (${term}) has characters that are not allowed.`,
        fix: 'Use letters, digits, - _ and the full stop.',
      },
      {
        id: `BR-FR-25_${term}`,
        at: path,
        terms: term,
        test: (address) => charactersIn(address.stringValue) <= 125,
        message: `An electronic address (${term}) has more than 125 characters.`,
        fix: 'Shorten the address.',
      },
    ] satisfies FrenchRow[]
  })

export const privateIdentifiers: Section = ({ parties, party }) =>
  (['BT-29', 'BT-46'] as const).flatMap((term) => {
    const path = `=${parties[term]}/${party.identifier}`
    const isPrivate = (identifier: XmlElement): boolean => identifier.attribute('schemeID') === '0224'
    return [
      {
        id: `BR-FR-24_${term}`,
        at: path,
        terms: term,
        test: (identifier) => !isPrivate(identifier) || ADDRESS.test(identifier.stringValue),
        message: `A private identifier (${term}, scheme 0224) has characters that are not allowed.`,
        fix: 'Use letters, digits, - _ and the full stop.',
      },
      {
        id: `BR-FR-26_${term}`,
        at: path,
        terms: term,
        test: (identifier) => !isPrivate(identifier) || charactersIn(identifier.stringValue) <= 100,
        message: `A private identifier (${term}, scheme 0224) has more than 100 characters.`,
        fix: 'Shorten the identifier.',
      },
    ] satisfies FrenchRow[]
  })

/** The amounts of two decimals. */
const AMOUNTS = [
  'BT-92_BT-99',
  'BT-93_BT-100',
  'BT-106',
  'BT-107',
  'BT-108',
  'BT-109',
  'BT-110',
  'BT-112',
  'BT-113',
  'BT-114',
  'BT-115',
  'BT-116',
  'BT-117',
  'BT-131',
  'BT-136_BT-141',
  'BT-137_BT-142',
]
/** Rates, each with the place where the official file finds it. */
const RATES = [
  ['BT-96_BT-103', 'BT-95_BT-102/VAT rate'],
  ['BT-119', 'BT-118/VAT rate'],
  ['BT-152', 'BT-151/VAT rate'],
] as const

const inPlace = (...terms: readonly string[]) => terms.map((term) => [term, term] as const)

const decimalRows = (
  family: string,
  test: FrenchRow['test'],
  fix: string,
  at: readonly (readonly [term: string, path: string])[],
): FrenchRow[] =>
  at.map(([term, path]) => ({
    id: `BR-FR-DEC-${family}_${term}`,
    at: path,
    terms: termsOf(term),
    test,
    message: `A number (${termsOf(term)}) has too many digits or is not one.`,
    fix,
  }))

/** Since 1.4, what two parties invoice to each other (modes B9, S9, M9) may have prices below zero. */
const isMutual = (element: XmlElement, mode: string): boolean => {
  let root = element
  while (root.parent !== undefined) root = root.parent
  return /^[SBM]9$/.test(text(root, mode) ?? '')
}

export const decimals: Section = ({ unsaid, places }, version) => {
  const price = unsaid.price ? unlessBlank : always
  const [unsigned, signed] = [decimal('', 19, 6, 19), decimal('-?', 19, 6, 19)]
  const ofPrice = (element: XmlElement): boolean =>
    (version !== '1.3' && isMutual(element, places['BT-23'] ?? '') ? signed : unsigned)(element)
  const two = 'Write at most nineteen digits, two of them after the point.'
  const four = 'Write at most nineteen digits, four of them after the point.'
  const six = 'Write at most nineteen digits, six of them after the point, without a sign.'
  const rate = 'Write at most four digits, two of them after the point.'
  return [
    // The VAT total in euros (BT-111) stands where BT-110 does: the official file finds it there.
    ...decimalRows('01', decimal('-?', 19, 2, 19), two, inPlace(...AMOUNTS)),
    ...decimalRows('02', decimal('-?', 19, 4, 19), four, inPlace('BT-129')),
    ...decimalRows('02', price(decimal('-?', 19, 4, 19)), four, inPlace('BT-149')),
    ...decimalRows('03', price(ofPrice), six, inPlace('BT-146', 'BT-147', 'BT-148')),
    ...decimalRows('04', decimal('', 4, 2, 4), rate, RATES),
  ]
}
