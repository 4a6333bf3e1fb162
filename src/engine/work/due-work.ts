/** Which work is due, and what of it a process asks for. */
import { Prisma } from '../../generated/prisma/client.ts'
import type { WorkKind } from './work.ts'

export interface Claim {
  kind: WorkKind
  instanceId: string | null
  now: Date
  timeoutMs: number
  /** How many at most. */
  count: number
  /** How many of a target at most. */
  perTarget: number
  /** Targets that have other slots left than `perTarget`. */
  freeByTarget: readonly (readonly [target: string, slots: number])[]
  queuesByTarget: boolean
  /** Whether more of the queue is looked at than usually suffices. */
  looksFar?: boolean
}

/** Work that may be attempted at this time: nobody else has it. */
export const dueBy = (now: Date): Prisma.Sql =>
  Prisma.sql`
    work."failedAt" IS NULL AND work."dueAt" <= ${now} AND (work."leaseUntil" IS NULL OR work."leaseUntil" <= ${now})`
