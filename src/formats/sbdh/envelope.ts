import { FormatError } from '../format-error.ts'
import type { Reading } from '../unmapped.ts'
import { readDocument } from '../xml/codec.ts'
import { shape, writeChildren } from '../xml/shape.ts'
import { namespaces, readXml } from '../xml/tree.ts'
import { writeXml } from '../xml/write.ts'
import { headerRows, type Header } from './header.ts'

/**
 * The envelope around a document on the Peppol network. The header is read and written; the document inside is never
 * parsed: its bytes pass through as they are, in one piece or as a stream.
 */

const table = shape(headerRows)
const NONE = { currency: '', vatCurrency: undefined }

/** A header that does not end within this is none. */
const HEADER_BYTES = 65_536
/** The closing tag of the envelope, with white space and comments after it, ends within this. */
const TAIL_BYTES = 4_096

const ENVELOPE_START = /<(?:[\w.-]+:)?StandardBusinessDocument(?:\s[^>]*)?>/
const DECLARATION = /\sxmlns:([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
/** The first start tag, up to behind its name; what may stand before it is no element. */
const FIRST_TAG = /^(?:\s|<!--(?:(?!-->)[^])*-->|<\?(?:(?!\?>)[^])*\?>)*<[\w.:-]+/

const HEADER_END = /<\/(?:([\w.-]+):)?StandardBusinessDocumentHeader\s*>/
const ENVELOPE_END = /<\/(?:[\w.-]+:)?StandardBusinessDocument\s*>(?:\s|<!--(?:(?!--)[^])*-->)*$/
const XML_DECLARATION = /^\uFEFF?\s*<\?xml[^>]*\?>\s*/

const latin1 = new TextDecoder('latin1')

/** `inherited`: the prefixes that the envelope declares for what is inside it. */
export type Envelope = Reading<Header> & { payload: Uint8Array; inherited: ReadonlyMap<string, string> }

const refuse = (message: string): never => {
  throw new FormatError('UNSUPPORTED', message)
}

/** Reads the header and points at the document inside, without copying or parsing it. */
export const readEnvelope = (bytes: Uint8Array): Envelope => {
  const { header, payloadStart, inherited } = headerOf(bytes.subarray(0, HEADER_BYTES))
  const tailStart = Math.max(payloadStart, bytes.length - TAIL_BYTES)
  const end = ENVELOPE_END.exec(latin1.decode(bytes.subarray(tailStart)))
  if (!end) return refuse('The envelope (StandardBusinessDocument) is not closed.')
  return { ...header, inherited, payload: trimmed(bytes.subarray(payloadStart, tailStart + end.index)) }
}

/** The header of the envelope, and where the document begins. Bytes below 128 stand for themselves in UTF-8. */
const headerOf = (
  start: Uint8Array,
): { header: Reading<Header>; payloadStart: number; inherited: ReadonlyMap<string, string> } => {
  const end = HEADER_END.exec(latin1.decode(start))
  if (!end) return refuse('The StandardBusinessDocumentHeader does not end within the first 64 kB.')
  const payloadStart = end.index + end[0].length
  const prefix = end[1] === undefined ? '' : `${end[1]}:`
  const closed = Buffer.concat([start.subarray(0, payloadStart), Buffer.from(`</${prefix}StandardBusinessDocument>`)])
  const root = readXml(new Uint8Array(closed))
  const element = root.first('sbd:StandardBusinessDocumentHeader')
  if (root.qname !== 'sbd:StandardBusinessDocument' || !element)
    return refuse('The file is not a StandardBusinessDocument.')
  return {
    header: readDocument<Header>(element, table, NONE),
    payloadStart,
    inherited: declarationsIn(ENVELOPE_START.exec(latin1.decode(start))?.[0] ?? ''),
  }
}

const declarationsIn = (tag: string): ReadonlyMap<string, string> =>
  new Map([...tag.matchAll(DECLARATION)].map(([, prefix = '', double, single]) => [prefix, double ?? single ?? '']))

/**
 * The document inside an envelope as a file of its own: its bytes, and in its first tag the declarations of those
 * prefixes that it took from the envelope.
 */
export const standalone = ({ payload, inherited }: Pick<Envelope, 'payload' | 'inherited'>): Uint8Array => {
  const start = latin1.decode(payload.subarray(0, HEADER_BYTES))
  const name = FIRST_TAG.exec(start)?.[0]
  if (name === undefined || inherited.size === 0) return payload
  const own = declarationsIn(start.slice(name.length, start.indexOf('>', name.length)))
  const missing = [...inherited]
    .filter(([prefix]) => !own.has(prefix))
    .map(([prefix, uri]) => ` xmlns:${prefix}="${uri.replaceAll('"', '&quot;')}"`)
  if (missing.length === 0) return payload
  return new Uint8Array(
    Buffer.concat([
      payload.subarray(0, name.length),
      Buffer.from(missing.join(''), 'latin1'),
      payload.subarray(name.length),
    ]),
  )
}

const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

const trimmed = (bytes: Uint8Array): Uint8Array => {
  let [start, end] = [0, bytes.length]
  while (start < end && isSpace(bytes[start])) start += 1
  while (end > start && isSpace(bytes[end - 1])) end -= 1
  return bytes.subarray(start, end)
}

/** The same for a stream: the header at once, the document as it arrives. Holds at most 64 kB and the latest chunk. */
export const openEnvelope = async (
  source: AsyncIterable<Uint8Array>,
): Promise<Omit<Envelope, 'payload'> & { payload: AsyncIterable<Uint8Array> }> => {
  const chunks = source[Symbol.asyncIterator]()
  const held = await gather(chunks, HEADER_BYTES)
  const { header, payloadStart, inherited } = headerOf(held)
  return { ...header, inherited, payload: payloadOf(held.subarray(payloadStart), chunks) }
}

/** At least so many bytes, or all there are. */
const gather = async (chunks: AsyncIterator<Uint8Array>, bytes: number): Promise<Uint8Array> => {
  const held: Uint8Array[] = []
  let length = 0
  while (length < bytes) {
    const next = await chunks.next()
    if (next.done) break
    held.push(next.value)
    length += next.value.length
  }
  return new Uint8Array(Buffer.concat(held))
}

/** Keeps back a tail long enough to hold the closing tag, and gives the rest. */
async function* payloadOf(first: Uint8Array, chunks: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held = first
  let begun = false
  for (;;) {
    const next = await gather(chunks, TAIL_BYTES)
    if (next.length === 0) break
    held = concat(held, next)
    if (!begun) held = withoutLeadingSpace(held)
    begun ||= held.length > 0
    if (held.length <= TAIL_BYTES) continue
    yield held.subarray(0, held.length - TAIL_BYTES)
    held = held.subarray(held.length - TAIL_BYTES)
  }
  const end = ENVELOPE_END.exec(latin1.decode(held))
  if (!end) return refuse('The envelope (StandardBusinessDocument) is not closed.')
  yield trimmedEnd(begun ? held.subarray(0, end.index) : withoutLeadingSpace(held.subarray(0, end.index)))
}

const concat = (one: Uint8Array, other: Uint8Array): Uint8Array =>
  one.length === 0 ? other : new Uint8Array(Buffer.concat([one, other]))
const withoutLeadingSpace = (bytes: Uint8Array): Uint8Array => {
  const first = bytes.findIndex((byte) => !isSpace(byte))
  return bytes.subarray(first === -1 ? bytes.length : first)
}
const trimmedEnd = (bytes: Uint8Array): Uint8Array => {
  let end = bytes.length
  while (end > 0 && isSpace(bytes[end - 1])) end -= 1
  return bytes.subarray(0, end)
}

/** What stands before and after the document in its envelope. */
const around = (header: Header): { before: string; after: string } => {
  const content = writeChildren(table, header, { root: header, currencies: NONE }) ?? {}
  const xml = writeXml(
    'sbd:StandardBusinessDocument',
    { sbd: namespaces.sbd },
    { 'sbd:StandardBusinessDocumentHeader': content },
  )
  const after = '</sbd:StandardBusinessDocument>'
  return { before: xml.slice(0, -after.length), after }
}

/**
 * Puts a UTF-8 document into an envelope. Only its XML declaration and byte order mark are left out: they may not stand
 * inside.
 */
export const writeEnvelope = (header: Header, payload: Uint8Array): Uint8Array => {
  const { before, after } = around(header)
  const { buffer, byteOffset, length } = Buffer.concat([
    Buffer.from(before),
    withoutDeclaration(payload),
    Buffer.from(after),
  ])
  return new Uint8Array(buffer, byteOffset, length)
}

export const streamEnvelope = (header: Header, payload: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> =>
  enveloped(around(header), payload)

/** The same in one piece, of a document that is read into it: its bytes are not held twice. */
export const envelopeAround = async (
  header: Header,
  size: number,
  read: (room: Buffer) => Promise<void>,
): Promise<Uint8Array> => {
  const { before, after } = around(header)
  const start = Buffer.byteLength(before)
  const envelope = Buffer.allocUnsafe(start + size + after.length)
  const payload = envelope.subarray(start, start + size)
  await read(payload)
  // What stands before it ends where the document begins without its declaration.
  const from = size - withoutDeclaration(payload).length
  envelope.write(before, from)
  envelope.write(after, start + size)
  return envelope.subarray(from)
}

async function* enveloped(
  { before, after }: ReturnType<typeof around>,
  payload: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(before)
  let first: Uint8Array | undefined = new Uint8Array()
  for await (const chunk of payload) {
    if (first === undefined) yield chunk
    else first = concat(first, chunk)
    if (first !== undefined && first.length >= 256) {
      yield withoutDeclaration(first)
      first = undefined
    }
  }
  if (first !== undefined) yield withoutDeclaration(first)
  yield Buffer.from(after)
}

const withoutDeclaration = (payload: Uint8Array): Uint8Array => {
  const start = payload[0] === 0xef && payload[1] === 0xbb && payload[2] === 0xbf ? 3 : 0
  const declaration = XML_DECLARATION.exec(latin1.decode(payload.subarray(start, start + 256)))
  return payload.subarray(start + (declaration?.[0].length ?? 0))
}
