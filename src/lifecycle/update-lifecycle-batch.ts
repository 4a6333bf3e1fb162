import { z } from 'zod'
import { inTurns } from '../batch.ts'
import { documentRef, visibleDocuments } from '../documents/document.ts'
import { AppError } from '../errors/app-error.ts'
import { parseInput } from '../errors/input.ts'
import { type Preparation, operation } from '../operation.ts'
import { type LifecycleResult, applyUpdate, judgeUpdate } from './apply-update.ts'
import { type LifecycleDocument, visibleWithCompany, withCompany } from './document-standing.ts'
import { wakeForStatus } from './record-status.ts'
import { updateFields, withDemands } from './update-input.ts'

const MOST_UPDATES = 500
/** Documents that are worked on at once. */
const AT_ONCE = 8

const update = withDemands(z.strictObject({ documentId: documentRef, ...updateFields }), { id: 'LifecycleUpdateInput', description: 'An update of one document.', example: { documentId: 'doc_01kafm4h7vf8xbkrs9q2m3c5de' } })
type Update = z.output<typeof update>

/** An item that is not an update: kept as it came, so that it is refused by itself and harms no other. */
class Malformed {
  readonly given: unknown
  constructor(given: unknown) {
    this.given = given
  }
}

/** The reference asks it for a default, without an input: there is none. */
const keep = (context?: { input: unknown }): Malformed | undefined => context && new Malformed(context.input)

export interface BatchItem { documentId: string | null; result: LifecycleResult | null; error: AppError | null }

const idOf = (item: Update | Malformed): string | null => {
  if (!(item instanceof Malformed)) return item.documentId
  const given = item.given as { documentId?: unknown } | null | undefined
  return typeof given?.documentId === 'string' ? given.documentId : null
}

/** One update in a transaction of its own. */
const settle = async (call: Preparation, item: Update | Malformed, known: Map<string, LifecycleDocument>): Promise<BatchItem> => {
  const documentId = idOf(item)
  try {
    const { documentId: ref, ...asked } = item instanceof Malformed ? parseInput(update, item.given) : item
    const { platform, actor } = call
    const document = known.get(ref) ?? (await visibleWithCompany(call.db, actor, ref))
    // A second update of the same document looks at it anew.
    known.delete(ref)
    const judged = await judgeUpdate(call, document, asked)
    const now = platform.clock.now()
    return { documentId: document.id, result: judged.dryRun ? await applyUpdate(call.db, actor, judged, now) : await platform.db.transaction((db) => applyUpdate(db, actor, judged, now)), error: null }
  } catch (error) {
    if (error instanceof AppError) return { documentId, result: null, error }
    call.platform.log.error({ err: error, requestId: call.requestId, document: documentId }, 'An update of a batch failed')
    return { documentId, result: null, error: new AppError('INTERNAL_ERROR') }
  }
}

/** Updates of one document follow one another, documents go side by side. */
const settleAll = async (call: Preparation, items: readonly (Update | Malformed)[]): Promise<BatchItem[]> => {
  const ids = items.flatMap((item) => idOf(item) ?? [])
  const found = (await call.db.document.findMany({ where: { ...visibleDocuments(call.actor), id: { in: ids } }, ...withCompany })) as LifecycleDocument[]
  const known = new Map(found.map((document) => [document.id, document]))
  const results: BatchItem[] = []
  const byDocument = [...Map.groupBy(items.entries(), ([index, item]) => idOf(item) ?? index).values()]
  await inTurns(byDocument, AT_ONCE, async (group) => {
    for (const [index, item] of group) results[index] = await settle(call, item, known)
  })
  if (results.some(({ result }) => result && !result.dryRun)) wakeForStatus(call.platform)
  return results
}

export const updateLifecycleBatch = operation({
  name: 'updateLifecycleBatch',
  summary: `Moves the business status of up to ${MOST_UPDATES} documents. Each by itself: one that is refused harms no other.`,
  scope: 'lifecycle',
  writes: true,
  input: z.strictObject({
    updates: z.array(update.catch(keep as never)).min(1, 'At least one update').max(MOST_UPDATES, `At most ${MOST_UPDATES} updates`).describe('The updates.'),
  }),
  errors: [],
  // Each update has a transaction of its own, so all of them come before the one in which the answer is kept.
  prepare: (call, { updates }): Promise<BatchItem[]> => settleAll(call, updates),
  run: (_run, _input, results) => Promise.resolve({ results, applied: results.filter(({ error }) => error === null).length, failed: results.filter(({ error }) => error !== null).length }),
})
