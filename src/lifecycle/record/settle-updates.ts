/** Updates of many documents: written together, judged each by itself, and none harms another. */
import { roundRobin, mapLimited, chunksOf } from '../../kernel/concurrency.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { refusalIn } from '../../kernel/errors/unavailable.ts'
import type { Preparation } from '../../operation/operation.ts'
import {
  type UpdateRequest,
  type UpdateDecision,
  type LifecycleResult,
  applyUpdate,
  foresee,
  statusForDocument,
  judgeAmong,
  judgeUpdate,
  resultOf,
} from './apply-update.ts'
import { type LifecycleDocument, visibleWithCompany } from '../read/document-standing.ts'
import { holdDocuments } from '../read/held-document.ts'
import { type RecordedStatus, recordStatuses } from './record-status.ts'
import { saidBefore } from '../decide/subject.ts'

/** Updates that are written in one transaction, and how many such transactions at once. */
const TOGETHER = 100
const AT_ONCE = 2

/** An update with its place among the others. */
export interface IndexedUpdate extends UpdateRequest {
  index: number
}

/** What came of an update. `after`: the document with it, where this side knows it. */
interface UpdateOutcome {
  index: number
  document: LifecycleDocument
  outcome: LifecycleResult | AppError
  after?: LifecycleDocument
}

/** Returns an error as the outcome. An unexpected one is logged, and the caller learns no details of it. */
export const attempt = async <T>(
  { platform, requestId }: Preparation,
  documentId: string | null,
  work: () => Promise<T>,
): Promise<T | AppError> => {
  try {
    return await work()
  } catch (error) {
    const refused = refusalIn(error)
    if (refused) return refused
    platform.log.error({ err: error, requestId, document: documentId }, 'An update of a batch failed')
    return new AppError('INTERNAL_ERROR')
  }
}

/** One update in a transaction of its own, of the document as it is now. */
const settleAlone = async (call: Preparation, { index, document, update }: IndexedUpdate): Promise<UpdateOutcome> => {
  const { platform, actor } = call
  const outcome = await attempt(call, document.id, async () => {
    const judged = await judgeUpdate(call, await visibleWithCompany(call.db, actor, document.id), update)
    return platform.db.transaction((db) => applyUpdate(db, actor, judged, platform.clock.now()))
  })
  return { index, document, outcome }
}

/**
 * Undefined for a document that has changed meanwhile; an empty list when the transaction fails. What is missing is
 * then settled one by one.
 */
const writeTogether = async (
  { platform, actor, requestId }: Preparation,
  judged: readonly UpdateDecision[],
): Promise<readonly (RecordedStatus | undefined)[]> => {
  if (judged.length === 0) return []
  try {
    return await platform.db.transaction(async (db) => {
      await holdDocuments(
        db,
        actor.organizationId,
        judged.map(({ document }) => document.id),
      )
      return recordStatuses(
        db,
        judged.map((one) => statusForDocument(one, actor)),
        platform.clock.now(),
      )
    })
  } catch (error) {
    platform.log.warn({ err: error, requestId }, 'Updates of a batch could not be written together')
    return []
  }
}

const settleTogether = async (call: Preparation, some: readonly IndexedUpdate[]): Promise<UpdateOutcome[]> => {
  const said = await saidBefore(call.db, some)
  const settled: UpdateOutcome[] = []
  const writing: { asked: IndexedUpdate; judged: UpdateDecision }[] = []
  for (const asked of some) {
    const judged = await attempt(call, asked.document.id, () => judgeAmong(call, asked, said))
    if (judged instanceof AppError) settled.push({ ...asked, outcome: judged })
    else if (judged.dryRun) settled.push({ ...asked, outcome: foresee(judged, call.platform.clock.now()) })
    else writing.push({ asked, judged })
  }
  const recorded = await writeTogether(
    call,
    writing.map(({ judged }) => judged),
  )
  for (const [nth, { asked, judged }] of writing.entries()) {
    const written = recorded[nth]
    settled.push(
      written ? { ...asked, outcome: resultOf(judged, written), after: written.after } : await settleAlone(call, asked),
    )
  }
  return settled
}

/** Updates of one document follow one another, each seeing what the one before has made of it. */
export const settleUpdates = async (call: Preparation, updates: readonly IndexedUpdate[]): Promise<UpdateOutcome[]> => {
  const all: UpdateOutcome[] = []
  const current = new Map<string, LifecycleDocument>()
  for (const round of roundRobin(updates, ({ document }) => document.id)) {
    const now = round.map((asked) => ({ ...asked, document: current.get(asked.document.id) ?? asked.document }))
    const settled = (
      await mapLimited([...chunksOf(now, TOGETHER)], AT_ONCE, (some) => settleTogether(call, some))
    ).flat()
    for (const { document, after } of settled) if (after) current.set(document.id, after)
    all.push(...settled)
  }
  return all
}
