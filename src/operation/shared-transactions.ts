/** Calls of all callers of a process that come at the same time, in one transaction: a commit costs the same for many. */
import type { z } from 'zod'
import { Grouped } from '../kernel/database/grouped.ts'
import type { Database } from '../kernel/database/open.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import type { Log } from '../kernel/log.ts'
import { FollowUps } from './follow-ups.ts'
import { ofCaller } from './of-caller.ts'
import type { Operation } from './operation.ts'
import { type ReadyCall, isRecorded, keepAnswer, runInTransaction } from './transaction.ts'

/** Two callers do not wait for each other. */
const FEW = 2
/** Those that nobody uses are forgotten when there are so many. */
const MOST_GROUPS = 1_000

type Group<I, O, P> = Grouped<ReadyCall<I, O, P>, O | AppError>

export class SharedTransactions {
  readonly #db: Pick<Database, 'isDistributed'>
  readonly #log: Log
  readonly #groups = new Map<string, Group<never, unknown, never>>()

  constructor(db: Pick<Database, 'isDistributed'>, log: Log) {
    this.#db = db
    this.#log = log
  }

  async run<I extends z.ZodType, O, P>(op: Operation<I, O, P>, ready: ReadyCall<z.output<I>, O, P>): Promise<O> {
    // With tenants on several servers a transaction has those of one.
    const name = this.#db.isDistributed ? `${op.name} ${ready.call.actor.organizationId}` : op.name
    const group = (this.#groups.get(name) ?? this.#newGroup(name, op)) as Group<z.output<I>, O, P>
    const outcome = await group.write(ready)
    if (outcome instanceof AppError) throw outcome
    return outcome
  }

  #newGroup<I extends z.ZodType, O, P>(name: string, op: Operation<I, O, P>): unknown {
    if (this.#groups.size >= MOST_GROUPS)
      for (const [known, group] of this.#groups) if (group.isIdle) this.#groups.delete(known)
    const group = groupOf(op, this.#log)
    this.#groups.set(name, group as Group<never, unknown, never>)
    return group
  }
}

const groupOf = <I extends z.ZodType, O, P>(op: Operation<I, O, P>, log: Log): Group<z.output<I>, O, P> =>
  new Grouped({
    alone: (ready) => runInTransaction(op, ready),
    together: (calls) => runTogether(op, calls),
    bytesOf: ({ prepared }) => op.together?.bytesOf(prepared) ?? 0,
    isRecorded,
    failed: (error) => log.warn({ err: error, operation: op.name }, 'Calls are written one by one'),
    few: FEW,
  })

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
