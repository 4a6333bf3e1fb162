import { z } from 'zod'
import { operation } from '../../operation/operation.ts'
import { documentRef, visibleDocument } from '../record/document.ts'
import { evidenceOf } from './evidence.ts'
import { type FileAnswer, safeName } from '../../operation/file-answer.ts'
import { hashOf } from '../../kernel/bytes.ts'
import { zipOf } from './zip.ts'

export const EVIDENCE_TYPE = 'application/zip'

interface Evidence extends FileAnswer {
  /** As it was asked for. */
  documentId: string
  names: string[]
}

export const getEvidence = operation({
  name: 'getEvidence',
  summary:
    "Returns the evidence of a document's exchange as one ZIP archive: file, " +
    'envelope, receipts, delivery attempts and history, with a list of hashes.',
  scope: 'documents.read',
  writes: false,
  input: z.strictObject({ documentId: documentRef }),
  errors: ['DOCUMENT_NOT_FOUND', 'CONFLICT'],
  async prepare({ db, actor, platform, trace }, { documentId }): Promise<Evidence> {
    const document = await visibleDocument(db, actor, documentId)
    const entries = await evidenceOf({ platform, db, trace }, document)
    return {
      documentId,
      content: () => zipOf(entries, document.createdAt),
      contentType: EVIDENCE_TYPE,
      fileName: `${safeName(document.number)}-evidence.zip`,
      hash: hashOf(Buffer.from(JSON.stringify(entries.map(({ name, text }) => [name, text])))),
      names: [...entries.map(({ name }) => name), 'manifest.json'],
    }
  },
  run: (_run, _input, bundle) => Promise.resolve(bundle),
})
