/** BR-FR-MV-01 to BR-FR-MV-11: what each line of an invoice of several vendors says. */
import { double } from '../numbers.ts'
import { filled, select, text } from '../path.ts'
import { normalize } from '../white-space.ts'
import type { SubLine } from './sub-lines.ts'
import type { SubLineSyntax } from './syntax.ts'
import type { VendorInvoice } from './vendor-invoice.ts'

type LineTest = (line: SubLine, invoice: VendorInvoice) => boolean

/** A rule on every line, or on the group lines alone. */
export type LineRow = {
  readonly id: string
  readonly on: 'lines' | 'groups'
  readonly terms: string
  readonly test: LineTest
  readonly message: string
  readonly fix: string
}

/**
 * An amount as far off as the official file allows, which computes in double precision. Without a number nothing holds.
 */
const isWithin = (difference: number, cents: number): boolean => Math.abs(difference) <= cents / 100

const saysObject =
  (scheme: string, isAllowed: (value: string) => boolean): LineTest =>
  ({ objects }, { subLines }) => {
    const ofScheme = objects.filter((object) => object.scheme === scheme)
    if (ofScheme.length === 0) return subLines.mayBeUnsaid
    return ofScheme.every(
      ({ isObject, identifier }) =>
        isObject && normalize(identifier?.stringValue) !== '' && isAllowed(identifier?.stringValue ?? ''),
    )
  }

const hasSubtype: LineTest = ({ places: [place] }, { subLines }) => {
  const subtype = place?.subtypes[0]
  return place !== undefined && (subtype === undefined ? subLines.mayBeUnsaid : normalize(subtype) !== '')
}

/** What a line has, its parent line has too. */
const asItsParent =
  (read: (line: SubLine) => string): LineTest =>
  (line, { lines }) => {
    const parents = line.places.flatMap((at) => at.parents)
    if (read(line) === '' || parents.length === 0) return read(line) !== ''
    return parents.flatMap((id) => lines.byId.get(id) ?? []).some((parent) => read(parent) === read(line))
  }

const addsUp: LineTest = (line, invoice) => {
  const amounts = invoice
    .linesUnder(line, (subtype) => subtype !== 'INFORMATION')
    .flatMap(({ element }) => select(element, invoice.subLines.net))
  return isWithin(
    invoice.net(line.element) - amounts.reduce((sum, amount) => sum + double(amount.stringValue), 0),
    amounts.length,
  )
}

const totalHolds: LineTest = (line, invoice) => {
  const { element } = line
  const gross = text(element, invoice.subLines.gross)
  if (gross === undefined) return true
  return isWithin(
    double(gross) - invoice.net(element) - invoice.vat(element),
    invoice.linesUnder(line, (subtype) => subtype === 'DETAIL').length,
  )
}

/** The invoice of the seller has the number of the whole; from 1.4 on one of its groups is enough. */
const hasSellersNumber: LineTest = (line, invoice) => {
  const sellers = invoice.legalIdentifiers('BT-29')
  const { number, groupsOf } = invoice.lines
  if (!sellers.includes(line.vendor)) return true
  if (invoice.version === '1.3') return line.number === number
  const numbered = groupsOf(sellers).filter((group) => group.number === number).length
  return numbered === 1 || (numbered === 0) === (line.number === number)
}

const startsWithNumber: LineTest = ({ element, places, number }, { subLines }) => {
  if (!places.some(({ subtypes }) => subtypes.includes('DETAIL'))) return true
  return number !== '' && (text(element, subLines.exemptionReason) ?? '').startsWith(`#${number}#`)
}

const hasVat: LineTest = ({ element }, invoice) => normalize(invoice.vatIn(element, invoice.text('BT-5'))) !== ''

const hasVatInAccountingCurrency: LineTest = ({ element }, invoice) => {
  const currency = invoice.text('BT-6')
  return currency === undefined || (currency !== '' && normalize(invoice.vatIn(element, currency)) !== '')
}

const ofVendor = (term: string, at: keyof SubLineSyntax['vendor'], what: string): LineRow => ({
  id: `BR-FR-MV-03_${term}`,
  on: 'groups',
  terms: term,
  test: ({ element }, { subLines }) => filled(element, subLines.vendor[at]),
  message: `A group line does not say ${what} (${term}).`,
  fix: 'Say it on the line of each vendor.',
})

