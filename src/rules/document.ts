import type { XmlElement } from '../formats/xml/tree.ts'

const NO_ELEMENTS: readonly XmlElement[] = []

/** A read document with an index of its elements by name; what rules know besides the element they test. */
export class Document {
  readonly root: XmlElement
  /** Every element in document order. */
  readonly elements: readonly XmlElement[]
  readonly #byName = new Map<string, XmlElement[]>()
  readonly #facts = new Map<(document: Document) => unknown, unknown>()

  constructor(root: XmlElement) {
    this.root = root
    const elements: XmlElement[] = []
    this.#collect(root, elements)
    this.elements = elements
  }

  #collect(element: XmlElement, elements: XmlElement[]): void {
    elements.push(element)
    const same = this.#byName.get(element.qname)
    if (same === undefined) this.#byName.set(element.qname, [element])
    else same.push(element)
    for (const child of element.children) this.#collect(child, elements)
  }

  /** Every element of that canonical name, anywhere, in document order. */
  named(qname: string): readonly XmlElement[] {
    return this.#byName.get(qname) ?? NO_ELEMENTS
  }

  /** The names that occur. */
  get names(): Iterable<string> {
    return this.#byName.keys()
  }

  /** What a pure function makes of this document, computed once. */
  fact<T>(compute: (document: Document) => T): T {
    if (!this.#facts.has(compute)) this.#facts.set(compute, compute(this))
    return this.#facts.get(compute) as T
  }
}
