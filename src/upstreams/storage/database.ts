import { writeRows } from '../../database/rows.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { DatabaseStorage } from './port.ts'

const PART_BYTES = 1024 * 1024

// Stored again, it is young again: what is being referred to at this moment is never swept away.
const YOUNG_AGAIN = Prisma.sql`ON CONFLICT ("organizationId", hash) DO UPDATE SET "createdAt" = excluded."createdAt"`
const ONCE = Prisma.sql`ON CONFLICT DO NOTHING`

/** Prisma makes a text of bytes, and bytes of the text again, outside of the heap, where they wait long for the collector. The text alone is soon gone. */
const asText = (bytes: Uint8Array): Prisma.Sql => Prisma.sql`decode(${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')}, 'base64')`

/** The table `stored_files`, and `stored_parts` for what comes after the first megabyte: a part at a time is in memory. */
export const databaseStorage: DatabaseStorage = {
  kind: 'database',
  partBytes: PART_BYTES,
  row: ({ organizationId, hash, content }, now) => ({ table: 'stored_files', columns: { organizationId, hash, bytes: content.whole(), createdAt: now }, onConflict: YOUNG_AGAIN }),
  async putInParts(db, { organizationId, hash, content }, now) {
    let number = 0
    for (const portion of content.portions(PART_BYTES)) {
      const bytes = asText(portion)
      await writeRows(db, [
        number === 0
          ? { table: 'stored_files', columns: { organizationId, hash, bytes, size: content.size, createdAt: now }, onConflict: YOUNG_AGAIN }
          : { table: 'stored_parts', columns: { organizationId, hash, number, bytes }, onConflict: ONCE },
      ])
      number += 1
    }
  },
  async get(db, organizationId, hash, from) {
    if (from > 0) return portionOf(await db.storedPart.findUnique({ where: { organizationId_hash_number: { organizationId, hash, number: Math.floor(from / PART_BYTES) } }, select: { bytes: true, file: { select: { size: true } } } }))
    const file = await db.storedFile.findUnique({ where: { organizationId_hash: { organizationId, hash } }, select: { bytes: true, size: true } })
    return portionOf(file && { bytes: file.bytes, file })
  },
  async getMany(db, organizationId, hashes) {
    const found = hashes.length === 0 ? [] : await db.storedFile.findMany({ where: { organizationId, hash: { in: [...hashes] }, size: null } })
    return new Map(found.map(({ hash, bytes }) => [hash, bytes]))
  },
}

const portionOf = (found: { bytes: Uint8Array; file: { size: number | null } } | null) => found && { bytes: found.bytes, size: found.file.size ?? found.bytes.byteLength }
