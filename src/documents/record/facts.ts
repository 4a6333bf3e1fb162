/** What is kept of a document that was read: facts that can be handed from thread to thread, unlike its tree. */
import type { Attachment } from '../../formats/invoice.ts'
import { networkTypeOf } from '../../formats/sbdh/network-type.ts'
import { ChunkedBytes, EncodedBytes } from '../../kernel/bytes.ts'
import type { Model, ReadDocument } from './read-document.ts'
import { limits } from '../../values/limits.ts'

/** A file inside a document, decoded. */
export interface InsideFile {
  fileName: string
  mimeType: string
  description: string | null
  bytes: Uint8Array | ChunkedBytes
}

export interface DocumentFacts extends Pick<
  ReadDocument,
  | 'type'
  | 'typeCode'
  | 'selfBilled'
  | 'syntax'
  | 'specification'
  | 'process'
  | 'seller'
  | 'buyer'
  | 'summary'
  | 'bytes'
  | 'fileType'
  | 'source'
> {
  kind: Model['kind']
  lines: number
  /** How the network names its type and process; null where it does not say. */
  network: ReturnType<typeof networkTypeOf> | null
  /** Where a mail to the recipient would go; null when there is no address. */
  mailbox: string | null
  inside: readonly InsideFile[]
}

const ADDRESS = /^[^\s@<>",;:\\[\]()]+@[^\s@<>",;:\\[\]()]+\.[^\s@<>",;:\\[\]()]+$/

export const isMailAddress = (text: string | undefined): text is string =>
  text !== undefined && text.length <= 254 && ADDRESS.test(text)

/** The electronic address of kind EM, else the address of the recipient's contact (BT-58). */
const mailboxOf = ({ model, selfBilled }: ReadDocument): string | null => {
  if (model.kind !== 'invoice') return null
  const { electronicAddress, contact } = selfBilled ? model.invoice.seller : model.invoice.buyer
  const named = [electronicAddress?.scheme === 'EM' ? electronicAddress.value : undefined, contact?.email]
  return named.find(isMailAddress) ?? null
}

const attachmentsOf = (model: Model): readonly Attachment[] =>
  model.kind === 'invoice' ? model.invoice.attachments : model.kind === 'order' ? model.order.attachments : []

const filesInside = ({ model, bytes }: ReadDocument): InsideFile[] =>
  attachmentsOf(model).flatMap(({ reference, description, file }) =>
    file === undefined
      ? []
      : [
          {
            fileName: file.filename ?? reference,
            mimeType: file.mimeType ?? 'application/octet-stream',
            description: description ?? null,
            bytes: file.encoded
              ? EncodedBytes.in(file.encoded.parts, inPieces(bytes))
              : Buffer.from(file.content, 'base64'),
          },
        ],
  )

const linesOf = (model: Model): number =>
  model.kind === 'invoice' ? model.invoice.lines.length : model.kind === 'order' ? model.order.lines.length : 0

export const factsOf = (read: ReadDocument): DocumentFacts => {
  const { root, model, unmapped: _unmapped, ...facts } = read
  return {
    ...facts,
    kind: model.kind,
    lines: linesOf(model),
    network: (root && networkTypeOf(root)) ?? null,
    mailbox: mailboxOf(read),
    inside: filesInside(read).slice(0, limits.documentAttachments),
  }
}

/** A large file inside a document, on its way between threads: where it stands in the bytes of the document. */
type PortableFile = Pick<EncodedBytes, 'parts' | 'sha256' | 'size'>

/**
 * Facts on their way between threads. Bytes that were given are not sent back: in their place stands that they were.
 */
export type PortableFacts = Omit<DocumentFacts, 'bytes' | 'source' | 'inside'> & {
  bytes: Uint8Array | null
  source: { bytes: Uint8Array | null; fileType: string } | null
  inside: readonly (Omit<InsideFile, 'bytes'> & { bytes: Uint8Array | PortableFile })[]
}

type Bytes = Uint8Array | ChunkedBytes

const NO_HASH = ''
const inPieces = (bytes: Bytes): ChunkedBytes =>
  bytes instanceof ChunkedBytes ? bytes : new ChunkedBytes([bytes], NO_HASH)

const portableBytes = (bytes: Bytes, given: readonly (Bytes | null)[]): Uint8Array | null =>
  given.includes(bytes) ? null : bytes instanceof Uint8Array ? bytes : bytes.whole()

const portableFile = (bytes: Bytes): Uint8Array | PortableFile => {
  if (!(bytes instanceof EncodedBytes)) return bytes instanceof Uint8Array ? bytes : bytes.whole()
  const { parts, sha256, size } = bytes
  return { parts, sha256, size }
}

export const portable = (
  { bytes, source, inside, ...facts }: DocumentFacts,
  ...given: readonly (Bytes | null)[]
): PortableFacts => ({
  ...facts,
  bytes: portableBytes(bytes, given),
  source: source ? { ...source, bytes: portableBytes(source.bytes, given) } : null,
  inside: inside.map((file) => ({ ...file, bytes: portableFile(file.bytes) })),
})

export const arrivedFacts = ({ bytes, source, inside, ...facts }: PortableFacts, given: Bytes): DocumentFacts => {
  const own = bytes ?? given
  return {
    ...facts,
    bytes: own,
    ...(source && { source: { ...source, bytes: source.bytes ?? given } }),
    inside: inside.map((file) => ({
      ...file,
      bytes:
        file.bytes instanceof Uint8Array ? file.bytes : new EncodedBytes(file.bytes.parts, inPieces(own), file.bytes),
    })),
  }
}
