import type { DatabaseStorage } from './port.ts'

/** The table `stored_files`. */
export const databaseStorage: DatabaseStorage = {
  kind: 'database',
  // Stored again, it is young again: what is being referred to at this moment is never swept away.
  async put(db, { organizationId, hash, bytes }, now) {
    // Prisma plans every createMany anew, and with it every send.
    await db.$executeRaw`
      INSERT INTO stored_files ("organizationId", hash, bytes, "createdAt") VALUES (${organizationId}, ${hash}, ${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)}, ${now})
      ON CONFLICT ("organizationId", hash) DO UPDATE SET "createdAt" = excluded."createdAt"`
  },
  async get(db, organizationId, hash) {
    return (await db.storedFile.findUnique({ where: { organizationId_hash: { organizationId, hash } } }))?.bytes ?? null
  },
  async getMany(db, organizationId, hashes) {
    const found = hashes.length === 0 ? [] : await db.storedFile.findMany({ where: { organizationId, hash: { in: [...hashes] } } })
    return new Map(found.map(({ hash, bytes }) => [hash, bytes]))
  },
}
