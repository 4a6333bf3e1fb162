/** An operation in a transaction of its own, with the events, the work, the audit and the kept answer that follow. */
import type { z } from 'zod'
import type { Db } from '../kernel/database/open.ts'
import { writeRows } from '../kernel/database/rows.ts'
import { type AuditedChange, type Author, auditRow } from './audit.ts'
import { FollowUps } from './follow-ups.ts'
import { type StoredAnswer, guardAnswer, storeAnswer } from './idempotency.ts'
import { ofCaller } from './of-caller.ts'
import type { Call, Operation, Run } from './operation.ts'

/** A call that is parsed and prepared. */
export interface ReadyCall<I, O, P> {
  call: Call
  input: I
  prepared: P
  select: object
  /** Makes the answer that is kept for a repeated key. */
  answer?: ((result: O) => StoredAnswer) | undefined
}

const refuse = (): never => {
  throw new Error('What does not run in a transaction cannot emit or enqueue.')
}

/** Runs an operation that writes nothing. */
export const runOutside = <I extends z.ZodType, O, P>(
  op: Operation<I, O, P>,
  { call: { platform, actor, site }, input, prepared, select }: ReadyCall<z.output<I>, O, P>,
  db: Db,
): Promise<O> => {
  const now = platform.clock.now()
  const nothing = { emit: refuse, enqueue: refuse, audit: refuse, afterCommit: refuse, afterRollback: refuse }
  return op.run({ platform, actor, site, db, now, select, ...nothing }, input, prepared)
}

/** Keeps the result for a repeated key, where the caller gave one. */
export const keepAnswer = async <I, O, P>(
  db: Db,
  { call: { idempotency, platform }, answer }: ReadyCall<I, O, P>,
  result: O,
  now: Date,
): Promise<void> => {
  if (idempotency && answer) await storeAnswer(db, platform.secretBox, idempotency, answer(result), now)
}

/** True where a second run finds out that the first one was committed after all. */
export const isRecorded = <I, O, P>({ call, answer }: ReadyCall<I, O, P>): boolean =>
  call.idempotency !== undefined && answer !== undefined

export const runInTransaction = async <I extends z.ZodType, O, P>(
  op: Operation<I, O, P>,
  ready: ReadyCall<z.output<I>, O, P>,
): Promise<O> => {
  const { call, input, prepared, select } = ready
  const { platform, actor, site, idempotency } = call
  const effects: (() => void)[] = []
  const remains: ((db: Db) => Promise<unknown>)[] = []
  const work = async (db: Db): Promise<O> => {
    const now = platform.clock.now()
    const followUps = new FollowUps(actor.organizationId)
    const { emit, enqueue } = followUps
    const audited: [change: AuditedChange, author?: Author][] = []
    // An earlier run was undone, with all that it asked for.
    effects.length = 0
    remains.length = 0
    const run: Run = {
      platform,
      actor,
      site,
      db,
      now,
      select,
      emit,
      enqueue,
      audit: (...entry) => void audited.push(entry),
      afterCommit: (effect) => void effects.push(effect),
      afterRollback: (effect) => void remains.push(effect),
    }
    const outcome = ofCaller(op, call, await op.run(run, input, prepared))
    await followUps.write(db, now)
    await writeRows(
      db,
      audited.map(([change, author = actor]) =>
        auditRow({ actor: author, requestId: call.requestId }, op.name, change, now),
      ),
    )
    await keepAnswer(db, ready, outcome, now)
    return outcome
  }
  const opening = idempotency && ((db: Db) => guardAnswer(db, platform.db.kind, idempotency))
  const manner = { opening, isRepeatable: true, isRecorded: isRecorded(ready) }
  const result = await platform.db.transaction(work, op.transactionMs, manner).catch(async (error: unknown) => {
    for (const effect of remains) await effect(platform.db.client)
    throw error
  })
  for (const effect of effects) effect()
  return result
}
