import type { Prisma, Work } from '../generated/prisma/client.ts'
import type { Platform } from '../platform.ts'
import { newTrace } from '../requests/trace.ts'
import { lookUpPartner } from './look-up.ts'

const REFRESH_EVERY_MS = 30 * 24 * 3_600_000
const ASK_AGAIN_MS = 60_000

/** When the directory and the registry are asked again. */
export const nextRefresh = (now: Date, incomplete: boolean): Date => new Date(now.getTime() + (incomplete ? ASK_AGAIN_MS : REFRESH_EVERY_MS))

/** Work: asks again what directory and registry know of a partner. What people wrote stays. Safe to run twice. */
export const refreshPartner = async (platform: Platform, { organizationId, subjectId: id }: Work): Promise<void | 'over'> => {
  const where = { organizationId_id: { organizationId, id } }
  const partner = await platform.db.client.partner.findUnique({ where })
  if (!partner) return 'over'
  const now = platform.clock.now()
  const { peppolStatus, enrichment, country, incomplete } = await lookUpPartner(platform.upstreams, newTrace(now), partner)
  if (incomplete) throw new Error('The directory or the registry could not be asked.')
  const merged = { ...(partner.enrichment as object), ...enrichment } as Prisma.InputJsonObject
  await platform.db.client.partner.updateMany({ where: { organizationId, id }, data: { peppolStatus, enrichment: merged, country: partner.country ?? country } })
}
