/**
 * The product as it runs on several machines, on loopback: PostgreSQL with a synchronous standby, Redis, PgBouncer, its own
 * processes, and a balancer before those that answer callers. Each part can be killed, and takes its place again; each line
 * between two parts can be cut. CLUSTER_REDIS=off is a cluster without Redis, whose processes wake each other by NOTIFY;
 * in CLUSTER_ROLES=apart no process has every role.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { type Pooler, pooler, startPooler } from '../../support/pooler.ts'
import { type Server, ServerMissing, freePort, start, startRedis } from '../../support/servers.ts'
import { type ReplicatedPostgres, startReplicatedPostgres } from '../../support/standby.ts'
import { addressesIn } from '../../../src/kernel/database/hosts.ts'
import { setClock, settingsOfClock } from '../../support/machine-clock.ts'
import { startBalancer } from './balancer.ts'
import { type Line, startLine } from './line.ts'

const main = join(import.meta.dirname, '../../../src/generated/server/server.js')
const hasRedis = process.env['CLUSTER_REDIS'] !== 'off'
/** What each instance does. */
const ROLES =
  process.env['CLUSTER_ROLES'] === 'apart'
    ? (['server', 'server', 'worker', 'relay'] as const)
    : (['all', 'all', 'server', 'worker', 'relay'] as const)
export type Role = (typeof ROLES)[number]
/** What a pooler takes from no client is said to the role. */
const OF_THE_ROLE = {
  statement_timeout: '10s',
  idle_in_transaction_session_timeout: '20s',
  random_page_cost: '1.1',
}
/** A server that was away is looked for each second. */
const POOLER = { connections: 20, more: ['server_login_retry = 1'] }

/** A part that is a process, always at one address. */
export class Part<S extends Server = Server> {
  readonly name: string
  readonly #start: () => Promise<S>
  #server: S | undefined

  constructor(name: string, begin: () => Promise<S>) {
    this.name = name
    this.#start = begin
  }

  get server(): S {
    if (!this.#server) throw new Error(`${this.name} does not run.`)
    return this.#server
  }

  async start(): Promise<this> {
    this.#server = await this.#start()
    return this
  }

  /** At once, as when its machine goes. */
  async kill(): Promise<void> {
    process.kill(this.server.pid, 'SIGKILL')
    await this.stop()
  }

  async stop(): Promise<void> {
    await this.#server?.stop()
    this.#server = undefined
  }
}

/** One of our processes, with what it needs of others. */
export interface Instance {
  role: Role
  part: Part
  /** To the pooler, and to what brings wake-ups: Redis, or the servers of PostgreSQL. It uses no other way. */
  lines: Record<'database' | 'wakeUps', readonly Line[]>
  /** How many seconds its clock is off from now on. */
  setClock(seconds: number): void
}

export interface Cluster {
  /** Where callers call. */
  url: string
  postgres: ReplicatedPostgres
  redis: Part | undefined
  pooler: Part<Pooler>
  balancer: Part
  instances: readonly Instance[]
  /** From the pooler to each server of PostgreSQL, and from each of those to its standby. */
  lines: Record<'pooler' | 'standby', readonly Line[]>
  /** How many seconds the clock of both servers of PostgreSQL is off from now on. */
  setDatabaseClock(seconds: number): void
  /** The standby takes the place of the killed primary, and the pooler leads there, as who promotes tells it. */
  promote(): Promise<void>
  stop(): Promise<void>
}

type Settings = Readonly<Record<string, string>>

const startInstance = async (port: number, settings: Record<string, string>): Promise<Server> => {
  const folder = mkdtempSync(join(tmpdir(), 'invoice-exchange-instance-'))
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [main], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: String(process.env['PATH']), HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'error', ...settings },
  })
  return start('The product', folder, url, 'SIGTERM', child, async () => (await fetch(`${url}/health/liveness`)).ok)
}

const tellRole = async (url: string): Promise<void> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  for (const [name, value] of Object.entries(OF_THE_ROLE))
    await client.query(`ALTER ROLE postgres SET ${name} = '${value}'`)
  await client.end()
}

type Started = { stop(): Promise<void> }[]

/** Those that have started, last first. */
const stopAll = async (parts: Started): Promise<void> => {
  for (const part of parts.toReversed()) await part.stop()
}

const openLine = async (url: string, started: Started): Promise<Line> => {
  const line = await startLine(url)
  started.push(line)
  return line
}

/** One line to each server that `url` names. */
const openLines = async (url: string, started: Started): Promise<Line[]> => {
  const lines: Line[] = []
  for (const address of addressesIn(url) ?? []) lines.push(await openLine(address, started))
  return lines
}

/** The address that names all that the lines lead to. */
const throughAll = ([first, ...others]: readonly Line[]): string => {
  const { host, href } = new URL(String(first?.url))
  return href.replace(host, [host, ...others.map(({ url }) => new URL(url).host)].join())
}

interface Places {
  pooler: string
  /** Names both servers of PostgreSQL. */
  postgres: string
  redis: string | undefined
}

