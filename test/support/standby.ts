/** PostgreSQL with a synchronous standby on loopback: what is acknowledged is on both, and either may be killed. */
import { type ChildProcess, execFile } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { systemClock } from '../../src/kernel/clock.ts'
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

interface Replication {
  /** The address at which the server at `url` is followed by its standby: its own, unless something is between. */
  wayTo?: (url: string) => Promise<string>
  /** What both servers are started with; `folder` is theirs. */
  environment?: (folder: string) => Record<string, string>
}

export interface ReplicatedPostgres {
  /** The address that names both servers. */
  url: string
  /** That of the server which takes writes, or did so last. */
  primary(): string
  pids(): number[]
  /** The standby hears and confirms nothing, so that commits wait, until what this answers is called. */
  freezeStandby(): () => void
  /** Ends the standby at once: commits wait, until it follows again or nobody is waited for. */
  killStandby(): Promise<void>
  /** Starts the standby that was killed again. Resolves when it has caught up. */
  reviveStandby(): Promise<void>
  /** The standby that was killed is given up: commits wait for nobody, until another one joins. */
  giveUpStandby(): Promise<void>
  /** Ends the primary at once; nobody takes its place. */
  kill(): Promise<void>
  /** Starts the primary that was killed again. */
  revive(): Promise<void>
  /** The standby takes the place of a primary that was killed. Resolves when it takes writes. */
  promote(): Promise<void>
  /**
   * A new standby in the place of the server that was killed or given up. Resolves when what is acknowledged is on both
   * again.
   */
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
  const until = systemClock.steady() + PATIENCE_MS
  while (!(await isSo().catch(() => false))) {
    if (systemClock.steady() > until) throw new Error(`Not so in time: ${what}`)
    await wait(LOOK_MS)
  }
}

const launched = async (
  cluster: Cluster,
  settings: Record<string, string>,
  environment: Record<string, string>,
): Promise<Node> => {
  const until = systemClock.steady() + PATIENCE_MS
  for (;;) {
    const child = launchPostgres(cluster, { ...COMMON, ...settings }, environment)
    try {
      await ready(child, 'PostgreSQL', () => askPostgres(cluster.url, 'SELECT 1'))
      return { cluster, child }
    } catch (error) {
      await end(child, 'SIGKILL')
      // The processes of a killed server hold its memory for a moment longer.
      if (systemClock.steady() > until) throw error
      await wait(LOOK_MS)
    }
  }
}

/** The files of a running server, by the way on which they are followed from then on. */
const copy = async (way: string, { user, programs, data }: Cluster): Promise<void> => {
  rmSync(data, { recursive: true, force: true })
  mkdirSync(data, { mode: 0o700 })
  if (user) chownSync(data, user.uid, user.gid)
  const from = ['-h', '127.0.0.1', '-p', new URL(way).port, '-U', 'postgres']
  await promisify(execFile)(
    join(programs, 'pg_basebackup'),
    [...from, '-D', data, '-R', '-X', 'stream', '--checkpoint=fast', '--no-sync'],
    { ...user, cwd: '/' },
  )
}

/** A commit is acknowledged when these have it as well. */
const waitFor = async ({ url }: Cluster, names: string): Promise<void> => {
  await askPostgres(url, `ALTER SYSTEM SET synchronous_standby_names = '${names}'`)
  await askPostgres(url, 'SELECT pg_reload_conf()')
}

const bothHave = ({ url }: Cluster): Promise<void> =>
  soon('the standby is synchronous', async () => {
    const row = await askRow<{ state: string }>(url, 'SELECT sync_state AS state FROM pg_stat_replication')
    return row?.state === 'sync'
  })

/** Only once it follows: before, a commit would wait for nobody. */
const requireBoth = async (primary: Cluster): Promise<void> => {
  await waitFor(primary, '*')
  await bothHave(primary)
}

const killed = async ({ child }: Node): Promise<void> => {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

export const startReplicatedPostgres = async (
  settings: Record<string, string> = {},
  { wayTo = (url) => Promise.resolve(url), environment = () => ({}) }: Replication = {},
): Promise<ReplicatedPostgres> => {
  const first = await makeCluster()
  const port = await freePort()
  const second = {
    ...first,
    port,
    data: join(first.folder, 'second'),
    url: first.url.replace(`:${first.port}/`, `:${port}/`),
  }
  const ways = new Map([
    [first.port, await wayTo(first.url)],
    [port, await wayTo(second.url)],
  ])
  const own = environment(first.folder)
  const launch = (cluster: Cluster): Promise<Node> => launched(cluster, settings, own)
  /** A copy of a running server, which follows it. */
  const follow = async (followed: Cluster, cluster: Cluster): Promise<Node> => {
    await copy(String(ways.get(followed.port)), cluster)
    return launch(cluster)
  }
  let primary = await launch(first)
  let standby: Node | undefined
  /** The place of a server that was killed, and was not replaced yet. */
  let free: Cluster | undefined
  const theStandby = (): Node => {
    if (!standby) throw new Error('There is no standby.')
    return standby
  }
  const stop = async (): Promise<void> => {
    for (const node of [standby, primary]) if (node) await end(node.child, 'SIGQUIT')
    rmSync(first.folder, { recursive: true, force: true })
  }
  try {
    standby = await follow(first, second)
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
      const frozen = freeze(theStandby().child)
      return () => thawAll(frozen)
    },
    killStandby: () => killed(theStandby()),
    async reviveStandby() {
      standby = await launch(theStandby().cluster)
      await bothHave(primary.cluster)
    },
    async giveUpStandby() {
      free = theStandby().cluster
      standby = undefined
      await waitFor(primary.cluster, '')
    },
    kill: () => killed(primary),
    async revive() {
      primary = await launch(primary.cluster)
    },
    async promote() {
      const promoted = theStandby()
      await askPostgres(promoted.cluster.url, 'SELECT pg_promote(true, 30)')
      free = primary.cluster
      primary = promoted
      standby = undefined
    },
    async rejoin() {
      if (!free) throw new Error('Both servers are there.')
      standby = await follow(primary.cluster, free)
      free = undefined
      await requireBoth(primary.cluster)
    },
    stop,
  }
}
