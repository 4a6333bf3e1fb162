import { z } from 'zod'
import { type Refusal, refusalOf } from '../operation/batch.ts'
import { documentRef, visibleDocuments } from '../documents/record/document.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { parseInput } from '../kernel/errors/input.ts'
import { type Preparation, operation } from '../operation/operation.ts'
import type { LifecycleResult } from './record/apply-update.ts'
import { type LifecycleDocument, visibleWithCompany, withCompany } from './read/document-standing.ts'
import { type IndexedUpdate, attempt, settleUpdates } from './record/settle-updates.ts'
import { updateFields, withDemands } from './read/update-input.ts'
import { limits } from '../values/limits.ts'

const MOST_UPDATES = limits.batchUpdates

const update = withDemands(z.strictObject({ documentId: documentRef, ...updateFields }), {
  id: 'LifecycleUpdateInput',
  description: "An update of one document's business status.",
  example: { documentId: 'doc_01kafm4h7vf8xbkrs9q2m3c5de' },
})
type BatchUpdate = z.output<typeof update>

/** An item that is not an update: kept as it came, so that it is refused by itself and harms no other. */
class Malformed {
  readonly given: unknown
  constructor(given: unknown) {
    this.given = given
  }
}

/** The reference asks it for a default, without an input: there is none. */
const keep = (context?: { input: unknown }): Malformed | undefined => context && new Malformed(context.input)

export interface BatchItem {
  documentId: string | null
  result: LifecycleResult | null
  error: Refusal | null
}

const idOf = (item: BatchUpdate | Malformed): string | null => {
  if (!(item instanceof Malformed)) return item.documentId
  const given = item.given as { documentId?: unknown } | null | undefined
  return typeof given?.documentId === 'string' ? given.documentId : null
}

/** Refuses what is no update, finds the documents of the others with one question, and settles those. */
const settleItems = async (call: Preparation, items: readonly (BatchUpdate | Malformed)[]): Promise<BatchItem[]> => {
  const found = (await call.db.document.findMany({
    where: {
      ...visibleDocuments(call.actor),
      id: { in: items.flatMap((item) => (item instanceof Malformed ? [] : item.documentId)) },
    },
    ...withCompany,
  })) as LifecycleDocument[]
  const known = new Map(found.map((document) => [document.id, document]))
  const refuse = (documentId: string | null, error: AppError): BatchItem => ({
    documentId,
    result: null,
    error: refusalOf(error, call.site.baseUrl),
  })
  const results: BatchItem[] = []
  const asked: IndexedUpdate[] = []
  for (const [index, item] of items.entries()) {
    const refused = await attempt(call, idOf(item), async () => {
      const { documentId, ...asking } =
        item instanceof Malformed ? parseInput(update, item.given, call.platform.clock.now()) : item
      asked.push({
        index,
        update: asking,
        document: known.get(documentId) ?? (await visibleWithCompany(call.db, call.actor, documentId)),
      })
    })
    if (refused) results[index] = refuse(idOf(item), refused)
  }
  for (const { index, document, outcome } of await settleUpdates(call, asked))
    results[index] =
      outcome instanceof AppError
        ? refuse(document.id, outcome)
        : { documentId: document.id, result: outcome, error: null }
  return results
}

export const updateLifecycleBatch = operation({
  name: 'updateLifecycleBatch',
  summary:
    `Changes the business status of up to ${MOST_UPDATES} documents. Each update succeeds or ` +
    `fails by itself and has its own result.`,
  scope: 'lifecycle',
  writes: true,
  input: z.strictObject({
    updates: z
      .array(update.catch(keep as never))
      .min(1, 'At least one update')
      .max(MOST_UPDATES, `At most ${MOST_UPDATES} updates`)
      .describe(`The updates, at most ${MOST_UPDATES}.`),
  }),
  errors: [],
  // Updates are written in transactions of their own, so all of them come before the one in which the answer is kept.
  prepare: (call, { updates }): Promise<BatchItem[]> => settleItems(call, updates),
  run: (_run, _input, results) =>
    Promise.resolve({
      results,
      applied: results.filter(({ error }) => error === null).length,
      failed: results.filter(({ error }) => error !== null).length,
    }),
})
