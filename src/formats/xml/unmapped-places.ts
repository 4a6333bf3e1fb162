import type { Unmapped } from '../unmapped.ts'
import type { XmlElement } from './tree.ts'

/** A document of nothing but strange elements is answered with this many of them and a count of the rest. */
const MOST = 10_000

/**
 * The places of a document that found no place in the model, with their XPaths. The positions among an element's
 * children are counted once for all of them: naming every child of a long list takes linear time.
 */
export class UnmappedPlaces {
  readonly #entries: Unmapped[] = []
  readonly #paths = new Map<XmlElement, string>()
  #beyond = 0

  add(element: XmlElement, value: string, attribute?: string): void {
    if (this.#entries.length >= MOST) this.#beyond += 1
    else
      this.#entries.push({
        xpath: attribute === undefined ? this.pathOf(element) : `${this.pathOf(element)}/@${attribute}`,
        value,
      })
  }

  get entries(): Unmapped[] {
    return this.#beyond === 0 ? this.#entries : [...this.#entries, { xpath: '/', value: `and ${this.#beyond} more` }]
  }

  /** `/Invoice/cac:InvoiceLine[2]/cbc:ID`, in the document's own prefixes. */
  pathOf(element: XmlElement): string {
    const known = this.#paths.get(element)
    if (known !== undefined) return known
    const { parent } = element
    if (parent === undefined) return `/${step(element)}`
    this.#nameChildren(parent, this.pathOf(parent))
    return this.#paths.get(element) ?? ''
  }

  #nameChildren(parent: XmlElement, path: string): void {
    const totals = new Map<string, number>()
    for (const { qname } of parent.children) totals.set(qname, (totals.get(qname) ?? 0) + 1)
    const seen = new Map<string, number>()
    for (const child of parent.children) {
      const position = (seen.get(child.qname) ?? 0) + 1
      seen.set(child.qname, position)
      this.#paths.set(child, `${path}/${step(child)}${(totals.get(child.qname) ?? 0) > 1 ? `[${position}]` : ''}`)
    }
  }
}

const step = ({ name, names: { prefix } }: XmlElement): string => (prefix === '' ? name : `${prefix}:${name}`)
