import { FormatError, recognizedAs } from './format-error.ts'
import { attachmentsOf, openPdf, type PdfAttachment } from './pdf/attachments.ts'
import type { PdfFile } from './pdf/file.ts'
import { readXml, type XmlElement } from './xml/tree.ts'
import { excessOf } from '../values/json-size.ts'
import { defaultLimits } from './xml/limits.ts'

/** What a file is. XML comes with its tree, a hybrid PDF with the XML inside it. */
export type Sniffed =
  | { kind: XmlKind; root: XmlElement }
  | { kind: 'cxml' }
  | { kind: 'facturx'; attachment: PdfAttachment; root: XmlElement; file: PdfFile }
  | { kind: 'pdf'; attachments: string[] }
  | { kind: 'json'; value: unknown }

type XmlKind = 'ubl' | 'cii' | 'order' | 'response' | 'sbdh' | 'cdar' | 'fatturapa' | 'xml'

const roots: Readonly<Record<string, XmlKind>> = {
  'inv:Invoice': 'ubl',
  'cn:CreditNote': 'ubl',
  'rsm:CrossIndustryInvoice': 'cii',
  'order:Order': 'order',
  'orderresponse:OrderResponse': 'order',
  'quotation:Quotation': 'order',
  'rfq:RequestForQuotation': 'order',
  'response:ApplicationResponse': 'response',
  'cdar:CrossDomainAcknowledgementAndResponse': 'cdar',
  'sbd:StandardBusinessDocument': 'sbdh',
}

/** Files that are no document, by their first bytes (latin-1). */
const strangers: readonly (readonly [start: string, what: string])[] = [
  ['PK\x03\x04', 'a ZIP archive or an Office document. Send the invoice itself, not packed'],
  ['\x1f\x8b', 'gzip-compressed data. Send the invoice itself, not packed'],
  ['7z\xbc\xaf', 'a 7-Zip archive. Send the invoice itself, not packed'],
  ['Rar!', 'a RAR archive. Send the invoice itself, not packed'],
  ['\x89PNG', 'a PNG image'],
  ['\xff\xd8\xff', 'a JPEG image'],
  ['GIF8', 'a GIF image'],
  ['II*\0', 'a TIFF image'],
  ['MM\0*', 'a TIFF image'],
  ['\xd0\xcf\x11\xe0', 'an old Office document (Word or Excel)'],
  ['\x30\x80', 'a signed or encrypted container (PKCS #7, .p7m). Send the invoice inside it'],
  ['\x30\x82', 'a signed or encrypted container (PKCS #7, .p7m). Send the invoice inside it'],
  ['\x30\x83', 'a signed or encrypted container (PKCS #7, .p7m). Send the invoice inside it'],
  ['{\\rtf', 'an RTF text'],
  ['UNA', 'an EDIFACT message'],
  ['UNB+', 'an EDIFACT message'],
  ['ISA*', 'an X12 message'],
  ['%!PS', 'a PostScript file'],
]

const HTML = /^\s*<(!doctype\s+html|html[\s>])/i

/** Bytes in pieces, of which most files need not be made one. */
interface InPieces {
  readonly size: number
  readonly pieces: readonly Uint8Array[]
  whole(): Uint8Array
}

const asPieces = (bytes: Uint8Array): InPieces => ({ size: bytes.length, pieces: [bytes], whole: () => bytes })

const BEGINNING = 4_096

/** The first bytes, as latin-1. */
const beginningOf = (pieces: readonly Uint8Array[]): string => {
  let beginning = ''
  for (const piece of pieces) {
    if (beginning.length === BEGINNING) break
    const length = Math.min(piece.length, BEGINNING - beginning.length)
    beginning += Buffer.from(piece.buffer, piece.byteOffset, length).toString('latin1')
  }
  return beginning
}

