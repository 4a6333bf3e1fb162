/** PostgreSQL with Citus on loopback, a coordinator and two workers, where the machine has the extension. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { distribute } from '../../prisma/distributed.ts'
import { migrate } from '../../src/kernel/database/migrate.ts'
import { postgresSession } from '../../src/kernel/database/session.ts'
import { type Server, postgresPrograms, startPostgres } from './servers.ts'

const WORKERS = 2

const SETTINGS = {
  shared_preload_libraries: 'citus',
  max_prepared_transactions: '200',
  // The nodes speak to each other on loopback, without the certificates of whoever started them.
  'citus.node_conninfo': 'sslmode=disable',
  // Each database has a process of Citus on each node.
  max_worker_processes: '60',
  // Few, so that a database is made quickly, and each worker has some.
  'citus.shard_count': '4',
}

export const hasCitus = (): boolean => existsSync(join(postgresPrograms(), '../lib/citus.so'))

export interface CitusServer extends Server {
  /** Of every server, the coordinator first. */
  nodes: readonly string[]
}

export const startCitus = async (): Promise<CitusServer> => {
  const servers: Server[] = []
  const stop = async (): Promise<void> => void (await Promise.all(servers.map((server) => server.stop())))
  try {
    for (let made = 0; made <= WORKERS; made += 1) servers.push(await startPostgres(SETTINGS))
  } catch (error) {
    await stop()
    throw error
  }
  const [coordinator] = servers as [Server]
  return { url: coordinator.url, pid: coordinator.pid, nodes: servers.map(({ url }) => url), stop }
}

/** On one database of a server. */
export const onDatabase = async <T>(
  url: string,
  database: string,
  body: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client({ connectionString: Object.assign(new URL(url), { pathname: `/${database}` }).href })
  await client.connect()
  return body(client).finally(() => client.end())
}

/** What `deploy/README.md` has an operator do: the database of this name on each node is one of Citus. */
export const joinNodes = async (nodes: readonly string[], name: string): Promise<void> => {
  const [coordinator = '', ...workers] = nodes
  for (const node of nodes) await onDatabase(node, name, (client) => client.query('CREATE EXTENSION citus'))
  await onDatabase(coordinator, name, async (client) => {
    await client.query(`SELECT citus_set_coordinator_host('127.0.0.1', $1)`, [Number(new URL(coordinator).port)])
    for (const worker of workers)
      await client.query(`SELECT citus_add_node('127.0.0.1', $1)`, [Number(new URL(worker).port)])
  })
}

/** A database that is migrated and distributed on all nodes, and can be copied on each of them. */
export const distributedTemplate = async (nodes: readonly string[], name: string): Promise<void> => {
  const [coordinator = ''] = nodes
  await joinNodes(nodes, name)
  await onDatabase(coordinator, name, async (client) => {
    await migrate(postgresSession(client))
    await distribute(postgresSession(client))
  })
  // What Citus itself does in a database would hinder whoever copies it.
  for (const node of nodes)
    await onDatabase(node, 'postgres', async (client) => {
      await client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
      await client.query('SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1', [name])
    })
}
