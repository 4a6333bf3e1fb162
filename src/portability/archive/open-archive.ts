/**
 * An archive as it is read: an entry at a time, and nothing of it is believed. Names and sizes are judged before
 * anything is unpacked, and every entry has to have the sum that the manifest says.
 */
import { type Entry, type ZipFile, openPromise } from 'yauzl'
import { hashOf } from '../../kernel/bytes.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { limits, shownLimit } from '../../values/limits.ts'
import { MANIFEST, type Manifest, ROWS_FOLDER, SUMS_FOLDER, readManifest, readSums } from './manifest.ts'

const NAME =
  /^(manifest\.json|sums\/\d{5,}\.sha256|data\/[a-z_]+\/\d{5,}\.jsonl|files\/[a-z_]+\/[\w%.~!*'()-]+\/[a-zA-Z]+(\.[a-z]+)?)$/

export const broken = (message: string, cause?: unknown): AppError =>
  new AppError('UNREADABLE_FILE', { message: `The archive is refused: ${message}`, cause })

const shown = (name: string): string => JSON.stringify(name.slice(0, 200))

const mostBytes = (name: string): number =>
  name.startsWith('files/') ? limits.fileBytes : name.startsWith(ROWS_FOLDER) ? limits.archivePieceBytes : 4_000_000

const opened = async (path: string): Promise<ZipFile> => {
  try {
    return await openPromise(path, { validateEntrySizes: true, strictFileNames: true })
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw error
    throw broken(`it is no whole ZIP file (${(error as Error).message}).`, error)
  }
}

/** The bytes of an entry: `validateEntrySizes` ends what unpacks to more than it says. */
const contentOf = async (zip: ZipFile, entry: Entry): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** Goes through the directory once, from its beginning. */
const eachEntry = async (path: string, visit: (zip: ZipFile, entry: Entry) => Promise<void>): Promise<void> => {
  const zip = await opened(path)
  try {
    for await (const entry of zip.eachEntry()) await visit(zip, entry)
  } catch (error) {
    throw error instanceof AppError || !isOfZip(error) ? error : broken(`${(error as Error).message}.`, error)
  } finally {
    zip.close()
  }
}

/** What yauzl and zlib say of bytes that are not what they should be. */
const isOfZip = (error: unknown): boolean =>
  error instanceof Error && (!('code' in error) || String(error.code).startsWith('Z_')) && error.name === 'Error'

const judge = ({ fileName, uncompressedSize }: Entry): void => {
  if (!NAME.test(fileName)) throw broken(`the name ${shown(fileName)} does not belong into it.`)
  if (uncompressedSize > mostBytes(fileName)) throw broken(`${shown(fileName)} is too large.`)
}

/** Reads what says what else there is: every name and size is judged, and nothing but the manifest and sums is unpacked. */
const readLists = async (path: string) => {
  const lists = new Map<string, Buffer>()
  const pieces: Entry[] = []
  let [total, count] = [0, 0]
  await eachEntry(path, async (zip, entry) => {
    judge(entry)
    total += entry.uncompressedSize
    count += 1
    if (total > limits.archiveBytes || count > limits.archiveEntries)
      throw broken(`it has more than ${shownLimit('archiveBytes')} or ${shownLimit('archiveEntries')} entries.`)
    const { fileName } = entry
    if (fileName.startsWith(ROWS_FOLDER)) pieces.push(entry)
    if (fileName !== MANIFEST && !fileName.startsWith(SUMS_FOLDER)) return
    if (lists.has(fileName)) throw broken(`${shown(fileName)} is there twice.`)
    lists.set(fileName, await contentOf(zip, entry))
  })
  const bytes = lists.get(MANIFEST)
  if (!bytes) throw broken('it has no manifest.')
  return { manifest: readManifest(bytes), lists, pieces }
}

export interface ArchiveEntry {
  name: string
  sha256: string
  content(): Promise<Buffer>
}

export interface Archive {
  manifest: Manifest
  /** Every entry of rows and files in its order, with the sum that it has to have. One that is not listed is refused. */
  each(visit: (entry: ArchiveEntry) => Promise<void>): Promise<void>
  /** The pieces of a table in their order, each with as many lines as it has rows. */
  rowsOf(table: string): AsyncGenerator<string[]>
}

const damaged = (name: string): AppError => broken(`${shown(name)} is damaged: its sum is another one.`)

export const openArchive = async (path: string): Promise<Archive> => {
  const { manifest, lists, pieces } = await readLists(path)
  const known = new Set([MANIFEST, ...manifest.sums.map(({ name }) => name)])
  const stranger = [...lists.keys()].find((name) => !known.has(name))
  if (stranger !== undefined) throw broken(`the manifest does not list ${shown(stranger)}.`)
  const sums = manifest.sums.map(({ name, sha256, entries }) => {
    const bytes = lists.get(name)
    if (!bytes) throw broken(`${shown(name)} is missing.`)
    if (hashOf(bytes) !== sha256) throw damaged(name)
    return { bytes, entries }
  })
  return {
    manifest,
    async each(visit) {
      const expected = listed(sums)
      await eachEntry(path, async (zip, entry) => {
        const { fileName: name } = entry
        if (known.has(name)) return
        judge(entry)
        const next = expected.next()
        if (next.done) throw broken(`the manifest does not list ${shown(name)}.`)
        if (next.value.name !== name) throw broken(`${shown(next.value.name)} is missing or out of its order.`)
        await visit({ ...next.value, content: () => proved(zip, entry, next.value) })
      })
      const missing = expected.next()
      if (!missing.done) throw broken(`${shown(missing.value.name)} is missing.`)
    },
    async *rowsOf(table) {
      const zip = await opened(path)
      try {
        for (const entry of pieces.filter(({ fileName }) => fileName.startsWith(`${ROWS_FOLDER}${table}/`)))
          yield (await contentOf(zip, entry)).toString().trimEnd().split('\n')
      } finally {
        zip.close()
      }
    },
  }
}

function* listed(sums: readonly { bytes: Buffer; entries: number }[]): Generator<{ name: string; sha256: string }> {
  for (const { bytes, entries } of sums) {
    const lines = readSums(bytes)
    if (lines.length !== entries) throw broken('a list of sums has more or fewer lines than the manifest says.')
    yield* lines
  }
}

const proved = async (
  zip: ZipFile,
  entry: Entry,
  { name, sha256 }: { name: string; sha256: string },
): Promise<Buffer> => {
  const bytes = await contentOf(zip, entry)
  if (hashOf(bytes) !== sha256) throw damaged(name)
  return bytes
}
