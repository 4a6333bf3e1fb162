import { writeRows } from '../../kernel/database/rows.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { deflate, inflate } from './deflate.ts'
import type { DatabaseStorage } from './port.ts'

const PART_BYTES = 1024 * 1024

// Stored again, it is young again: what is being referred to at this moment is never swept away.
const YOUNG_AGAIN = Prisma.sql`ON CONFLICT ("organizationId", hash) DO UPDATE SET "createdAt" = excluded."createdAt"`
const ONCE = Prisma.sql`ON CONFLICT DO NOTHING`

interface Slice {
  text: string
  size: number
  dictionary: number | null
}

/**
 * Prisma would turn bytes into one long text and that text into bytes again. In short pieces of base64 they pass
 * through Prisma and the drivers with the least garbage.
 */
const SLICE_BYTES = 48 * 1024
/**
 * So many bytes are read at once: their texts are there together, and what V8 finds alive when it looks makes it keep
 * more room for new objects.
 */
const READ_BYTES = 8 * SLICE_BYTES

const joined = (slices: readonly Slice[], room?: Buffer): Uint8Array => {
  const bytes = room ?? Buffer.allocUnsafe(slices.reduce((sum, { text }) => sum + Buffer.byteLength(text, 'base64'), 0))
  // Lines are broken: there are fewer bytes than the texts have room for.
  return bytes.subarray(
    0,
    slices.reduce((at, { text }) => at + bytes.write(text, at, 'base64'), 0),
  )
}

/**
 * The table `stored_files`, and `stored_parts` for what comes after the first megabyte: a part at a time is in memory.
 */
export const databaseStorage: DatabaseStorage = {
  kind: 'database',
  partBytes: PART_BYTES,
  row: ({ organizationId, hash, content }, now) => ({
    table: 'stored_files',
    columns: { organizationId, hash, ...deflate(content.whole()), createdAt: now },
    onConflict: YOUNG_AGAIN,
  }),
  rowsBeside(files) {
    let end = 1
    const [places, pieces] = [[] as object[], [] as Uint8Array[]]
    for (const { content, ...file } of files) {
      const { bytes, dictionary } = deflate(content.whole())
      places.push({ ...file, dictionary, at: end, size: bytes.byteLength })
      pieces.push(bytes)
      end += bytes.byteLength
    }
    return Prisma.sql`
      INSERT INTO stored_files ("organizationId", hash, bytes, dictionary, "createdAt")
      SELECT DISTINCT ON (file."organizationId", file.hash) file."organizationId", file.hash,
        substring(${Buffer.concat(pieces)}::bytea FROM file.at FOR file.size), file.dictionary, file."createdAt"
      FROM json_to_recordset(${JSON.stringify(places)}::json) AS file(
        "documentId" text, "organizationId" text, hash text, at int, size int, dictionary int2, "createdAt" timestamptz)
      JOIN written ON written.id = file."documentId"
      ORDER BY 1, 2 ${YOUNG_AGAIN}`
  },
  async putInParts(db, { organizationId, hash, content }, now) {
    let number = 0
    for (const bytes of content.portions(PART_BYTES)) {
      await writeRows(db, [
        number === 0
          ? {
              table: 'stored_files',
              columns: { organizationId, hash, bytes, size: content.size, createdAt: now },
              onConflict: YOUNG_AGAIN,
            }
          : { table: 'stored_parts', columns: { organizationId, hash, number, bytes }, onConflict: ONCE },
      ])
      number += 1
    }
  },
  async get(db, { organizationId, hash }, from, room) {
    const part =
      from < PART_BYTES
        ? Prisma.sql`
          SELECT bytes, coalesce(size, length(bytes)) AS size, dictionary FROM stored_files
          WHERE "organizationId" = ${organizationId} AND hash = ${hash}`
        : Prisma.sql`
          SELECT parts.bytes, size, dictionary
          FROM stored_parts AS parts JOIN stored_files USING ("organizationId", hash)
          WHERE "organizationId" = ${organizationId} AND hash = ${hash} AND number = ${Math.floor(from / PART_BYTES)}`
    // What is read of the part is taken up once (OFFSET), and cut afterwards.
    const slices = await db.$queryRaw<Slice[]>`
      SELECT encode(substring(bytes FROM at FOR ${SLICE_BYTES}::int), 'base64') AS text, size, dictionary
      FROM (
        SELECT substring(bytes FROM ${1 + (from % PART_BYTES)}::int FOR ${READ_BYTES}::int) || '' AS bytes, size, dictionary
        FROM (${part}) AS found OFFSET 0) AS part,
        generate_series(1, greatest(length(bytes), 1), ${SLICE_BYTES}::int) AS at
      ORDER BY at`
    const [first] = slices
    if (!first) return null
    const { size, dictionary } = first
    if (dictionary === null) return { bytes: joined(slices, room?.subarray(from)), size }
    const bytes = inflate({ bytes: joined(slices), dictionary })
    return { bytes, size: bytes.byteLength }
  },
  async getMany(db, organizationId, hashes) {
    const found =
      hashes.length === 0
        ? []
        : await db.storedFile.findMany({ where: { organizationId, hash: { in: [...hashes] }, size: null } })
    return new Map(found.map(({ hash, ...kept }) => [hash, inflate(kept)]))
  },
}
