/** An attribute; `qname` as for elements (`schemeID`, `xml:lang`). Namespace declarations are not attributes. */
export type XmlAttribute = { readonly qname: string; readonly value: string }

export type XmlName = {
  /** Canonical name: `cbc:ID`, `{other uri}Name`, `Name` (see names.ts). One string per name: comparing is cheap. */
  readonly qname: string
  readonly name: string
  readonly namespace: string
  /** The prefix the document wrote. */
  readonly prefix: string
}

const NO_ELEMENTS: readonly XmlElement[] = []
/** From this many children on, a lookup by name goes through an index. */
const INDEX_FROM = 24

/** One element of a read document: read-only for everyone but the reader, who appends to it while it is open. */
export class XmlElement {
  readonly qname: string
  /** Its other names: `{name, namespace, prefix}`. */
  readonly names: XmlName
  readonly attributes: readonly XmlAttribute[]
  readonly parent: XmlElement | undefined
  readonly #source: XmlSource
  readonly #offset: number
  #text = ''
  #children: XmlElement[] | undefined
  #index: Map<string, XmlElement[]> | undefined

  constructor(names: XmlName, attributes: readonly XmlAttribute[], parent: XmlElement | undefined, source: XmlSource, offset: number) {
    this.qname = names.qname
    this.names = names
    this.attributes = attributes
    this.parent = parent
    this.#source = source
    this.#offset = offset
    if (parent === undefined) return
    if (parent.#children === undefined) parent.#children = [this]
    else parent.#children.push(this)
  }

  /** For the reader alone. */
  appendText(text: string): void {
    this.#text = this.#text === '' ? text : this.#text + text
  }

  /** The local name. */
  get name(): string {
    return this.names.name
  }

  get children(): readonly XmlElement[] {
    return this.#children ?? NO_ELEMENTS
  }

  /** The text directly inside, character data sections included, untrimmed. White space between child elements is dropped. */
  get text(): string {
    return this.#text
  }

  /** XPath's `string(.)`: all the text inside, at any depth. */
  get stringValue(): string {
    if (this.#children === undefined) return this.#text
    return this.#text + this.#children.map((child) => child.stringValue).join('')
  }

  /** The first child of that canonical name. */
  first(qname: string): XmlElement | undefined {
    const children = this.#children
    if (children === undefined) return undefined
    if (children.length >= INDEX_FROM) return this.#indexed(qname)[0]
    for (const child of children) if (child.qname === qname) return child
    return undefined
  }

  /** All children of that canonical name, in document order. */
  all(qname: string): readonly XmlElement[] {
    const children = this.#children
    if (children === undefined) return NO_ELEMENTS
    if (children.length >= INDEX_FROM) return this.#indexed(qname)
    let found: XmlElement[] | undefined
    for (const child of children) if (child.qname === qname) (found ??= []).push(child)
    return found ?? NO_ELEMENTS
  }

  /** The value of an attribute, by canonical name. */
  attribute(qname: string): string | undefined {
    for (const attribute of this.attributes) if (attribute.qname === qname) return attribute.value
    return undefined
  }

  /** The line of its start tag, from 1. */
  get line(): number {
    return this.#source.place(this.#offset).line
  }

  get column(): number {
    return this.#source.place(this.#offset).column
  }

  #indexed(qname: string): readonly XmlElement[] {
    if (this.#index === undefined) {
      this.#index = new Map()
      for (const child of this.children) {
        const same = this.#index.get(child.qname)
        if (same) same.push(child)
        else this.#index.set(child.qname, [child])
      }
    }
    return this.#index.get(qname) ?? NO_ELEMENTS
  }
}

/** The text that was read: turns an offset into a line and a column, which only findings need. */
export class XmlSource {
  readonly text: string
  #lineStarts: number[] | undefined

  constructor(text: string) {
    this.text = text
  }

  place(offset: number): { line: number; column: number } {
    const starts = (this.#lineStarts ??= this.#findLines())
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
  }

  #findLines(): number[] {
    const starts = [0]
    for (let at = this.text.indexOf('\n'); at !== -1; at = this.text.indexOf('\n', at + 1)) starts.push(at + 1)
    return starts
  }
}

/**
 * The place of an element as an XPath in the document's own prefixes: `/Invoice/cac:InvoiceLine[2]/cbc:ID`.
 * A position is written where the parent has more than one child of the name.
 */
export const xpathOf = (element: XmlElement): string => {
  const { parent, names } = element
  const step = names.prefix === '' ? names.name : `${names.prefix}:${names.name}`
  if (parent === undefined) return `/${step}`
  const same = parent.all(element.qname)
  return `${xpathOf(parent)}/${step}${same.length > 1 ? `[${same.indexOf(element) + 1}]` : ''}`
}

/** The element and everything inside it, in document order. */
export function* descendants(element: XmlElement): Generator<XmlElement> {
  yield element
  for (const child of element.children) yield* descendants(child)
}
