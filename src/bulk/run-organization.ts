/** The export of an organization: rows, files, sums and the manifest, each an entry of an archive (ZIP). */
import { type Actor, requireAccess } from '../auth/actor.ts'
import type { Access } from '../auth/scopes.ts'
import { fileReferences } from '../documents/record/sweep-files.ts'
import { readFile, readFitting } from '../documents/record/files.ts'
import { directoryEnd, directoryLine } from '../formats/zip/write.ts'
import type { BulkOperation } from '../generated/prisma/client.ts'
import { newTrace } from '../kernel/trace.ts'
import type { Platform } from '../operation/platform.ts'
import {
  ARCHIVE_FORMAT,
  MANIFEST,
  ROWS_FOLDER,
  SUMS_FOLDER,
  pieceName,
  sumLine,
} from '../portability/archive/manifest.ts'
import { columnsOf, isArchived, readFileNames, readPiece } from '../portability/archive/read-rows.ts'
import { archivedTables } from '../portability/archive/tables.ts'
import { ArchivePortion, type ListedEntry, entriesFrom } from './archive-portion.ts'
import { PORTION_BYTES, appendPortion } from './portions.ts'
import { hashOf } from '../kernel/bytes.ts'

/** Those that name others come first: what is written meanwhile leaves no row without the one that it names. */
const tables = archivedTables.toReversed()
const files = fileReferences.filter(([table]) => archivedTables.some(({ name }) => name === table))
const SUMS_ENTRIES = 5_000
/** So many bytes of files are read at once. */
const READ_BYTES = 4_000_000
const BEGINNING = { portion: 0, line: 0 }

/** How far an export is, kept as the cursor of its operation. */
interface Place {
  step: 'rows' | 'files' | 'sums' | 'manifest' | 'directory' | 'over'
  /** The table, or the column that names files. */
  index: number
  after: readonly string[] | null
  piece: number
  rows: Record<string, number>
  files: { count: number; bytes: number }
  sums: { name: string; entries: number; sha256: string }[]
  /** Where the next entry to be listed stands. */
  entry: { portion: number; line: number }
  directory: { start: number; size: number }
}

const START: Place = {
  step: 'rows',
  index: 0,
  after: null,
  piece: 1,
  rows: {},
  files: { count: 0, bytes: 0 },
  sums: [],
  entry: BEGINNING,
  directory: { start: 0, size: 0 },
}

interface Exporting {
  platform: Platform
  operation: BulkOperation
  portion: ArchivePortion
}

type Step = (exporting: Exporting, place: Place) => Promise<Place>

const nextIndex = (place: Place, count: number, then: Place['step']): Place => {
  const index = place.index + 1
  return { ...place, after: null, piece: 1, ...(index < count ? { index } : { index: 0, step: then }) }
}

const rows: Step = async ({ platform, operation, portion }, place) => {
  const table = tables[place.index] as (typeof tables)[number]
  const piece = await readPiece(platform.db.client, operation, table, place.after)
  if (piece.rows > 0)
    await portion.add(pieceName(`${ROWS_FOLDER}${table.name}/`, place.piece, 'jsonl'), Buffer.from(piece.text))
  const counted = { ...place.rows, [table.name]: (place.rows[table.name] ?? 0) + piece.rows }
  const next = { ...place, rows: counted, after: piece.after, piece: place.piece + 1 }
  return piece.after ? next : nextIndex(next, tables.length, 'files')
}

const endingOf = ([first, second]: Uint8Array): string =>
  first === 0x3c || first === 0xef ? '.xml' : first === 0x25 && second === 0x50 ? '.pdf' : ''

const storedFiles: Step = async ({ platform, operation, portion }, place) => {
  const { organizationId } = operation
  const { upstreams, db, clock } = platform
  const reference = files[place.index] as (typeof files)[number]
  const named = await readFileNames(db.client, operation, reference, place.after?.[0] ?? '')
  const [table, column] = reference
  const store = [upstreams.storage, db.client, newTrace(clock.now(), organizationId), organizationId] as const
  const hashes = named.map(({ hash }) => hash)
  const fitting = await readFitting(...store, hashes, READ_BYTES)
  let { count, bytes: total } = place.files
  let after: readonly string[] | null = null
  for (const [index, { id, hash }] of named.entries()) {
    // The first is read however large it is; those that did not fit beside it have the next turn.
    const bytes: Uint8Array | undefined = fitting[index] ?? (after ? undefined : await readFile(...store, hash))
    if (!bytes) break
    const what = `${column.replace(/Hash$/, '')}${endingOf(bytes)}`
    await portion.add(`files/${table}/${encodeURIComponent(id)}/${what}`, bytes)
    ;[count, total, after] = [count + 1, total + bytes.byteLength, [id]]
  }
  const next = { ...place, files: { count, bytes: total }, after }
  return after ? next : nextIndex(next, files.length, 'sums')
}

