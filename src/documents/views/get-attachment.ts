import { z } from 'zod'
import { AppError } from '../../kernel/errors/app-error.ts'
import { id } from '../../kernel/input.ts'
import { operation } from '../../operation/operation.ts'
import { documentRef, visibleDocument } from '../record/document.ts'
import { type FileAnswer, storedAnswer } from '../../operation/file-answer.ts'
import { openFile } from '../record/files.ts'

export const getAttachment = operation({
  name: 'getAttachment',
  summary: 'Returns a file that is embedded in a document, with the bytes that its sender put there.',
  scope: 'documents.read',
  writes: false,
  input: z.strictObject({
    documentId: documentRef,
    attachmentId: id('attachment').describe('Identifier of the attachment.'),
  }),
  errors: ['DOCUMENT_NOT_FOUND', 'RESOURCE_NOT_FOUND', 'CONFLICT'],
  async prepare({ db, actor, platform, trace }, { documentId, attachmentId }): Promise<FileAnswer> {
    const { organizationId, id: ofDocument } = await visibleDocument(db, actor, documentId)
    const attachment = await db.documentAttachment.findUnique({
      where: { organizationId_id: { organizationId, id: attachmentId }, documentId: ofDocument },
    })
    if (!attachment)
      throw new AppError('RESOURCE_NOT_FOUND', { message: 'The document has no attachment with that identifier.' })
    const { fileHash, mimeType, fileName } = attachment
    return storedAnswer(
      await openFile(platform.upstreams.storage, db, trace, organizationId, fileHash),
      fileHash,
      mimeType,
      fileName,
    )
  },
  run: (_run, _input, file) => Promise.resolve(file),
})
