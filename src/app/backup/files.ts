/** The files of a bucket in a folder: `<organization>/<hash>`, each checked by its hash. */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ChunkedBytes } from '../../kernel/bytes.ts'
import { mapLimited } from '../../kernel/concurrency.ts'
import type { ExternalStorage, StoredName } from '../../upstreams/storage/port.ts'
import { BackupRefused, type Manifest } from './manifest.ts'

type Files = NonNullable<Manifest['files']>

const AT_ONCE = 8
/** What is written while the files are read is not of the backup. */
const A_FILE_MS = 600_000

const whole = async (store: ExternalStorage, name: StoredName): Promise<ChunkedBytes> => {
  const pieces: Uint8Array[] = []
  for (let read = 0, size = 1; read < size;) {
    const portion = await store.get(name, read, AbortSignal.timeout(A_FILE_MS))
    if (!portion) throw new BackupRefused(`The file ${name.hash} has left the bucket. Begin again.`)
    pieces.push(portion.bytes)
    read += portion.bytes.byteLength
    size = portion.size
  }
  const content = new ChunkedBytes(pieces)
  if (content.sha256 !== name.hash) throw new BackupRefused(`The file ${name.hash} is damaged in the bucket.`)
  return content
}

export const saveFiles = async (store: ExternalStorage, folder: string, until: Date): Promise<Files> => {
  const saved = { count: 0, bytes: 0 }
  for await (const page of store.writtenBefore(until, AbortSignal.timeout(A_FILE_MS)))
    await mapLimited(page, AT_ONCE, async (name) => {
      const content = await whole(store, name)
      mkdirSync(join(folder, name.organizationId), { recursive: true })
      writeFileSync(join(folder, name.organizationId, name.hash), content.whole())
      saved.count += 1
      saved.bytes += content.size
    })
  return saved
}

const namesIn = (folder: string): StoredName[] =>
  readdirSync(folder).flatMap((organizationId) =>
    readdirSync(join(folder, organizationId)).map((hash) => ({ organizationId, hash })),
  )

/** Read before anything is written: a damaged backup changes nothing. */
export const checkFiles = (folder: string): Files => {
  const found = { count: 0, bytes: 0 }
  for (const { organizationId, hash } of namesIn(folder)) {
    const content = new ChunkedBytes([readFileSync(join(folder, organizationId, hash))])
    if (content.sha256 !== hash) throw new BackupRefused(`The file ${organizationId}/${hash} of the backup is damaged.`)
    found.count += 1
    found.bytes += content.size
  }
  return found
}

export const putFiles = async (store: ExternalStorage, folder: string): Promise<void> => {
  await mapLimited(namesIn(folder), AT_ONCE, async ({ organizationId, hash }) => {
    const content = new ChunkedBytes([readFileSync(join(folder, organizationId, hash))])
    await store.put({ organizationId, hash, content }, AbortSignal.timeout(A_FILE_MS))
    await whole(store, { organizationId, hash })
  })
}
