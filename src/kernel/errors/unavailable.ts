import { AppError } from './app-error.ts'

/**
 * The database is away, full, frozen or has no free connection. It has no `code`, because Prisma replaces errors that
 * have one; the doors answer it as `refusalIn` says.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
  /** No upstream is at fault, not even a simulated one that keeps its state in the database. */
  readonly beyondUpstream = true

  constructor(cause: unknown) {
    super('The database is not available.', { cause })
  }
}

const RETRY_AFTER_SECONDS = 1

/** The refusal that an error stands for; undefined for an error that nobody expected. */
export const refusalIn = (error: unknown): AppError | undefined => {
  if (error instanceof AppError) return error
  if (!(error instanceof DatabaseUnavailable)) return undefined
  return new AppError('UPSTREAM_UNAVAILABLE', {
    message: 'The database does not answer at the moment. With an idempotency key, sending again is always safe.',
    retryAfter: RETRY_AFTER_SECONDS,
    cause: error,
  })
}
