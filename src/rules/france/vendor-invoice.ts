import type { XmlElement } from '../../formats/xml/tree.ts'
import type { CheckedDocument } from '../checked-document.ts'
import { double } from '../numbers.ts'
import { select, text, value } from '../path.ts'
import { normalize } from '../white-space.ts'
import type { FrenchVersion } from './lists.ts'
import { readSubLines, standsUnder, type SubLine, type SubLines } from './sub-lines.ts'
import type { FrenchSyntax, SubLineSyntax } from './syntax.ts'

/** One invoice of several vendors, or of two parties to each other, as the rules on such invoices read it. */
export class VendorInvoice {
  readonly version: FrenchVersion
  readonly lines: SubLines
  readonly subLines: SubLineSyntax
  readonly #syntax: FrenchSyntax
  readonly #root: XmlElement

  constructor(syntax: FrenchSyntax, version: FrenchVersion, document: CheckedDocument) {
    this.version = version
    this.lines = readSubLines(syntax)(document)
    this.subLines = syntax.subLines
    this.#syntax = syntax
    this.#root = document.root
  }

  /** The text of a term of the document, as written. */
  text(term: string): string | undefined {
    return text(this.#root, this.#syntax.places[term] ?? '')
  }

  /** The type of the invoice (BT-3), white space normalized. */
  get type(): string {
    return value(this.#root, this.#syntax.places['BT-3'] ?? '')
  }

  /** The legal identifiers of the seller (BT-29) or of the buyer (BT-46). */
  legalIdentifiers(party: 'BT-29' | 'BT-46'): string[] {
    return select(this.#root, `${this.#syntax.parties[party]}/${this.subLines.partyLegal}`).map((id) =>
      normalize(id.stringValue),
    )
  }

  /** The VAT total of a line in that currency, as written. */
  vatIn(line: XmlElement, currency: string | undefined): string | undefined {
    return select(line, this.subLines.vat).find((amount) => amount.attribute('currencyID') === currency)?.stringValue
  }

  /** The VAT total of a line in the currency of the invoice. */
  vat(line: XmlElement): number {
    return double(this.vatIn(line, this.text('BT-5')))
  }

  net(line: XmlElement): number {
    return double(text(line, this.subLines.net))
  }

  linesUnder({ id }: SubLine, counts: (subtype: string) => boolean): SubLine[] {
    return this.lines.under(id).filter((line) => standsUnder(line, id, counts))
  }

  hasOneGroupOf(party: 'BT-29' | 'BT-46'): boolean {
    return this.lines.groupsOf(this.legalIdentifiers(party)).length === 1
  }
}
