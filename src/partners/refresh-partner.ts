import type { Prisma, Work } from '../generated/prisma/client.ts'
import type { Platform } from '../operation/platform.ts'
import { newTrace } from '../kernel/trace.ts'
import { lookUpPartner } from './look-up.ts'
import { holdPartners } from './record/partner.ts'

const REFRESH_EVERY_MS = 30 * 24 * 3_600_000
const ASK_AGAIN_MS = 60_000

/** When the directory and the registry are asked again. */
export const nextRefresh = (now: Date, incomplete: boolean): Date =>
  new Date(now.getTime() + (incomplete ? ASK_AGAIN_MS : REFRESH_EVERY_MS))

/**
 * Work: asks directory and registry again, and stores what they answer. What people have written stays. Safe to run
 * twice.
 */
export const refreshPartner = async (
  platform: Platform,
  { organizationId, subjectId: id }: Work,
): Promise<void | 'over'> => {
  const where = { organizationId_id: { organizationId, id } }
  const partner = await platform.db.client.partner.findUnique({ where })
  if (!partner) return 'over'
  const { peppolStatus, enrichment, country, incomplete, refusal } = await lookUpPartner(
    platform.upstreams,
    newTrace(platform.clock.now(), organizationId),
    partner,
  )
  await platform.db.transaction(async (db) => {
    // Read again now that it is held: people may have changed it while directory and registry were asked.
    await holdPartners(db, organizationId, [id])
    const held = await db.partner.findUnique({ where })
    if (held?.peppolId !== partner.peppolId || held.vatNumber !== partner.vatNumber) return
    await db.partner.update({
      where,
      data: {
        ...(peppolStatus !== 'unknown' && { peppolStatus }),
        enrichment: { ...(held.enrichment as object), ...enrichment } as Prisma.InputJsonObject,
        country: held.country ?? country,
      },
    })
  })
  if (refusal) throw refusal
  if (incomplete) throw new Error('The directory or the registry did not answer.')
  return undefined
}
