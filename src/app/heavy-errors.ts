import { FormatError, type FormatErrorCode, type Recognition } from '../formats/format-error.ts'
import { AppError, type Detail } from '../kernel/errors/app-error.ts'
import type { ErrorCode } from '../kernel/errors/catalog.ts'
import type { ErrorKind } from '../kernel/threads/job.ts'

interface Refusal {
  code: ErrorCode
  message: string
  details: readonly Detail[]
  retryAfter: number | undefined
}

interface Unreadable {
  code: FormatErrorCode
  message: string
  line: number
  column: number
  recognition: Recognition
}

/** The refusals of heavy jobs, which cross the border between threads with all they say. */
export const heavyErrors: readonly ErrorKind[] = [
  {
    name: 'AppError',
    is: (error) => error instanceof AppError,
    fields: ({ code, message, details, retryAfter }: AppError): Refusal => ({ code, message, details, retryAfter }),
    revive: ({ code, message, details, retryAfter }: Refusal) =>
      new AppError(code, { message, details, ...(retryAfter !== undefined && { retryAfter }) }),
  },
  {
    name: 'FormatError',
    is: (error) => error instanceof FormatError,
    fields: ({ code, message, line, column, recognition }: FormatError): Unreadable => ({
      code,
      message,
      line,
      column,
      recognition,
    }),
    revive: ({ code, message, line, column, recognition }: Unreadable) =>
      new FormatError(code, message, line, column, recognition),
  },
]
