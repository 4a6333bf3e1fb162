import type { z } from 'zod'
import { type Actor, requireAccess } from '../auth/actor.ts'
import type { Access } from '../auth/scopes.ts'
import type { Site } from '../auth/site.ts'
import { requireWholeOrganization } from '../auth/visibility.ts'
import { type Database, type Db, constraintOf } from '../kernel/database/open.ts'
import { wasLost, wasUndone } from '../kernel/database/patience.ts'
import type { ErrorCode } from '../kernel/errors/catalog.ts'
import { parseInput } from '../kernel/errors/input.ts'
import { writeRows } from '../kernel/database/rows.ts'
import { spanned } from '../kernel/spans.ts'
import { type AuditedChange, type Author, auditRow } from './audit.ts'
import { ofCaller } from './of-caller.ts'
import type { OperationPlatform, Platform } from './platform.ts'
import {
  type IdempotentCall,
  type KeptWith,
  type StoredAnswer,
  answerRow,
  guardAnswer,
  storeAnswer,
} from './idempotency.ts'
import type { Trace } from '../kernel/trace.ts'
import { FollowUps, type Following } from './follow-ups.ts'

/** One request: who calls, what it leaves in the log, and the platform that serves it. */
export interface Call {
  platform: Platform
  actor: Actor
  requestId: string
  trace: Trace
  /** Where the request has come in: links in its answer begin there. */
  site: Site
  /** Present when the caller asked for the effect to happen once only. */
  idempotency?: IdempotentCall | undefined
}

/** What `prepare` may use: reads and upstreams, before any transaction. */
export interface Preparation extends Call {
  db: Db
}

/** What `run` may use: the transactional database, never an upstream. */
export interface Run extends Following {
  platform: OperationPlatform
  actor: Actor
  /** Where links in the answer begin. */
  site: Site
  db: Db
  now: Date
  /** What GraphQL selected, for Prisma; absent for other doors. */
  select: object
  /** Keeps the answer, where everything is one statement (see `inOneStatement`). A transaction does it by itself. */
  keptWith?: KeptWith
  /** Notes a change for the audit, in the transaction of the change; of a caller without an organization it says who did it. */
  audit(change: AuditedChange, author?: Author): void
  /** Runs when the transaction is committed, and never otherwise. */
  afterCommit(effect: () => void): void
  /** Runs when the transaction is rolled back: for what a refusal leaves behind all the same. */
  afterRollback(effect: (db: Db) => Promise<unknown>): void
}

/** What an operation is given to be written beside what other calls write at the same time. */
export interface Joining<O = unknown> extends Pick<Run, 'platform' | 'actor' | 'db' | 'now' | 'keptWith'> {
  transaction: Database['transaction']
  /** Whether the rows of organizations lie on several servers. */
  isDistributed: boolean
  /** Runs it by itself. */
  alone(): Promise<O>
}

export interface Operation<I extends z.ZodType = z.ZodType, O = unknown, P = unknown> {
  name: string
  /** One sentence for the reference. */
  summary: string
  scope: Access
  writes: boolean
  /** True where it concerns all companies: nobody who acts for one may call it. */
  ofOrganization?: boolean
  input: I
  /** What it may answer beside the errors common to all. */
  errors: readonly ErrorCode[]
  prepare?(call: Preparation, input: z.output<I>): Promise<P>
  /** How long its transaction may take, where one call does the work of many. */
  transactionMs?: number
  /** True where `run` writes everything in one statement, with events, work and `keptWith`: it needs no transaction. */
  inOneStatement?(actor: Actor, prepared: P): boolean
  /** True for a list whose rows leave as they were read: nobody but the door that asked looks at their values. */
  passesRows?: boolean
  /** Runs it together with what other calls run at the same time; undefined where it runs by itself. */
  besideOthers?(joining: Joining<O>, input: z.output<I>, prepared: P): Promise<O> | undefined
  run(run: Run, input: z.output<I>, prepared: P): Promise<O>
}

export const operation = <I extends z.ZodType, O, P = undefined>(definition: Operation<I, O, P>): Operation<I, O, P> =>
  definition

/** What an operation answers. */
export type ResultOf<Op extends { run(...parameters: never[]): Promise<unknown> }> = Awaited<ReturnType<Op['run']>>

