/**
 * The product as it runs on several machines, on loopback: PostgreSQL with a synchronous standby, Redis, PgBouncer, three
 * instances, and a balancer before them. Each part can be killed, and takes its place again; each instance can be cut off.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { type Pooler, pooler, startPooler } from '../support/pooler.ts'
import { type Server, ServerMissing, freePort, start, startRedis } from '../support/servers.ts'
import { type ReplicatedPostgres, startReplicatedPostgres } from '../support/standby.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { setClock, settingsOfClock } from '../support/machine-clock.ts'
import { type Line, startLine } from './line.ts'

const main = join(import.meta.dirname, '../../src/generated/server/server.js')
const INSTANCES = 3
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

/** One of those that answer, with what it needs of others. */
export interface Instance {
  part: Part
  /** To the pooler and to Redis: it uses no other way. */
  lines: readonly Line[]
  /** How many seconds its clock is off from now on. */
  setClock(seconds: number): void
}

export interface Cluster {
  /** Where callers call. */
  url: string
  postgres: ReplicatedPostgres
  redis: Part
  pooler: Part<Pooler>
  instances: readonly Instance[]
  /** The standby takes the place of the killed primary, and the pooler leads there, as who promotes tells it. */
  promote(): Promise<void>
  stop(): Promise<void>
}

type Settings = Record<'DATABASE_URL' | 'REDIS_URL', string> & Record<string, string>

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

const openInstance = async (nth: number, settings: Settings, started: Started): Promise<Instance> => {
  const [database, redis] = [await startLine(settings.DATABASE_URL), await startLine(settings.REDIS_URL)]
  started.push(database, redis)
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'invoice-exchange-clock-'))
  started.push({ stop: () => rm(folder, { recursive: true }) })
  const clock = join(folder, 'clock')
  const own = { ...settings, DATABASE_URL: database.url, REDIS_URL: redis.url, ...settingsOfClock(clock) }
  const part = await new Part(`instance ${nth}`, () => startInstance(port, own)).start()
  started.push(part)
  return { part, lines: [database, redis], setClock: (seconds) => setClock(clock, seconds) }
}

const startInstances = async (settings: Settings, started: Started): Promise<Instance[]> => {
  const instances: Instance[] = []
  for (let nth = 1; nth <= INSTANCES; nth++) instances.push(await openInstance(nth, settings, started))
  return instances
}

export const startCluster = async (): Promise<Cluster> => {
  const started: Started = []
  const keep = <P extends Started[number]>(part: P): P => {
    started.push(part)
    return part
  }
  try {
    const postgres = keep(await startReplicatedPostgres({ fsync: 'on' }))
    await tellRole(postgres.primary())
    const [redisPort, poolerPort] = [await freePort(), await freePort()]
    const redis = keep(await new Part('Redis', () => startRedis(redisPort)).start())
    const between = new Part('PgBouncer', () => startPooler(postgres.primary(), { ...POOLER, port: poolerPort }))
    keep(await between.start())
    const instances = await startInstances(
      {
        DATABASE_URL: between.server.url,
        DATABASE_DIRECT_URL: postgres.url,
        DATABASE_PREPARED: String(pooler.isPrepared),
        REDIS_URL: redis.server.url,
        WEBHOOK_ALLOW_PRIVATE: 'true',
      },
      started,
    )
    const balancer: Balancer = keep(await startBalancer(instances.map(({ part }) => part.server.url)))
    return {
      url: balancer.url,
      postgres,
      redis,
      pooler: between,
      instances,
      async promote() {
        await postgres.promote()
        between.server.lead(postgres.primary())
      },
      stop: () => stopAll(started),
    }
  } catch (error) {
    await stopAll(started)
    throw error
  }
}

/** For people, until Ctrl-C. */
const show = async (): Promise<void> => {
  const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  const { postgres, redis, instances, pooler: between, url, stop } = await startCluster()
  const rows = [
    ['Callers', url],
    ...instances.map(({ part: { name, server } }) => [`${name} (${server.pid})`, server.url]),
    [`PgBouncer (${between.server.pid})`, between.server.url],
    [`Redis (${redis.server.pid})`, redis.server.url],
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
