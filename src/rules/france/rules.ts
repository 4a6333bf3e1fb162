/**
 * The French rules of the flow between platforms (flux 2), in the order of XP Z12-012. Written once for both syntaxes;
 * what only one version of the annexes asks stands in the list `since14`.
 */
import type { XmlElement } from '../../formats/xml/tree.ts'
import { filled, has, select, some, text, value } from '../path.ts'
import { normalize } from '../white-space.ts'
import { place } from '../place.ts'
import { fatal, type Pattern, type Rule } from '../rule.ts'
import { addresses, dates, decimals, numbersOfInvoices, privateIdentifiers, types } from './forms.ts'
import { attachmentKinds, billingModes, type FrenchVersion } from './lists.ts'
import { establishments, partiesOfInvoice, schemes, treatment } from './parties.ts'
import { type FrenchRow, type Section, SIREN, termsOf } from './section.ts'
import type { FrenchSyntax } from './syntax.ts'
import { vat } from './vat.ts'
import { agreementWithReferences, agreementWithPrepayment, agreementWithPayment, accounting } from './agreement.ts'

const subjects = {
  PMT: 'the fixed recovery costs',
  PMD: 'late payment penalties',
  AAB: 'discount for early payment, or that there is none',
  TXD: 'tax',
} as const

/** Of an element that is the root or stands right below it: where a rule begins, the two syntaxes differ. */
const rootOf = (element: XmlElement): XmlElement => element.parent ?? element

const notes: Section = (syntax) => [
  ...(['PMT', 'PMD', 'AAB'] as const).map((subject, index) => ({
    id: `BR-FR-05_BT-22-${index + 1}`,
    at: 'BG-1',
    terms: 'BT-21 BT-22',
    test: (element: XmlElement) => syntax.notes(rootOf(element)).count(subject) > 0,
    message: `The note on ${subjects[subject]} (subject ${subject}) is missing.`,
    fix: `Add the legal mention as a note with subject ${subject}.`,
  })),
  ...(['PMT', 'PMD', 'AAB', 'TXD'] as const).map((subject, index) => ({
    id: `BR-FR-06_BT-21-${index + 1}`,
    at: '',
    terms: 'BT-21',
    test: (root: XmlElement) => syntax.notes(root).count(subject) <= 1,
    message: `There are several notes on ${subjects[subject]} (subject ${subject}).`,
    fix: 'Keep one note of this subject.',
  })),
]

const mode: Section = ({ places }, version) => [
  {
    id: 'BR-FR-08_BT-23',
    at: 'BG-2',
    terms: 'BT-23',
    // Until 1.4 an invoice may leave its mode out.
    test: (element) => {
      const said = text(rootOf(element), places['BT-23'] ?? '')
      return said === undefined ? version === '1.3' : billingModes[version].has(said)
    },
    message: 'The billing mode (BT-23) is not one of the French list.',
    fix: 'Use B1, S1 or M1 for a first invoice of goods, services or both, or the mode of the case.',
  },
]

const attachments: Section = ({ places }, version) => {
  const kind = places['BT-123'] ?? ''
  return [
    {
      id: 'BR-FR-17_BT-123',
      at: 'BG-24',
      terms: 'BT-123',
      test: (document) => !filled(document, kind) || attachmentKinds[version].has(value(document, kind)),
      message: 'The description of an attachment (BT-123) is not one of the French kinds.',
      fix: 'Use LISIBLE, RIB, BON_COMMANDE, BON_LIVRAISON, DOCUMENT_ANNEXE or another kind of the list.',
    },
    {
      id: 'BR-FR-18_BT-123',
      at: '',
      terms: 'BT-123',
      test: (root) =>
        select(root, (places['BG-24'] ?? '').replace('//', '')).filter((document) => some(document, kind, 'LISIBLE'))
          .length <= 1,
      message: 'Several attachments are said to be the readable view of the invoice (LISIBLE).',
      fix: 'Keep one.',
    },
  ]
}

