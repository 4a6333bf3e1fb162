import { writeRows } from '../../database/rows.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { DatabaseStorage } from './port.ts'

const PART_BYTES = 1024 * 1024

// Stored again, it is young again: what is being referred to at this moment is never swept away.
const YOUNG_AGAIN = Prisma.sql`ON CONFLICT ("organizationId", hash) DO UPDATE SET "createdAt" = excluded."createdAt"`
const ONCE = Prisma.sql`ON CONFLICT DO NOTHING`

/** The table `stored_files`, and `stored_parts` for what comes after the first megabyte: a part at a time is in memory. */
export const databaseStorage: DatabaseStorage = {
  kind: 'database',
  partBytes: PART_BYTES,
  row: ({ organizationId, hash, content }, now) => ({ table: 'stored_files', columns: { organizationId, hash, bytes: content.whole(), createdAt: now }, onConflict: YOUNG_AGAIN }),
  async putInParts(db, { organizationId, hash, content }, now) {
    let number = 0
    for (const bytes of content.portions(PART_BYTES)) {
      await writeRows(db, [
        number === 0
          ? { table: 'stored_files', columns: { organizationId, hash, bytes, size: content.size, createdAt: now }, onConflict: YOUNG_AGAIN }
          : { table: 'stored_parts', columns: { organizationId, hash, number, bytes }, onConflict: ONCE },
      ])
      number += 1
    }
  },
  async get(db, organizationId, hash, from) {
    const [found] = await db.$queryRaw<{ text: string; size: number }[]>(from === 0
      ? Prisma.sql`SELECT encode(bytes, 'base64') AS text, coalesce(size, length(bytes)) AS size FROM stored_files WHERE "organizationId" = ${organizationId} AND hash = ${hash}`
      : Prisma.sql`SELECT encode(part.bytes, 'base64') AS text, size FROM stored_parts AS part JOIN stored_files USING ("organizationId", hash)
          WHERE "organizationId" = ${organizationId} AND hash = ${hash} AND number = ${Math.floor(from / PART_BYTES)}`)
    return found ? { bytes: Buffer.from(found.text, 'base64'), size: found.size } : null
  },
  async getMany(db, organizationId, hashes) {
    const found = hashes.length === 0 ? [] : await db.storedFile.findMany({ where: { organizationId, hash: { in: [...hashes] }, size: null } })
    return new Map(found.map(({ hash, bytes }) => [hash, bytes]))
  },
}
