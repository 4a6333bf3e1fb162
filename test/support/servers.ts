/** Throw-away PostgreSQL and Redis servers for tests and for the bench, from the Debian packages of the machine. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { systemClock } from '../../src/kernel/clock.ts'

export class ServerMissing extends Error {}

export interface Server {
  url: string
  pid: number
  /** Ends the process by its id and removes its folder; may be called twice. */
  stop(): Promise<void>
}

const START_MS = 30_000
const STOP_MS = 10_000

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

export const postgresPrograms = (): string => {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  const folder = versions.map((version) => join(root, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')))
  if (!folder)
    throw new ServerMissing('PostgreSQL is not on this machine. Install it first: apt-get install postgresql')
  return folder
}

const redisProgram = (): string => {
  const program = ['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/usr/bin/valkey-server'].find((file) =>
    existsSync(file),
  )
  if (!program) throw new ServerMissing('Redis is not on this machine. Install it first: apt-get install redis-server')
  return program
}

/** PostgreSQL refuses to run as root: root starts it as the user that the Debian package made. */
export const unprivileged = (): { uid: number; gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const ask = (flag: string): number =>
    Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout || Number.NaN)
  const user = { uid: ask('-u'), gid: ask('-g') }
  if (Number.isNaN(user.uid))
    throw new ServerMissing(
      'PostgreSQL does not run as root, and there is no user "postgres". Install the Debian package, or ' +
        'run this as another user.',
    )
  return user
}

const running = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null

export const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (!running(child)) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  if (await Promise.race([gone.then(() => true), wait(STOP_MS, false, { ref: false })])) return
  child.kill('SIGKILL')
  await gone
}

/** Waits until the server answers, or says why it ended. */
export const ready = async (child: ChildProcess, name: string, answers: () => Promise<boolean>): Promise<void> => {
  let said = ''
  child.stderr?.on('data', (text: Buffer) => void (said = (said + text.toString()).slice(-2_000)))
  child.stdout?.on('data', (text: Buffer) => void (said = (said + text.toString()).slice(-2_000)))
  const failed = new Promise<never>((_, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}:\n${said}`)))
  })
  failed.catch(() => undefined)
  const until = systemClock.steady() + START_MS
  while (!(await Promise.race([answers().catch(() => false), failed]))) {
    if (systemClock.steady() > until) throw new Error(`${name} did not answer within ${START_MS} ms:\n${said}`)
    await wait(50)
  }
}

/** A process with a folder of its own. It leads its own process group, so that Ctrl-C reaches it through us only. */
export const start = async (
  name: string,
  folder: string,
  url: string,
  stopSignal: NodeJS.Signals,
  child: ChildProcess,
  answers: () => Promise<boolean>,
): Promise<Server> => {
  const stop = async (): Promise<void> => {
    await end(child, stopSignal)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await ready(child, name, answers)
    return { url, pid: child.pid ?? 0, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

export interface Cluster {
  programs: string
  user: { uid: number; gid: number } | undefined
  folder: string
  data: string
  port: number
  url: string
}

/** The files of a fresh cluster, in a folder of its own. It does not wait for the disk: nothing in it outlives the run. */
export const makeCluster = async (within = tmpdir()): Promise<Cluster> => {
  const programs = postgresPrograms()
  const user = unprivileged()
  const port = await freePort()
  const folder = mkdtempSync(join(within, 'invoice-exchange-postgres-'))
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...user, cwd: '/', encoding: 'utf8' },
  )
  if (made.status !== 0) {
    rmSync(folder, { recursive: true, force: true })
    throw new Error(`initdb failed in ${folder}:\n${made.stderr || made.error?.message}`)
  }
  return { programs, user, folder, data, port, url: `postgresql://postgres@127.0.0.1:${port}/postgres` }
}

/** The server of a cluster on 127.0.0.1. */
export const launchPostgres = (
  cluster: Cluster,
  settings: Record<string, string>,
  environment: Record<string, string> = {},
): ChildProcess => {
  const { programs, user, data, port } = cluster
  const all = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    fsync: 'off',
    full_page_writes: 'off',
    max_connections: '200',
    ...settings,
  }
  return spawn(
    join(programs, 'postgres'),
    ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...user, env: { ...process.env, ...environment }, cwd: '/', detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
  )
}

