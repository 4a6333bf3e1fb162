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

const escapedText = (text: string): string =>
  /[&<>]/.test(text) ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : text

const attribute = (name: string, value: string): string =>
  ` ${name}="${value.includes('"') ? escapedText(value).replaceAll('"', '&quot;') : escapedText(value)}"`

const tags = (name: string, attributes: string, inside: string): string =>
  inside === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${inside}</${name}>`

const element = (name: string, content: string | XmlObject): string => {
  if (typeof content === 'string') return tags(name, '', escapedText(content))
  const text = content['#']
  let attributes = ''
  for (const key of Object.keys(content))
    if (key.startsWith('@')) attributes += attribute(key.slice(1), content[key] as string)
  return tags(name, attributes, text === undefined ? serialise(content) : escapedText(text as string))
}

/** The elements inside an element. */
const serialise = (content: XmlObject): string => {
  let written = ''
  for (const [name, inner] of Object.entries(content)) {
    if (name.startsWith('@')) continue
    if (Array.isArray(inner)) for (const item of inner) written += element(name, item as string | XmlObject)
    else written += element(name, inner)
  }
  return written
}
