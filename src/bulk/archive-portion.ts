/** A portion of an archive, and beside it the list of what is in it: sums and the directory are made from these lists. */
import { prepareFile, storeFiles } from '../documents/record/files.ts'
import { type PlacedEntry, packEntry } from '../formats/zip/write.ts'
import type { BulkOperation } from '../generated/prisma/client.ts'
import type { Db } from '../kernel/database/open.ts'
import { hashOf } from '../kernel/bytes.ts'
import { newTrace } from '../kernel/trace.ts'
import type { Platform } from '../operation/platform.ts'
import { readPortion } from './portions.ts'

export interface ListedEntry extends PlacedEntry {
  sha256: string
}

export class ArchivePortion {
  readonly entries: ListedEntry[] = []
  readonly #parts: Uint8Array[] = []
  readonly #start: number
  bytes = 0

  /** Where in the archive it begins. */
  constructor(start: number) {
    this.#start = start
  }

  async add(name: string, content: Uint8Array): Promise<void> {
    const { entry, bytes } = await packEntry(name, content)
    this.entries.push({ ...entry, offset: this.#start + this.bytes, sha256: hashOf(content) })
    for (const part of bytes) this.addRaw(part)
  }

  addRaw(part: Uint8Array): void {
    this.#parts.push(part)
    this.bytes += part.byteLength
  }

  content(): Uint8Array {
    return Buffer.concat(this.#parts)
  }

  /** What writes the list beside the portion. It is removed when the operation has ended. */
  async list(
    { upstreams, clock }: Platform,
    { organizationId, id: operationId, portions: number, processed: linesBefore }: BulkOperation,
  ): Promise<(db: Db) => Promise<unknown>> {
    const now = clock.now()
    const lines = Buffer.from(this.entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
    if (lines.byteLength === 0) return () => Promise.resolve()
    const file = await prepareFile(upstreams.storage, newTrace(now, organizationId), organizationId, lines)
    const place = { number, fileHash: file.hash, size: file.size, bytesBefore: 0n, linesBefore }
    return async (db) => {
      await storeFiles(db, [file], now)
      await db.bulkPortion.create({ data: { organizationId, operationId, isResult: false, ...place } })
    }
  }
}

interface EntryPlace {
  portion: number
  line: number
}

/** The entries from a place on, each with the place behind it: one list at a time is in memory. */
export async function* entriesFrom(
  platform: Platform,
  { organizationId, id: operationId, portions }: BulkOperation,
  from: EntryPlace,
): AsyncGenerator<{ listed: ListedEntry; next: EntryPlace }> {
  const trace = newTrace(platform.clock.now(), organizationId)
  for (let { portion, line } = from; portion < portions; portion += 1, line = 0) {
    const key = { organizationId, operationId, isResult: false, number: portion }
    const found = await platform.db.client.bulkPortion.findUnique({
      where: { organizationId_operationId_isResult_number: key },
    })
    if (!found) continue
    const lines = Buffer.from(await readPortion(platform, trace, found))
      .toString()
      .trimEnd()
      .split('\n')
    for (; line < lines.length; line += 1)
      yield { listed: JSON.parse(lines[line] as string) as ListedEntry, next: { portion, line: line + 1 } }
  }
}
