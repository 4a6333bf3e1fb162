/** Makes the migrated database that every test file starts from: a data folder, or a template on PostgreSQL. */
import { existsSync, chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { systemClock } from '../../src/kernel/clock.ts'
import { buildClient } from '../../prisma/build-client.ts'
import { buildServer } from '../../prisma/build-server.ts'
import { prepareDatabase } from '../../prisma/prepare-database.ts'
import { migrate } from '../../src/kernel/database/migrate.ts'
import { unpackNew } from '../../src/kernel/database/new-folder.ts'
import { postgresSession } from '../../src/kernel/database/session.ts'
import { distributedTemplate, onDatabase } from './citus.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder as the first start leaves it, before anything is stored. */
    dataFolder: string
    /** Where processes that tests start keep what Node has compiled. */
    compileCache: string
    /** Address of a PostgreSQL server to test on; empty for the embedded database. */
    postgres: string
    /** Addresses of all servers that its databases are on: with Citus these are several, the coordinator first. */
    nodes: readonly string[]
    redis: string
    template: string
  }
}

/** What the files of all tests that run at once take at most. */
const ROOM_BYTES = 1024 ** 3
const MEMORY = '/dev/shm'

/**
 * Every file of a run is below one folder: in memory where there is room, since most tests copy a database of a
 * thousand files.
 */
const folderOfRun = (): string => {
  const { bavail, bsize } = existsSync(MEMORY) ? statfsSync(MEMORY) : { bavail: 0, bsize: 0 }
  const folder = mkdtempSync(join(bavail * bsize > ROOM_BYTES ? MEMORY : tmpdir(), 'invoice-exchange-test-'))
  // A PostgreSQL server of a test runs as another user, and has a folder of its own in this one.
  chmodSync(folder, 0o711)
  return folder
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = process.env['TEST_DATABASE_URL'] ?? ''
  project.provide('postgres', postgres)
  const workers = (process.env['TEST_DATABASE_WORKERS'] ?? '').split(' ').filter((url) => url !== '')
  const nodes = postgres === '' ? [] : [postgres, ...workers]
  project.provide('nodes', nodes)
  project.provide('redis', process.env['TEST_REDIS_URL'] ?? '')
  provideSeed()
  buildClient()
  // What tests start as a process of its own.
  await buildServer()
  const folder = folderOfRun()
  // What the tests ask for with `tmpdir()`.
  process.env['TMPDIR'] = folder
  const dataFolder = join(folder, 'data')
  await prepareDatabase()
  mkdirSync(dataFolder)
  unpackNew(join(dataFolder, 'postgres'))
  project.provide('dataFolder', dataFolder)
  project.provide('compileCache', join(folder, 'compiled'))
  const { template, drop } = postgres === '' ? { template: '', drop: () => Promise.resolve() } : await templateOn(nodes)
  project.provide('template', template)
  return async () => {
    await drop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Workers take the seed of their samples (`sample.ts`) from the environment. */
const provideSeed = (): void => {
  if (process.env['EXHAUSTIVE'] === '1' || process.env['SAMPLE_SEED'] !== undefined) return
  const seed = (process.env['SAMPLE_SEED'] = String(systemClock.now().getTime() % 1_000_000))
  process.stdout.write(`SAMPLE_SEED=${seed} repeats the samples of this run.\n`)
}

/** What Citus makes of it is copied on each node: the addresses of its parts do not name the database. */
const templateOn = async (nodes: readonly string[]): Promise<{ template: string; drop(): Promise<void> }> => {
  const template = `template_${process.pid}_${systemClock.now().getTime()}`
  const onEach = async (sql: string): Promise<void> => {
    for (const node of nodes) await onDatabase(node, 'postgres', (client) => client.query(sql))
  }
  await onEach(`CREATE DATABASE ${template}`)
  const [only = ''] = nodes
  if (nodes.length > 1) await distributedTemplate(nodes, template)
  else await onDatabase(only, template, (client) => migrate(postgresSession(client)))
  return { template, drop: () => onEach(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`) }
}
