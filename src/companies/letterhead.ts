import type { Db } from '../kernel/database/open.ts'
import type { Look } from '../formats/readable/look.ts'
import type { Document } from '../generated/prisma/client.ts'
import { lookOf } from './settings.ts'

/**
 * The letterhead of a document that the company sends. One that it has received has none: its sender says nothing of
 * it.
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
  return company ? lookOf(company) : {}
}
