import { keptCaller } from '../auth/kept-caller.ts'
import { triesOf } from '../engine/work/tries.ts'
import type { TryAgainLater } from '../engine/work/work.ts'
import type { BulkOperation, Work } from '../generated/prisma/client.ts'
import { AppError, isPassing } from '../kernel/errors/app-error.ts'
import type { Platform } from '../operation/platform.ts'
import { endOperation } from './end-operation.ts'
import { runExport } from './run-export.ts'
import { runOrganizationExport } from './run-organization.ts'
import { keepOutcomes, runSend } from './run-send.ts'

/** Seconds before what failed is tried again. After the last try of one piece the operation has failed. */
export const BULK_DELAYS_SECONDS = [5, 30, 120, 600, 1_800] as const
const MOST_TRIES = BULK_DELAYS_SECONDS.length

/** How long an operation goes on before another has its turn. */
const SLICE_MS = 5_000

const readOperation = ({ db }: Platform, { organizationId, subjectId: id }: Work): Promise<BulkOperation | null> =>
  db.client.bulkOperation.findUnique({ where: { organizationId_id: { organizationId, id } } })

const goOn = { export: runExport, send: runSend, organization: runOrganizationExport } as const

/** Goes on with an operation until its slice is over. Undefined when there is nothing left to do. */
const runSlice = async (platform: Platform, work: Work, signal: AbortSignal): Promise<TryAgainLater | undefined> => {
  const until = performance.now() + SLICE_MS
  const isOver = (): boolean => signal.aborted || performance.now() > until
  // After the last try, what fails in passing is given up: that goes on until a slice has met nothing of the kind.
  let hasGivenUp = false
  const giveUp = triesOf(work) > MOST_TRIES ? (): void => void (hasGivenUp = true) : undefined
  for (;;) {
    const operation = await readOperation(platform, work)
    if (!operation || operation.endedAt !== null) return undefined
    if (operation.status === 'cancelling') return end(platform, operation)
    const actor = await keptCaller(platform, operation.organizationId, operation.caller)
    if (await goOn[operation.kind](platform, actor, operation, isOver, giveUp)) return end(platform, operation)
    if (isOver()) return { againInSeconds: 0, afresh: !hasGivenUp }
  }
}

const end = async (platform: Platform, operation: BulkOperation, error?: AppError): Promise<undefined> => {
  // What has no room in the result must not keep the operation from its end.
  if (error?.code !== 'TOO_LARGE') await keepOutcomes(platform, operation)
  await endOperation(platform, operation, error)
  return undefined
}

/** What cannot pass by itself: a refusal, or anything after so many tries. */
const finalRefusal = (error: unknown, work: Work): AppError | undefined => {
  if (error instanceof AppError && !isPassing(error)) return error
  if (triesOf(work) <= MOST_TRIES) return undefined
  return error instanceof AppError ? error : new AppError('INTERNAL_ERROR', { cause: error })
}

/**
 * Work: a slice of a bulk operation. Safe to run twice: each portion is written with the place that it leads to, and
 * each line that is sent with its outcome.
 */
export const runBulk = async (platform: Platform, work: Work, signal: AbortSignal): Promise<void | TryAgainLater> => {
  try {
    return await runSlice(platform, work, signal)
  } catch (error) {
    const refusal = finalRefusal(error, work)
    const operation = refusal && (await readOperation(platform, work))
    if (!operation) throw error
    if (refusal.code === 'INTERNAL_ERROR') platform.log.error({ err: error }, 'A bulk operation has failed')
    await end(platform, operation, refusal)
  }
}