const openInstance = async (name: string, role: Role, places: Places, started: Started): Promise<Instance> => {
  const database = await openLine(places.pooler, started)
  const direct = await openLines(places.postgres, started)
  const redis = places.redis === undefined ? undefined : await openLine(places.redis, started)
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'invoice-exchange-clock-'))
  started.push({ stop: () => rm(folder, { recursive: true }) })
  const clock = join(folder, 'clock')
  const settings: Settings = {
    ROLE: role,
    DATABASE_URL: database.url,
    DATABASE_DIRECT_URL: throughAll(direct),
    DATABASE_PREPARED: String(pooler.isPrepared),
    ...(redis && { REDIS_URL: redis.url }),
    WEBHOOK_ALLOW_PRIVATE: 'true',
    ...settingsOfClock(clock),
  }
  const part = await new Part(name, () => startInstance(port, settings)).start()
  started.push(part)
  const lines = { database: [database], wakeUps: redis ? [redis] : direct }
  return { role, part, lines, setClock: (seconds) => setClock(clock, seconds) }
}

const openInstances = async (places: Places, started: Started): Promise<Instance[]> => {
  const instances: Instance[] = []
  for (const [nth, role] of ROLES.entries())
    instances.push(await openInstance(`${nth + 1}: ${role}`, role, places, started))
  return instances
}

const CLOCK = 'clock'

interface Replicated {
  postgres: ReplicatedPostgres
  toStandby: readonly Line[]
  setDatabaseClock(seconds: number): void
}

const openPostgres = async (started: Started): Promise<Replicated> => {
  const toStandby: Line[] = []
  let clock = ''
  const postgres = await startReplicatedPostgres(
    { fsync: 'on' },
    {
      async wayTo(url) {
        const line = await openLine(url, started)
        toStandby.push(line)
        return line.url
      },
      environment: (folder) => settingsOfClock((clock = join(folder, CLOCK))),
    },
  )
  started.push(postgres)
  await tellRole(postgres.primary())
  return { postgres, toStandby, setDatabaseClock: (seconds) => setClock(clock, seconds) }
}

interface Between {
  part: Part<Pooler>
  lines: readonly Line[]
  /** To the server that takes writes now. */
  lead(): void
}

const openPooler = async ({ url, primary }: ReplicatedPostgres, started: Started): Promise<Between> => {
  const lines = await openLines(url, started)
  const wayTo = new Map(addressesIn(url)?.map((address, nth) => [address, String(lines[nth]?.url)]))
  const way = (): string => String(wayTo.get(primary()))
  const port = await freePort()
  const part = await new Part('PgBouncer', () => startPooler(way(), { ...POOLER, port })).start()
  started.push(part)
  return { part, lines, lead: () => part.server.lead(way()) }
}

const openPart = async (name: string, begin: (port: number) => Promise<Server>, started: Started): Promise<Part> => {
  const port = await freePort()
  const part = await new Part(name, () => begin(port)).start()
  started.push(part)
  return part
}

const openAll = async (started: Started): Promise<Cluster> => {
  const { postgres, toStandby, setDatabaseClock } = await openPostgres(started)
  const between = await openPooler(postgres, started)
  const redis = hasRedis ? await openPart('Redis', startRedis, started) : undefined
  const places = { pooler: between.part.server.url, postgres: postgres.url, redis: redis?.server.url }
  const instances = await openInstances(places, started)
  const answering = instances.filter(({ role }) => role === 'all' || role === 'server')
  const addresses = answering.map(({ part }) => part.server.url)
  const balancer = await openPart('Balancer', (port) => startBalancer(port, addresses), started)
  return {
    url: balancer.server.url,
    postgres,
    redis,
    pooler: between.part,
    balancer,
    instances,
    lines: { pooler: between.lines, standby: toStandby },
    setDatabaseClock,
    async promote() {
      await postgres.promote()
      between.lead()
    },
    stop: () => stopAll(started),
  }
}

export const startCluster = async (): Promise<Cluster> => {
  const started: Started = []
  try {
    return await openAll(started)
  } catch (error) {
    await stopAll(started)
    throw error
  }
}

/** For people, until Ctrl-C. */
const show = async (): Promise<void> => {
  const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  const { postgres, redis, instances, pooler: between, balancer, url, stop } = await startCluster()
  const parts = [balancer, ...instances.map(({ part }) => part), between, ...(redis ? [redis] : [])]
  const rows = [
    ['Callers', url],
    ...parts.map(({ name, server }) => [`${name} (${server.pid})`, server.url]),
    [`PostgreSQL (${postgres.pids().join(', ')})`, postgres.url],
  ]
  const table = rows.map(([name = '', address = '']) => `${name.padEnd(24)} ${address}`).join('\n')
  process.stdout.write(
    `${table}\n\n` +
      `A key: curl -s ${url}/v1/sandbox/bootstrap -H 'content-type: application/json' -d '{"label": "me"}'\n` +
      'The numbers are process ids: kill whichever you like. Ctrl-C ends all of it.\n',
  )
  await interrupted
  await stop()
}

if (import.meta.main)
  await show().catch((error: unknown) => {
    if (!(error instanceof ServerMissing)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  })
