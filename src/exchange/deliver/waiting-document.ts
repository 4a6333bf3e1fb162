/** A document whose delivery is open, with all that a try needs to know: one statement. */
import type { Db } from '../../kernel/database/open.ts'
import type { Company, Document, Work } from '../../generated/prisma/client.ts'
import { inflate } from '../../upstreams/storage/deflate.ts'

/** What is larger is read in portions. */
const SMALL_BYTES = 64 * 1024

type Sender = Pick<Company, 'country' | 'peppolId' | 'ownershipStatus' | 'ownershipReason'>

export interface WaitingDocument {
  document: Document
  /** The company that sends. */
  company: Sender
  /** The number of its latest attempt. */
  latest: number | null
  /** It was given up before, and somebody wants it to be tried anew. */
  anew: boolean
  /** Its bytes, where they are small, lie in the database, and have not been handed over. */
  file: Uint8Array | null
}

type Row = Document & Sender & Pick<WaitingDocument, 'latest' | 'anew' | 'file'> & { dictionary: number | null }

/** Undefined where nothing is to be delivered any more. */
export const waitingDocument = async (
  db: Db,
  { organizationId, subjectId: id, createdAt: since }: Pick<Work, 'organizationId' | 'subjectId' | 'createdAt'>,
): Promise<WaitingDocument | undefined> => {
  const [row] = await db.$queryRaw<Row[]>`
    SELECT documents.*, companies.country, companies."peppolId", companies."ownershipStatus",
      companies."ownershipReason", stored_files.bytes AS file, stored_files.dictionary, attempts.latest,
      attempts.anew
    FROM documents
    CROSS JOIN (
      SELECT max(number) AS latest, coalesce(bool_or("startedAt" < ${since}), false) AS anew FROM delivery_attempts
      WHERE "organizationId" = ${organizationId} AND "documentId" = ${id}
    ) AS attempts
    JOIN companies ON companies."organizationId" = ${organizationId} AND companies.id = documents."companyId"
    LEFT JOIN stored_files ON stored_files."organizationId" = ${organizationId}
      AND stored_files.hash = documents."fileHash" AND NOT documents."takenOver" AND stored_files.size IS NULL
      AND octet_length(stored_files.bytes) <= ${SMALL_BYTES}::int
    WHERE documents."organizationId" = ${organizationId} AND documents.id = ${id}
      AND documents."deliveryStatus" = 'pending'`
  if (!row) return undefined
  const { country, peppolId, ownershipStatus, ownershipReason, latest, anew, file, dictionary, ...document } = row
  return {
    document,
    company: { country, peppolId, ownershipStatus, ownershipReason },
    latest,
    anew,
    file: file && inflate({ bytes: file, dictionary }),
  }
}
