/** Documents beside one another in one statement: each is stored with all that belongs to it, or is there already. */
import type { Db } from '../../kernel/database/open.ts'
import type { NewRow } from '../../kernel/database/rows.ts'
import { type RowOfMany, writeEachUnlessThere } from '../../kernel/database/rows-of-many.ts'
import { type Document, Prisma } from '../../generated/prisma/client.ts'
import { documentFlow } from '../../flows/record/flow-rows.ts'
import { filesBeside } from './files.ts'
import {
  type DocumentColumns,
  type NewDocument,
  attachmentRow,
  documentRow,
  filesOf,
  hashesOf,
} from './store-document.ts'
import { bytesOf, countStored } from './stored-usage.ts'

/** A document whose files are small, and that no flow has submitted. */
export interface DocumentOfMany extends Pick<NewDocument, 'content' | 'beginning'> {
  columns: Omit<DocumentColumns, 'partnerId'> & { createdAt: Date }
  beside: readonly NewRow[]
}

/** What only some documents say: all have the same columns, so that one statement takes them. */
const UNSAID = {
  receiverPeppolId: null,
  receiverName: null,
  receiverVatNumber: null,
  documentTypeId: null,
  processId: null,
  lifecycleVersion: 0,
  frenchStatus: null,
  lifecycleAt: null,
}

const rowOf = ({ columns, content, beginning, beside }: DocumentOfMany): RowOfMany => {
  const hashes = hashesOf(content)
  return {
    row: documentRow({ columns: { ...UNSAID, ...columns }, content, beginning }) as RowOfMany['row'],
    beside: [
      ...content.inside.map((one) => attachmentRow(columns, one)),
      ...documentFlow(columns, hashes, columns.createdAt),
      ...beginning.rows,
      ...beside,
    ],
  }
}

const COLUMNS = Object.keys(Prisma.DocumentScalarFieldEnum)

/**
 * Their rows, in their order; undefined for one whose number or name is taken. `partner` finds the other side of the
 * document that is `given`; `counted` are statements that count those that were `written`.
 */
export const insertDocuments = (
  db: Db,
  documents: readonly DocumentOfMany[],
  partner: Prisma.Sql,
  counted: readonly Prisma.Sql[],
): Promise<(Document | undefined)[]> => {
  const files = documents.flatMap(({ columns: { id, createdAt }, content }) =>
    filesOf(content).map((file) => ({ documentId: id, file, createdAt })),
  )
  const sizes = documents.map(({ columns: { id }, content }) => ({ documentId: id, bytes: bytesOf(filesOf(content)) }))
  return writeEachUnlessThere<Document>(
    db,
    documents.map(rowOf),
    { columns: { partnerId: partner }, statements: [...counted, countStored(sizes), ...filesBeside(files)] },
    COLUMNS,
  )
}
