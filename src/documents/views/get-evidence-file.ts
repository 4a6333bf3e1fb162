import { z } from 'zod'
import { AppError } from '../../kernel/errors/app-error.ts'
import { type FileAnswer, EXTENSIONS, fileAnswer } from '../../operation/file-answer.ts'
import { operation } from '../../operation/operation.ts'
import { requireAbility } from '../record/abilities.ts'
import { documentRef, visibleDocument } from '../record/document.ts'
import { evidenceOf } from './evidence.ts'

const BYTES = 'application/octet-stream'
const typeOf = (name: string): string =>
  Object.entries(EXTENSIONS).find(([, ending]) => name.endsWith(ending))?.[0] ?? BYTES

export const getEvidenceFile = operation({
  name: 'getEvidenceFile',
  summary:
    "Returns one file of the evidence of a document's exchange as it went or came: the document, an envelope, a " +
    'receipt, a status message or a report. The timeline names the hash of each.',
  scope: 'documents.read',
  writes: false,
  input: z.strictObject({
    documentId: documentRef,
    messageHash: z
      .string()
      .min(1)
      .max(64)
      .describe('SHA-256 of the file, in hexadecimal.')
      .meta({ examples: ['0'.repeat(64)] }),
  }),
  errors: ['DOCUMENT_NOT_FOUND', 'RESOURCE_NOT_FOUND', 'CONFLICT'],
  async prepare({ db, actor, platform, trace }, { documentId, messageHash }): Promise<FileAnswer> {
    const document = await visibleDocument(db, actor, documentId)
    requireAbility('downloadEvidence', document)
    const entry = (await evidenceOf({ platform, db, trace }, document)).find(({ text }) => text === messageHash)
    if (!entry) throw new AppError('RESOURCE_NOT_FOUND')
    const name = entry.name.replaceAll('/', '-')
    return { ...fileAnswer(await entry.load(), typeOf(name), name), isDownload: true }
  },
  run: (_run, _input, file) => Promise.resolve(file),
})