export const lineRows: readonly LineRow[] = [
  {
    id: 'BR-FR-MV-01_EXT-FR-FE-163',
    on: 'lines',
    terms: 'EXT-FR-FE-163',
    test: hasSubtype,
    message: 'A line does not say what it is among the lines of its vendor (EXT-FR-FE-163).',
    fix: 'Write GROUP, DETAIL or INFORMATION.',
  },
  ofVendor('EXT-FR-FE-164', 'name', 'the name of the vendor'),
  ofVendor('EXT-FR-FE-167', 'legal', 'the legal identifier of the vendor'),
  ofVendor('EXT-FR-FE-177', 'country', 'the country of the vendor'),
  {
    id: 'BR-FR-MV-03_EXT-FR-FE-181',
    on: 'groups',
    terms: 'EXT-FR-FE-181',
    test: hasVat,
    message: 'A group line has no VAT total in the currency of the invoice (EXT-FR-FE-181).',
    fix: 'Give the VAT of the vendor.',
  },
  {
    id: 'BR-FR-MV-03_EXT-FR-FE-182',
    on: 'groups',
    terms: 'EXT-FR-FE-182 BT-6',
    test: hasVatInAccountingCurrency,
    message: 'A group line has no VAT total in the accounting currency (EXT-FR-FE-182), which the invoice has (BT-6).',
    fix: 'Give the VAT of the vendor in that currency too.',
  },
  {
    id: 'BR-FR-MV-03_BT-128_AFL',
    on: 'groups',
    terms: 'BT-128',
    test: saysObject('AFL', () => true),
    message: "A group line does not say the number of the vendor's invoice (BT-128, scheme AFL, type 130).",
    fix: 'Give each vendor an invoice number.',
  },
  {
    id: 'BR-FR-MV-03_BT-128_AVV',
    on: 'groups',
    terms: 'BT-128 BT-23',
    test: saysObject('AVV', (mode) => !['M8', 'S8', 'B8'].includes(mode)),
    message:
      "A group line does not say the billing mode of the vendor's invoice (BT-128, scheme AVV, type 130), or says " +
      'that of several vendors.',
    fix: "Give the mode that the vendor's invoice has by itself.",
  },
  {
    id: 'BR-FR-MV-05_EXT-FR-FE-BG-12',
    on: 'groups',
    terms: 'BT-131 EXT-FR-FE-162',
    test: addsUp,
    message: 'The net amount of a group line (BT-131) is not the sum of the lines under it.',
    fix: 'Add the lines up; one cent for each of them is accepted.',
  },
  {
    id: 'BR-FR-MV-06_EXT-FR-FE-167',
    on: 'lines',
    terms: 'EXT-FR-FE-167',
    test: asItsParent(({ vendor }) => vendor),
    message: 'A line does not name its vendor (EXT-FR-FE-167), or another than the line above it.',
    fix: 'Repeat the legal identifier of the group.',
  },
  {
    id: 'BR-FR-MV-07_BT-128',
    on: 'lines',
    terms: 'BT-128',
    test: asItsParent(({ number }) => number),
    message:
      "A line does not say the number of the vendor's invoice (BT-128, scheme AFL), or another than the line above it.",
    fix: 'Repeat the number of the group.',
  },
  {
    id: 'BR-FR-MV-08_BT-128',
    on: 'lines',
    terms: 'BT-128 BT-120',
    test: startsWithNumber,
    message: "The exemption reason of a line does not start with the number of the vendor's invoice between two #.",
    fix: 'Write #number# in front of the reason, on every line that counts.',
  },
  {
    id: 'BR-FR-MV-09_EXT-FR-FE-181',
    on: 'groups',
    terms: 'EXT-FR-FE-181 BT-117',
    test: ({ element, number }, invoice) => isWithin(invoice.vat(element) - invoice.lines.vatOf(number), 1),
    message:
      'The VAT of a group line (EXT-FR-FE-181) is not the sum of the VAT breakdown (BT-117) whose reasons start ' +
      'with its invoice number.',
    fix: 'Give each vendor groups of its own in the VAT breakdown.',
  },
  {
    id: 'BR-FR-MV-10_EXT-FR-FE-184',
    on: 'groups',
    terms: 'EXT-FR-FE-184 BT-131 EXT-FR-FE-181',
    test: totalHolds,
    message: 'The total with VAT of a group line (EXT-FR-FE-184) is not its net amount plus its VAT.',
    fix: 'Compute it again; one cent for each line under it is accepted.',
  },
  {
    id: 'BR-FR-MV-11_BT-128',
    on: 'groups',
    terms: 'BT-128 BT-1 BT-30',
    test: hasSellersNumber,
    message:
      'The seller (BG-4) has a group of lines, and no group of it, or more than one, has the number of the invoice ' +
      '(BT-1).',
    fix: 'Give one group of the seller the number of the invoice.',
  },
]
