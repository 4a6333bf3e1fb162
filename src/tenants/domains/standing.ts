/** What becomes of a domain after the DNS was asked: a table in words, without a clock. */
import type { Domain } from '../../generated/prisma/client.ts'
import type { DomainProblem, DomainStatus } from '../../generated/prisma/enums.ts'
import { DAY_MS } from '../../values/dates.ts'

const HOUR_SECONDS = 3_600
/** How long a claim waits for its records, and how long a proved domain is believed while nobody answers. */
const WAITS_MS = 7 * DAY_MS
/** How long something may be missing that was there: somebody may be moving the domain. */
const GRACE_MS = 3 * HOUR_SECONDS * 1_000

const SOONEST_SECONDS = 30
const LATEST_SECONDS = HOUR_SECONDS
const AT_EASE_SECONDS = 6 * HOUR_SECONDS

export interface Found {
  isProved: boolean
  problem: DomainProblem | null
}

type Standing = Pick<Domain, 'status' | 'problem' | 'missingSince' | 'soundAt'>

/** Of a claim that waits for its records. */
const ofWaiting = (domain: Domain, { isProved, problem }: Found, now: Date): DomainStatus => {
  if (now.getTime() - domain.startedAt.getTime() > WAITS_MS) return 'failed'
  return problem === 'unreachable' ? domain.status : isProved ? 'verified' : 'pending'
}

/** Whether something is missing that was there. */
const misses = ({ status }: Domain, { isProved, problem }: Found): boolean =>
  problem !== 'unreachable' && (status === 'active' || (status === 'verified' && !isProved))

/** Of a domain that has lost something, or whose name servers keep silent. */
const isOver = (domain: Domain, missingSince: Date | null, now: Date): boolean => {
  if (missingSince !== null && now.getTime() - missingSince.getTime() >= GRACE_MS) return true
  return domain.status === 'active' && now.getTime() - (domain.soundAt ?? domain.startedAt).getTime() > WAITS_MS
}

export const standingAfter = (domain: Domain, found: Found, now: Date): Standing => {
  const { problem } = found
  if (problem === null) return { status: 'active', problem, missingSince: null, soundAt: now }
  const { soundAt } = domain
  const isMissing = misses(domain, found)
  const missingSince = domain.missingSince ?? (isMissing ? now : null)
  if (isOver(domain, missingSince, now)) return { status: 'failed', problem, missingSince, soundAt }
  if (isMissing || domain.status === 'active') return { status: domain.status, problem, missingSince, soundAt }
  return { status: ofWaiting(domain, found, now), problem, missingSince: null, soundAt }
}

/** When the DNS is asked again: rarely while all is well, and ever more rarely while a claim waits. */
export const secondsToNextLook = ({ status, problem, startedAt }: Domain, now: Date): number => {
  if (problem === null) return AT_EASE_SECONDS
  if (status === 'active') return LATEST_SECONDS
  const waited = (now.getTime() - startedAt.getTime()) / 1_000
  return Math.round(Math.min(LATEST_SECONDS, Math.max(SOONEST_SECONDS, waited / 4)))
}
