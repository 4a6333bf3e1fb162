import { AppError } from '../kernel/errors/app-error.ts'
import { catalog } from '../kernel/errors/catalog.ts'

/** Whether the same may succeed later: a service is away, or somebody else was faster. */
export const isPassing = (error: unknown): boolean =>
  !(error instanceof AppError) ||
  catalog[error.code].status >= 500 ||
  error.code === 'RATE_LIMITED' ||
  error.retryAfter !== undefined
