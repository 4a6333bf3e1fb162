import type { Db } from '../kernel/database/open.ts'
import type { Look } from '../formats/readable/look.ts'
import type { Document } from '../generated/prisma/client.ts'
import { brandOf, lookOfBrand } from './brand.ts'
import { lookOf } from './settings.ts'

/**
 * The letterhead of a document that the company sends: its own, or else the brand of its platform. One that it has
 * received has none: its sender says nothing of it.
 */
export const letterheadOf = async (
  db: Db,
  { organizationId, companyId, direction }: Pick<Document, 'organizationId' | 'companyId' | 'direction'>,
): Promise<Look> => {
  if (direction !== 'outgoing') return {}
  const company = await db.company.findUnique({
    where: { organizationId_id: { organizationId, id: companyId } },
    select: { settings: true },
  })
  if (!company) return {}
  const own = lookOf(company)
  return own.color !== undefined || own.logo !== undefined
    ? own
    : lookOfBrand(await brandOf(db, organizationId, companyId))
}