export interface ExecuteOptions<O> {
  select?: object
  /** True for a door that writes rows from their texts. */
  unread?: boolean
  /** What to store for a repeated idempotency key; written in the transaction of the effect. */
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
  options: ExecuteOptions<O>,
): Promise<O> => {
  call.trace.operation = op.name
  call.trace.writes ||= op.writes
  requireAccess(call.actor, op.scope)
  if (op.ofOrganization) requireWholeOrganization(call.actor)
  const input = parseInput(op.input, raw)
  const { platform } = call
  const prepared = (op.prepare ? await op.prepare({ ...call, db: platform.db.client }, input) : undefined) as P
  if (!op.writes) {
    const db = op.passesRows && options.unread ? platform.db.unread : platform.db.client
    return ofCaller(op, call, await op.run(runOn(call, db, options.select), input, prepared))
  }
  const how = op.inOneStatement?.(call.actor, prepared) ? alone : inTransaction
  const byItself = (): Promise<O> => how(op, call, input, prepared, options)
  const joined = op.besideOthers?.(joiningOf(op, call, options, byItself), input, prepared)
  return joined ? ofCaller(op, call, await joined) : byItself()
}

const joiningOf = <I extends z.ZodType, O, P>(
  op: Operation<I, O, P>,
  call: Call,
  options: ExecuteOptions<O>,
  byItself: () => Promise<O>,
): Joining<O> => {
  const { platform, actor } = call
  const { client: db, transaction, isDistributed } = platform.db
  const now = platform.clock.now()
  return { platform, actor, db, transaction, isDistributed, now, alone: byItself, ...keeping(op, call, options, now) }
}

const keeping = <O>(
  op: Pick<Operation, 'name' | 'scope'>,
  call: Call,
  { answer }: ExecuteOptions<O>,
  now: Date,
): Pick<Run, 'keptWith'> => {
  const { idempotency, platform } = call
  if (!idempotency || !answer) return {}
  const answerTo = (result: unknown): StoredAnswer => answer(ofCaller(op, call, result as O))
  return { keptWith: (result) => answerRow(platform.secretBox, idempotency, answerTo(result), now) }
}

const refuse = (): never => {
  throw new Error('What does not run in a transaction cannot emit or enqueue.')
}

const runOn = ({ platform, actor, site }: Call, db: Db, select: object = {}): Run => ({
  platform,
  actor,
  site,
  db,
  now: platform.clock.now(),
  select,
  emit: refuse,
  enqueue: refuse,
  audit: refuse,
  afterCommit: refuse,
  afterRollback: refuse,
})

const alone = async <I extends z.ZodType, O, P>(
  op: Operation<I, O, P>,
  call: Call,
  input: z.output<I>,
  prepared: P,
  options: ExecuteOptions<O>,
): Promise<O> => {
  const effects: (() => void)[] = []
  const run = runOn(call, call.platform.db.client, options.select)
  Object.assign(run, keeping(op, call, options, run.now))
  run.afterCommit = (effect) => void effects.push(effect)
  try {
    const result = await op.run(run, input, prepared)
    for (const effect of effects) effect()
    return ofCaller(op, call, result)
  } catch (error) {
    // Another answer is kept under the key, or nobody knows whether this one is: the transaction finds out.
    if (run.keptWith && (constraintOf(error) !== undefined || wasLost(error) || wasUndone(error)))
      return inTransaction(op, call, input, prepared, options)
    throw error
  }
}

const inTransaction = async <I extends z.ZodType, O, P>(
  op: Operation<I, O, P>,
  call: Call,
  input: z.output<I>,
  prepared: P,
  options: ExecuteOptions<O>,
): Promise<O> => {
  const { platform, actor } = call
  const effects: (() => void)[] = []
  const remains: ((db: Db) => Promise<unknown>)[] = []
  const work = async (db: Db): Promise<O> => {
    const run = runOn(call, db, options.select)
    const followUps = new FollowUps(actor.organizationId)
    run.emit = followUps.emit
    run.enqueue = followUps.enqueue
    const audited: [change: AuditedChange, author?: Author][] = []
    run.audit = (...entry) => void audited.push(entry)
    // What an earlier run has asked for was undone with it.
    effects.length = 0
    remains.length = 0
    run.afterCommit = (effect) => void effects.push(effect)
    run.afterRollback = (effect) => void remains.push(effect)
    const outcome = ofCaller(op, call, await op.run(run, input, prepared))
    await followUps.write(db, run.now)
    await writeRows(
      db,
      audited.map(([change, author = call.actor]) =>
        auditRow({ actor: author, requestId: call.requestId }, op.name, change, run.now),
      ),
    )
    if (call.idempotency && options.answer)
      await storeAnswer(db, platform.secretBox, call.idempotency, options.answer(outcome), run.now)
    return outcome
  }
  const { idempotency } = call
  const opening = idempotency && ((db: Db) => guardAnswer(db, platform.db.kind, idempotency))
  // Under a key the answer is stored with the effect: who runs again finds it.
  const isRecorded = idempotency !== undefined && options.answer !== undefined
  const manner = { opening, isRepeatable: true, isRecorded }
  const result = await platform.db.transaction(work, op.transactionMs, manner).catch(async (error: unknown) => {
    for (const effect of remains) await effect(platform.db.client)
    throw error
  })
  for (const effect of effects) effect()
  return result
}
