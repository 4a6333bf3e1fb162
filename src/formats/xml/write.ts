import { create } from 'xmlbuilder2'

/** An element's content as xmlbuilder2 takes it: text, child elements in order with `@attribute` keys, or repetitions. */
export type XmlContent = string | XmlObject | XmlContent[]
export type XmlObject = { [name: string]: XmlContent }

/** The namespaces of a syntax by prefix; the prefix '' is the default namespace. */
export type Namespaces = Readonly<Record<string, string>>

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'

/** More repetitions than this are built and serialised by portions, so that memory does not hold a tree of them all. */
const PORTION = 100

/**
 * Serialises one element tree. The only place where XML is written.
 *
 * One `create` call over a plain object, since the callback writer takes four to six times as long for the same bytes.
 */
export const writeXml = (rootName: string, namespaces: Namespaces, content: XmlObject): string => {
  // Builder and writer look up a namespace for every name once one is declared: they are declared in the finished text.
  const declared = Object.entries(namespaces).map(([prefix, namespace]) => ` xmlns${prefix && `:${prefix}`}="${namespace}"`).join('')
  const written = element(rootName, content)
  return `${DECLARATION}<${rootName}${declared}${written.slice(rootName.length + 1)}`
}

/** An element that stays open while others are written into it, with what stands in it before them. */
export type OpenElement = { name: string; before: XmlObject }

/**
 * The same in pieces, for documents that are too long to be held: everything before the repeated element, its repetitions by
 * portions, and the end. `path` names the elements that stay open, the root first.
 */
export function* streamXml(path: readonly OpenElement[], namespaces: Namespaces, repeated: string, items: Iterable<XmlContent>): Generator<string> {
  const [root, ...inner] = path
  if (!root) return
  const attributes: XmlObject = {}
  for (const [prefix, namespace] of Object.entries(namespaces)) attributes[prefix === '' ? '@xmlns' : `@xmlns:${prefix}`] = namespace
  yield DECLARATION + opened(root.name, attributes) + childrenOf(root.before) + inner.map(({ name, before }) => opened(name, {}) + childrenOf(before)).join('')
  let portion: XmlContent[] = []
  for (const item of items) {
    portion.push(item)
    if (portion.length < PORTION) continue
    yield portions(repeated, portion)
    portion = []
  }
  yield portions(repeated, portion) + path.toReversed().map(({ name }) => `</${name}>`).join('')
}

const opened = (name: string, attributes: XmlObject): string => serialise({ [name]: attributes }).replace(/\/>$/, '>')
const childrenOf = (content: XmlObject): string => Object.entries(content).map(([name, inner]) => element(name, inner)).join('')

const element = (name: string, content: XmlContent): string => {
  if (typeof content === 'string' || Array.isArray(content) || !isLarge(content))
    return Array.isArray(content) ? portions(name, content) : serialise({ [name]: content })
  const attributes: XmlObject = {}
  const children: string[] = []
  for (const [key, inner] of Object.entries(content)) {
    if (key.startsWith('@')) attributes[key] = inner
    else children.push(element(key, inner))
  }
  return `${opened(name, attributes)}${children.join('')}</${name}>`
}

const isLarge = (content: XmlObject): boolean =>
  Object.values(content).some((inner) => (Array.isArray(inner) ? inner.length > PORTION : typeof inner === 'object' && isLarge(inner)))

const portions = (name: string, items: readonly XmlContent[]): string => {
  let written = ''
  for (let start = 0; start < items.length; start += PORTION) {
    written += serialise({ portion: { [name]: items.slice(start, start + PORTION) } }).slice('<portion>'.length, -'</portion>'.length)
  }
  return written
}

const serialise = (content: XmlObject): string => create(literal(content) as XmlObject).end({ headless: true })

/**
 * The builder decodes entities in what it is given, and leaves what looks like an entity alone when it writes; to us an
 * ampersand is a character like any other. Escaped twice, it comes out escaped once whatever stands behind it.
 */
const literal = (content: XmlContent): XmlContent => {
  if (typeof content === 'string') return content.includes('&') ? content.replaceAll('&', '&amp;amp;') : content
  if (Array.isArray(content)) return content.map(literal)
  const written: XmlObject = {}
  for (const [name, inner] of Object.entries(content)) written[name] = literal(inner)
  return written
}
