/**
 * A new embedded database is unpacked instead of made: to initialize and to migrate one takes eight seconds and more
 * than a gigabyte. Where none was prepared (`npm run build` does), it is made as PostgreSQL makes it.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { gunzipSync, gzipSync } from 'node:zlib'

export const PREPARED = join(import.meta.dirname, '../../generated/new-database.gz')

/** By its path in the folder: the bytes of a file, or null for a folder. */
type Packed = [path: string, content: Uint8Array | null][]

const contentOf = (folder: string): Packed =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((one): [string, boolean] => [join(one.parentPath, one.name), one.isDirectory()])
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, isFolder]) => [path.slice(folder.length + 1), isFolder ? null : readFileSync(path)])

export const packFolder = (folder: string): Buffer => gzipSync(serialize(contentOf(folder)))

/** The database that was prepared is there as a whole, or not at all. */
export const unpackNew = (folder: string): void => {
  if (existsSync(folder) || !existsSync(PREPARED)) return
  const unfinished = `${folder}.new`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  for (const [path, content] of deserialize(gunzipSync(readFileSync(PREPARED))) as Packed)
    if (content === null) mkdirSync(join(unfinished, path), { mode: 0o700 })
    else writeFileSync(join(unfinished, path), content, { mode: 0o600 })
  renameSync(unfinished, folder)
}
