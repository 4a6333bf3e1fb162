/** `invoice-exchange backup FOLDER`: the database of one moment, the files of the bucket, and a manifest of both. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../../../package.json' with { type: 'json' }
import { systemClock } from '../../kernel/clock.ts'
import { isDistributed } from '../../kernel/database/distributed.ts'
import { Hosts } from '../../kernel/database/hosts.ts'
import { onConnection } from '../../kernel/database/connect.ts'
import type { Env } from '../../kernel/env.ts'
import { storageFor } from '../../upstreams/drivers.ts'
import { saveFiles } from './files.ts'
import { BackupRefused, type Contents, type Manifest, contentsOf } from './manifest.ts'
import { runProgram } from './programs.ts'

export const PLACES = { database: 'database.dump', files: 'files', manifest: 'manifest.json' } as const

const OWNER_ONLY = 0o700

/** A snapshot and a restore need a session of the server, which a pooler does not give. */
export const databaseOf = ({ DATABASE_URL, DATABASE_DIRECT_URL = DATABASE_URL }: Env): Hosts => {
  if (DATABASE_DIRECT_URL) return new Hosts(DATABASE_DIRECT_URL)
  throw new BackupRefused(
    'DATABASE_URL is not set. The embedded database is backed up with the server stopped, by a copy of DATA_DIR: it ' +
      'has the data, the files and the key.',
  )
}

/** What the dump holds is what is counted: both see one snapshot. */
const dump = (hosts: Hosts, file: string): Promise<Contents> =>
  onConnection(hosts, async (session) => {
    if (await isDistributed(session))
      throw new BackupRefused(
        'The database is distributed by Citus: a dump of the coordinator has no rows of tenants. Back up each node, to ' +
          'one point in time (citus_create_restore_point).',
      )
    await session.script('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const [row] = await session.query<{ snapshot: string }>('SELECT pg_export_snapshot() AS snapshot')
    const contents = await contentsOf(session)
    await runProgram('pg_dump', hosts.current, [
      '--format=custom',
      '--no-owner',
      '--no-privileges',
      `--snapshot=${row?.snapshot}`,
      `--file=${file}`,
    ])
    return contents
  })

export const backup = async (env: Env, folder: string): Promise<Manifest> => {
  const hosts = databaseOf(env)
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new BackupRefused(`The folder ${folder} is not empty. A backup begins in a folder of its own.`)
  const files = join(folder, PLACES.files)
  mkdirSync(files, { recursive: true, mode: OWNER_ONLY })
  const contents = await dump(hosts, join(folder, PLACES.database))
  const madeAt = systemClock.now()
  const store = await storageFor({ env })
  // Files never change: those that the database names were written before it named them.
  const saved = store ? await saveFiles(store, files, madeAt).finally(() => store.close()) : null
  const { version } = packageJson
  const manifest = {
    product: 'invoice-exchange' as const,
    version,
    madeAt: madeAt.toISOString(),
    ...contents,
    files: saved,
  }
  // The last of all: a folder without it is no backup.
  writeFileSync(join(folder, PLACES.manifest), `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest
}
