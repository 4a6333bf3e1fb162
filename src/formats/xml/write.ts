import { builder } from 'xmlbuilder2'

/** An element's content: text, child elements in order with `@attribute` keys and text under `#`, or repetitions. */
export type XmlContent = string | XmlObject | XmlContent[]
export type XmlObject = { [name: string]: XmlContent }

/** The namespaces of a syntax by prefix; the prefix '' is the default namespace. */
export type Namespaces = Readonly<Record<string, string>>

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'

/** So many repetitions are serialised at once where a document is written in pieces. */
const PORTION = 100

/** Serialises one element tree. The only place where XML is written. */
export const writeXml = (rootName: string, namespaces: Namespaces, content: XmlObject): string =>
  DECLARATION + serialise({ [rootName]: { ...declarations(namespaces), ...content } })

/** An element that stays open while others are written into it, with what stands in it before them. */
export type OpenElement = { name: string; before: XmlObject }

/**
 * The same in pieces, for documents that are too long to be held: everything before the repeated element, its
 * repetitions by portions, and the end. `path` names the elements that stay open, the root first.
 */
export function* streamXml(
  path: readonly OpenElement[],
  namespaces: Namespaces,
  repeated: string,
  items: Iterable<XmlContent>,
): Generator<string> {
  const [root, ...inner] = path
  if (!root) return
  yield (
    DECLARATION +
    opened(root.name, declarations(namespaces)) +
    serialise(root.before) +
    inner.map(({ name, before }) => opened(name, {}) + serialise(before)).join('')
  )
  let portion: XmlContent[] = []
  for (const item of items) {
    portion.push(item)
    if (portion.length < PORTION) continue
    yield serialise({ [repeated]: portion })
    portion = []
  }
  yield (
    serialise({ [repeated]: portion }) +
    path
      .toReversed()
      .map(({ name }) => `</${name}>`)
      .join('')
  )
}

const declarations = (namespaces: Namespaces): XmlObject =>
  Object.fromEntries(
    Object.entries(namespaces).map(([prefix, namespace]) => [prefix === '' ? '@xmlns' : `@xmlns:${prefix}`, namespace]),
  )

const opened = (name: string, attributes: XmlObject): string => serialise({ [name]: attributes }).replace(/\/>$/, '>')

/** The serialiser of xmlbuilder2 over nodes of ours: to build its own takes four times as long as to write them. */
const serialise = (content: XmlObject): string => builder(new DocumentNode(content) as never).end({ headless: true })

/* What the serialiser asks of nodes. Each looks at its content when it is asked, so that no second tree is held. */

class DocumentNode {
  readonly nodeType = 9
  readonly _nodeType = this.nodeType
  readonly _xmlBuilderOptions = {}
  readonly _children: readonly ElementNode[]
  constructor(content: XmlObject) {
    this._children = elementsOf(content)
  }
}

class ElementNode {
  readonly nodeType = 1
  readonly localName: string
  readonly #content: XmlContent
  constructor(name: string, content: XmlContent) {
    this.localName = name
    this.#content = content
  }
  get #text(): XmlContent | undefined {
    return typeof this.#content === 'string' ? this.#content : (this.#content as XmlObject)['#']
  }
  get attributes(): { localName: string; value: string }[] {
    const attributes: { localName: string; value: string }[] = []
    if (typeof this.#content === 'string') return attributes
    for (const [name, value] of Object.entries(this.#content))
      if (name.startsWith('@')) attributes.push({ localName: name.slice(1), value: literal(value as string) })
    return attributes
  }
  get _children(): readonly (ElementNode | TextNode)[] {
    const text = this.#text
    return text === undefined
      ? elementsOf(this.#content as XmlObject)
      : text === ''
        ? []
        : [new TextNode(text as string)]
  }
  hasChildNodes(): boolean {
    return this._children.length > 0
  }
}

class TextNode {
  readonly nodeType = 3
  readonly data: string
  constructor(text: string) {
    this.data = literal(text)
  }
}

const elementsOf = (content: XmlObject): ElementNode[] => {
  const elements: ElementNode[] = []
  for (const [name, inner] of Object.entries(content)) {
    if (name.startsWith('@')) continue
    if (Array.isArray(inner)) for (const item of inner) elements.push(new ElementNode(name, item))
    else elements.push(new ElementNode(name, inner))
  }
  return elements
}

/** The serialiser leaves alone what looks like an entity; to us an ampersand is a character like any other. */
const literal = (text: string): string => (text.includes('&') ? text.replaceAll('&', '&amp;') : text)
