/** What the files of documents take, of an organization and of each company: counted with every document. */
import { Prisma } from '../../generated/prisma/client.ts'
import type { Db } from '../../kernel/database/open.ts'
import { OWN_SLOT } from '../../kernel/database/own-slot.ts'
import type { PreparedFile } from './files.ts'

export const BYTES_IN_MEGABYTE = 1_000_000

/** The files of one document: the same bytes count once. */
export const bytesOf = (files: readonly PreparedFile[]): number =>
  [...new Map(files.map(({ hash, size }) => [hash, size])).values()].reduce((sum, size) => sum + size, 0)

/**
 * Counts the documents that are being `written`, in the rows of the connection. Organizations come before companies, so
 * two transactions never deadlock.
 */
export const countStored = (sizes: readonly { documentId: string; bytes: number }[]): Prisma.Sql => Prisma.sql`
  INSERT INTO stored_usage ("organizationId", "subjectId", slot, bytes)
  SELECT written."organizationId", subject.id, ${OWN_SLOT}, sum(sizes.bytes)
  FROM written
  JOIN json_to_recordset(${JSON.stringify(sizes)}::json) AS sizes("documentId" text, bytes bigint)
    ON sizes."documentId" = written.id
  CROSS JOIN LATERAL (VALUES (1, written."organizationId"), (2, written."companyId")) AS subject(place, id)
  GROUP BY subject.place, 1, 2
  ORDER BY subject.place, 1, 2
  ON CONFLICT ("organizationId", "subjectId", slot) DO UPDATE SET bytes = stored_usage.bytes + EXCLUDED.bytes`

/** How many bytes are stored for each of these companies, or for the organization. */
export const storedBytesOf = async (
  db: Db,
  organizationId: string,
  subjectIds: readonly string[],
): Promise<Map<string, number>> => {
  const rows = await db.$queryRaw<{ subjectId: string; bytes: number }[]>(Prisma.sql`
    SELECT "subjectId", sum(bytes)::float8 AS bytes FROM stored_usage
    WHERE "organizationId" = ${organizationId} AND "subjectId" = ANY(${subjectIds}::text[]) GROUP BY 1`)
  return new Map(rows.map(({ subjectId, bytes }) => [subjectId, bytes]))
}
