import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export interface ZipEntry {
  name: string
  /** Asked for when its turn comes: one entry at a time is in memory. */
  load(): Promise<Uint8Array>
}

/** An archive that is written while it is read, and ends with a list of what is in it, each with its SHA-256. */
export const zipOf = (entries: readonly ZipEntry[], at: Date): Readable => {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const listed: { name: string; size: number; sha256: string }[] = []
  const add = (name: string, load: () => Promise<Uint8Array>): void =>
    zip.addReadStreamLazy(name, { mtime: at, compress: true, forceDosTimestamp: true }, (give) => {
      load().then(
        (bytes) => give(null, Readable.from([Buffer.from(bytes)])),
        (error: unknown) => output.destroy(error as Error),
      )
    })
  for (const { name, load } of entries)
    add(name, async () => {
      const bytes = await load()
      listed.push({ name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
      return bytes
    })
  add('manifest.json', () => Promise.resolve(Buffer.from(JSON.stringify({ files: listed }, null, 2))))
  zip.end()
  return output
}
