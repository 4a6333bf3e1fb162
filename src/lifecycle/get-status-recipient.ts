import { z } from 'zod'
import { documentRef } from '../documents/record/document.ts'
import { operation } from '../operation/operation.ts'
import { visibleWithCompany } from './read/document-standing.ts'
import { type StatusRecipient, statusRecipientOf } from './show/status-recipient.ts'

export const getStatusRecipient = operation({
  name: 'getStatusRecipient',
  summary:
    'Tells before a status leaves whether the other side of a document takes it: the address that it goes to, what the ' +
    'French directory and the network say of it, and which other address of the company takes it where that one does not.',
  scope: 'documents.read',
  writes: false,
  input: z.strictObject({ documentId: documentRef }),
  errors: ['DOCUMENT_NOT_FOUND', 'CONFLICT'],
  async prepare({ db, actor, platform, trace }, { documentId }): Promise<StatusRecipient | null> {
    return statusRecipientOf(platform, trace, await visibleWithCompany(db, actor, documentId))
  },
  run: (_run, _input, recipient) => Promise.resolve({ recipient }),
})
