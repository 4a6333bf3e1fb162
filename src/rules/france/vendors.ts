/**
 * BR-FR-MV and BR-FR-BD: invoices of several vendors (BT-23 is B8, S8 or M8), and of two parties to each other (B9, S9,
 * M9).
 */
import type { XmlElement } from '../../formats/xml/tree.ts'
import type { CheckedDocument } from '../checked-document.ts'
import { double } from '../numbers.ts'
import { filled, has, select, text, value } from '../path.ts'
import { normalize } from '../white-space.ts'
import { place } from '../place.ts'
import { fatal, type Rule, type RuleSet } from '../rule.ts'
import { correctsOwn, correctsSelfBilled, type FrenchVersion, selfBilled } from './lists.ts'
import { isGroup, readSubLines, standsUnder, type SubLine, type SubLines } from './sub-lines.ts'
import type { FrenchSyntax } from './syntax.ts'

type OfLine = (line: SubLine, invoice: SubLines, document: CheckedDocument) => boolean
type OfInvoice = (invoice: SubLines, document: CheckedDocument) => boolean

/**
 * An amount as far off as the official file allows, which computes in double precision. Without a number nothing holds.
 */
const isWithin = (difference: number, cents: number): boolean => Math.abs(difference) <= cents / 100

export const vendorRules = (syntax: FrenchSyntax, version: FrenchVersion): RuleSet[] => {
  const { places, parties, subLines, ids, roots } = syntax
  const path = (term: string): string => places[term] ?? ''
  const read = readSubLines(syntax)

  const ofInvoice = (id: string, terms: string, test: OfInvoice, message: string, fix: string): Rule =>
    fatal(ids[id] ?? id, terms, (_, document) => test(document.fact(read), document), message, fix)
  const ofLine = (id: string, terms: string, test: OfLine, message: string, fix: string): Rule =>
    fatal(
      ids[id] ?? id,
      terms,
      (element, document) => {
        const invoice = document.fact(read)
        const line = invoice.of.get(element)
        return line === undefined || test(line, invoice, document)
      },
      message,
      fix,
    )
  const ofGroup = (id: string, terms: string, test: OfLine, message: string, fix: string): Rule =>
    ofLine(id, terms, (line, invoice, document) => !isGroup(line) || test(line, invoice, document), message, fix)

  const legalIdentifiers = (document: CheckedDocument, party: 'BT-29' | 'BT-46'): string[] =>
    select(document.root, `${parties[party]}/${subLines.partyLegal}`).map((id) => normalize(id.stringValue))
  const vatIn = (line: XmlElement, currency: string | undefined): string | undefined =>
    select(line, subLines.vat).find((amount) => amount.attribute('currencyID') === currency)?.stringValue
  const vat = (line: XmlElement, { root }: CheckedDocument): number => double(vatIn(line, text(root, path('BT-5'))))
  const net = (line: XmlElement): number => double(text(line, subLines.net))
  const linesUnder = ({ id }: SubLine, invoice: SubLines, counts: (subtype: string) => boolean): SubLine[] =>
    invoice.under(id).filter((line) => standsUnder(line, id, counts))

  const saysObject =
    (scheme: string, isAllowed: (value: string) => boolean): OfLine =>
    ({ objects }) => {
      const said = objects.filter((object) => object.scheme === scheme)
      if (said.length === 0) return subLines.mayBeUnsaid
      return said.every(
        ({ isObject, identifier }) =>
          isObject && normalize(identifier?.stringValue) !== '' && isAllowed(identifier?.stringValue ?? ''),
      )
    }

  const hasSubtype: OfLine = ({ places: [said] }) => {
    const subtype = said?.subtypes[0]
    return said !== undefined && (subtype === undefined ? subLines.mayBeUnsaid : normalize(subtype) !== '')
  }

  /** What a line has, its parent line has too. */
  const asItsParent =
    (read: (line: SubLine) => string): OfLine =>
    (line, invoice) => {
      const parents = line.places.flatMap((at) => at.parents)
      if (read(line) === '' || parents.length === 0) return read(line) !== ''
      return parents.flatMap((id) => invoice.byId.get(id) ?? []).some((parent) => read(parent) === read(line))
    }

  const addsUp: OfLine = (line, invoice) => {
    const amounts = linesUnder(line, invoice, (subtype) => subtype !== 'INFORMATION').flatMap(({ element }) =>
      select(element, subLines.net),
    )
    return isWithin(
      net(line.element) - amounts.reduce((sum, amount) => sum + double(amount.stringValue), 0),
      amounts.length,
    )
  }

  const totalHolds: OfLine = (line, invoice, document) => {
    const { element } = line
    const gross = text(element, subLines.gross)
    if (gross === undefined) return true
    return isWithin(
      double(gross) - net(element) - vat(element, document),
      linesUnder(line, invoice, (subtype) => subtype === 'DETAIL').length,
    )
  }

  /** The invoice of the seller has the number of the whole; from 1.4 on one of its groups is enough. */
  const sellersNumber: OfLine = (line, invoice, document) => {
    const sellers = legalIdentifiers(document, 'BT-29')
    if (!sellers.includes(line.vendor)) return true
    if (version === '1.3') return line.number === invoice.number
    const numbered = invoice.groupsOf(sellers).filter(({ number }) => number === invoice.number).length
    return numbered === 1 || (numbered === 0) === (line.number === invoice.number)
  }

  const startsWithNumber: OfLine = ({ element, places: said, number }) => {
    if (!said.some(({ subtypes }) => subtypes.includes('DETAIL'))) return true
    return number !== '' && (text(element, subLines.exemptionReason) ?? '').startsWith(`#${number}#`)
  }

  const inAccountingCurrency: OfLine = ({ element }, _, { root }) => {
    const currency = text(root, path('BT-6'))
    return currency === undefined || (currency !== '' && normalize(vatIn(element, currency)) !== '')
  }

  const said = (id: string, term: string, at: string, what: string): Rule =>
    ofGroup(
      id,
      term,
      ({ element }) => filled(element, at),
      `A group line does not say ${what} (${term}).`,
      'Say it on the line of each vendor.',
    )

  const lineRules: readonly Rule[] = [
    ofLine(
      'BR-FR-MV-01_EXT-FR-FE-163',
      'EXT-FR-FE-163',
      hasSubtype,
      'A line does not say what it is among the lines of its vendor (EXT-FR-FE-163).',
      'Write GROUP, DETAIL or INFORMATION.',
    ),
    said('BR-FR-MV-03_EXT-FR-FE-164', 'EXT-FR-FE-164', subLines.vendor.name, 'the name of the vendor'),
    said('BR-FR-MV-03_EXT-FR-FE-167', 'EXT-FR-FE-167', subLines.vendor.legal, 'the legal identifier of the vendor'),
    said('BR-FR-MV-03_EXT-FR-FE-177', 'EXT-FR-FE-177', subLines.vendor.country, 'the country of the vendor'),
    ofGroup(
      'BR-FR-MV-03_EXT-FR-FE-181',
      'EXT-FR-FE-181',
      ({ element }, _, { root }) => normalize(vatIn(element, text(root, path('BT-5')))) !== '',
      'A group line has no VAT total in the currency of the invoice (EXT-FR-FE-181).',
      'Give the VAT of the vendor.',
    ),
    ofGroup(
      'BR-FR-MV-03_EXT-FR-FE-182',
      'EXT-FR-FE-182 BT-6',
      inAccountingCurrency,
      'A group line has no VAT total in the accounting currency (EXT-FR-FE-182), which the invoice has (BT-6).',
      'Give the VAT of the vendor in that currency too.',
    ),
    ofGroup(
      'BR-FR-MV-03_BT-128_AFL',
      'BT-128',
      saysObject('AFL', () => true),
      "A group line does not say the number of the vendor's invoice (BT-128, scheme AFL, type 130).",
      'Give each vendor an invoice number.',
    ),
    ofGroup(
      'BR-FR-MV-03_BT-128_AVV',
      'BT-128 BT-23',
      saysObject('AVV', (mode) => !['M8', 'S8', 'B8'].includes(mode)),
      "A group line does not say the billing mode of the vendor's invoice (BT-128, scheme AVV, type 130), or " +
        'says that of several vendors.',
      "Give the mode that the vendor's invoice has by itself.",
    ),
    ofGroup(
      'BR-FR-MV-05_EXT-FR-FE-BG-12',
      'BT-131 EXT-FR-FE-162',
      addsUp,
      'The net amount of a group line (BT-131) is not the sum of the lines under it.',
      'Add the lines up; one cent for each of them is accepted.',
    ),
    ofLine(
      'BR-FR-MV-06_EXT-FR-FE-167',
      'EXT-FR-FE-167',
      asItsParent(({ vendor }) => vendor),
      'A line does not name its vendor (EXT-FR-FE-167), or another than the line above it.',
      'Repeat the legal identifier of the group.',
    ),
    ofLine(
      'BR-FR-MV-07_BT-128',
      'BT-128',
      asItsParent(({ number }) => number),
      "A line does not say the number of the vendor's invoice (BT-128, scheme AFL), or another than the line above it.",
      'Repeat the number of the group.',
    ),
    ofLine(
      'BR-FR-MV-08_BT-128',
      'BT-128 BT-120',
      startsWithNumber,
      "The exemption reason of a line does not start with the number of the vendor's invoice between two #.",
      'Write #number# in front of the reason, on every line that counts.',
    ),
    ofGroup(
      'BR-FR-MV-09_EXT-FR-FE-181',
      'EXT-FR-FE-181 BT-117',
      ({ element, number }, invoice, document) => isWithin(vat(element, document) - invoice.vatOf(number), 1),
      'The VAT of a group line (EXT-FR-FE-181) is not the sum of the VAT breakdown (BT-117) whose reasons ' +
        'start with its invoice number.',
      'Give each vendor groups of its own in the VAT breakdown.',
    ),
    ofGroup(
      'BR-FR-MV-10_EXT-FR-FE-184',
      'EXT-FR-FE-184 BT-131 EXT-FR-FE-181',
      totalHolds,
      'The total with VAT of a group line (EXT-FR-FE-184) is not its net amount plus its VAT.',
      'Compute it again; one cent for each line under it is accepted.',
    ),
    ofGroup(
      'BR-FR-MV-11_BT-128',
      'BT-128 BT-1 BT-30',
      sellersNumber,
      'The seller (BG-4) has a group of lines, and no group of it, or more than one, has the number of the ' +
        'invoice (BT-1).',
      'Give one group of the seller the number of the invoice.',
    ),
  ]

  const isNew = ({ objects }: SubLine, invoice: SubLines): boolean =>
    objects.every(
      ({ scheme, isObject, identifier }) =>
        scheme !== 'AFL' || !isObject || identifier === undefined || invoice.isFirst(identifier),
    )

  const references = (family: string, corrections: { has: (code: string) => boolean }): Rule[] =>
    (
      [
        ['EXT-FR-FE-136', subLines.preceding.number, 'the number'],
        ['EXT-FR-FE-138', subLines.preceding.date, 'the date'],
      ] as const
    ).map(([term, at, what]) =>
      ofGroup(
        `BR-FR-${family}-14-${term}`,
        `${term} BT-3`,
        ({ element }, { number }, { root }) =>
          !corrections.has(text(root, path('BT-3')) ?? '') ||
          subLines.preceding.of(element, number).some((reference) => has(reference, at)),
        `A group line of a correction or credit note does not say ${what} of the preceding invoice (${term}).`,
        'Refer to the invoice of the vendor, with number and date.',
      ),
    )

  const type = ({ root }: CheckedDocument): string => value(root, path('BT-3'))
  const oneGroupOf =
    (party: 'BT-29' | 'BT-46'): OfInvoice =>
    (invoice, document) =>
      invoice.groupsOf(legalIdentifiers(document, party)).length === 1

  const atLines = place(`/${roots}/${path('BG-25')}`)
  const atRoot = place(`/${roots}`)
  const inModes = (modes: RegExp, onInvoice: readonly Rule[], onLines: readonly Rule[]): RuleSet => ({
    when: ({ root }) => modes.test(value(root, path('BT-23'))),
    patterns: [[{ ...atRoot, rules: onInvoice }], [{ ...atLines, rules: onLines }]],
  })

  const ofBoth = inModes(
    version === '1.3' ? /^[SBM]8$/ : /^[SBM][89]$/,
    [
      ofInvoice(
        'BR-FR-MV-12_BT-128',
        'BT-128',
        (invoice) => invoice.groups.every((line) => isNew(line, invoice)),
        'Two group lines have the same invoice number (BT-128, scheme AFL), or one that the invoice uses before.',
        'Give each group a number of its own.',
      ),
    ],
    lineRules,
  )
  const ofSeveral = inModes(
    /^[SBM]8$/,
    [
      ofInvoice(
        'BR-FR-MV-02_EXT-FR-FE-163',
        'EXT-FR-FE-163 EXT-FR-FE-162',
        ({ groups }) => groups.length > 0,
        'An invoice of several vendors has no group line.',
        'Give each vendor a line of subtype GROUP without a line above it.',
      ),
      ofInvoice(
        'BR-FR-MV-13_BT-3',
        'BT-3 BT-23',
        (_, document) => !selfBilled.has(type(document)),
        'An invoice of several vendors (mode B8, S8 or M8) cannot be self-billed.',
        'Correct the mode or the type.',
      ),
    ],
    version === '1.3' ? [] : references('MV', correctsOwn),
  )
  const ofTwo = inModes(
    /^[SBM]9$/,
    [
      ofInvoice(
        'BR-FR-BD-02_EXT-FR-FE-163',
        'EXT-FR-FE-163 EXT-FR-FE-162',
        ({ groups }) => groups.length === 2,
        'An invoice of two parties to each other does not have exactly two group lines.',
        'Give each party one line of subtype GROUP without a line above it.',
      ),
      ofInvoice(
        'BR-FR-BD-02_BT-30',
        'EXT-FR-FE-167 BT-30',
        oneGroupOf('BT-29'),
        'Not exactly one group line is of the seller (BT-30).',
        'Give the seller one group line, with its legal identifier.',
      ),
      ofInvoice(
        'BR-FR-BD-02_BT-47',
        'EXT-FR-FE-167 BT-47',
        oneGroupOf('BT-46'),
        'Not exactly one group line is of the buyer (BT-47).',
        'Give the buyer one group line, with its legal identifier.',
      ),
      ofInvoice(
        'BR-FR-MV-BD_BT-3',
        'BT-3 BT-23',
        (_, document) => selfBilled.has(type(document)),
        'An invoice of two parties to each other (mode B9, S9 or M9) is self-billed.',
        'Correct the mode or the type.',
      ),
    ],
    references('BD', correctsSelfBilled),
  )
  return version === '1.3' ? [ofBoth, ofSeveral] : [ofBoth, ofSeveral, ofTwo]
}
