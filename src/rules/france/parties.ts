/** How France identifies the parties of an invoice, and finds them. */
import type { XmlElement } from '../../formats/xml/tree.ts'
import { filled, select, text, value } from '../path.ts'
import { selfBilled, treatments } from './lists.ts'
import { isB2b, type FrenchRow, type Section, SIREN, typeOf } from './section.ts'
import { deliveryTerms, type FrenchSyntax, partyTerms } from './syntax.ts'

const SIRET = /^\d{14}$/

/** The establishment number starts with the company number; a party without the latter is taken at its word. */
const siret =
  (siretPath: string, sirenPath: string, strict: boolean) =>
  (element: XmlElement): boolean => {
    const number = text(element, siretPath)
    if (number === undefined) return true
    const company = text(element, sirenPath) ?? ''
    return SIRET.test(number) && number.slice(0, 9) === (strict || company !== '' ? company : number.slice(0, 9))
  }
const siretRow = (id: string, at: string, test: FrenchRow['test']): FrenchRow => ({
  id: `BR-FR-09_${id}`,
  at,
  terms: id,
  test,
  message: `The SIRET (${id}) is not fourteen digits that start with the SIREN of the same party.`,
  fix: 'Check both numbers.',
})

export const establishments: Section = ({ parties, party, delivery, places }) => [
  ...partyTerms.map((term) =>
    siretRow(term, `=${parties[term]}`, siret(party.siret, party.siren, term === 'BT-29' || term === 'BT-46')),
  ),
  ...deliveryTerms.map((term) =>
    siretRow(term, `=${places[term] ?? ''}`, siret(delivery.siret, delivery.siren, false)),
  ),
]

/** The platform finds a French party by an address of scheme 0225 that starts with its SIREN. */
const hasFrenchAddress = ({ party }: FrenchSyntax, root: XmlElement, path: string): boolean => {
  const [address] = select(root, `${path}/${party.address}`)
  return (
    address !== undefined &&
    address.attribute('schemeID') === '0225' &&
    address.stringValue.startsWith(text(root, `${path}/${party.siren}`) ?? '')
  )
}

export const partiesOfInvoice: Section = (syntax) => {
  const { parties, party } = syntax
  const seller = parties['BT-29']
  const buyer = parties['BT-46']
  return [
    {
      id: 'BR-FR-10_BT-30',
      at: 'BT-30',
      test: (entity) => SIREN.test(value(entity, party.legalEntity)),
      message: 'The seller has no SIREN (BT-30, scheme 0002) of nine digits.',
      fix: 'Give the SIREN of the seller.',
    },
    {
      id: 'BR-FR-11_BT-47',
      at: '',
      terms: 'BT-47',
      test: (root) => !isB2b(syntax, root) || SIREN.test(value(root, `${buyer}/${party.siren}`)),
      message:
        'The invoice is between French companies (note BAR, B2B) and the buyer has no SIREN (BT-47) of nine digits.',
      fix: 'Give the SIREN of the buyer.',
    },
    {
      id: 'BR-FR-12_BT-49',
      at: '',
      terms: 'BT-49',
      test: (root) => filled(root, `${buyer}/${party.address}`),
      message: 'The buyer has no electronic address (BT-49).',
      fix: 'Give the address that the annuaire has for the buyer.',
    },
    {
      id: 'BR-FR-13_BT-34',
      at: '',
      terms: 'BT-34',
      test: (root) => filled(root, `${seller}/${party.address}`),
      message: 'The seller has no electronic address (BT-34).',
      fix: 'Give the address that the annuaire has for the seller.',
    },
  ]
}

/** The treatments that the notes with subject BAR name. */
const treatmentsIn = (syntax: FrenchSyntax, root: XmlElement): readonly string[] =>
  syntax
    .notes(root)
    .of('BAR')
    .filter((value) => value !== '')

export const treatment: Section = (syntax, version) => {
  const known: readonly string[] = treatments[version]
  return [
    {
      id: 'BR-FR-20_BT-21',
      at: '',
      terms: 'BT-21 BT-22',
      test: (root) => treatmentsIn(syntax, root).every((value) => known.includes(value)),
      message: 'The note on the treatment (subject BAR) does not hold one of the treatments.',
      fix: `Write ${known.join(', ')}, or leave the note out.`,
    },
    ...treatmentAddresses(syntax, version),
    {
      id: 'BR-FR-30_BT-21',
      at: '',
      terms: 'BT-21 BT-22',
      test: (root) => treatmentsIn(syntax, root).filter((value) => known.includes(value)).length <= 1,
      message: 'The notes say more than one treatment (subject BAR).',
      fix: 'Keep one.',
    },
  ]
}

/** The addresses that an invoice between French companies is treated by. */
const treatmentAddresses: Section = (syntax) => {
  const { parties } = syntax
  return [
    {
      id: 'BR-FR-21_BT-49',
      at: '',
      terms: 'BT-49',
      test: (root) =>
        !isB2b(syntax, root) ||
        selfBilled.has(typeOf(syntax, root)) ||
        hasFrenchAddress(syntax, root, parties['BT-46']),
      message:
        'Between French companies the electronic address of the buyer (BT-49) starts with its SIREN and has ' +
        'scheme 0225.',
      fix: 'Give the address that the annuaire has for the buyer.',
    },
    {
      id: 'BR-FR-22_BT-34',
      at: '',
      terms: 'BT-34',
      test: (root) =>
        treatmentsIn(syntax, root).length === 0 ||
        !selfBilled.has(typeOf(syntax, root)) ||
        hasFrenchAddress(syntax, root, parties['BT-29']),
      message:
        'On a self-billed invoice the electronic address of the seller (BT-34) starts with its SIREN and has ' +
        'scheme 0225.',
      fix: 'Give the address that the annuaire has for the seller.',
    },
  ]
}

export const schemes: Section = ({ parties, party, delivery, places }) => {
  const rows = (term: string, at: string, identifier: string): FrenchRow[] => [
    {
      id: `BR-FR-CO-10_${term}-1`,
      at,
      terms: term,
      test: (element) => select(element, identifier).every((number) => number.attribute('schemeID') !== undefined),
      message: `An identifier (${term}) has no scheme.`,
      fix: 'Say the scheme: 0009 for a SIRET, 0088 for a GLN, 0224 for a private number.',
    },
    {
      id: `BR-FR-CO-10_${term}-2`,
      at,
      terms: term,
      test: (element) => isUnique(select(element, identifier).flatMap((number) => number.attribute('schemeID') ?? [])),
      message: `Two identifiers (${term}) have the same scheme.`,
      fix: 'Keep one identifier of each scheme.',
    },
  ]
  return [
    ...partyTerms.flatMap((term) => rows(term, `=${parties[term]}`, party.identifier)),
    ...deliveryTerms.flatMap((term) => rows(term, `=${places[term] ?? ''}`, delivery.identifier)),
  ]
}

const isUnique = (values: readonly string[]): boolean => new Set(values).size === values.length