const items: Section = ({ places }) => {
  const name = places['BT-160'] ?? ''
  const code = places['EXT-FR-FE-159'] ?? ''
  return [
    {
      id: 'BR-FR-27_BG-32',
      at: 'BG-32',
      test: (attribute) => has(attribute, name) || has(attribute, code),
      message: 'An item attribute (BG-32) has neither a name (BT-160) nor a code.',
      fix: 'Name the attribute.',
    },
    {
      id: 'BR-FR-27_BT-160',
      at: 'BG-32',
      terms: 'BT-160',
      test: (attribute) => !has(attribute, name) || filled(attribute, name),
      message: 'The name of an item attribute (BT-160) is blank.',
      fix: 'Name the attribute.',
    },
    {
      id: 'BR-FR-27_EXT-FR-FE-159',
      at: 'BG-32',
      terms: 'EXT-FR-FE-159',
      test: (attribute) => !has(attribute, code) || filled(attribute, code),
      message: 'The code of an item attribute is blank.',
      fix: 'Give the code, or a name.',
    },
  ]
}

const objects: Section = ({ objects: { values, scheme } }) =>
  (
    [
      ['29', 'BT-18'],
      ['30', 'BT-128'],
    ] as const
  ).flatMap(([number, term]) => [
    {
      id: `BR-FR-${number}_${term}`,
      at: term,
      test: (element) =>
        ['AFL', 'AVV'].every(
          (code) => select(element, values).filter((identifier) => scheme(identifier) === code).length <= 1,
        ),
      message: `An invoiced object (${term}) of scheme AFL or AVV occurs more than once.`,
      fix: 'Keep one of each.',
    },
    ...['AFL', 'AVV'].map((code) => ({
      id: `BR-FR-${number}_${code}`,
      at: `${term} value`,
      terms: term,
      test: (identifier: XmlElement) => scheme(identifier) !== code || normalize(identifier.stringValue) !== '',
      message: `An invoiced object (${term}) of scheme ${code} is blank.`,
      fix: 'Give its identifier.',
    })),
  ])

/** What only the annexes from 1.4 on ask. */
const since14: Section = (syntax) => {
  const { places } = syntax
  const quantity = places['EXT-FR-FE-160'] ?? ''
  const isOne = (attribute: XmlElement): boolean =>
    has(attribute, places['BT-161'] ?? '') !==
    select(attribute, quantity).some((measure) => measure.attribute('unitCode') !== undefined)
  const digits = (number: XmlElement): boolean => SIREN.test(number.stringValue)
  return [
    {
      id: 'BR-FR-28-Value',
      at: 'BG-32',
      terms: 'BT-161',
      test: isOne,
      message: 'An item attribute (BG-32) has neither a value (BT-161) nor a quantity with a unit, or both.',
      fix: 'Give one of the two.',
    },
    {
      id: 'BR-FR-32-LEGALID',
      at: 'legal identifier',
      terms: 'BT-30 BT-47 BT-61',
      test: digits,
      message: 'A SIREN (scheme 0002) as the legal identifier of a party is not nine digits.',
      fix: 'Check the number.',
    },
    {
      id: 'BR-FR-32-ID',
      at: 'party identifier',
      terms: 'BT-29 BT-46 BT-60',
      test: digits,
      message: 'An identifier of a party of scheme 0002 (SIREN) or 0231 (group of VAT) is not nine digits.',
      fix: 'Check the number.',
    },
  ]
}

const common: readonly Section[] = [
  numbersOfInvoices,
  dates,
  types,
  notes,
  mode,
  establishments,
  partiesOfInvoice,
  vat,
  attachments,
  treatment,
  addresses,
  privateIdentifiers,
  items,
  objects,
  agreementWithReferences,
  agreementWithPrepayment,
  agreementWithPayment,
  schemes,
  accounting,
  decimals,
]

export const frenchRules = (syntax: FrenchSyntax, version: FrenchVersion): Pattern[] =>
  [...common, ...(version === '1.4' ? [since14] : [])]
    .flatMap((section) => section(syntax, version))
    .map((row) => [{ ...place(pathOf(row.at, syntax)), rules: [ruleOf(row, syntax)] }])

/** Places are named by their term; `=` marks a path, and what follows a slash is found from there. */
const pathOf = (at: string, { roots, places }: FrenchSyntax): string => {
  const [term = '', inner] = at.startsWith('=') ? [at] : at.split('/')
  const path =
    (at.startsWith('=') ? at.slice(1) : (places[term] ?? '')) + (inner === undefined ? '' : `/${places[inner] ?? ''}`)
  if (path.startsWith('//')) return path.slice(2)
  return path === '' ? `/${roots}` : `/${roots}/${path}`
}

const ruleOf = ({ id, at, terms, test, message, fix }: FrenchRow, { ids }: FrenchSyntax): Rule =>
  fatal(ids[id] ?? id, terms ?? termsOf(at), test, message, fix)
