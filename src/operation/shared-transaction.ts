/** Calls of all callers of a process that come at the same time, in one transaction: a commit costs the same for many. */
import type { z } from 'zod'
import { AppError } from '../kernel/errors/app-error.ts'
import { FollowUps } from './follow-ups.ts'
import { ofCaller } from './of-caller.ts'
import type { Operation } from './operation.ts'
import { type ReadyCall, isRecorded, keepAnswer, runInTransaction } from './transaction.ts'

/** Two callers do not wait for each other. */
const FEW = 2

/** Runs a call in one transaction with those that come at the same time. */
export const runShared = async <I extends z.ZodType, O, P>(
  op: Operation<I, O, P>,
  mine: ReadyCall<z.output<I>, O, P>,
): Promise<O> => {
  const { platform, actor } = mine.call
  // With tenants on several servers a transaction has those of one.
  const name = platform.db.isDistributed ? `${op.name} ${actor.organizationId}` : op.name
  const group = platform.groups.of<ReadyCall<z.output<I>, O, P>, O | AppError>(name, () => ({
    alone: (ready) => runInTransaction(op, ready),
    together: (calls) => runTogether(op, calls),
    bytesOf: ({ prepared }) => op.together?.bytesOf(prepared) ?? 0,
    isRecorded,
    failed: (error) => platform.log.warn({ err: error, operation: op.name }, 'Calls are written one by one'),
    few: FEW,
  }))
  const outcome = await group.write(mine)
  if (outcome instanceof AppError) throw outcome
  return outcome
}

const runTogether = <I extends z.ZodType, O, P>(
  { together, ...op }: Operation<I, O, P>,
  calls: readonly ReadyCall<z.output<I>, O, P>[],
): Promise<(O | AppError)[]> => {
  const [{ call }] = calls as readonly [ReadyCall<z.output<I>, O, P>]
  const { platform } = call
  return platform.db.transaction(
    async (db) => {
      const now = platform.clock.now()
      const followUps = new FollowUps()
      const { emit, enqueue } = followUps
      const shared = calls.map(({ call: { actor }, input, prepared }) => ({ actor, input, prepared }))
      const outcomes = (await together?.write({ platform, db, now, emit, enqueue }, shared)) ?? []
      await followUps.write(db, now)
      for (const [index, ready] of calls.entries()) {
        const outcome = outcomes[index] as O | AppError
        if (!(outcome instanceof AppError)) await keepAnswer(db, ready, ofCaller(op, ready.call, outcome), now)
      }
      return outcomes
    },
    op.transactionMs,
    { isRepeatable: true },
  )
}
