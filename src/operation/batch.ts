/** Batches: each item happens wholly or not at all, and a refused one does not hold up the others. */
import { AppError, errorBody } from '../kernel/errors/app-error.ts'
import type { Following } from './follow-ups.ts'
import type { Run } from './operation.ts'

/**
 * Why an item was refused, as its own request would have been. A plain object, because GraphQL takes an Error for the
 * failure of the field that answers it.
 */
export type Refusal = Omit<ReturnType<typeof errorBody>, 'requestId'> & { retryAfter?: number }

export type BatchResult<T> = { index: number; ok: true; value: T } | { index: number; ok: false; error: Refusal }

export interface Batch<T> {
  results: BatchResult<T>[]
  succeeded: number
  failed: number
}

export const refusalOf = (error: AppError, baseUrl: string): Refusal => {
  const { requestId: _request, ...refusal } = errorBody(error, '', baseUrl)
  return { ...refusal, ...(error.retryAfter !== undefined && { retryAfter: error.retryAfter }) }
}

/** The result of an item, or its refusal as a value. Other errors are thrown. */
export const settle = async <T>(work: () => Promise<T>): Promise<T | AppError> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

export const batchOf = <T>(outcomes: readonly (T | AppError)[], baseUrl: string): Batch<T> => {
  const results = outcomes.map((outcome, index): BatchResult<T> =>
    outcome instanceof AppError
      ? { index, ok: false, error: refusalOf(outcome, baseUrl) }
      : { index, ok: true, value: outcome },
  )
  const succeeded = results.filter(({ ok }) => ok).length
  return { results, succeeded, failed: results.length - succeeded }
}

type SomeRun = Following & Pick<Run, 'db'> & Partial<Pick<Run, 'audit' | 'afterCommit'>>

/** Runs one item in a savepoint: of a refused one nothing remains, neither rows, nor events, nor work. */
export const runInSavepoint = async <R extends SomeRun, T>(
  run: R,
  body: (run: R) => Promise<T>,
): Promise<T | AppError> => {
  const later: (() => void)[] = []
  const { audit, afterCommit } = run
  const own: R = {
    ...run,
    emit: (...event: Parameters<Run['emit']>) => void later.push(() => run.emit(...event)),
    enqueue: (...work: Parameters<Run['enqueue']>) => void later.push(() => run.enqueue(...work)),
    ...(audit && { audit: (...entry: Parameters<Run['audit']>) => void later.push(() => audit(...entry)) }),
    ...(afterCommit && { afterCommit: (effect: () => void) => void later.push(() => afterCommit(effect)) }),
  }
  await run.db.$executeRaw`SAVEPOINT item`
  const outcome = await settle(() => body(own))
  if (outcome instanceof AppError) await run.db.$executeRaw`ROLLBACK TO SAVEPOINT item`
  else for (const effect of later) effect()
  await run.db.$executeRaw`RELEASE SAVEPOINT item`
  return outcome
}