const isSummed = ({ name }: ListedEntry): boolean => !name.startsWith(SUMS_FOLDER) && name !== MANIFEST

const sums: Step = async ({ platform, operation, portion }, place) => {
  let [text, entries, entry] = ['', 0, place.entry]
  for await (const { listed, next } of entriesFrom(platform, operation, place.entry)) {
    if (entries === SUMS_ENTRIES) break
    entry = next
    if (!isSummed(listed)) continue
    text += sumLine(listed)
    entries += 1
  }
  if (entries === 0) return { ...place, step: 'manifest' }
  const name = pieceName(SUMS_FOLDER, place.piece, 'sha256')
  const bytes = Buffer.from(text)
  await portion.add(name, bytes)
  const listed = [...place.sums, { name, entries, sha256: hashOf(bytes) }]
  return { ...place, sums: listed, entry, piece: place.piece + 1 }
}

const manifest: Step = async ({ platform, operation, portion }, place) => {
  const listed = []
  for (const table of archivedTables.filter((one) => isArchived(one, operation)))
    listed.push({
      name: table.name,
      rows: place.rows[table.name] ?? 0,
      columns: await columnsOf(platform.db.client, table),
    })
  const text = JSON.stringify(
    {
      product: 'invoice-exchange',
      format: ARCHIVE_FORMAT,
      organizationId: operation.organizationId,
      companyId: operation.companyId,
      madeAt: operation.createdAt.toISOString(),
      tables: listed,
      files: place.files,
      sums: place.sums,
    },
    null,
    2,
  )
  await portion.add(MANIFEST, Buffer.from(`${text}\n`))
  return { ...place, step: 'directory', entry: BEGINNING }
}

/** The directory names entries that are stored: it begins a portion of its own. */
const directory: Step = async ({ platform, operation, portion }, place) => {
  const start = place.directory.size === 0 ? Number(operation.bytes) : place.directory.start
  let { entry } = place
  let isLast = true
  for await (const { listed, next } of entriesFrom(platform, operation, place.entry)) {
    if (portion.bytes > PORTION_BYTES) {
      isLast = false
      break
    }
    portion.addRaw(directoryLine(listed))
    entry = next
  }
  const size = place.directory.size + portion.bytes
  if (isLast) portion.addRaw(directoryEnd(operation.processed, start, size))
  return { ...place, entry, directory: { start, size }, step: isLast ? 'over' : 'directory' }
}

const steps: Readonly<Record<Exclude<Place['step'], 'over'>, Step>> = {
  rows,
  files: storedFiles,
  sums,
  manifest,
  directory,
}

/** Steps that read back what is stored, so that what they look at has to be stored before. */
const readsBack: ReadonlySet<Place['step']> = new Set(['sums', 'directory'])

/** Writes the next portion. True when the archive is whole. */
export const runOrganizationExport = async (
  platform: Platform,
  actor: Actor,
  operation: BulkOperation,
  isOver: () => boolean,
): Promise<boolean> => {
  for (const access of operation.access) requireAccess(actor, access as Access)
  let place = operation.cursor === null ? START : (JSON.parse(operation.cursor) as Place)
  const portion = new ArchivePortion(Number(operation.bytes))
  while (place.step !== 'over') {
    place = await steps[place.step]({ platform, operation, portion }, place)
    const isEnough = portion.bytes > PORTION_BYTES || isOver() || readsBack.has(place.step)
    if (isEnough && portion.bytes > 0) break
  }
  const progress = { cursor: JSON.stringify(place), processed: operation.processed + portion.entries.length }
  const list = await portion.list(platform, operation)
  const isWritten = await appendPortion(platform, operation, { bytes: portion.content(), progress, also: list })
  return isWritten && place.step === 'over'
}
