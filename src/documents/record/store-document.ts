/** The rows of a document, and of what is inside it: written the same way for what is sent and for what arrives. */
import type { Db } from '../../kernel/database/open.ts'
import { type JsonCell, type NewRow, json, writeUnlessThere } from '../../kernel/database/rows.ts'
import { type Document, Prisma } from '../../generated/prisma/client.ts'
import { newId } from '../../values/ids.ts'
import type { ChunkedBytes } from '../../kernel/bytes.ts'
import type { Trace } from '../../kernel/trace.ts'
import type { StorageUpstream } from '../../upstreams/upstreams.ts'
import { documentFlow, documentOfSubmitted } from '../../flows/record/flow-rows.ts'
import { type PreparedFile, fileRows, isLarge, prepareFiles, storeLarge } from './files.ts'
import type { DocumentFacts, InsideFile } from './facts.ts'
import { bytesOf, countStored } from './stored-usage.ts'
import { inColumn, orNull } from './summary.ts'
import type { Validation } from './validation.ts'

/** The bytes of a document, and of the files inside it, on their way into the store. */
export interface DocumentContent {
  /** Null for a record without a file. */
  whole: PreparedFile | null
  /** The file it was read from, where that is another: a PDF or the JSON of a caller. */
  source: PreparedFile | null
  /** The envelope that it came in. */
  envelope: PreparedFile | null
  inside: (Omit<InsideFile, 'bytes'> & { file: PreparedFile })[]
}

export const prepareContent = async (
  storage: StorageUpstream,
  trace: Trace,
  organizationId: string,
  { type, bytes, inside, source }: DocumentFacts,
  envelope: Uint8Array | null = null,
): Promise<DocumentContent> => {
  const [own, attached] = [
    [type === 'event' ? null : bytes, source?.bytes ?? null, envelope],
    inside.map((file) => file.bytes),
  ]
  const prepared = await prepareFiles(
    storage,
    trace,
    organizationId,
    [...own, ...attached].filter((one) => one !== null),
  )
  const take = (one: Uint8Array | ChunkedBytes | null | undefined): PreparedFile | null =>
    one ? (prepared.shift() ?? null) : null
  const [whole, original, around] = own.map(take)
  return {
    whole: whole ?? null,
    source: original ?? null,
    envelope: around ?? null,
    inside: inside.map(({ bytes: content, ...rest }) => ({ ...rest, file: take(content) as PreparedFile })),
  }
}

type AmountColumn = 'grossAmount' | 'netAmount' | 'vatAmount' | 'prepaidAmount' | 'amountDue'

/** A document as it is written: amounts as texts, JSON marked as such. */
export type DocumentColumns = Omit<Partial<Document>, AmountColumn | 'validation' | 'metadata' | 'partnerId'> &
  Pick<Document, 'organizationId' | 'id' | 'companyId' | 'direction' | 'type'> & {
    [name in AmountColumn]?: string | null
  } & { validation?: JsonCell; metadata?: JsonCell; partnerId: Prisma.Sql | string | null }

/** The columns that say what the document says. */
export const contentColumns = (
  { type, typeCode, selfBilled, summary, syntax, specification, process, fileType, source }: DocumentFacts,
  validation: Validation,
) => ({
  type,
  typeCode,
  selfBilled,
  ...summary,
  syntax,
  specification,
  process,
  fileType,
  originalType: source?.fileType ?? null,
  validation: json(validation),
})

/** The document before it has any status, from which its first statuses follow. */
export const unstarted = (columns: Omit<DocumentColumns, 'partnerId'>): Document =>
  ({ ...columns, lifecycleVersion: 0, frenchStatus: null, lifecycleAt: null }) as unknown as Document

export const attachmentRow = (
  { organizationId, id: documentId }: Pick<DocumentColumns, 'organizationId' | 'id'>,
  { file: { hash, size }, fileName, mimeType, description }: DocumentContent['inside'][number],
): NewRow => ({
  table: 'document_attachments',
  columns: {
    organizationId,
    id: newId('attachment'),
    documentId,
    fileName: inColumn(fileName),
    mimeType: inColumn(mimeType),
    description: orNull(description ?? undefined),
    fileHash: hash,
    size,
  },
})

/** What statuses make of a document, and what is written beside it because of them. */
export interface LifecycleMove {
  columns: Partial<Pick<Document, 'lifecycleVersion' | 'lifecycleStatus' | 'frenchStatus' | 'lifecycleAt'>>
  rows: NewRow[]
}

export interface NewDocument {
  columns: DocumentColumns
  content: DocumentContent
  /** The statuses it has from its first day. */
  beginning: LifecycleMove
  /** What counts it beside its bytes. */
  counted?: readonly NewRow[]
  /** What else is written, if it is. */
  beside: readonly (NewRow | Prisma.Sql)[]
  /** The flow by which it was submitted; otherwise it gets one. */
  flowId?: string | undefined
}

const COLUMNS = Object.keys(Prisma.DocumentScalarFieldEnum)

export const filesOf = ({ whole, source, envelope, inside }: DocumentContent): PreparedFile[] =>
  [whole, source, envelope, ...inside.map(({ file }) => file)].filter((file) => file !== null)

/** What it takes in storage. */
export const sizeOf = (content: DocumentContent): number => bytesOf(filesOf(content))

/** Whether it needs more than the one statement. */
export const hasLargeFiles = (content: DocumentContent): boolean => filesOf(content).some(isLarge)

export const hashesOf = ({ whole, source }: DocumentContent) => ({
  fileHash: whole?.hash ?? null,
  originalHash: source?.hash ?? null,
})

export const documentRow = ({
  columns,
  content,
  beginning,
}: Pick<NewDocument, 'content' | 'beginning'> & { columns: Omit<DocumentColumns, 'partnerId'> }): NewRow => ({
  table: 'documents',
  columns: {
    ...columns,
    ...hashesOf(content),
    envelopeHash: content.envelope?.hash ?? null,
    ...beginning.columns,
  },
})

/**
 * Writes a document and all that belongs to it in one statement, after its large files. Undefined, and nothing written,
 * when there is a document with its number or its envelope already.
 */
export const insertDocument = async (
  db: Db,
  { columns, content, beginning, counted = [], beside, flowId }: NewDocument,
  now: Date,
): Promise<Document | undefined> => {
  const files = filesOf(content)
  await storeLarge(db, files, now)
  return writeUnlessThere<Document>(
    db,
    documentRow({ columns, content, beginning }),
    [
      ...counted,
      countStored([{ documentId: columns.id, bytes: bytesOf(files) }]),
      ...fileRows(files, now),
      ...content.inside.map((one) => attachmentRow(columns, one)),
      ...(flowId === undefined
        ? documentFlow(columns, hashesOf(content), now)
        : [documentOfSubmitted(flowId, columns)]),
      ...beginning.rows,
      ...beside,
    ],
    COLUMNS,
  )
}