/** Asks a server one thing on a connection of its own. */
export const askPostgres = async (url: string, sql: string): Promise<boolean> => {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(sql)
    return true
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Freezes a server with the processes that it has started: those that were frozen. */
export const freeze = ({ pid }: ChildProcess): number[] => {
  const listed = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' }).stdout
  const children = listed.split('\n').map(Number)
  const frozen = [...children.filter((child) => child > 0), Number(pid)]
  for (const one of frozen) process.kill(one, 'SIGSTOP')
  return frozen
}

export const thawAll = (frozen: readonly number[]): void => {
  for (const pid of frozen) process.kill(pid, 'SIGCONT')
}

export const startPostgres = async (settings: Record<string, string> = {}): Promise<Server> => {
  const cluster = await makeCluster()
  const child = launchPostgres(cluster, settings)
  // SIGINT is the fast shutdown: connections are cut, the cluster is left clean.
  return start('PostgreSQL', cluster.folder, cluster.url, 'SIGINT', child, () => askPostgres(cluster.url, 'SELECT 1'))
}

const END_ALL = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()'

/** `terminate` ends the connections alone; the others end the server, and it is started again. */
export type RestartMode = 'terminate' | 'fast' | 'immediate' | 'kill'
const RESTART_SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT', kill: 'SIGKILL' } as const

export interface RestartablePostgres {
  url: string
  /** Resolves when the server takes connections again. */
  restart(mode: RestartMode): Promise<void>
  /** Stops the server without starting it again. */
  halt(): Promise<void>
  start(): Promise<void>
  /** Freezes the server and all its connections, until they are thawed. */
  freeze(): Promise<void>
  thaw(): void
  stop(): Promise<void>
}

export const startRestartablePostgres = async (
  settings: Record<string, string> = {},
  within?: string,
): Promise<RestartablePostgres> => {
  const cluster = await makeCluster(within)
  const { url, folder } = cluster
  let child: ChildProcess
  let frozen: number[] = []
  const answers = (): Promise<boolean> => askPostgres(url, 'SELECT 1')
  const begin = async (): Promise<void> => {
    const until = systemClock.steady() + START_MS
    for (;;) {
      child = launchPostgres(cluster, settings)
      try {
        return await ready(child, 'PostgreSQL', answers)
      } catch (error) {
        // The processes of a killed server hold its memory for a moment longer.
        if (systemClock.steady() > until) throw error
        await wait(50)
      }
    }
  }
  const thaw = (): void => {
    thawAll(frozen)
    frozen = []
  }
  const endBy = async (signal: NodeJS.Signals): Promise<void> => {
    thaw()
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  await begin()
  return {
    url,
    async restart(mode) {
      if (mode === 'terminate') return void (await askPostgres(url, END_ALL))
      await endBy(RESTART_SIGNALS[mode])
      await begin()
    },
    halt: () => endBy('SIGINT'),
    start: begin,
    async freeze() {
      frozen = freeze(child)
    },
    thaw,
    async stop() {
      thaw()
      await end(child, 'SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** On a port of its own, unless it takes the place of one that is gone. */
export const startRedis = async (place?: number): Promise<Server> => {
  const program = redisProgram()
  const port = place ?? (await freePort())
  const folder = mkdtempSync(join(tmpdir(), 'invoice-exchange-redis-'))
  const child = spawn(
    program,
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
    { detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  return start('Redis', folder, `redis://127.0.0.1:${port}`, 'SIGTERM', child, async () => {
    const { Redis } = await import('ioredis')
    const client = new Redis({ port, host: '127.0.0.1', lazyConnect: true, retryStrategy: () => null })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return (await client.ping()) === 'PONG'
    } finally {
      client.disconnect()
    }
  })
}

/** Starts what a run needs, lets it work, and ends all of it: also after a failure, SIGINT or SIGTERM. */
export const withServers = async <S extends readonly Server[]>(
  starts: { [K in keyof S]: () => Promise<S[K]> },
  body: (servers: S, interrupted: AbortSignal) => Promise<number>,
): Promise<number> => {
  const interruption = new AbortController()
  const interrupt = (): void => interruption.abort()
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  const servers: Server[] = []
  try {
    for (const one of starts) servers.push(await one())
    const code = interruption.signal.aborted ? 130 : await body(servers as unknown as S, interruption.signal)
    return interruption.signal.aborted ? 130 : code
  } catch (error) {
    if (interruption.signal.aborted) return 130
    if (!(error instanceof ServerMissing)) throw error
    process.stderr.write(`${error.message}\n`)
    return 1
  } finally {
    await Promise.allSettled(servers.map((server) => server.stop()))
    process.off('SIGINT', interrupt)
    process.off('SIGTERM', interrupt)
  }
}
