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

/**
 * The time that work is due again. The sandbox may have moved the clock of its company during the attempt, and the row
 * with it: what follows moves by as much. In numbers, since no server of a distributed database adds to a time.
 */
const dueAgain = (work: Work, at: Date): Prisma.Sql => Prisma.sql`to_timestamp((${at.getTime()}::float8
  + extract(epoch FROM "dueAt" AT TIME ZONE 'UTC')::float8 * 1000 - ${work.dueAt.getTime()}::float8) / 1000)`

const whereOurs = ({ organizationId, id, attempts }: Work): Prisma.Sql =>
  Prisma.sql`"organizationId" IS NOT DISTINCT FROM ${organizationId} AND id = ${id} AND attempts = ${attempts}`

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
  const again = (seconds: number, tries: Prisma.Sql) => client.$executeRaw`
    UPDATE work SET ${tries}, "leaseUntil" = NULL, "lastError" = NULL,
      "dueAt" = ${dueAgain(work, nextDue(work, now, seconds))} WHERE ${whereOurs(work)}`
  if (typeof result === 'object')
    await again(result.againInSeconds, result.afresh ? AFRESH : Prisma.sql`attempts = attempts - 1`)
  else if (repeatSeconds === undefined || result === 'over') await client.work.deleteMany({ where: ours(work) })
  else await again(repeatSeconds, AFRESH)
}

const AFRESH = Prisma.sql`attempts = 0, lost = 0`

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
  const changes =
    'failedAt' in outcome
      ? Prisma.sql`"failedAt" = ${outcome.failedAt}`
      : Prisma.sql`"dueAt" = ${dueAgain(work, outcome.dueAt)}${'attempts' in outcome ? Prisma.sql`, ${AFRESH}` : Prisma.empty}`
  const count = await client.$executeRaw`
    UPDATE work SET ${changes}, "leaseUntil" = NULL, "lastError" = ${lastError} WHERE ${whereOurs(work)}`
  return count > 0
}
