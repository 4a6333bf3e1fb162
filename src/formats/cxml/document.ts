/**
 * The envelope of cXML. Every message names its DTD; the name is taken away before anything is read, so nothing is
 * fetched. A DTD that declares something itself could declare entities, and is refused.
 */
import { limits } from '../../values/limits.ts'
import { FormatError } from '../format-error.ts'
import { decodeXml } from '../xml/decode.ts'
import { type XmlElement, readXml } from '../xml/tree.ts'

const CXML_LIMITS = {
  bytes: limits.cartBytes,
  nodes: 150_000,
  paths: 2_000,
  depth: 40,
  children: 5_000,
} as const

const PROLOG = /^(?:\ufeff?(?:\s|<\?[^>]{0,500}\?>|<!--(?:(?!--)[^]){0,2000}-->){0,20})/
const NAMED_DTD =
  /^<!DOCTYPE\s+\w{1,40}\s*(?:(?:SYSTEM|PUBLIC\s+(?:"[^"<>]{0,300}"|'[^'<>]{0,300}'))\s*(?:"[^"<>]{0,500}"|'[^'<>]{0,500}')?)?\s*>/

/** Without the name of its DTD; the lines stay where they are. */
const withoutDtd = (text: string): string => {
  const prolog = PROLOG.exec(text)?.[0] ?? ''
  const dtd = NAMED_DTD.exec(text.slice(prolog.length, prolog.length + 2_000))?.[0]
  return dtd === undefined ? text : prolog + dtd.replace(/[^\n]/g, ' ') + text.slice(prolog.length + dtd.length)
}

/** The root of a cXML message, from bytes in any encoding, or from a text of a form. */
export const readCxml = (source: Uint8Array | string): XmlElement => {
  if (source.length > CXML_LIMITS.bytes)
    throw new FormatError('TOO_LARGE', `The message is larger than ${CXML_LIMITS.bytes} bytes.`)
  const root = readXml(withoutDtd(typeof source === 'string' ? source : decodeXml(source)), CXML_LIMITS)
  if (root.name.toLowerCase() !== 'cxml')
    throw new FormatError('UNSUPPORTED', `The root element is "${root.name}", not "cXML".`, root.line, root.column)
  return root
}

/** The element at a path of names; undefined where one is missing. */
export const at = (element: XmlElement | undefined, ...names: readonly string[]): XmlElement | undefined =>
  names.reduce<XmlElement | undefined>((found, name) => found?.first(name), element)

export const textAt = (element: XmlElement | undefined, ...names: readonly string[]): string | null =>
  at(element, ...names)?.stringValue.trim() || null

export interface CxmlCredential {
  domain: string
  identity: string
  sharedSecret: string | null
}

/** Who sends the message, as it says itself. */
export const sendersOf = (root: XmlElement): CxmlCredential[] =>
  (at(root, 'Header', 'Sender')?.all('Credential') ?? []).slice(0, 20).map((credential) => ({
    domain: credential.attribute('domain')?.trim() ?? '',
    identity: textAt(credential, 'Identity') ?? '',
    sharedSecret: textAt(credential, 'SharedSecret'),
  }))

/** What stands inside of the message or answer, by name. */
export const payloadOf = (root: XmlElement): XmlElement | undefined => {
  const body = root.first('Message') ?? root.first('Request') ?? root.first('Response')
  return body?.children.find(({ name }) => name !== 'Status')
}
