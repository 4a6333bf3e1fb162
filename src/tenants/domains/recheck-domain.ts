import type { Work } from '../../generated/prisma/client.ts'
import type { WorkResult } from '../../engine/work/work.ts'
import { newTrace } from '../../kernel/trace.ts'
import { FollowUps } from '../../operation/follow-ups.ts'
import type { Platform } from '../../operation/platform.ts'
import { lookUpDomain } from './domain.ts'
import { settleDomain } from './settle-domain.ts'
import { secondsToNextLook } from './standing.ts'

/** Work: asks the DNS about a domain, as long as it is claimed and has not failed. Safe to run twice. */
export const recheckDomain = async (
  platform: Platform,
  { organizationId, subjectId: id }: Work,
): Promise<WorkResult> => {
  const domain = await platform.db.client.domain.findUnique({ where: { organizationId_id: { organizationId, id } } })
  if (!domain || domain.status === 'failed') return 'over'
  const finding = await lookUpDomain(platform, newTrace(platform.clock.now(), organizationId), domain)
  const now = platform.clock.now()
  const settled = await platform.db.transaction(async (db) => {
    const followUps = new FollowUps(organizationId)
    const changed = await settleDomain({ db, now, emit: followUps.emit }, domain, finding)
    await followUps.write(db, now)
    return changed
  })
  if (settled?.status !== domain.status) platform.wakeUps.publish('domains', organizationId)
  if (!settled || settled.status === 'failed') return 'over'
  return { againInSeconds: secondsToNextLook(settled, now) }
}
