import type { DatabaseStorage } from './port.ts'

/** The table `stored_files`. */
export const databaseStorage: DatabaseStorage = {
  kind: 'database',
  async put(db, { organizationId, hash, bytes }, now) {
    // Prisma plans every createMany anew, and with it every send.
    await db.$executeRaw`INSERT INTO stored_files ("organizationId", hash, bytes, "createdAt") VALUES (${organizationId}, ${hash}, ${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)}, ${now}) ON CONFLICT DO NOTHING`
  },
  async get(db, organizationId, hash) {
    return (await db.storedFile.findUnique({ where: { organizationId_hash: { organizationId, hash } } }))?.bytes ?? null
  },
}
