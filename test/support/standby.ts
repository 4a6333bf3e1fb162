/** PostgreSQL with a synchronous standby on loopback: what is acknowledged is on both, and either may be killed. */
import { type ChildProcess, execFile } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import {
  type Cluster,
  askPostgres,
  end,
  freePort,
  freeze,
  launchPostgres,
  makeCluster,
  ready,
  thawAll,
} from './servers.ts'

const LOOK_MS = 20
const PATIENCE_MS = 30_000

const COMMON = {
  // A standby that was cut off comes back at once, not after five seconds.
  wal_retrieve_retry_interval: '200ms',
  wal_keep_size: '256MB',
  max_wal_senders: '4',
}

interface Node {
  cluster: Cluster
  child: ChildProcess
}

export interface ReplicatedPostgres {
  /** The address that names both servers. */
  url: string
  /** That of the server which takes writes, or did so last. */
  primary(): string
  pids(): number[]
  /** The standby hears and confirms nothing, so that commits wait, until what this answers is called. */
  freezeStandby(): () => void
  /** Ends the primary at once; nobody takes its place. */
  kill(): Promise<void>
  /** Starts the primary that was killed again. */
  revive(): Promise<void>
  /** The standby takes the place of a primary that was killed. Resolves when it takes writes. */
  promote(): Promise<void>
  /** A new standby in the place of the server that was killed. Resolves when what is acknowledged is on both again. */
  rejoin(): Promise<void>
  stop(): Promise<void>
}

const askRow = async <Row extends object>(url: string, sql: string): Promise<Row | undefined> => {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<Row>(sql)).rows[0]
  } finally {
    await client.end().catch(() => undefined)
  }
}

const soon = async (what: string, isSo: () => Promise<boolean>): Promise<void> => {
  const until = performance.now() + PATIENCE_MS
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > until) throw new Error(`Not so in time: ${what}`)
    await wait(LOOK_MS)
  }
}

const launched = async (cluster: Cluster, settings: Record<string, string>): Promise<Node> => {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    const child = launchPostgres(cluster, { ...COMMON, ...settings })
    try {
      await ready(child, 'PostgreSQL', () => askPostgres(cluster.url, 'SELECT 1'))
      return { cluster, child }
    } catch (error) {
      await end(child, 'SIGKILL')
      // The processes of a killed server hold its memory for a moment longer.
      if (performance.now() > until) throw error
      await wait(LOOK_MS)
    }
  }
}

/** A copy of a running server, which follows it. */
const follow = async (primary: Cluster, cluster: Cluster, settings: Record<string, string>): Promise<Node> => {
  const { user, programs, data } = cluster
  rmSync(data, { recursive: true, force: true })
  mkdirSync(data, { mode: 0o700 })
  if (user) chownSync(data, user.uid, user.gid)
  const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres']
  await promisify(execFile)(
    join(programs, 'pg_basebackup'),
    [...from, '-D', data, '-R', '-X', 'stream', '--checkpoint=fast', '--no-sync'],
    { ...user, cwd: '/' },
  )
  return launched(cluster, settings)
}

/** Only once it follows: before, a commit would wait for nobody. */
const requireBoth = async (primary: Cluster): Promise<void> => {
  await askPostgres(primary.url, `ALTER SYSTEM SET synchronous_standby_names = '*'`)
  await askPostgres(primary.url, 'SELECT pg_reload_conf()')
  await soon('the standby is synchronous', async () => {
    const row = await askRow<{ state: string }>(primary.url, 'SELECT sync_state AS state FROM pg_stat_replication')
    return row?.state === 'sync'
  })
}

export const startReplicatedPostgres = async (settings: Record<string, string> = {}): Promise<ReplicatedPostgres> => {
  const first = await makeCluster()
  const port = await freePort()
  const second = {
    ...first,
    port,
    data: join(first.folder, 'second'),
    url: first.url.replace(`:${first.port}/`, `:${port}/`),
  }
  let primary = await launched(first, settings)
  let standby: Node | undefined
  /** The place of a server that was killed, and was not replaced yet. */
  let free: Cluster | undefined
  const stop = async (): Promise<void> => {
    for (const node of [standby, primary]) if (node) await end(node.child, 'SIGQUIT')
    rmSync(first.folder, { recursive: true, force: true })
  }
  try {
    standby = await follow(first, second, settings)
    await requireBoth(first)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: first.url.replace(`:${first.port}/`, `:${first.port},127.0.0.1:${port}/`),
    primary: () => primary.cluster.url,
    pids: () => [primary, standby].flatMap((node) => node?.child.pid ?? []),
    freezeStandby() {
      if (!standby) throw new Error('There is no standby.')
      const frozen = freeze(standby.child)
      return () => thawAll(frozen)
    },
    async kill() {
      const gone = once(primary.child, 'exit')
      primary.child.kill('SIGKILL')
      await gone
    },
    async revive() {
      primary = await launched(primary.cluster, settings)
    },
    async promote() {
      if (!standby) throw new Error('There is no standby.')
      await askPostgres(standby.cluster.url, 'SELECT pg_promote(true, 30)')
      free = primary.cluster
      primary = standby
      standby = undefined
    },
    async rejoin() {
      if (!free) throw new Error('Both servers are there.')
      standby = await follow(primary.cluster, free, settings)
      free = undefined
      await requireBoth(primary.cluster)
    },
    stop,
  }
}
