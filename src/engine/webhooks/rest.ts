/** Webhooks that come to rest with the key that made them. */
import type { Webhook } from '../../generated/prisma/client.ts'
import type { Db } from '../../kernel/database/open.ts'
import { dropWorkOfPaused } from './queue.ts'

/** What the audit tells of a webhook. */
export const shownOf = ({ url, events, document, status, companyId }: Webhook): object => ({
  url,
  events,
  document,
  status,
  companyId,
})

/** Pauses what ends with these keys, also where it would have gone on with its company. Answers what was paused. */
export const restWithKeys = async (
  db: Db,
  organizationId: string,
  keyIds: readonly string[],
  pausedAt: Date,
): Promise<Webhook[]> => {
  if (keyIds.length === 0) return []
  const rested = await db.webhook.updateManyAndReturn({
    where: {
      organizationId,
      endsWithKeyId: { in: [...keyIds] },
      OR: [{ status: 'active' }, { pausedWithCompany: true }],
    },
    data: { status: 'paused', pausedAt, pausedWithCompany: false, pausedWithKey: true },
  })
  await dropWorkOfPaused(db, rested)
  return rested
}
