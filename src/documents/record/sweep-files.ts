/** Housekeeping: bytes that no row names any more, a week after they were last stored. */
import type { Client } from '../../kernel/database/open.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Platform } from '../../operation/platform.ts'
import { chunksOf } from '../../kernel/concurrency.ts'
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

/** So many files are asked about at once: no statement takes long, however many there are. */
const AT_ONCE = 1_000
/** What is removed one by one is asked about in smaller portions, so that the answer is a moment old. */
const FEW = 50

const pageAfter = (client: Client, before: Date, last: StoredName): Promise<StoredName[]> =>
  client.$queryRaw`
    SELECT "organizationId", hash FROM stored_files
    WHERE "createdAt" < ${before} AND ("organizationId", hash) > (${last.organizationId}, ${last.hash})
    ORDER BY "organizationId", hash LIMIT ${AT_ONCE}::int`

/** What was stored again meanwhile is young again, and stays: its row is looked at once more when it is deleted. */
const sweepDatabase = async (client: Client, before: Date): Promise<void> => {
  for (let last: StoredName | undefined = { organizationId: '', hash: '' }; last;) {
    const page = await pageAfter(client, before, last)
    for (const [organizationId, files] of Map.groupBy(page, (file) => file.organizationId)) {
      const hashes = files.map(({ hash }) => hash)
      await client.$executeRaw(Prisma.sql`
        DELETE FROM stored_files AS file WHERE file."organizationId" = ${organizationId}
          AND file.hash = ANY(${hashes}::text[]) AND file."createdAt" < ${before}
          AND ${unnamedBy(Prisma.sql`${organizationId}`)}`)
    }
    last = page.length === AT_ONCE ? page.at(-1) : undefined
  }
}

/**
 * Who stores bytes that lie there for long writes them again, before anything names them (`put`): so what is asked about
 * a moment before it is removed, and has not been written since, is not on its way into a document.
 */
const sweepStore = async (platform: Platform, before: Date, now: Date): Promise<void> => {
  const { external } = platform.upstreams.storage
  if (!external) return
  const trace = newTrace(now, null)
  for await (const page of external.writtenBefore(before))
    for (const some of chunksOf(page, FEW))
      for (const file of await unnamedOf(platform.db.client, some)) await external.remove(trace, file, before)
}

export const sweepFiles = async (platform: Platform, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - KEPT_MS)
  await sweepDatabase(platform.db.client, before)
  await sweepStore(platform, before, now)
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
