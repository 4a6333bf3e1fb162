/** Writes what was found of a domain. The one place where a name gets an owner, and loses it. */
import type { Domain } from '../../generated/prisma/client.ts'
import type { DomainStatus } from '../../generated/prisma/enums.ts'
import type { Db } from '../../kernel/database/open.ts'
import type { Run } from '../../operation/operation.ts'
import type { Finding } from './domain.ts'
import { type Found, standingAfter } from './standing.ts'

type Announcer = Pick<Run, 'db' | 'now' | 'emit'>

const eventOf = {
  pending: 'domain.claimed',
  verified: 'domain.verified',
  active: 'domain.activated',
  failed: 'domain.failed',
} as const satisfies Record<DomainStatus, string>

export const announceDomain = ({ emit }: Pick<Run, 'emit'>, domain: Domain): void => {
  const { organizationId, companyId, id, name, status, problem } = domain
  emit(eventOf[status], { domainId: id, companyId, domain: name, problem }, { companyId, organizationId })
}

/** All claims on a name, always held in the same order: two that are proved at once do not both get it. */
const claimsOn = async (db: Db, name: string): Promise<Domain[]> => {
  await db.$queryRaw`SELECT 1 FROM domains WHERE name = ${name} ORDER BY "organizationId" FOR UPDATE`
  return db.domain.findMany({ where: { name } })
}

const change = async (
  run: Announcer,
  domain: Domain,
  data: Partial<Omit<Domain, 'organizationId' | 'id'>>,
): Promise<Domain> => {
  const { organizationId, id, status, problem } = domain
  const isChange = data.status !== status || data.problem !== problem
  const changed = await run.db.domain.update({
    where: { organizationId_id: { organizationId, id } },
    data: { ...data, ...(isChange && { updatedAt: run.now }) },
  })
  if (changed.status !== status) announceDomain(run, changed)
  return changed
}

/** Undefined where the domain was released, or claimed again, since it was looked up. */
export const settleDomain = async (
  run: Announcer,
  { organizationId, id, name, token }: Domain,
  finding: Finding,
): Promise<Domain | undefined> => {
  const claims = await claimsOn(run.db, name)
  const own = claims.find((one) => one.organizationId === organizationId && one.id === id && one.token === token)
  if (!own) return undefined
  const others = claims.filter((one) => one !== own)
  const isTaken = others.some(({ ownedName }) => ownedName !== null)
  const found: Found = isTaken && finding.isProved ? { isProved: false, problem: 'taken' } : finding
  const standing = standingAfter(own, found, run.now)
  const isOwner = standing.status === 'verified' || standing.status === 'active'
  const changed = await change(run, own, { ...standing, ownedName: isOwner ? name : null, checkedAt: run.now })
  // Who has shown no proof gives way to who has.
  if (isOwner && own.ownedName === null)
    for (const other of others)
      if (other.status !== 'failed') await change(run, other, { status: 'failed', problem: 'taken' })
  return changed
}
