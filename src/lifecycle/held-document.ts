import type { Db } from '../kernel/database/open.ts'
import { type LifecycleDocument, withCompany } from './document-standing.ts'

/** The document as it is now, held against other changes until the transaction ends. */
export const heldDocument = async (db: Db, organizationId: string, id: string): Promise<LifecycleDocument> => {
  await holdDocuments(db, organizationId, [id])
  return (await db.document.findUniqueOrThrow({
    where: { organizationId_id: { organizationId, id } },
    ...withCompany,
  })) as LifecycleDocument
}

/** Holds documents, always in one order: two that want the same ones wait for each other, and never both. */
export const holdDocuments = async (db: Db, organizationId: string, ids: readonly string[]): Promise<void> => {
  await db.$queryRaw`
    SELECT id FROM documents WHERE "organizationId" = ${organizationId} AND id = ANY(${ids}) ORDER BY id FOR UPDATE`
}

/** Several at once, by their identifiers. */
export const heldDocuments = async (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, LifecycleDocument>> => {
  await holdDocuments(db, organizationId, ids)
  const found = (await db.document.findMany({
    where: { organizationId, id: { in: [...ids] } },
    ...withCompany,
  })) as LifecycleDocument[]
  return new Map(found.map((document) => [document.id, document]))
}
