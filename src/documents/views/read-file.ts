import { z } from 'zod'
import { FormatError } from '../../formats/format-error.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { file } from '../../kernel/input.ts'
import { MarkedJson } from '../../kernel/json.ts'
import { runHeavy } from '../../operation/heavy.ts'
import { operation } from '../../operation/operation.ts'
import type { DocumentType } from '../../values/document-types.ts'
import { readContent } from './read-structure.ts'

export interface FileContent {
  type: DocumentType
  document: MarkedJson
}

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd'
const EXAMPLE =
  `<Invoice xmlns="${UBL}:Invoice-2" xmlns:cbc="${UBL}:CommonBasicComponents-2">` +
  '<cbc:ID>2026-1</cbc:ID><cbc:IssueDate>2026-11-20</cbc:IssueDate></Invoice>'

export const readDocumentFile = operation({
  name: 'readDocumentFile',
  summary:
    'Reads a file: an invoice, a credit note or an order in UBL or CII, alone, in an envelope or inside a PDF. The ' +
    'answer has its content with the field names of the send body. No rule is checked, and nothing is stored.',
  scope: 'send',
  writes: false,
  input: z
    .strictObject({ file: file.describe('The file: its bytes in base64, or a part of a form.') })
    .meta({ examples: [{ file: Buffer.from(EXAMPLE).toString('base64') }] }),
  errors: ['UNREADABLE_FILE', 'TOO_LARGE'],
  async prepare(call, { file: { content } }): Promise<FileContent> {
    try {
      const { type, document } = await runHeavy(call, readContent, { bytes: content.whole() })
      return { type, document: new MarkedJson(document) }
    } catch (error) {
      if (!(error instanceof FormatError)) throw error
      throw new AppError(error.code === 'TOO_LARGE' ? 'TOO_LARGE' : 'UNREADABLE_FILE', {
        message: error.message,
        details: [{ field: 'file', rule: error.code, message: error.message, line: error.line, column: error.column }],
      })
    }
  },
  run: (_run, _input, read) => Promise.resolve(read),
})
