/** The one writer of documents: of those that are sent, kept or rejected, and of those that arrive. */
import type { Db } from '../../kernel/database/open.ts'
import { type JsonCell, type NewRow, json } from '../../kernel/database/rows.ts'
import { type RowOfMany, writeEachUnlessThere } from '../../kernel/database/rows-of-many.ts'
import { type Document, Prisma } from '../../generated/prisma/client.ts'
import { newId } from '../../values/ids.ts'
import type { ChunkedBytes } from '../../kernel/bytes.ts'
import type { Trace } from '../../kernel/trace.ts'
import type { StorageUpstream } from '../../upstreams/upstreams.ts'
import { documentFlow, documentOfSubmitted } from '../../flows/record/flow-rows.ts'
import { type PreparedFile, filesBeside, prepareFiles, storeLarge } from './files.ts'
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
  } & { validation?: JsonCell; metadata?: JsonCell; createdAt: Date }

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
export const unstarted = (columns: DocumentColumns): Document =>
  ({ ...columns, lifecycleVersion: 0, frenchStatus: null, lifecycleAt: null }) as unknown as Document

const attachmentRow = (
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
  /** What else is written, if it is. */
  beside: readonly NewRow[]
  /** The flow by which it was submitted; otherwise it gets one. */
  flowId?: string | undefined
}

/** SQL that documents share which are written together. */
interface Beside {
  /** The partner of the document that is `given`. */
  partner: Prisma.Sql
  /** Statements that count those that were `written`. */
  counted?: readonly Prisma.Sql[]
}

const COLUMNS = Object.keys(Prisma.DocumentScalarFieldEnum)

const filesOf = ({ whole, source, envelope, inside }: DocumentContent): PreparedFile[] =>
  [whole, source, envelope, ...inside.map(({ file }) => file)].filter((file) => file !== null)

/** What it takes in storage. */
export const sizeOf = (content: DocumentContent): number => bytesOf(filesOf(content))

const hashesOf = ({ whole, source }: DocumentContent) => ({
  fileHash: whole?.hash ?? null,
  originalHash: source?.hash ?? null,
})

/** Only some documents have these: all rows of a statement have the same columns. */
const ABSENT = {
  receiverPeppolId: null,
  receiverName: null,
  receiverVatNumber: null,
  documentTypeId: null,
  processId: null,
  lifecycleVersion: 0,
  frenchStatus: null,
  lifecycleAt: null,
}

const rowOf = ({ columns, content, beginning, beside, flowId }: NewDocument): RowOfMany => {
  const { organizationId, id } = columns
  const hashes = hashesOf(content)
  const envelopeHash = content.envelope?.hash ?? null
  return {
    row: {
      table: 'documents',
      columns: { ...ABSENT, ...columns, organizationId, id, ...hashes, envelopeHash, ...beginning.columns },
    },
    beside: [
      ...content.inside.map((one) => attachmentRow(columns, one)),
      ...(flowId === undefined ? documentFlow(columns, hashes, columns.createdAt) : []),
      ...beginning.rows,
      ...beside,
    ],
  }
}

/**
 * Writes documents, each with all that belongs to it, in one statement after their large files. Answers their rows, in
 * their order; undefined for one whose number, name or envelope is taken: of that nothing is written.
 */
export const insertDocuments = async (
  db: Db,
  documents: readonly NewDocument[],
  { partner, counted = [] }: Beside,
): Promise<(Document | undefined)[]> => {
  const files = documents.flatMap(({ columns: { id, createdAt }, content }) =>
    filesOf(content).map((file) => ({ documentId: id, file, createdAt })),
  )
  for (const { file, createdAt } of files) await storeLarge(db, [file], createdAt)
  const sizes = documents.map(({ columns: { id }, content }) => ({ documentId: id, bytes: sizeOf(content) }))
  const submitted = documents.flatMap(({ columns, flowId }) =>
    flowId === undefined ? [] : [documentOfSubmitted(flowId, columns)],
  )
  const statements = [...counted, countStored(sizes), ...filesBeside(files), ...submitted]
  return writeEachUnlessThere<Document>(
    db,
    documents.map(rowOf),
    { columns: { partnerId: partner }, statements },
    COLUMNS,
  )
}

/** The same for one whose partner is known. */
export const insertDocument = async (
  db: Db,
  document: NewDocument,
  partnerId: string | null,
  counted: readonly Prisma.Sql[] = [],
): Promise<Document | undefined> => {
  const [row] = await insertDocuments(db, [document], { partner: Prisma.sql`${partnerId}::text`, counted })
  return row
}
