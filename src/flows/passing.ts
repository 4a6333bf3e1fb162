import { AppError } from '../kernel/errors/app-error.ts'
import { catalog } from '../kernel/errors/catalog.ts'

/** Whether the same may succeed soon: a service is away, or somebody else was faster. A quota comes back in weeks. */
export const isPassing = (error: unknown): boolean =>
  !(error instanceof AppError) ||
  catalog[error.code].status >= 500 ||
  error.code === 'RATE_LIMITED' ||
  (error.retryAfter !== undefined && error.code !== 'QUOTA_EXCEEDED')
