import { create } from 'xmlbuilder2'

/** An element's content as xmlbuilder2 takes it: text, child elements in order with `@attribute` keys, or repetitions. */
export type XmlContent = string | XmlObject | XmlContent[]
export type XmlObject = { [name: string]: XmlContent }

/** The namespaces of a syntax by prefix; the prefix '' is the default namespace. */
export type Namespaces = Readonly<Record<string, string>>

/**
 * Serialises one element tree. The only place where XML is written.
 *
 * One `create` call over a plain object is three times as fast as the fluent builder and twenty times as fast as the
 * callback writer, for the same bytes.
 */
export const writeXml = (rootName: string, namespaces: Namespaces, content: XmlObject): string => {
  const root: XmlObject = {}
  for (const [prefix, namespace] of Object.entries(namespaces)) root[prefix === '' ? '@xmlns' : `@xmlns:${prefix}`] = namespace
  return create({ version: '1.0', encoding: 'UTF-8' }, { [rootName]: Object.assign(root, literal(content)) }).end()
}

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
