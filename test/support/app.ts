import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { inject } from 'vitest'
import { type Clock, systemClock } from '../../src/kernel/clock.ts'
import type { Database } from '../../src/kernel/database/open.ts'
import { readEnv } from '../../src/kernel/env.ts'
import { openPlatform } from '../../src/app/compose.ts'
import type { Platform } from '../../src/operation/platform.ts'
import { buildServer } from '../../src/app/server.ts'
import { BothRoads } from './both-roads.ts'
import { statementsOf, testDatabase, uncounted } from './database.ts'
import { opened } from './opened.ts'
import { WrittenPages } from './written-pages.ts'

/** Stands still at the moment in which it was made, until the test moves it. */
export class TestClock implements Clock {
  #now = systemClock.now().getTime()
  #steady = this.#now
  readonly #elapsed: () => number
  constructor(elapsed: () => number = () => 0) {
    this.#elapsed = elapsed
  }
  /** Goes on as the clock of the machine does: for what waits until it is tried again. */
  static running(): TestClock {
    const start = systemClock.steady()
    return new TestClock(() => systemClock.steady() - start)
  }
  now(): Date {
    return new Date(this.#now + this.#elapsed())
  }
  steady(): number {
    return this.#steady + this.#elapsed()
  }
  advance(ms: number): void {
    this.#now += ms
    this.#steady += ms
  }
  /** For programs beside the application, which look at the clock of the machine. */
  advanceToMachine(): void {
    this.advance(Math.max(0, systemClock.now().getTime() - this.#now))
  }
  /** As somebody who corrects the clock of the machine: what is measured goes on. */
  setBack(ms: number): void {
    this.#now -= ms
  }
}

// What a caller sees is checked by each test itself, so the body is left untyped on purpose.
// oxlint-disable-next-line typescript/no-explicit-any
export type Body = any

export interface Answer {
  status: number
  headers: Record<string, string>
  body: Body
  bytes: Buffer
}

type Headers = Record<string, string>

/** Somebody who calls: with a key, with other headers, or with nothing. */
export class Caller {
  readonly app: TestApp
  readonly headers: Headers
  constructor(app: TestApp, headers: Headers) {
    this.app = app
    this.headers = headers
  }
  with(headers: Headers): Caller {
    return new Caller(this.app, { ...this.headers, ...headers })
  }
  async send(method: string, url: string, payload?: unknown, headers: Headers = {}): Promise<Answer> {
    const { roads, writtenPages } = this.app
    const answer = await this.#send(method, url, payload, headers)
    writtenPages.check()
    if (method === 'POST' && url === '/graphql')
      await uncounted(() => roads.compare(payload, answer, (again) => this.#send(method, url, again, headers)))
    return answer
  }
  async #send(method: string, url: string, payload: unknown, headers: Headers): Promise<Answer> {
    const response = await this.app.server.inject({
      method: method as 'GET',
      url,
      headers: { ...this.headers, ...(payload !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(payload !== undefined && {
        payload: typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload),
      }),
    })
    const isJson =
      /(?<!nd)json(?!l)/.test(String(response.headers['content-type'] ?? '')) && !response.headers['content-encoding']
    return {
      status: response.statusCode,
      headers: response.headers as Headers,
      body: isJson && response.payload !== '' ? JSON.parse(response.payload) : response.payload,
      bytes: response.rawPayload,
    }
  }
  get = (url: string, headers?: Headers): Promise<Answer> => this.send('GET', url, undefined, headers)
  post = (url: string, payload: unknown = {}, headers?: Headers): Promise<Answer> =>
    this.send('POST', url, payload, headers)
  patch = (url: string, payload: unknown, headers?: Headers): Promise<Answer> =>
    this.send('PATCH', url, payload, headers)
  delete = (url: string, headers?: Headers): Promise<Answer> => this.send('DELETE', url, undefined, headers)
  /** The parsed answer of GraphQL: `data` and `errors`. */
  async graphql(query: string, variables: object = {}, headers?: Headers): Promise<Body> {
    return (await this.post('/graphql', { query, variables }, headers)).body
  }
}

/** Tables of an organization, with the rows that are counted where it is not all of them. */
const COUNTED: Readonly<Record<string, readonly [table: string, where?: string]>> = {
  companies: ['companies'],
  shops: ['shops'],
  carts: ['carts'],
  openVisits: ['cart_sessions', '"usedAt" IS NULL'],
  addresses: ['addresses'],
  electronicAddresses: ['company_addresses'],
  apiKeys: ['api_keys', '"revokedAt" IS NULL'],
  events: ['events'],
  work: ['work'],
  usage: ['monthly_usage'],
  documents: ['documents'],
  partners: ['partners'],
  files: ['stored_files'],
  bulkOperations: ['bulk_operations'],
  reportingPeriods: ['e_reporting_periods'],
  reportingEntries: ['e_reporting_entries'],
}
/** One statement for all of them: tests take footprints by the thousand. */
const FOOTPRINT = `SELECT ${Object.entries(COUNTED).map(
  ([name, [table, where = 'true']]) =>
    `(SELECT count(*)::int FROM ${table} WHERE "organizationId" = $1 AND ${where}) AS "${name}"`,
)}`

/** An organization of its own: tenants isolate tests as they isolate customers. */
export class Tenant extends Caller {
  readonly organizationId: string
  readonly companyId: string
  /** Participant id of the sandbox company. */
  readonly peppolId: string
  readonly key: string
  constructor(
    app: TestApp,
    made: { organizationId: string; apiKey: string; company: { id: string; peppolId: string } },
  ) {
    super(app, { authorization: `Bearer ${made.apiKey}` })
    this.organizationId = made.organizationId
    this.companyId = made.company.id
    this.peppolId = made.company.peppolId
    this.key = made.apiKey
  }
  /** Another key of the organization. */
  async keyWith(scopes: string[], more: object = {}): Promise<Caller & { keyId: string; key: string }> {
    const { body } = await this.post('/v1/api-keys', { name: scopes.join(), scopes, ...more })
    return Object.assign(new Caller(this.app, { authorization: `Bearer ${body.key}` }), {
      keyId: body.id as string,
      key: body.key as string,
    })
  }
  /** Everything the organization has stored, as counts by table: compared before and after a refusal. */
  async footprint(): Promise<Record<string, number>> {
    // Only what is done between two footprints tells them apart.
    await this.app.settle()
    const [counts = {}] = await this.app.platform.db.client.$queryRawUnsafe<Record<string, number>[]>(
      FOOTPRINT,
      this.organizationId,
    )
    return counts
  }
}

interface AppOptions {
  countQueries?: boolean
  /** Instead of one of its own. */
  database?: Promise<Database>
  /** Every question of GraphQL that has a plan is asked by both roads. */
  bothRoads?: boolean
  /** One that runs, where time itself is what is tested. */
  clock?: TestClock
  /** Large jobs are done in threads; in the process otherwise, since to start one costs more than most tests. */
  threads?: boolean
}

export interface TestApp {
  platform: Platform
  server: FastifyInstance
  clock: TestClock
  roads: BothRoads
  writtenPages: WrittenPages
  /** Nobody in particular. */
  anyone: Caller
  tenant(keyType?: 'personal' | 'platform' | 'white_label'): Promise<Tenant>
  /** Listens on a free port, for clients that need a socket; answers the address. */
  listen(): Promise<string>
  /**
   * The SQL statements that `body` runs, and not what workers and others run at the same time; of `all`, these as well.
   */
  statements(body: () => Promise<unknown>, whose?: 'own' | 'all'): Promise<string[]>
  /** Everything that is due has happened, and what it announced has its number and was brought to webhooks. */
  settle(): Promise<void>
  close(): Promise<void>
}

let started = 0

/**
 * One Redis serves the whole run; each application counts under a prefix of its own, as each has a database of its own.
 */
const redisOfItsOwn = (): Record<string, string> => {
  const redis = inject('redis')
  return redis === '' ? {} : { REDIS_URL: `${redis}/0?keyPrefix=${process.pid}:${started++}:` }
}

/**
 * The whole product in one process, with a database of its own. Close it in `afterAll`. Counting statements keeps a
 * copy of what goes in.
 */
export const startApp = async (
  settings: Record<string, string> = {},
  { countQueries = true, database, bothRoads, threads = false, clock = new TestClock() }: AppOptions = {},
): Promise<TestApp> => {
  const env = readEnv({ PORT: '0', LOG_LEVEL: 'silent', ...redisOfItsOwn(), ...settings })
  const platform = await openPlatform(env, {
    clock,
    database: await (database ?? testDatabase(countQueries)),
    log: pino({ level: 'silent' }),
  })
  if (!threads) platform.heavy.run = async (job, input) => job.run(input)
  // What is woken inside a request is not what the request asks.
  const { wakeUps } = platform
  const publish = wakeUps.publish.bind(wakeUps)
  wakeUps.publish = (topic, payload) => uncounted(() => publish(topic, payload))
  const server = await buildServer(platform)
  await server.ready()
  const closed = opened('an application')
  const app: TestApp = {
    platform,
    server,
    clock,
    roads: new BothRoads(platform, bothRoads),
    writtenPages: new WrittenPages(platform),
    get anyone() {
      return new Caller(app, {})
    },
    async tenant(keyType = 'platform') {
      const { status, body } = await app.anyone.post(
        '/v1/sandbox/bootstrap',
        { label: 'test', keyType },
        { 'x-forwarded-for': '' },
      )
      if (status !== 201) throw new Error(`No tenant: ${JSON.stringify(body)}`)
      return new Tenant(app, body)
    },
    async listen() {
      await server.listen({ host: '127.0.0.1', port: 0 })
      const address = server.server.address()
      return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : ''}`
    },
    statements: (body, whose) => statementsOf(platform.db.client, body, whose),
    async settle() {
      await platform.runner?.settle()
      await platform.relay.drain()
      await platform.runner?.settle()
    },
    async close() {
      await server.close()
      await platform.close()
      closed()
      app.writtenPages.check()
    },
  }
  return app
}
