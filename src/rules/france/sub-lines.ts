/**
 * The lines of an invoice of several vendors (BT-23 ends in 8), or of two parties to each other (9). Each vendor has a
 * line of subtype GROUP, which stands for an invoice of its own; the lines under it are what it adds up.
 */
import type { XmlElement } from '../../formats/xml/tree.ts'
import type { CheckedDocument } from '../checked-document.ts'
import { double } from '../numbers.ts'
import { select, text, value } from '../path.ts'
import { normalize } from '../white-space.ts'
import type { FrenchSyntax, InvoicedObject, LinePlace, SubLineSyntax } from './syntax.ts'

export type SubLine = {
  readonly element: XmlElement
  readonly id: string
  /** UBL may say several places. */
  readonly places: readonly LinePlace[]
  /** Legal identifier of the vendor (EXT-FR-FE-167). */
  readonly vendor: string
  /** The number of the vendor's invoice (BT-128, scheme AFL). */
  readonly number: string
  readonly objects: readonly InvoicedObject[]
}

/** What the rules ask of the whole document, read once. */
export type SubLines = {
  readonly number: string
  readonly of: ReadonlyMap<XmlElement, SubLine>
  readonly groups: readonly SubLine[]
  readonly byId: ReadonlyMap<string, SubLine>
  /** The lines under a line, by its identifier. */
  readonly under: (id: string) => readonly SubLine[]
  /** The VAT of the breakdown (BT-117) whose exemption reason starts with an invoice number between two #. */
  readonly vatOf: (number: string) => number
  /** True for the first place of the document that says this number. */
  readonly isFirst: (identifier: XmlElement) => boolean
  /** Of the group lines, those of a vendor. */
  readonly groupsOf: (legalIdentifiers: readonly string[]) => readonly SubLine[]
}

export const isGroup = ({ places }: SubLine): boolean =>
  places.some(({ subtypes, parents }) => subtypes.includes('GROUP') && parents.length === 0)

/** The line stands under that one, with a subtype that counts. */
export const standsUnder = ({ places }: SubLine, id: string, counts: (subtype: string) => boolean): boolean =>
  places.some(({ subtypes, parents }) => parents.includes(id) && subtypes.some(counts))

const NUMBERED = /^#([^#]*)#/

export const readSubLines =
  ({ places, subLines }: FrenchSyntax) =>
  (document: CheckedDocument): SubLines => {
    const { root } = document
    const number = text(root, places['BT-1'] ?? '') ?? ''
    const lines = select(root, places['BG-25'] ?? '').map((line) => subLineOf(line, number, subLines))
    const under = childrenOf(lines)
    const vat = vatByNumber(select(root, subLines.breakdown.taxes), subLines)
    const first = new Map(
      [...subLines.numbers(document)].toReversed().map((identifier) => [identifier.stringValue, identifier]),
    )
    const groups = lines.filter(isGroup)
    return {
      number,
      of: new Map(lines.map((line) => [line.element, line])),
      groups,
      byId: new Map(lines.toReversed().map((line) => [line.id, line])),
      under: (id) => under.get(id) ?? [],
      vatOf: (invoice) => vat.get(invoice) ?? 0,
      isFirst: (identifier) => first.get(identifier.stringValue) === identifier,
      groupsOf: (identifiers) => groups.filter(({ vendor }) => identifiers.includes(vendor)),
    }
  }

const subLineOf = (element: XmlElement, invoice: string, { id, places, vendor, objects }: SubLineSyntax): SubLine => {
  const said = objects(element)
  const number = said.find(({ scheme, isObject }) => scheme === 'AFL' && isObject)?.identifier
  return {
    element,
    id: value(element, id),
    places: places(element, invoice),
    vendor: value(element, vendor.legal),
    number: normalize(number?.stringValue),
    objects: said,
  }
}

const childrenOf = (lines: readonly SubLine[]): ReadonlyMap<string, readonly SubLine[]> => {
  const under = new Map<string, SubLine[]>()
  for (const line of lines) {
    for (const parent of new Set(line.places.flatMap(({ parents }) => parents))) {
      const known = under.get(parent)
      if (known === undefined) under.set(parent, [line])
      else known.push(line)
    }
  }
  return under
}

const vatByNumber = (taxes: readonly XmlElement[], { breakdown }: SubLineSyntax): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>()
  for (const tax of taxes) {
    const number = NUMBERED.exec(text(tax, breakdown.reason) ?? '')?.[1]
    if (number === undefined || !select(tax, breakdown.scheme).some(({ stringValue }) => stringValue === 'VAT'))
      continue
    for (const amount of select(tax, breakdown.amount))
      sums.set(number, (sums.get(number) ?? 0) + double(amount.stringValue))
  }
  return sums
}
