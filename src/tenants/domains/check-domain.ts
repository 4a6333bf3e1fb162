import type { Domain } from '../../generated/prisma/client.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { forPlatforms } from '../for-platforms.ts'
import {
  type Finding,
  type ShownDomain,
  auditedDomain,
  domainInput,
  domainOf,
  lookUpDomain,
  shownDomain,
} from './domain.ts'
import { settleDomain } from './settle-domain.ts'
import { HOUR_MS } from '../../values/dates.ts'

const CHECKS_AN_HOUR = 60

export const checkDomain = forPlatforms({
  name: 'checkDomain',
  summary:
    'Looks up the records of a domain at once. A claim that has failed begins anew. `problem` of the answer says what ' +
    'is missing.',
  scope: 'platform',
  writes: true,
  ofOrganization: true,
  input: domainInput,
  errors: ['RESOURCE_NOT_FOUND', 'RATE_LIMITED', 'CONFLICT'],
  async prepare({ db, actor, platform, trace }, { domainId }): Promise<{ domain: Domain; finding: Finding }> {
    const domain = await domainOf(db, actor, domainId)
    const now = platform.clock.now().getTime()
    const { allowed, retryAfter } = await platform.rate.hit(`domain ${domainId}`, CHECKS_AN_HOUR, now, HOUR_MS)
    if (!allowed)
      throw new AppError('RATE_LIMITED', { message: `At most ${CHECKS_AN_HOUR} an hour are allowed.`, retryAfter })
    return { domain, finding: await lookUpDomain(platform, trace, domain) }
  },
  async run(run, { domainId }, { domain: looked, finding }): Promise<ShownDomain> {
    const { db, actor, now, audit, enqueue, afterCommit, platform } = run
    const before = await domainOf(db, actor, domainId)
    const { organizationId, companyId, id } = before
    if (before.status === 'failed') {
      const began = { status: 'pending', startedAt: now, missingSince: null, soundAt: null, updatedAt: now } as const
      await db.domain.update({ where: { organizationId_id: { organizationId, id } }, data: began })
      enqueue({ kind: 'domain.check', subjectId: id, companyId })
    }
    const after = await settleDomain(run, looked, finding)
    if (!after) throw new AppError('CONFLICT', { message: 'The domain was released at the same moment.' })
    audit({ kind: 'domain', subjectId: id, companyId, before: auditedDomain(before), after: auditedDomain(after) })
    afterCommit(() => platform.wakeUps.publish('domains', organizationId))
    return shownDomain(after, platform.env)
  },
})
