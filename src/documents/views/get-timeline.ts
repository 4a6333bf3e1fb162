import { z } from 'zod'
import { operation } from '../../operation/operation.ts'
import { documentRef, visibleDocument } from '../record/document.ts'
import { timelinesOf } from './timeline.ts'

export const getTimeline = operation({
  name: 'getTimeline',
  summary:
    'Lists what happened to a document, oldest first: request, validation, delivery ' +
    'attempts, messages, statuses, reports to authorities, payments and actions.',
  scope: 'documents.read',
  writes: false,
  input: z.strictObject({ documentId: documentRef }),
  errors: ['DOCUMENT_NOT_FOUND', 'CONFLICT'],
  async run({ db, actor }, { documentId }) {
    const [timeline = []] = await timelinesOf(db, [await visibleDocument(db, actor, documentId)])
    return timeline
  },
})
