/** Work that is due: what there is, and what an attempt may answer. */
import type { Work } from '../../generated/prisma/client.ts'

/** Of kinds that share slots, the first has its turn first. */
export const workKindNames = [
  'company.refresh',
  'company.publish',
  'partner.refresh',
  'document.deliver',
  'message-status.send',
  'lifecycle.send',
  'compliance.report',
  'compliance.period',
  'compliance.collect',
  'webhook.deliver',
  'webhook.series',
  'webhook.paused',
  'bulk.run',
  'flow.take',
  'quota.warn',
  'domain.check',
  'portability.mail',
  'organization.delete',
] as const

export type WorkKind = (typeof workKindNames)[number]

/** Not over, and no failure either: looked at again, and the attempt does not count. */
export interface TryAgainLater {
  againInSeconds: number
  /** It has come a piece further: what failed before counts no more. */
  afresh?: boolean
}

/** The kind has written itself, beside everything else, what becomes of the work after this attempt. */
export interface AlreadyRecorded {
  recorded: 'success' | 'failure'
  /** How often it succeeded, where that was more than once. */
  times?: number
}

/** The work ended in the statement that wrote what came of it. */
export const RECORDED: AlreadyRecorded = { recorded: 'success' }

/** Work that comes again answers `over` when it is not to come again. */
export type WorkResult = void | 'over' | TryAgainLater | AlreadyRecorded

/** One kind of work. Every kind is safe to run twice. */
export interface WorkDefinition<Context> {
  /**
   * Seconds to wait before the second attempt, the third, …; when the list ends, the work has failed, unless it comes
   * again.
   */
  delaysSeconds: readonly number[]
  /** How long an attempt may take; its lease outlives it. */
  timeoutMs: number | ((context: Context) => number)
  /** Attempts of this kind at once in one process. */
  concurrency: number
  /** Attempts against one target at once in one process. */
  perTarget: number
  /** Work that comes again: seconds to the next attempt, after a success and where all tries have failed. */
  repeatSeconds?: number
  /**
   * Targets may have long queues: due work is then looked for target by target, each has the room that it earns, and
   * the queue of one that is slow stands in nobody's way. For kinds with few targets at a time.
   */
  queuesByTarget?: boolean
  /**
   * So many more of a target may be attempted with one that is due, as one attempt. What has failed before is attempted
   * alone, so that it spoils no other.
   */
  together?: number
  /** Attempts of this kind count as those of another one, and share its slots. */
  sharesSlotsOf?: WorkKind
  /** Never given up: after the last of its delays, what it throws is tried again and again. */
  endless?: boolean
  /** `others`: what is attempted with it, where the kind says `together`. */
  run(context: Context, work: Work, signal: AbortSignal, others?: readonly Work[]): Promise<WorkResult>
}

export type KindTable<Context> = Readonly<Record<WorkKind, WorkDefinition<Context>>>
