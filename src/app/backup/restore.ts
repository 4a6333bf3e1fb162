/** `invoice-exchange restore FOLDER`: into an empty database and a bucket; the result is compared with the manifest. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { readMigrations } from '../../kernel/database/migrations.ts'
import type { Hosts } from '../../kernel/database/hosts.ts'
import { onConnection } from '../../kernel/database/connect.ts'
import type { Env } from '../../kernel/env.ts'
import { openSecretBox } from '../../kernel/secret-box.ts'
import { storageFor } from '../../upstreams/drivers.ts'
import { PLACES, databaseOf } from './backup.ts'
import { checkFiles, putFiles } from './files.ts'
import { BackupRefused, type Contents, type Manifest, contentsOf, manifestShape } from './manifest.ts'
import { runProgram } from './programs.ts'

const manifestIn = (folder: string): Manifest => {
  const file = join(folder, PLACES.manifest)
  if (!existsSync(file) || !existsSync(join(folder, PLACES.database)))
    throw new BackupRefused(`${folder} is no backup, or one that was not finished.`)
  const { success, data } = manifestShape.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!success) throw new BackupRefused(`The manifest of ${folder} cannot be read.`)
  return data
}

/** Without the key everything would be there, and no webhook could be signed. */
const refuseWithoutKey = ({ keyIds, keyIdInDatabase }: Manifest, { SECRETS_KEY }: Env): void => {
  const there = SECRETS_KEY ? openSecretBox(SECRETS_KEY).keyIds : [keyIdInDatabase]
  const missing = keyIds.filter((one) => !there.includes(one))
  if (missing.length > 0)
    throw new BackupRefused(
      `The secrets in this backup were sealed with a key that SECRETS_KEY does not contain (${missing.join(', ')}). ` +
        'Set SECRETS_KEY to the keys of the deployment that was backed up. Without them its webhooks cannot be signed.',
    )
}

const refuseUnfit = (manifest: Manifest, env: Env, folder: string): void => {
  refuseWithoutKey(manifest, env)
  const known = new Set(readMigrations().map(({ name }) => name))
  const newer = manifest.migrations.filter((name) => !known.has(name))
  if (newer.length > 0)
    throw new BackupRefused(
      `The backup is of version ${manifest.version}, which is newer. Restore it with that version.`,
    )
  if ((manifest.files === null) !== (env.S3_BUCKET === undefined))
    throw new BackupRefused(
      manifest.files === null
        ? 'The backup has its files in the database. Restore it without S3_BUCKET.'
        : 'The backup has files of a bucket. Set S3_BUCKET to the bucket that takes them.',
    )
  if (manifest.files && !isDeepStrictEqual(checkFiles(join(folder, PLACES.files)), manifest.files))
    throw new BackupRefused('Files are missing in the backup, or there are others.')
}

const refuseFull = (hosts: Hosts): Promise<void> =>
  onConnection(hosts, async (session) => {
    const [row] = await session.query<{ tables: string }>(
      `SELECT count(*) AS tables FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace`,
    )
    if (Number(row?.tables) > 0)
      throw new BackupRefused('The database is not empty. Restore into a new one, and nothing can be lost.')
  })

export const restore = async (env: Env, folder: string): Promise<Manifest> => {
  const hosts = databaseOf(env)
  const manifest = manifestIn(folder)
  refuseUnfit(manifest, env, folder)
  await refuseFull(hosts)
  const store = await storageFor({ env })
  // Before the database that names them, as always.
  if (store) await putFiles(store, join(folder, PLACES.files)).finally(() => store.close())
  await runProgram('pg_restore', hosts.current, [
    '--no-owner',
    '--no-privileges',
    '--exit-on-error',
    '--single-transaction',
    join(folder, PLACES.database),
  ])
  const differences = differing(manifest, await onConnection(hosts, contentsOf))
  if (differences.length > 0)
    throw new BackupRefused(
      `What was restored is not what was backed up: ${differences.join(', ')}. Drop this database; do not serve from it.`,
    )
  return manifest
}

const PARTS = ['migrations', 'keyIds', 'keyIdInDatabase'] as const

/** By name: a part, or a table that is not there, is not in the manifest, or has other rows. */
const differing = (wanted: Contents, found: Contents): string[] => {
  const sameAs = (one: Contents['tables'][number]) => (other: unknown) => isDeepStrictEqual(one, other)
  const missing = (from: Contents, into: Contents): string[] =>
    from.tables.filter((one) => !into.tables.some(sameAs(one))).map(({ name }) => name)
  const parts = PARTS.filter((part) => !isDeepStrictEqual(wanted[part], found[part]))
  return [...parts, ...new Set([...missing(wanted, found), ...missing(found, wanted)])]
}
