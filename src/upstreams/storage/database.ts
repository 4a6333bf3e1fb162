import { Prisma } from '../../generated/prisma/client.ts'
import type { DatabaseStorage } from './port.ts'

// Stored again, it is young again: what is being referred to at this moment is never swept away.
const YOUNG_AGAIN = Prisma.sql`ON CONFLICT ("organizationId", hash) DO UPDATE SET "createdAt" = excluded."createdAt"`

/** The table `stored_files`. */
export const databaseStorage: DatabaseStorage = {
  kind: 'database',
  rows: ({ organizationId, hash, bytes }, now) => [{ table: 'stored_files', columns: { organizationId, hash, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), createdAt: now }, onConflict: YOUNG_AGAIN }],
  async get(db, organizationId, hash) {
    return (await db.storedFile.findUnique({ where: { organizationId_hash: { organizationId, hash } } }))?.bytes ?? null
  },
  async getMany(db, organizationId, hashes) {
    const found = hashes.length === 0 ? [] : await db.storedFile.findMany({ where: { organizationId, hash: { in: [...hashes] } } })
    return new Map(found.map(({ hash, bytes }) => [hash, bytes]))
  },
}
