/**
 * The safe reader of untrusted XML.
 *
 *   const root = readXml(bytes)                    // Uint8Array, pieces of one, or text already decoded; throws FormatError
 *   root.qname                                     // 'inv:Invoice' (canonical prefixes: see names.ts)
 *   root.first('cac:AccountingSupplierParty')      // first child of that name, or undefined
 *   root.all('cac:InvoiceLine')                    // every child of that name
 *   element.text, element.stringValue              // own text; text at any depth
 *   element.attribute('schemeID')                  // string or undefined
 *   element.children, element.parent
 *   element.name, element.names                    // 'Invoice'; {qname, name, namespace, prefix}
 *   element.line, element.column                   // of the start tag, from 1
 *   xpathOf(element)                               // '/Invoice/cac:InvoiceLine[2]/cbc:ID'
 *   descendants(element)                           // generator, document order, itself first
 *
 * `qname` is canonical whatever prefixes the document chose. Comments and processing instructions are dropped, and so
 * is white space between child elements. A document type declaration is refused, so the only entities are the five
 * predefined ones and numeric references. Size, depth, attributes and nodes are bounded, and time is linear in size.
 *
 * Long texts in base64 stay in the bytes (long-texts.ts): the tree is read while the bytes are there and unchanged.
 *
 * A scanner of our own (scanner.ts), because a document is read on every request.
 */
import { decodeXml } from './decode.ts'
import { FormatError } from '../format-error.ts'
import type { XmlElement } from './element.ts'
import { defaultLimits, type XmlLimits } from './limits.ts'
import { withoutLongTexts } from './long-texts.ts'
import { Scanner } from './scanner.ts'

export { descendants, XmlElement, xpathOf, type XmlPath } from './element.ts'
export { namespaces, qualify, type XmlAttribute, type XmlName } from './names.ts'

type XmlInput = Uint8Array | string | readonly Uint8Array[]

export const readXml = (input: XmlInput, limits: Partial<XmlLimits> = {}): XmlElement => {
  const bounds = { ...defaultLimits, ...limits }
  const pieces = typeof input === 'string' ? undefined : input instanceof Uint8Array ? [input] : input
  const size = typeof input === 'string' ? input.length : sizeOf(pieces ?? [])
  if (size > bounds.bytes) {
    throw new FormatError(
      'TOO_LARGE',
      `The file is too large: it has ${size} bytes, and at most ${bounds.bytes} are allowed.`,
    )
  }
  const read = pieces && readShortened(pieces, size, bounds)
  return read ?? readAtOnce(typeof input === 'string' ? input : oneOf(pieces ?? []), bounds)
}

const sizeOf = (pieces: readonly Uint8Array[]): number => pieces.reduce((sum, { length }) => sum + length, 0)
const oneOf = (pieces: readonly Uint8Array[]): Uint8Array =>
  pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)

const readAtOnce = (input: Uint8Array | string, bounds: XmlLimits): XmlElement => {
  let text = typeof input === 'string' ? input : decodeXml(input)
  if (text.charCodeAt(0) === 0xfeff) text = text.slice(1)
  if (!/\S/.test(text)) throw new FormatError('EMPTY', 'The file is empty.')
  if (text.includes('\r')) text = text.replace(/\r\n?/g, '\n')
  // What was decoded from bytes has no half characters.
  if (typeof input === 'string' && !text.isWellFormed())
    throw new FormatError('MALFORMED', 'The file contains half of a surrogate pair.', 1, 1)
  return new Scanner(text, bounds).read()
}

/** A large file without its long texts. What is wrong with it is said by who reads all of it. */
const readShortened = (pieces: readonly Uint8Array[], size: number, bounds: XmlLimits): XmlElement | undefined => {
  try {
    const shortened = withoutLongTexts(pieces, size)
    const scanner = shortened && new Scanner(shortened.text, bounds, shortened)
    const root = scanner?.read()
    return scanner?.isWhole ? root : undefined
  } catch {
    return undefined
  }
}
