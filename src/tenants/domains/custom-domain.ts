/** `customDomain` of the settings: the own domain that links begin with. */
import type { Db } from '../../kernel/database/open.ts'
import { refusal } from '../../kernel/errors/app-error.ts'
import type { Run } from '../../operation/operation.ts'
import { readDomainName } from '../../values/domain-name.ts'
import { auditedDomain } from './domain.ts'

/** The same choice as `Sites.of`: the company's own comes before that of its organization. */
export const customDomainOf = async (
  db: Db,
  organizationId: string,
  companyId: string | null,
): Promise<string | null> => {
  const own = await db.domain.findMany({
    where: { organizationId, status: 'active', OR: [{ companyId: null }, { companyId }] },
    orderBy: [{ preferred: 'desc' }, { id: 'asc' }],
    select: { name: true, companyId: true },
  })
  return (own.find((one) => one.companyId === companyId) ?? own[0])?.name ?? null
}

/** Chooses among the domains of the organization, or of the company; null leaves it to the oldest. */
export const preferDomain = async (run: Run, companyId: string | null, chosen: string | null): Promise<void> => {
  const { db, actor, now, audit, afterCommit, platform } = run
  const { organizationId } = actor
  const read = chosen === null ? null : readDomainName(chosen)
  const name = read !== null && 'name' in read ? read.name : null
  const domain = name === null ? null : await db.domain.findFirst({ where: { organizationId, companyId, name } })
  if (chosen !== null && !domain)
    throw refusal('INVALID_REQUEST', 'customDomain', 'Claim the domain first, with `POST /v1/platform/domains`.')
  await db.domain.updateMany({
    where: { organizationId, companyId, preferred: true, ...(domain && { id: { not: domain.id } }) },
    data: { preferred: false, updatedAt: now },
  })
  if (domain && !domain.preferred) {
    const where = { organizationId_id: { organizationId, id: domain.id } }
    const after = await db.domain.update({ where, data: { preferred: true, updatedAt: now } })
    const [before, shown] = [auditedDomain(domain), auditedDomain(after)]
    audit({ kind: 'domain', subjectId: domain.id, companyId, before, after: shown })
  }
  afterCommit(() => platform.wakeUps.publish('domains', organizationId))
}
