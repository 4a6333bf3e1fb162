/** Errors for a body whose document cannot be read. Pure. */
import type { FormatError, FormatErrorCode } from '../../../formats/format-error.ts'
import { AppError } from '../../../kernel/errors/app-error.ts'
import type { ErrorCode } from '../../../kernel/errors/catalog.ts'
import type { SendInput } from './send-input.ts'

/** The field of the body that has the document. */
export const carrierOf = ({ format }: SendInput): string =>
  format === 'json' ? 'document' : format === 'auto' || format === 'raw' ? 'file' : 'xml'

/** Parts that a file lacks where its reader stops, by the error of the reader. */
const missingParts: Partial<Record<FormatErrorCode, string>> = {
  MALFORMED: 'a file that is well-formed to its end',
  ENCODING: 'text in the encoding that the file declares',
  DOCTYPE_REFUSED: 'XML without a document type declaration',
  UNSUPPORTED: 'an invoice, a credit note or an order in UBL, CII or JSON, or a PDF with an invoice inside',
}

/** With `auto`, a file that no reader takes is unprocessable; other formats claim a syntax that the body breaks. */
const codeOf = ({ format }: SendInput, { code }: FormatError): ErrorCode => {
  if (code === 'TOO_LARGE') return 'TOO_LARGE'
  return format === 'auto' && code in missingParts ? 'UNSUPPORTED_FILE' : 'INVALID_REQUEST'
}

export const unreadable = (input: SendInput, error: FormatError): AppError => {
  const code = codeOf(input, error)
  const field = carrierOf(input)
  const { recognized, missing = missingParts[error.code] } = error.recognition
  return new AppError(code, {
    message: `${field}: ${error.message}`,
    details: [
      {
        field,
        rule: error.code,
        message: error.message,
        ...(code === 'UNSUPPORTED_FILE' && { recognized: recognized ?? null, missing }),
        ...(error.line !== undefined && { line: error.line, column: error.column }),
      },
    ],
  })
}
