import { withOneMore } from '../../values/short-list.ts'
import type { EncodedText } from './encoded-text.ts'
import type { NamespaceScope, XmlAttribute, XmlName } from './names.ts'
import type { XmlSource } from './source.ts'

const NO_ELEMENTS: readonly XmlElement[] = []
const NO_PATHS: readonly XmlPath[] = []
const NO_NAMES: ReadonlySet<string> = new Set()

/** One element of a read document: read-only for everyone but the reader, who fills it while it is open. */
export class XmlElement {
  /** Where it stands in the outline of the document. */
  readonly path: XmlPath
  readonly attributes: readonly XmlAttribute[]
  readonly parent: XmlElement | undefined
  readonly #offset: number
  #text = ''
  #encoded: EncodedText | undefined
  #children: readonly XmlElement[] = NO_ELEMENTS

  constructor(path: XmlPath, attributes: readonly XmlAttribute[], parent: XmlElement | undefined, offset: number) {
    this.path = path
    this.attributes = attributes
    this.parent = parent
    this.#offset = offset
  }

  /** For the reader alone. */
  appendText(text: string): void {
    this.#text = this.#text === '' ? text : this.#text + text
  }

  /** For the reader alone: its text is a long one, and the only one. */
  encode(text: EncodedText): void {
    this.#encoded = text
  }

  /** For the reader alone. */
  adopt(children: readonly XmlElement[]): void {
    this.#children = children
  }

  /** Canonical name: `cbc:ID` whatever prefix the document chose. */
  get qname(): string {
    return this.path.qname
  }

  /** Its other names: `{name, namespace, prefix}`. */
  get names(): XmlName {
    return this.path.names
  }

  /** The local name. */
  get name(): string {
    return this.path.names.name
  }

  get children(): readonly XmlElement[] {
    return this.#children
  }

  /**
   * The text directly inside, character data sections included, untrimmed. White space between child elements is
   * dropped.
   */
  get text(): string {
    return this.#encoded === undefined ? this.#text : this.#encoded.toString()
  }

  /** The text, where it is a long one in base64. Whoever asks for it here need not hold all of it. */
  get encoded(): EncodedText | undefined {
    return this.#encoded
  }

  /** No child, and no text but white space. */
  get isBlank(): boolean {
    return (
      this.#children.length === 0 &&
      this.#encoded === undefined &&
      (this.#text === '' || (this.#text.charCodeAt(0) <= 32 && !/[^ \t\n\r]/.test(this.#text)))
    )
  }

  /** XPath's `string(.)`: all the text inside, at any depth. */
  get stringValue(): string {
    if (this.#children.length === 0) return this.text
    return this.#text + this.#children.map((child) => child.stringValue).join('')
  }

  /** The first child of that canonical name. */
  first(qname: string): XmlElement | undefined {
    if (this.isAlone) return this.path.child(qname)?.elements[0]
    for (const child of this.#children) if (child.path.qname === qname) return child
    return undefined
  }

  /** All children of that canonical name, in document order. */
  all(qname: string): readonly XmlElement[] {
    if (this.isAlone) return this.path.child(qname)?.elements ?? NO_ELEMENTS
    let found = NO_ELEMENTS
    for (const child of this.#children) if (child.path.qname === qname) found = withOneMore(found, child)
    return found
  }

  /** The value of an attribute, by canonical name. */
  attribute(qname: string): string | undefined {
    for (const attribute of this.attributes) if (attribute.qname === qname) return attribute.value
    return undefined
  }

  /** The line of its start tag, from 1. */
  get line(): number {
    return this.path.source.place(this.#offset).line
  }

  get column(): number {
    return this.path.source.place(this.#offset).column
  }

  /** True where it starts before the other. */
  isBefore(other: XmlElement): boolean {
    return this.#offset < other.#offset
  }

  /** The only element of its path, as the root is: the outline then is an index of its children. */
  get isAlone(): boolean {
    return this.path.elements.length === 1
  }
}

/** From this many children on, a path finds them by an index. */
const INDEX_FROM = 24

const NO_ATTRIBUTES: readonly XmlAttribute[] = []

/**
 * A path of names from the root, `inv:Invoice/cac:InvoiceLine/cbc:ID`, with the elements that stand there. A document
 * of a thousand lines has some hundred and fifty paths: what only depends on names is found out once for each of them.
 */
export class XmlPath {
  readonly qname: string
  readonly names: XmlName
  readonly parent: XmlPath | undefined
  readonly depth: number
  readonly source: XmlSource
  #elements = NO_ELEMENTS
  #children = NO_PATHS
  #attributes = NO_NAMES
  /** Some element of the path says nothing: no child, and no text but white space. */
  holdsBlank = false
  #index: Map<string, XmlPath> | undefined

  /**
   * What the reader remembers of the start tag it read here last, to recognize the next by a comparison: its name as
   * written and the scope around it, where it stands, its attributes, and which paths came first inside and next after
   * the element.
   */
  written = ''
  scope: NamespaceScope | undefined
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

  /** In document order. */
  get elements(): readonly XmlElement[] {
    return this.#elements
  }

  /** In the order in which they first occur. */
  get children(): readonly XmlPath[] {
    return this.#children
  }

  /** The attributes that some element of the path has. */
  get attributes(): ReadonlySet<string> {
    return this.#attributes
  }

  child(qname: string): XmlPath | undefined {
    if (this.children.length >= INDEX_FROM) return this.#indexed().get(qname)
    for (const child of this.children) if (child.qname === qname) return child
    return undefined
  }

  /** For the reader alone. */
  add(names: XmlName): XmlPath {
    const child = new XmlPath(names, this, this.source)
    this.#children = withOneMore(this.#children, child)
    this.#index?.set(child.qname, child)
    return child
  }

  /** For the reader alone. */
  include(element: XmlElement): void {
    this.#elements = withOneMore(this.#elements, element)
  }

  /** For the reader alone. */
  noteAttribute(qname: string): void {
    if (this.#attributes === NO_NAMES) this.#attributes = new Set([qname])
    else (this.#attributes as Set<string>).add(qname)
  }

  #indexed(): Map<string, XmlPath> {
    return (this.#index ??= new Map(this.children.map((child) => [child.qname, child])))
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
