/** What becomes of work after an attempt. */
import { Prisma, type Work } from '../../generated/prisma/client.ts'
import type { Client } from '../../kernel/database/open.ts'
import { keptMessage } from '../../values/text.ts'
import { nextDue } from './next-due.ts'
import { triesOf } from './tries.ts'
import type { AlreadyRecorded, WorkDefinition, WorkResult } from './work.ts'

type Retrying = Pick<WorkDefinition<never>, 'delaysSeconds' | 'repeatSeconds' | 'endless'>

/** Guarded by the attempt: if the lease was lost meanwhile, the row is somebody else's. */
const ours = ({ organizationId, id, attempts }: Work) => ({ organizationId, id, attempts })

/** The end of work as a part of a statement, for kinds that record their success themselves. */
export const workEnd = ({ organizationId, id, attempts }: Work): Prisma.Sql =>
  Prisma.sql`DELETE FROM work WHERE "organizationId" = ${organizationId} AND id = ${id} AND attempts = ${attempts}`

/** The same for what was attempted together. */
export const worksEnd = (works: readonly [Work, ...Work[]]): Prisma.Sql => Prisma.sql`
  DELETE FROM work USING unnest(${works.map(({ id }) => id)}::text[], ${works.map(({ attempts }) => attempts)}::int[])
    AS ended(id, attempts)
  WHERE work."organizationId" = ${works[0].organizationId} AND work.id = ended.id AND work.attempts = ended.attempts`

export const recordSuccess = async (
  client: Client,
  { repeatSeconds }: Retrying,
  work: Work,
  result: Exclude<WorkResult, AlreadyRecorded>,
  now: Date,
): Promise<void> => {
  const where = ours(work)
  const again = (seconds: number) => ({ leaseUntil: null, lastError: null, dueAt: nextDue(work, now, seconds) })
  if (typeof result === 'object') {
    const tries = result.afresh ? { attempts: 0, lost: 0 } : { attempts: { decrement: 1 } }
    const data = { ...tries, ...again(result.againInSeconds) }
    await client.work.updateMany({ where, data })
  } else if (repeatSeconds === undefined || result === 'over') await client.work.deleteMany({ where })
  else await client.work.updateMany({ where, data: { attempts: 0, lost: 0, ...again(repeatSeconds) } })
}

export type FailureOutcome = { dueAt: Date } | { attempts: 0; lost: 0; dueAt: Date } | { failedAt: Date }

/** When a failed attempt is followed by another, or that none follows. */
export const outcomeOfFailure = (
  { delaysSeconds, repeatSeconds, endless }: Retrying,
  work: Work,
  now: Date,
): FailureOutcome => {
  const delay = delaysSeconds[triesOf(work) - 1] ?? (endless ? delaysSeconds.at(-1) : undefined)
  if (delay !== undefined) return { dueAt: nextDue(work, now, delay) }
  if (repeatSeconds !== undefined) return { attempts: 0, lost: 0, dueAt: nextDue(work, now, repeatSeconds) }
  return { failedAt: now }
}

/** False where the work is somebody else's by now. */
export const recordFailure = async (
  client: Client,
  work: Work,
  error: unknown,
  outcome: FailureOutcome,
): Promise<boolean> => {
  const lastError = keptMessage(error instanceof Error ? error.message : String(error))
  const { count } = await client.work.updateMany({
    where: ours(work),
    data: { ...outcome, leaseUntil: null, lastError },
  })
  return count > 0
}
