import type { z } from 'zod'
import { requireAccess } from '../auth/actor.ts'
import { requireWholeOrganization } from '../auth/visibility.ts'
import { parseInput } from '../kernel/errors/input.ts'
import { spanned } from '../kernel/spans.ts'
import { ofCaller } from './of-caller.ts'
import type { StoredAnswer } from './idempotency.ts'
import type { Call, Operation } from './operation.ts'
import { runShared } from './shared-transaction.ts'
import { type ReadyCall, runInTransaction, runOutside } from './transaction.ts'

export interface ExecuteOptions<O> {
  select?: object
  /** True for a door that writes rows from their texts. */
  unread?: boolean
  /** Makes the answer that is kept for a repeated idempotency key, in the transaction of the effect. */
  answer?: ((result: O) => StoredAnswer) | undefined
}

/** Authorizes, parses, prepares, and runs in one transaction, which also stores the events and the work that follow. */
export const execute = <I extends z.ZodType, O, P>(
  op: Operation<I, O, P>,
  call: Call,
  raw: unknown,
  options: ExecuteOptions<O> = {},
): Promise<O> => spanned(op.name, {}, () => executed(op, call, raw, options))

const executed = async <I extends z.ZodType, O, P>(
  op: Operation<I, O, P>,
  call: Call,
  raw: unknown,
  { select = {}, unread = false, answer }: ExecuteOptions<O>,
): Promise<O> => {
  call.trace.operation = op.name
  call.trace.writes ||= op.writes
  requireAccess(call.actor, op.scope)
  if (op.ofOrganization) requireWholeOrganization(call.actor)
  const { platform } = call
  const input = parseInput(op.input, raw, platform.clock.now())
  const prepared = (op.prepare ? await op.prepare({ ...call, db: platform.db.client }, input) : undefined) as P
  const ready: ReadyCall<z.output<I>, O, P> = { call, input, prepared, select, answer }
  if (!op.writes) {
    const db = op.passesRows && unread ? platform.db.unread : platform.db.client
    return ofCaller(op, call, await runOutside(op, ready, db))
  }
  return op.together ? runShared(op, ready) : runInTransaction(op, ready)
}
