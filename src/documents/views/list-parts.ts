/** Lists of what belongs to one document, oldest first. */
import { z } from 'zod'
import { type Operation, type Run, operation } from '../../operation/operation.ts'
import { shownLimit } from '../../values/limits.ts'
import { documentRef, visibleDocument } from '../record/document.ts'

const input = z.strictObject({ documentId: documentRef })

interface OfDocument {
  organizationId: string
  documentId: string
}

const partsOf = <T>(
  name: string,
  summary: string,
  find: (db: Run['db'], where: OfDocument) => Promise<T>,
): Operation<typeof input, T> =>
  operation({
    name,
    summary,
    scope: 'documents.read',
    writes: false,
    input,
    errors: ['DOCUMENT_NOT_FOUND', 'CONFLICT'],
    async run({ db, actor }, { documentId }) {
      const { organizationId, id } = await visibleDocument(db, actor, documentId)
      return find(db, { organizationId, documentId: id })
    },
  })

export const listAttachments = partsOf(
  'listAttachments',
  `Lists the files that are embedded in a document (at most the first ${shownLimit('documentAttachments')}), ` +
    'with name, type, size and hash of each.',
  (db, where) => db.documentAttachment.findMany({ where, orderBy: { id: 'asc' } }),
)

export const listAttempts = partsOf(
  'listAttempts',
  'Lists every attempt to deliver a document: when it started, to ' +
    'which endpoint, what was answered, and how long it took.',
  (db, where) => db.deliveryAttempt.findMany({ where, orderBy: [{ number: 'asc' }, { id: 'asc' }] }),
)

export const listMessageStatuses = partsOf(
  'listMessageStatuses',
  'Lists the Message Level Statuses and Responses of a document: for a sent ' +
    'document those that came in, for a received one those that we answered.',
  (db, where) => db.messageStatus.findMany({ where, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] }),
)

export const listNotes = partsOf(
  'listNotes',
  'Lists the notes that the organization wrote about a document, oldest first.',
  (db, where) => db.documentNote.findMany({ where, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] }),
)
