/** Housekeeping: bytes that no row names any more, a week after they were last stored. */
import type { Client } from '../../kernel/database/open.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Platform } from '../../operation/platform.ts'
import { newTrace } from '../../kernel/trace.ts'
import type { StoredName } from '../../upstreams/storage/port.ts'

const KEPT_MS = 7 * 24 * 3_600_000

/** Every column that names stored bytes. A new one needs a line here, which a test compares with the schema. */
export const fileReferences: readonly (readonly [table: string, column: string])[] = [
  ['documents', 'fileHash'],
  ['documents', 'originalHash'],
  ['documents', 'envelopeHash'],
  ['document_attachments', 'fileHash'],
  ['delivery_attempts', 'receiptHash'],
  ['message_statuses', 'fileHash'],
  ['lifecycle_messages', 'fileHash'],
  ['compliance_reports', 'fileHash'],
  ['e_reporting_periods', 'fileHash'],
  ['sdi_messages', 'fileHash'],
  ['bulk_portions', 'fileHash'],
  ['flows', 'fileHash'],
]

/** True for a file, as `file`, that nothing of its owner names. */
const unnamedBy = (owner: Prisma.Sql): Prisma.Sql =>
  Prisma.join(
    fileReferences.map(([table, column]) => {
      const [from, named] = [Prisma.raw(`"${table}" AS one`), Prisma.raw(`one."${column}" = file.hash`)]
      return Prisma.sql`NOT EXISTS (SELECT 1 FROM ${from} WHERE one."organizationId" = ${owner} AND ${named})`
    }),
    ' AND ',
  )

export const sweepFiles = async (platform: Platform, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - KEPT_MS)
  const { client } = platform.db
  const owner = Prisma.sql`file."organizationId"`
  await client.$executeRaw(
    Prisma.sql`DELETE FROM stored_files AS file WHERE file."createdAt" < ${before} AND ${unnamedBy(owner)}`,
  )
  const { external } = platform.upstreams.storage
  if (!external) return
  const trace = newTrace(now, null)
  for await (const page of external.writtenBefore(before))
    for (const file of await unnamedOf(client, page)) await external.remove(trace, file)
}

/** Asked owner by owner: the rows of different ones may lie on different servers. */
const unnamedOf = async (client: Client, files: readonly StoredName[]): Promise<StoredName[]> => {
  const found: StoredName[] = []
  for (const [owner, ofOwner] of Map.groupBy(files, ({ organizationId }) => organizationId)) {
    const hashes = ofOwner.map(({ hash }) => hash)
    const rows = await client.$queryRaw<StoredName[]>(Prisma.sql`
      SELECT ${owner}::text AS "organizationId", file.hash FROM unnest(${hashes}::text[]) AS file(hash)
      WHERE ${unnamedBy(Prisma.sql`${owner}`)}`)
    found.push(...rows)
  }
  return found
}
