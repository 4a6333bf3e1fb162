/**
 * The product as it runs on several machines, on loopback: PostgreSQL with a synchronous standby, Redis, PgBouncer, three
 * instances, and a balancer before them. Each part can be killed, and takes its place again.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { type Pooler, pooler, startPooler } from '../support/pooler.ts'
import { type Server, ServerMissing, freePort, start, startRedis } from '../support/servers.ts'
import { type ReplicatedPostgres, startReplicatedPostgres } from '../support/standby.ts'
import { type Balancer, startBalancer } from './balancer.ts'

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

export interface Cluster {
  /** Where callers call. */
  url: string
  postgres: ReplicatedPostgres
  redis: Part
  pooler: Part<Pooler>
  instances: readonly Part[]
  /** The standby takes the place of the killed primary, and the pooler leads there, as who promotes tells it. */
  promote(): Promise<void>
  stop(): Promise<void>
}

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

/** Those that have started, last first. */
const stopAll = async (parts: readonly { stop(): Promise<void> }[]): Promise<void> => {
  for (const part of parts.toReversed()) await part.stop()
}

const startInstances = async (
  settings: Record<string, string>,
  started: { stop(): Promise<void> }[],
): Promise<Part[]> => {
  const instances: Part[] = []
  for (let nth = 1; nth <= INSTANCES; nth++) {
    const port = await freePort()
    const instance = new Part(`instance ${nth}`, () => startInstance(port, settings))
    started.push(await instance.start())
    instances.push(instance)
  }
  return instances
}

export const startCluster = async (settings: Record<string, string> = {}): Promise<Cluster> => {
  const started: { stop(): Promise<void> }[] = []
  const keep = <P extends { stop(): Promise<void> }>(part: P): P => {
    started.push(part)
    return part
  }
  try {
    const postgres = keep(await startReplicatedPostgres())
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
        ...settings,
      },
      started,
    )
    const balancer: Balancer = keep(await startBalancer(instances.map(({ server }) => server.url)))
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
    ...instances.map(({ name, server }) => [`${name} (${server.pid})`, server.url]),
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