/** Says what the bytes are, by what they hold and never by a file name. Throws FormatError for what is no document. */
export const sniff = (given: Uint8Array | InPieces): Sniffed => {
  const file = given instanceof Uint8Array ? asPieces(given) : given
  if (file.size > defaultLimits.bytes)
    throw new FormatError(
      'TOO_LARGE',
      `The file is too large: it has ${file.size} bytes, and at most ${defaultLimits.bytes} are allowed.`,
    )
  const start = beginningOf(file.pieces)
  if (start.replaceAll('\0', '').trim() === '' && file.size <= BEGINNING)
    throw new FormatError('EMPTY', 'The file is empty.')
  if (start.slice(0, 1_024).includes('%PDF-')) return recognizedAs('a PDF', () => sniffPdf(file.whole()))
  const stranger = HTML.test(start) ? 'an HTML page' : strangers.find(([first]) => start.startsWith(first))?.[1]
  if (stranger !== undefined)
    throw new FormatError('UNSUPPORTED', `The file is ${stranger}. Send an XML, JSON or PDF document.`, 0, 0, {
      recognized: stranger.replace(/\. .*/, ''),
    })
  const plain = start
    .replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .replaceAll('\0', '')
    .trimStart()
  if (plain.startsWith('<')) return recognizedAs('XML', () => sniffXml(file.pieces, plain))
  if (/^[[{]/.test(plain)) return recognizedAs('JSON', () => sniffJson(file.whole()))
  throw new FormatError('UNSUPPORTED', 'The file is neither XML, nor JSON, nor PDF.')
}

const sniffXml = (pieces: readonly Uint8Array[], start: string): Sniffed => {
  // cXML carries a document type declaration by its own rules; its callbacks are read elsewhere, without it.
  if (/^(?:<\?[^>]*\?>|<!--(?:(?!-->)[^])*-->|<!DOCTYPE[^>[]*>|\s)*<cXML[\s/>]/.test(start)) return { kind: 'cxml' }
  const root = stillRead(readXml(pieces))
  const fatturapa = root.name === 'FatturaElettronica' || root.name === 'FatturaElettronicaSemplificata'
  return { kind: fatturapa ? 'fatturapa' : (roots[root.qname] ?? 'xml'), root }
}

/** Before EN 16931 there was ZUGFeRD 1.0, whose terms are others and whose file looks the same to whoever sends it. */
const stillRead = (root: XmlElement): XmlElement => {
  if (!root.names.namespace.startsWith('urn:ferd:')) return root
  throw new FormatError(
    'UNSUPPORTED',
    `The invoice is ZUGFeRD 1.0 (${root.names.namespace}), which EN 16931 replaced in 2017. Send Factur-X or ` +
      'ZUGFeRD 2.1 and later, or CII D16B.',
    root.line,
    root.column,
    { recognized: 'ZUGFeRD 1.0' },
  )
}

const sniffJson = (bytes: Uint8Array): Sniffed => {
  const excess = excessOf(bytes)
  if (excess !== undefined) throw new FormatError('TOO_LARGE', `The file has ${excess}.`)
  try {
    return { kind: 'json', value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown }
  } catch (error) {
    throw new FormatError(
      'MALFORMED',
      'The file begins like JSON, but is not well-formed: ' +
        (error instanceof Error ? error.message : 'it cannot be read'),
    )
  }
}

/** The names under which hybrid invoices carry their XML, most telling first. */
const INVOICE_NAMES = /^(factur-x|zugferd-invoice|xrechnung|cii|order-x)\.xml$/i

const sniffPdf = (bytes: Uint8Array): Sniffed => {
  const file = openPdf(bytes)
  const attachments = attachmentsOf(file)
  for (const attachment of candidatesIn(attachments)) {
    const root = rootOf(attachment)
    if (root !== undefined) stillRead(root)
    if (root && (roots[root.qname] === 'cii' || roots[root.qname] === 'ubl'))
      return { kind: 'facturx', attachment, root, file }
  }
  return { kind: 'pdf', attachments: attachments.map(({ filename }) => filename) }
}

/** What may be the invoice, likeliest first; a content that several names share once. */
const candidatesIn = (attachments: readonly PdfAttachment[]): PdfAttachment[] => {
  const seen = new Set<Uint8Array>()
  const candidates = attachments
    .filter(({ filename }) => /\.xml$/i.test(filename))
    .sort((one, other) => rank(one) - rank(other))
    .filter(({ content }) => !seen.has(content) && seen.add(content))
  if (candidates.reduce((sum, { content }) => sum + content.length, 0) > defaultLimits.bytes)
    throw new FormatError('TOO_LARGE', `The XML files in the PDF have more than ${defaultLimits.bytes} bytes in all.`)
  return candidates
}

const rank = ({ filename }: PdfAttachment): number => (INVOICE_NAMES.test(filename) ? 0 : 1)

/** An attachment that names itself the invoice must be readable; any other XML may be anything. */
const rootOf = (attachment: PdfAttachment): XmlElement | undefined => {
  try {
    return readXml(attachment.content)
  } catch (error) {
    if (INVOICE_NAMES.test(attachment.filename) || !(error instanceof FormatError)) throw error
    return undefined
  }
}
