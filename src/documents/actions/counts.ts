/** What a document has a number of, counted while nobody else adds to it. */
import type { Db } from '../../kernel/database/open.ts'
import type { DocumentRow } from '../record/document.ts'

export interface DocumentCounts {
  actions: number
  tags: number
  notes: number
  /** Whether it has the tag that is asked about. */
  isTagged: boolean
}

/** A statement by itself after the one that holds the document: so it sees what that has waited for. */
export const countsOf = async (
  db: Db,
  { organizationId, id }: Pick<DocumentRow, 'organizationId' | 'id'>,
  tag: string | undefined,
): Promise<DocumentCounts> => {
  const [counts] = await db.$queryRaw<[DocumentCounts]>`
    SELECT
      (SELECT count(*)::int FROM document_actions
        WHERE "organizationId" = ${organizationId} AND "documentId" = ${id}) AS actions,
      (SELECT count(*)::int FROM document_tags
        WHERE "organizationId" = ${organizationId} AND "documentId" = ${id}) AS tags,
      (SELECT count(*)::int FROM document_notes
        WHERE "organizationId" = ${organizationId} AND "documentId" = ${id}) AS notes,
      EXISTS (SELECT FROM document_tags
        WHERE "organizationId" = ${organizationId} AND "documentId" = ${id} AND tag = ${tag ?? null}) AS "isTagged"`
  return counts
}
