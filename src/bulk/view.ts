/** What a bulk operation answers. */
import { bulkFormats, bulkKinds, bulkStatuses } from '../values/bulk.ts'
import { choice, choiceOf, id, instant, integer, object, text, view } from '../operation/view.ts'
import type { ShownBulkOperation } from './bulk-operation.ts'
import type { BulkResult } from './get-bulk-result.ts'

const kindChoice = choiceOf('BulkKind', Object.keys(bulkKinds), bulkKinds)
const statusChoice = choiceOf('BulkStatus', Object.keys(bulkStatuses), bulkStatuses)
const formatChoice = choiceOf('BulkFormat', Object.keys(bulkFormats), bulkFormats)

interface BulkError {
  code: string
  message: string
}

const bulkErrorView = view<BulkError>()('BulkError', 'Why a bulk operation failed.', {
  code: text('Code of the error, as in the list of errors.').like('REVOKED_KEY'),
  message: text('What went wrong, in words.'),
})

export const bulkOperationView = view<ShownBulkOperation>()(
  'BulkOperation',
  'An export or a send of many documents, or the export of an organization. It runs in the background.',
  {
    id: id('Identifier, `bulk_…`.'),
    kind: choice(kindChoice, 'Kind of bulk operation.'),
    status: choice(statusChoice, 'Status of the operation.'),
    format: choice(formatChoice, 'Format of the result.'),
    query: text('The query of an export. Null for a send.').orNull(),
    total: integer('Number of lines of a send. Null for an export, whose rows are not counted beforehand.').orNull(),
    processed: integer(
      'Number of rows, lines or entries of the archive that are done, those that were refused among them.',
    ),
    failed: integer('Number of lines among them that were refused. Their reasons are in the result.'),
    bytes: integer('Size of the result so far, in bytes.'),
    resultUrl: text('Address to download the result from, with the same credentials, once the operation has ended.'),
    error: object(bulkErrorView, 'Why the operation failed. Null when it did not.').orNull(),
    createdBy: text('Name of the key or user that started it.'),
    createdAt: instant('When it was started.'),
    updatedAt: instant('When it last got further.'),
    endedAt: instant('When it ended. Null while it runs.').orNull(),
    expiresAt: instant('When the operation and its result are removed. Null while it runs.').orNull(),
  },
)

export const bulkResultView = view<BulkResult>()('BulkResult', 'A part of the result of a bulk operation.', {
  fileName: text('Name of the file.'),
  contentType: text('Media type of the file.'),
  hash: text('Changes when the result changes.'),
  size: integer('Size of the whole result, in bytes.'),
})
