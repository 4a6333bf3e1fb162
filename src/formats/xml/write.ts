/** An element's content: text, child elements in order with `@attribute` keys and text under `#`, or repetitions. */
export type XmlContent = string | XmlObject | XmlContent[]
export type XmlObject = { [name: string]: XmlContent }

/** The namespaces of a syntax by prefix; the prefix '' is the default namespace. */
export type Namespaces = Readonly<Record<string, string>>

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'

/** So many repetitions are serialised at once where a document is written in pieces. */
const PORTION = 100

/** Serialises one element tree. The only place where XML is written. */
export const writeXml = (
  rootName: string,
  namespaces: Namespaces,
  content: XmlObject,
  listener?: WriteListener,
): string => {
  const writer = new Writer(DECLARATION, listener)
  writer.element(rootName, { ...declarations(namespaces), ...content })
  return writer.text
}

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

/** Of a bare carriage return, reading makes a line feed. */
const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }
const escapedText = (text: string): string =>
  /[&<>\r]/.test(text) ? text.replace(/[&<>\r]/g, (character) => ESCAPED[character] ?? character) : text

/** In an attribute, reading makes a space of every bare line end and tab. */
const ESCAPED_IN_ATTRIBUTES: Readonly<Record<string, string>> = { '"': '&quot;', '\t': '&#9;', '\n': '&#10;' }
const escapedValue = (value: string): string =>
  /["\t\n]/.test(value)
    ? escapedText(value).replace(/["\t\n]/g, (character) => ESCAPED_IN_ATTRIBUTES[character] ?? character)
    : escapedText(value)

const attribute = (name: string, value: string): string => ` ${name}="${escapedValue(value)}"`

const attributesOf = (content: XmlObject): string => {
  let attributes = ''
  for (const key in content) if (key.startsWith('@')) attributes += attribute(key.slice(1), content[key] as string)
  return attributes
}

/** What is told, while it is written, of each element: where it begins, and that it ends. */
export interface WriteListener {
  begins(name: string, content: string | XmlObject, offset: number): void
  ends(): void
}

class Writer {
  text: string
  readonly #listener: WriteListener | undefined

  constructor(before = '', listener?: WriteListener) {
    this.text = before
    this.#listener = listener
  }

  element(name: string, content: string | XmlObject): void {
    this.#listener?.begins(name, content, this.text.length)
    if (typeof content === 'string') this.#tags(name, '', escapedText(content))
    else {
      const text = content['#']
      const attributes = attributesOf(content)
      if (text === undefined) this.#tagsAround(name, attributes, content)
      else this.#tags(name, attributes, escapedText(text as string))
    }
    this.#listener?.ends()
  }

  /** The elements inside an element. */
  inside(content: XmlObject): void {
    for (const name in content) {
      if (name.startsWith('@')) continue
      const inner = content[name] as XmlContent
      if (Array.isArray(inner)) for (const item of inner) this.element(name, item as string | XmlObject)
      else this.element(name, inner)
    }
  }

  #tags(name: string, attributes: string, inside: string): void {
    this.text += inside === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${inside}</${name}>`
  }

  #tagsAround(name: string, attributes: string, content: XmlObject): void {
    const open = `<${name}${attributes}>`
    const before = this.text
    this.text += open
    const empty = this.text.length
    this.inside(content)
    this.text = this.text.length === empty ? `${before}<${name}${attributes}/>` : `${this.text}</${name}>`
  }
}

const serialise = (content: XmlObject): string => {
  const writer = new Writer()
  writer.inside(content)
  return writer.text
}
