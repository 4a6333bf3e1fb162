import type { z } from 'zod'
import type { Actor } from '../auth/actor.ts'
import type { Access } from '../auth/scopes.ts'
import type { Site } from '../auth/site.ts'
import type { Db } from '../kernel/database/open.ts'
import type { AppError } from '../kernel/errors/app-error.ts'
import type { ErrorCode } from '../kernel/errors/catalog.ts'
import type { Trace } from '../kernel/trace.ts'
import type { AuditedChange, Author } from './audit.ts'
import type { Following } from './follow-ups.ts'
import type { IdempotentCall } from './idempotency.ts'
import type { OperationPlatform, Platform } from './platform.ts'
import type { Language } from '../values/translation.ts'

/** One request: who calls, what it leaves in the log, and the platform that serves it. */
export interface Call {
  platform: Platform
  actor: Actor
  requestId: string
  trace: Trace
  /** Where the request has come in: links in its answer begin there. */
  site: Site
  /** Absent where nobody reads: then sentences are English. */
  language?: Language | undefined
  /** Present when the caller asked for the effect to happen once only. */
  idempotency?: IdempotentCall | undefined
}

/** What `prepare` may use: reads and upstreams, before any transaction. */
export interface Preparation extends Call {
  db: Db
}

/** A transaction in which calls of several callers are written. */
export interface SharedRun extends Following {
  platform: OperationPlatform
  db: Db
  now: Date
}

/** A call that is written with others. */
export interface SharedCall<I, P> {
  actor: Actor
  input: I
  prepared: P
}

/** Writes calls of several callers in one transaction. */
interface Together<I, O, P> {
  /** The size of a call: a large one has its own transaction. */
  bytesOf(prepared: P): number
  /** Answers the outcome of each, in their order. A refused one writes nothing. */
  write(run: SharedRun, calls: readonly SharedCall<I, P>[]): Promise<(O | AppError)[]>
}

/** Given to `run`: the transactional database, never an upstream. */
export interface Run extends SharedRun {
  actor: Actor
  /** Where links in the answer begin. */
  site: Site
  /** What GraphQL selected, for Prisma; absent for other doors. */
  select: object
  /** Notes a change for the audit, in the transaction of the change; of a caller without an organization it says who did it. */
  audit(change: AuditedChange, author?: Author): void
  /** Runs when the transaction is committed, and never otherwise. */
  afterCommit(effect: () => void): void
  /** Runs when the transaction is rolled back: for what a refusal leaves behind all the same. */
  afterRollback(effect: (db: Db) => Promise<unknown>): void
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
  /** True for a list whose rows leave as they were read: nobody but the door that asked looks at their values. */
  passesRows?: boolean
  run(run: Run, input: z.output<I>, prepared: P): Promise<O>
  /** Writes calls that come at the same time in one transaction; absent where each has its own. */
  together?: Together<z.output<I>, O, P>
}

export const operation = <I extends z.ZodType, O, P = undefined>(definition: Operation<I, O, P>): Operation<I, O, P> =>
  definition

/** What an operation answers. */
export type ResultOf<Op extends { run(...parameters: never[]): Promise<unknown> }> = Awaited<ReturnType<Op['run']>>
