import type { Domain } from '../../generated/prisma/client.ts'
import { forPlatforms } from '../for-platforms.ts'
import { auditedDomain, domainInput, domainOf } from './domain.ts'

export const releaseDomain = forPlatforms({
  name: 'releaseDomain',
  summary:
    'Releases a domain: it is no longer served, and others may claim it. Remove its records from the DNS as well. ' +
    'To claim it again needs a new proof.',
  scope: 'platform',
  writes: true,
  ofOrganization: true,
  input: domainInput,
  errors: ['RESOURCE_NOT_FOUND'],
  async run({ db, actor, audit, emit, afterCommit, platform }, { domainId }): Promise<Domain> {
    const domain = await domainOf(db, actor, domainId)
    const { organizationId, id, companyId, name, problem } = domain
    await db.domain.deleteMany({ where: { organizationId, id } })
    audit({ kind: 'domain', subjectId: id, companyId, before: auditedDomain(domain), after: null })
    emit('domain.released', { domainId: id, companyId, domain: name, problem }, { companyId })
    afterCommit(() => platform.wakeUps.publish('domains', organizationId))
    return domain
  },
})
