/** An element's content: text, child elements in order with `@attribute` keys (and `#` for the text beside them), or repetitions. */
export type XmlContent = string | XmlObject | XmlContent[]
export type XmlObject = { [name: string]: XmlContent }

/** The namespaces of a syntax by prefix; the prefix '' is the default namespace. */
export type Namespaces = Readonly<Record<string, string>>

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'

/** So many repetitions of a stream are handed on at once. */
const PORTION = 100

/** Serialises one element tree. Names are ours; whatever stands in a text or an attribute comes back as it was. */
export const writeXml = (rootName: string, namespaces: Namespaces, content: XmlObject): string => DECLARATION + element(rootName, { ...declarations(namespaces), ...content })

const declarations = (namespaces: Namespaces): XmlObject =>
  Object.fromEntries(Object.entries(namespaces).map(([prefix, namespace]) => [prefix === '' ? '@xmlns' : `@xmlns:${prefix}`, namespace]))

/** An element that stays open while others are written into it, with what stands in it before them. */
export type OpenElement = { name: string; before: XmlObject }

/**
 * The same in pieces, for documents that are too long to be held: everything before the repeated element, its repetitions by
 * portions, and the end. `path` names the elements that stay open, the root first.
 */
export function* streamXml(path: readonly OpenElement[], namespaces: Namespaces, repeated: string, items: Iterable<XmlContent>): Generator<string> {
  const [root, ...inner] = path
  if (!root) return
  yield DECLARATION + opened(root.name, declarations(namespaces)) + childrenOf(root.before) + inner.map(({ name, before }) => opened(name, {}) + childrenOf(before)).join('')
  let portion: XmlContent[] = []
  for (const item of items) {
    portion.push(item)
    if (portion.length < PORTION) continue
    yield element(repeated, portion)
    portion = []
  }
  yield element(repeated, portion) + path.toReversed().map(({ name }) => `</${name}>`).join('')
}

const opened = (name: string, attributes: XmlObject): string => element(name, attributes).replace(/\/>$/, '>')
const childrenOf = (content: XmlObject): string => Object.entries(content).map(([name, inner]) => element(name, inner)).join('')

const element = (name: string, content: XmlContent): string => {
  if (typeof content === 'string') return closed(name, '', escaped(content, TEXT))
  if (Array.isArray(content)) {
    let written = ''
    for (const one of content) written += element(name, one)
    return written
  }
  let attributes = ''
  let inner = ''
  for (const [key, value] of Object.entries(content)) {
    if (key.startsWith('@')) attributes += ` ${key.slice(1)}="${escaped(value as string, ATTRIBUTE)}"`
    else inner += key === '#' ? escaped(value as string, TEXT) : element(key, value)
  }
  return closed(name, attributes, inner)
}

const closed = (name: string, attributes: string, inner: string): string => (inner === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${inner}</${name}>`)

// What a reader would take for markup, or change: it reads a carriage return as a line feed, and any white space of an attribute as a blank.
const TEXT = /[&<>\r]/g
const ATTRIBUTE = /[&<>"\t\n\r]/g
const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string, special: RegExp): string => (text.search(special) < 0 ? text : text.replace(special, (character) => NAMED[character] ?? `&#${character.charCodeAt(0)};`))
