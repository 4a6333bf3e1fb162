import type { XmlDocument } from 'libxml2-wasm'
import { PARTICIPANT_SCHEME, PROCESS_SCHEME, networkDocumentsById } from '../../values/peppol-documents.ts'
import type { Outgoing } from './port.ts'

/**
 * The far end reads the envelope with eyes of its own: were it read by what has written it, a fault of the writer would
 * go unseen. Only the header is parsed; the document inside is for the recipient.
 */
const HEADER_BYTES = 65_536
const TAIL_BYTES = 4_096
const HEADER_END = /<\/(?:[\w.-]+:)?StandardBusinessDocumentHeader\s*>/
const ROOT =
  /^\uFEFF?(?:\s*<\?xml[^>]*\?>)?\s*(?:<!--(?:(?!-->)[^])*-->\s*)*<((?:[\w.-]+:)?StandardBusinessDocument)[\s>]/
const ns = { s: 'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader' }
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/

const decoder = new TextDecoder('latin1')

/** The parser has a memory of its own: only those have it who simulate the network, from the first message on. */
const parser = async () => (await import('libxml2-wasm')).XmlDocument

/**
 * What is wrong with the envelope, or does not agree with what the access point was told; undefined when all is well.
 */
export const faultOf = async (message: Outgoing): Promise<string | undefined> => {
  const start = Buffer.from(
    message.envelope.buffer,
    message.envelope.byteOffset,
    Math.min(message.envelope.byteLength, HEADER_BYTES),
  )
  const text = decoder.decode(start)
  const root = ROOT.exec(text)?.[1]
  const end = HEADER_END.exec(text)
  if (root === undefined || !end) return 'The first 64 kB contain no StandardBusinessDocument with a header.'
  const closing = `</${root}>`
  const headerEnd = end.index + end[0].length
  const after = message.envelope.subarray(headerEnd)
  const begins = decoder.decode(after.subarray(0, TAIL_BYTES)).trimStart()
  if (!decoder.decode(after.subarray(-TAIL_BYTES)).trimEnd().endsWith(closing))
    return 'The StandardBusinessDocument is not closed.'
  if (!begins.startsWith('<') || begins.startsWith(closing)) return 'The StandardBusinessDocument contains no document.'
  return faultOfHeader(Buffer.concat([start.subarray(0, headerEnd), Buffer.from(closing)]), message)
}

/** The value of a scope of an envelope's header; empty where there is none. */
export const scopeOf = async (envelope: Uint8Array, type: string): Promise<string> => {
  const text = decoder.decode(envelope.subarray(0, HEADER_BYTES))
  const [root, end] = [ROOT.exec(text)?.[1], HEADER_END.exec(text)]
  if (root === undefined || !end) return ''
  const document = (await parser()).fromBuffer(
    Buffer.concat([envelope.subarray(0, end.index + end[0].length), Buffer.from(`</${root}>`)]),
  )
  try {
    return valueAt(document, scope(type, 'InstanceIdentifier')).trim()
  } finally {
    document.dispose()
  }
}

const faultOfHeader = async (xml: Buffer, message: Outgoing): Promise<string | undefined> => {
  const Parser = await parser()
  let document: XmlDocument
  try {
    document = Parser.fromBuffer(xml)
  } catch (error) {
    return `The header is not well-formed: ${error instanceof Error ? error.message.trim() : 'unreadable'}`
  }
  try {
    return checks(message).find(({ path, accepts }) => !accepts(valueAt(document, path)))?.fault
  } finally {
    document.dispose()
  }
}

const valueAt = (document: XmlDocument, path: string): string =>
  document.root.eval(`string(s:StandardBusinessDocumentHeader/${path})`, ns) as string

interface HeaderCheck {
  path: string
  accepts(value: string): boolean
  fault: string
}

const is = (path: string, expected: string, what: string): HeaderCheck => ({
  path,
  accepts: (value) => value.trim() === expected,
  fault: `${what} must be ${expected}.`,
})
const isParticipant = (path: string, expected: string, what: string): HeaderCheck => ({
  path,
  accepts: (value) => value.trim().toLowerCase() === expected.toLowerCase(),
  fault: `${what} must be ${expected}.`,
})
const scope = (type: string, child: string): string =>
  `s:BusinessScope/s:Scope[normalize-space(s:Type)='${type}']/s:${child}`

const checks = (message: Outgoing): HeaderCheck[] => [
  is('s:HeaderVersion', '1.0', 'HeaderVersion'),
  is('s:Sender/s:Identifier/@Authority', PARTICIPANT_SCHEME, 'The authority of the sender'),
  isParticipant('s:Sender/s:Identifier', message.senderId, 'The sender'),
  is('s:Receiver/s:Identifier/@Authority', PARTICIPANT_SCHEME, 'The authority of the receiver'),
  isParticipant('s:Receiver/s:Identifier', message.receiverId, 'The receiver'),
  is('s:DocumentIdentification/s:InstanceIdentifier', message.instanceId, 'InstanceIdentifier'),
  {
    path: 's:DocumentIdentification/s:CreationDateAndTime',
    accepts: (value) => INSTANT.test(value.trim()),
    fault: 'CreationDateAndTime is not a timestamp with a time zone.',
  },
  {
    path: 's:DocumentIdentification/s:Standard',
    accepts: (value) => value.trim() !== '',
    fault: 'Standard is missing.',
  },
  { path: 's:DocumentIdentification/s:Type', accepts: (value) => value.trim() !== '', fault: 'Type is missing.' },
  is(scope('DOCUMENTID', 'InstanceIdentifier'), message.documentTypeId, 'The scope DOCUMENTID'),
  is(
    scope('DOCUMENTID', 'Identifier'),
    networkDocumentsById(message.documentTypeId)[0]?.scheme ?? 'busdox-docid-qns',
    'The scheme of DOCUMENTID',
  ),
  is(scope('PROCESSID', 'InstanceIdentifier'), message.processId, 'The scope PROCESSID'),
  is(scope('PROCESSID', 'Identifier'), PROCESS_SCHEME, 'The scheme of PROCESSID'),
  is(scope('COUNTRY_C1', 'InstanceIdentifier'), message.countryC1, 'The scope COUNTRY_C1'),
]
