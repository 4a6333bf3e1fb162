/**
 * BR-FR-MV and BR-FR-BD: invoices of several vendors (BT-23 is B8, S8 or M8), and of two parties to each other (B9, S9,
 * M9). The rules on their lines are in vendor-lines.ts.
 */
import type { CheckedDocument } from '../checked-document.ts'
import { has, value } from '../path.ts'
import { place } from '../place.ts'
import { fatal, type Rule, type RuleSet } from '../rule.ts'
import { correctsOwn, correctsSelfBilled, type FrenchVersion, selfBilled } from './lists.ts'
import { isGroup, type SubLine, type SubLines } from './sub-lines.ts'
import type { FrenchSyntax, SubLineSyntax } from './syntax.ts'
import { VendorInvoice } from './vendor-invoice.ts'
import { type LineRow, lineRows } from './vendor-lines.ts'

/** A rule on the invoice as a whole. */
type InvoiceRow = {
  readonly id: string
  readonly terms: string
  readonly test: (invoice: VendorInvoice) => boolean
  readonly message: string
  readonly fix: string
}

/** The group line says no invoice number that stood before in the document. */
const isNew = ({ objects }: SubLine, lines: SubLines): boolean =>
  objects.every(
    ({ scheme, isObject, identifier }) =>
      scheme !== 'AFL' || !isObject || identifier === undefined || lines.isFirst(identifier),
  )

const numbersOfGroups: readonly InvoiceRow[] = [
  {
    id: 'BR-FR-MV-12_BT-128',
    terms: 'BT-128',
    test: ({ lines }) => lines.groups.every((line) => isNew(line, lines)),
    message: 'Two group lines have the same invoice number (BT-128, scheme AFL), or one that the invoice uses before.',
    fix: 'Give each group a number of its own.',
  },
]

const ofSeveralVendors: readonly InvoiceRow[] = [
  {
    id: 'BR-FR-MV-02_EXT-FR-FE-163',
    terms: 'EXT-FR-FE-163 EXT-FR-FE-162',
    test: ({ lines }) => lines.groups.length > 0,
    message: 'An invoice of several vendors has no group line.',
    fix: 'Give each vendor a line of subtype GROUP without a line above it.',
  },
  {
    id: 'BR-FR-MV-13_BT-3',
    terms: 'BT-3 BT-23',
    test: ({ type }) => !selfBilled.has(type),
    message: 'An invoice of several vendors (mode B8, S8 or M8) cannot be self-billed.',
    fix: 'Correct the mode or the type.',
  },
]

const ofTwoParties: readonly InvoiceRow[] = [
  {
    id: 'BR-FR-BD-02_EXT-FR-FE-163',
    terms: 'EXT-FR-FE-163 EXT-FR-FE-162',
    test: ({ lines }) => lines.groups.length === 2,
    message: 'An invoice of two parties to each other does not have exactly two group lines.',
    fix: 'Give each party one line of subtype GROUP without a line above it.',
  },
  {
    id: 'BR-FR-BD-02_BT-30',
    terms: 'EXT-FR-FE-167 BT-30',
    test: (invoice) => invoice.hasOneGroupOf('BT-29'),
    message: 'Not exactly one group line is of the seller (BT-30).',
    fix: 'Give the seller one group line, with its legal identifier.',
  },
  {
    id: 'BR-FR-BD-02_BT-47',
    terms: 'EXT-FR-FE-167 BT-47',
    test: (invoice) => invoice.hasOneGroupOf('BT-46'),
    message: 'Not exactly one group line is of the buyer (BT-47).',
    fix: 'Give the buyer one group line, with its legal identifier.',
  },
  {
    id: 'BR-FR-MV-BD_BT-3',
    terms: 'BT-3 BT-23',
    test: ({ type }) => selfBilled.has(type),
    message: 'An invoice of two parties to each other (mode B9, S9 or M9) is self-billed.',
    fix: 'Correct the mode or the type.',
  },
]

/** A group line of a correction refers to the invoice of its vendor. */
const references = (family: string, corrections: { has: (code: string) => boolean }): LineRow[] => {
  const row = (term: string, part: Exclude<keyof SubLineSyntax['preceding'], 'of'>, what: string): LineRow => ({
    id: `BR-FR-${family}-14-${term}`,
    on: 'groups',
    terms: `${term} BT-3`,
    test: ({ element }, invoice) =>
      !corrections.has(invoice.text('BT-3') ?? '') ||
      invoice.subLines.preceding
        .of(element, invoice.lines.number)
        .some((reference) => has(reference, invoice.subLines.preceding[part])),
    message: `A group line of a correction or credit note does not say ${what} of the preceding invoice (${term}).`,
    fix: 'Refer to the invoice of the vendor, with number and date.',
  })
  return [row('EXT-FR-FE-136', 'number', 'the number'), row('EXT-FR-FE-138', 'date', 'the date')]
}

export const vendorRules = (syntax: FrenchSyntax, version: FrenchVersion): RuleSet[] => {
  const inModes = modesIn(syntax, version)
  const isNewer = version !== '1.3'
  return [
    inModes(isNewer ? /^[SBM][89]$/ : /^[SBM]8$/, numbersOfGroups, lineRows),
    inModes(/^[SBM]8$/, ofSeveralVendors, isNewer ? references('MV', correctsOwn) : []),
    ...(isNewer ? [inModes(/^[SBM]9$/, ofTwoParties, references('BD', correctsSelfBilled))] : []),
  ]
}

/** Makes rule sets for the invoices of some billing modes (BT-23), in one syntax and version. */
const modesIn = (syntax: FrenchSyntax, version: FrenchVersion) => {
  const { ids, places, roots } = syntax
  const read = (document: CheckedDocument): VendorInvoice => new VendorInvoice(syntax, version, document)
  const ofInvoice = ({ id, terms, test, message, fix }: InvoiceRow): Rule =>
    fatal(ids[id] ?? id, terms, (_, document) => test(document.fact(read)), message, fix)
  const ofLine = ({ id, on, terms, test, message, fix }: LineRow): Rule =>
    fatal(
      ids[id] ?? id,
      terms,
      (element, document) => {
        const invoice = document.fact(read)
        const line = invoice.lines.of.get(element)
        return line === undefined || (on === 'groups' && !isGroup(line)) || test(line, invoice)
      },
      message,
      fix,
    )
  return (modes: RegExp, onInvoice: readonly InvoiceRow[], onLines: readonly LineRow[]): RuleSet => ({
    when: ({ root }) => modes.test(value(root, places['BT-23'] ?? '')),
    patterns: [
      [{ ...place(`/${roots}`), rules: onInvoice.map(ofInvoice) }],
      [{ ...place(`/${roots}/${places['BG-25'] ?? ''}`), rules: onLines.map(ofLine) }],
    ],
  })
}
