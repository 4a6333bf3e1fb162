import type { Db } from '../database/open.ts'
import { type LifecycleDocument, withCompany } from './document-standing.ts'

/** The document as it is now, held against other changes until the transaction ends. */
export const heldDocument = async (db: Db, organizationId: string, id: string): Promise<LifecycleDocument> => {
  await db.$queryRaw`SELECT id FROM documents WHERE "organizationId" = ${organizationId} AND id = ${id} FOR UPDATE`
  return (await db.document.findUniqueOrThrow({ where: { organizationId_id: { organizationId, id } }, ...withCompany })) as LifecycleDocument
}
