import type { XmlAttribute, XmlElement } from './element.ts'

export type XmlName = {
  /** Canonical name: `cbc:ID`, `{other uri}Name`, `Name` (see names.ts). One string per name: comparing is cheap. */
  readonly qname: string
  readonly name: string
  readonly namespace: string
  /** The prefix the document wrote. */
  readonly prefix: string
}

/** The namespaces that an element declares by their prefix, inside those of its parent; with the names already resolved there. */
export type Scope = {
  readonly uris: ReadonlyMap<string, string>
  readonly outer: Scope | undefined
  readonly names: Map<string, XmlName>
}

export const namespaceIn = (scope: Scope, prefix: string): string | undefined => {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.outer) {
    const uri = at.uris.get(prefix)
    if (uri !== undefined) return uri
  }
  return undefined
}

/** From this many children on, a path finds them by an index. */
const INDEX_FROM = 24

const NO_ATTRIBUTES: readonly XmlAttribute[] = []

/**
 * A path of names from the root, `inv:Invoice/cac:InvoiceLine/cbc:ID`, with the elements that stand there. A document of a
 * thousand lines has some hundred and fifty paths: what only depends on names is found out once for each of them.
 */
export class XmlPath {
  readonly qname: string
  readonly names: XmlName
  readonly parent: XmlPath | undefined
  readonly depth: number
  readonly source: XmlSource
  /** In document order. */
  readonly elements: XmlElement[] = []
  /** In the order in which they first occur. */
  readonly children: XmlPath[] = []
  /** The attributes that some element of the path has. */
  readonly attributes = new Set<string>()
  /** Some element of the path says nothing: no child, and no text but white space. */
  holdsBlank = false
  #index: Map<string, XmlPath> | undefined

  /**
   * What the reader remembers of the start tag it read here last, to recognize the next by a comparison: its name as written
   * and the scope around it, where it stands, its attributes, and which paths came first inside and next after the element.
   */
  written = ''
  scope: Scope | undefined
  tagStart = 0
  tagEnd = 0
  attributeList: readonly XmlAttribute[] = NO_ATTRIBUTES
  firstInside: XmlPath | undefined
  nextAfter: XmlPath | undefined

  constructor(names: XmlName, parent: XmlPath | undefined, source: XmlSource) {
    this.qname = names.qname
    this.names = names
    this.parent = parent
    this.depth = parent === undefined ? 0 : parent.depth + 1
    this.source = source
  }

  child(qname: string): XmlPath | undefined {
    if (this.children.length >= INDEX_FROM) return this.#indexed().get(qname)
    for (const child of this.children) if (child.qname === qname) return child
    return undefined
  }

  /** For the reader alone. */
  add(names: XmlName): XmlPath {
    const child = new XmlPath(names, this, this.source)
    this.children.push(child)
    this.#index?.set(child.qname, child)
    return child
  }

  #indexed(): Map<string, XmlPath> {
    return (this.#index ??= new Map(this.children.map((child) => [child.qname, child])))
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
