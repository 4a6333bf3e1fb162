/** An export: page after page of its list, as its caller would read them. */
import type { Actor } from '../auth/actor.ts'
import type { BulkOperation } from '../generated/prisma/client.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { catalog, type ErrorCode } from '../kernel/errors/catalog.ts'
import type { Platform } from '../operation/platform.ts'
import { columnsOf, csvHeader, csvLine } from './csv.ts'
import { exportQuery } from './export-query.ts'
import { PORTION_BYTES, appendPortion } from './portions.ts'

interface ListPage {
  nodes: readonly unknown[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

/** Rows of the list as text, from the place of the operation on. */
interface Reader {
  header: string
  lineOf(row: unknown): string
  pageAfter(cursor: string | null): Promise<ListPage>
}

const readerOf = ({ keptDocuments }: Platform, actor: Actor, { query, format }: BulkOperation): Reader => {
  const { document, rowType, selection } = exportQuery(keptDocuments, actor, query ?? '')
  const columns = format === 'csv' ? columnsOf(keptDocuments.schema, document, rowType, selection) : []
  return {
    header: format === 'csv' ? `${csvHeader(columns)}\r\n` : '',
    lineOf: (row) => (format === 'csv' ? `${csvLine(columns, row)}\r\n` : `${JSON.stringify(row)}\n`),
    async pageAfter(after) {
      const { data, errors } = await keptDocuments.run(actor, document, { after })
      const [first] = errors ?? []
      // An export is whole, or it has failed: a row without the field that could not be read would be another row.
      if (first) throw new AppError(codeOf(first.extensions['code']), { message: first.message })
      return (data as unknown as { list: ListPage }).list
    },
  }
}

const codeOf = (code: unknown): ErrorCode =>
  typeof code === 'string' && Object.hasOwn(catalog, code) ? (code as ErrorCode) : 'INTERNAL_ERROR'

/** Reads pages and writes portions until the slice is over. True when the last page is written. */
export const runExport = async (
  platform: Platform,
  actor: Actor,
  operation: BulkOperation,
  isOver: () => boolean,
): Promise<boolean> => {
  const reader = readerOf(platform, actor, operation)
  let { cursor } = operation
  let [text, rows, isLast] = [operation.portions === 0 ? reader.header : '', 0, false]
  while (!isLast && text.length < PORTION_BYTES && !(isOver() && rows > 0)) {
    const { nodes, pageInfo } = await reader.pageAfter(cursor)
    for (const row of nodes) text += reader.lineOf(row)
    rows += nodes.length
    // The last cursor is kept: after it there is nothing, however often it is asked.
    cursor = pageInfo.endCursor ?? cursor
    isLast = !pageInfo.hasNextPage
  }
  const progress = { cursor, processed: operation.processed + rows }
  if (text !== '' && !(await appendPortion(platform, operation, { bytes: Buffer.from(text), progress }))) return false
  return isLast
}
