import type { DatabaseStorage } from './port.ts'

/** The table `stored_files`. */
export const databaseStorage: DatabaseStorage = {
  kind: 'database',
  async put(db, { organizationId, hash, bytes }, now) {
    await db.storedFile.createMany({ data: [{ organizationId, hash, bytes: Uint8Array.from(bytes), createdAt: now }], skipDuplicates: true })
  },
  async get(db, organizationId, hash) {
    return (await db.storedFile.findUnique({ where: { organizationId_hash: { organizationId, hash } } }))?.bytes ?? null
  },
  async getMany(db, organizationId, hashes) {
    const found = hashes.length === 0 ? [] : await db.storedFile.findMany({ where: { organizationId, hash: { in: [...hashes] } } })
    return new Map(found.map(({ hash, bytes }) => [hash, bytes]))
  },
}
