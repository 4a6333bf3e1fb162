/**
 * From bytes to what they say: the one way in for XML that callers send, for files, and for what the network brings.
 */
import { readCii } from '../../formats/cii/invoice.ts'
import type { Invoice } from '../../formats/invoice.ts'
import type { Order } from '../../formats/order.ts'
import { readEnvelope } from '../../formats/sbdh/envelope.ts'
import { type FileFinding, lookAtHybrid } from '../../formats/pdf/facturx-look.ts'
import { type Sniffed, sniff } from '../../formats/sniff.ts'
import { isSelfBilled, kindOf } from '../../formats/type-codes.ts'
import { readUbl, writeUblWithTree } from '../../formats/ubl/invoice.ts'
import { readOrder } from '../../formats/ubl/order.ts'
import type { Unmapped } from '../../formats/unmapped.ts'
import type { XmlElement } from '../../formats/xml/tree.ts'
import type { ChunkedBytes } from '../../kernel/bytes.ts'
import type { DocumentType } from '../../values/document-types.ts'
import {
  type PartySummary,
  type DocumentSummary,
  inColumn,
  orNull,
  partySummary,
  summarizeFile,
  summarizeInvoice,
  summarizeOrder,
} from './summary.ts'
import { refuseSniffed } from './refuse-sniffed.ts'

type Bytes = Uint8Array | ChunkedBytes

export type Model = { kind: 'invoice'; invoice: Invoice } | { kind: 'order'; order: Order } | { kind: 'none' }

/** A document as the product understands it, with the bytes it was read from. */
export interface ReadDocument {
  type: DocumentType
  typeCode: string | null
  /** Issued by the buyer in the seller's name: then the sender is the buyer. */
  selfBilled: boolean
  syntax: 'ubl' | 'cii' | 'order' | 'file'
  model: Model
  /** What the rules look at; absent where there is no XML. */
  root: XmlElement | null
  specification: string | null
  process: string | null
  seller: PartySummary
  buyer: PartySummary
  summary: DocumentSummary
  /** What was said and has no place in the model. */
  unmapped: readonly Unmapped[]
  bytes: Uint8Array | ChunkedBytes
  fileType: string
  /** What it was read from, where that is more: a hybrid PDF, an envelope. */
  source?: { bytes: Uint8Array | ChunkedBytes; fileType: string }
  /** What is to be said of a hybrid PDF as a file. */
  look?: readonly FileFinding[]
}

const NOBODY: PartySummary = { peppolId: null, name: null, vatNumber: null }

const ofInvoice = (
  invoice: Invoice,
  syntax: 'ubl' | 'cii',
  root: XmlElement,
  bytes: Bytes,
  unmapped: readonly Unmapped[],
): ReadDocument => ({
  type: kindOf(invoice),
  typeCode: invoice.typeCode ? inColumn(invoice.typeCode) : null,
  selfBilled: isSelfBilled(invoice),
  syntax,
  model: { kind: 'invoice', invoice },
  root,
  specification: orNull(invoice.specification),
  process: orNull(invoice.process),
  seller: partySummary(invoice.seller),
  buyer: partySummary(invoice.buyer),
  summary: summarizeInvoice(invoice),
  unmapped,
  bytes,
  fileType: 'application/xml',
})

const ofOrder = (order: Order, root: XmlElement, bytes: Bytes, unmapped: readonly Unmapped[]): ReadDocument => ({
  type: order.kind,
  typeCode: null,
  selfBilled: false,
  syntax: 'order',
  model: { kind: 'order', order },
  root,
  specification: orNull(order.specification),
  process: orNull(order.process),
  seller: partySummary(order.seller),
  buyer: partySummary(order.buyer),
  summary: summarizeOrder(order),
  unmapped,
  bytes,
  fileType: 'application/xml',
})

/** A file that is kept as it is. */
export const ofFile = (
  type: DocumentType,
  number: string,
  bytes: Uint8Array | ChunkedBytes,
  fileType: string,
): ReadDocument => ({
  type,
  typeCode: null,
  selfBilled: false,
  syntax: 'file',
  model: { kind: 'none' },
  root: null,
  specification: null,
  process: null,
  seller: NOBODY,
  buyer: NOBODY,
  summary: summarizeFile(number),
  unmapped: [],
  bytes,
  fileType,
})

const readers: Partial<Record<Sniffed['kind'], (sniffed: never, bytes: Bytes) => ReadDocument>> = {
  ubl: ({ root }: { root: XmlElement }, bytes) => {
    const { document, unmapped } = readUbl(root)
    return ofInvoice(document, 'ubl', root, bytes, unmapped)
  },
  cii: ({ root }: { root: XmlElement }, bytes) => {
    const { document, unmapped } = readCii(root)
    return ofInvoice(document, 'cii', root, bytes, unmapped)
  },
  // The invoice is the XML inside; the picture around it is for people, and is looked at for what they will see.
  facturx: ({ attachment, file }: Extract<Sniffed, { kind: 'facturx' }>, bytes) => {
    const read = readBytes(attachment.content)
    const { model, syntax } = read
    return {
      ...read,
      source: { bytes, fileType: 'application/pdf' },
      ...(model.kind === 'invoice' &&
        (syntax === 'cii' || syntax === 'ubl') && {
          look: lookAtHybrid({ file, attachment, syntax, invoice: model.invoice }),
        }),
    }
  },
  order: ({ root }: { root: XmlElement }, bytes) => {
    const { document, unmapped } = readOrder(root)
    return ofOrder(document, root, bytes, unmapped)
  },
  sbdh: (_sniffed: never, bytes) => ({
    ...readBytes(readEnvelope(bytes instanceof Uint8Array ? bytes : bytes.whole()).payload),
    source: { bytes, fileType: 'application/xml' },
  }),
}

/** Reads a sniffed file; undefined for a kind that is no document of ours. */
export const readSniffed = (sniffed: Sniffed, bytes: Bytes): ReadDocument | undefined =>
  readers[sniffed.kind]?.(sniffed as never, bytes)

/** An invoice that we write: its text is not read, since its tree is there. */
export const ofWritten = (invoice: Invoice): ReadDocument => {
  const { text, root, reading } = writeUblWithTree(invoice)
  return ofInvoice(reading.document, 'ubl', root, Buffer.from(text), reading.unmapped)
}

/** Reads XML or a hybrid PDF. Throws FormatError for what is not one. */
export const readBytes = (bytes: Uint8Array): ReadDocument => {
  const sniffed = sniff(bytes)
  return readSniffed(sniffed, bytes) ?? refuseSniffed(sniffed)
}
