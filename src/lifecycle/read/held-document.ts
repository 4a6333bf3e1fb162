import type { Db } from '../../kernel/database/open.ts'
import { overtaken } from '../../kernel/errors/app-error.ts'
import { type LifecycleDocument, companyAsJson } from './document-standing.ts'

/**
 * Holds documents, always in one order: two that want the same ones wait for each other, and never both. Rows that refer
 * to them may be written meanwhile.
 */
export const holdDocuments = async (db: Db, organizationId: string, ids: readonly string[]): Promise<void> => {
  await db.$queryRaw`
    SELECT id FROM documents WHERE "organizationId" = ${organizationId} AND id = ANY(${ids})
    ORDER BY id FOR NO KEY UPDATE`
}

/** Documents as they are now, by their identifiers, held in the same order until the transaction ends. */
export const heldDocuments = async (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, LifecycleDocument>> => {
  const found = await db.$queryRaw<LifecycleDocument[]>`
    SELECT documents.*, ${companyAsJson} AS company FROM documents
    JOIN companies ON companies."organizationId" = documents."organizationId" AND companies.id = documents."companyId"
    WHERE documents."organizationId" = ${organizationId} AND documents.id = ANY(${ids})
    ORDER BY documents.id FOR NO KEY UPDATE OF documents`
  return new Map(found.map((document) => [document.id, document]))
}

/** The same for one. */
export const heldDocument = async (db: Db, organizationId: string, id: string): Promise<LifecycleDocument> => {
  const document = (await heldDocuments(db, organizationId, [id])).get(id)
  if (!document) throw overtaken('The document was deleted meanwhile.')
  return document
}
