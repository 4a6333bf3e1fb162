/**
 * Webhooks on PostgreSQL: deliveries of a backlog against a bare loop of posts, and the delay of events at a steady
 * pace beside an endpoint that never answers.
 */
import { ok } from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Agent, request } from 'undici'
import type { SqlSession } from '../../../src/kernel/database/session.ts'
import { type Server, startPostgres } from '../../support/servers.ts'
import { type Bench, type Group, median, percentile } from './support/bench.ts'
import { cpuOf, cpuOfTree, startProduct, startSink } from './support/processes.ts'
import { connect } from './support/seed.ts'

const ROUNDS = 3
const BACKLOG = 10_000
const AT_ONCE = 32
const EVENTS_PER_SECOND = 1_000
const PACED_SECONDS = 15
const TICK_MS = 50

interface Report {
  delays: number[]
  first: number
  last: number
}
const json = async <T>(url: string, init: RequestInit = {}): Promise<T> => {
  const answer = await fetch(url, init)
  const text = await answer.text()
  ok(answer.ok, `${url}: ${answer.status} ${text}`)
  return JSON.parse(text) as T
}

interface Tenant {
  organizationId: string
  companyId: string
  headers: Record<string, string>
}

const bootstrap = async (base: string): Promise<Tenant> => {
  const made = await json<{ organizationId: string; apiKey: string; company: { id: string } }>(
    `${base}/v1/sandbox/bootstrap`,
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' },
  )
  return {
    organizationId: made.organizationId,
    companyId: made.company.id,
    headers: { authorization: `Bearer ${made.apiKey}`, 'content-type': 'application/json' },
  }
}

const subscribe = (base: string, { headers }: Tenant, url: string): Promise<{ id: string; secret: string }> =>
  json(`${base}/v1/webhooks`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ url, events: ['document.delivered'] }),
  })

let written = 0
/** Events as a transaction of the product writes them, and the wake-up that follows its commit. */
const happen = async (session: SqlSession, { organizationId, companyId }: Tenant, count: number): Promise<void> => {
  await session.query(
    `INSERT INTO events ("organizationId", id, type, "companyId", data, "createdAt")
     SELECT $1, 'evt_' || lpad(n::text, 26, '0'), 'document.delivered', $2, jsonb_build_object('documentId', 'doc_' ||
     lpad(n::text, 26, '0'), 'deliveredAt', '2026-11-21T10:00:00.000Z'), clock_timestamp() FROM
     generate_series($3::int, $4::int) AS n`,
    [organizationId, companyId, written, written + count - 1],
  )
  written += count
  await session.query(`SELECT pg_notify('invoice_exchange', '{"from":"bench","wakeUps":[["events",""]]}')`)
}

/** The report when so many have come; what has come is forgotten with it. */
const arrived = async (sink: Server, count: number): Promise<Report> => {
  const until = performance.now() + 120_000
  for (;;) {
    const report = await json<Report>(sink.url)
    if (report.delays.length >= count) return json<Report>(`${sink.url}/reset`)
    ok(performance.now() < until, `${report.delays.length} of ${count} events came in two minutes`)
    await wait(100)
  }
}

/** The least that posts the same: a signed body, so many at once, over connections that are kept. */
const bareLoop = async (sink: Server, count: number): Promise<Pick<Measured, 'rate' | 'cpu'>> => {
  const agent = new Agent({ connections: AT_ONCE })
  const [started, before] = [performance.now(), process.cpuUsage()]
  let left = count
  const post = async (): Promise<void> => {
    while (left-- > 0) {
      const body = JSON.stringify({
        id: 'evt_01kafm4h7vf8xbkrs9q2m3c5de',
        seq: left,
        type: 'document.delivered',
        livemode: false,
        createdAt: new Date().toISOString(),
        apiVersion: '2026-11-01',
        data: { documentId: 'doc_01kafm4h7vf8xbkrs9q2m3c5de', deliveredAt: '2026-11-21T10:00:00.000Z' },
      })
      const time = Math.floor(Date.now() / 1_000)
      const signature = `t=${time},v1=${createHmac('sha256', 'secret').update(`${time}.${body}`).digest('hex')}`
      const answer = await request(sink.url, {
        method: 'POST',
        dispatcher: agent,
        body,
        headers: { 'content-type': 'application/json', 'x-service-signature': signature },
      })
      await answer.body.dump()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, post))
  const rate = count / ((performance.now() - started) / 1_000)
  const { user, system } = process.cpuUsage(before)
  await agent.close()
  await arrived(sink, count)
  return { rate, cpu: (user + system) / count }
}

interface Measured {
  rate: number
  cpu: number
  databaseCpu: number
}

const backlog = async (
  product: Server,
  database: Server,
  sink: Server,
  session: SqlSession,
  tenant: Tenant,
): Promise<Measured> => {
  const before = { cpu: cpuOf(product.pid), database: cpuOfTree(database.pid), at: Date.now() }
  await happen(session, tenant, BACKLOG)
  const { last } = await arrived(sink, BACKLOG)
  return {
    rate: BACKLOG / ((last - before.at) / 1_000),
    cpu: (cpuOf(product.pid) - before.cpu) / BACKLOG,
    databaseCpu: (cpuOfTree(database.pid) - before.database) / BACKLOG,
  }
}

const paced = async (
  sink: Server,
  session: SqlSession,
  tenant: Tenant,
): Promise<{ rate: number; p50: number; p99: number }> => {
  const started = performance.now()
  const ticks = (PACED_SECONDS * 1_000) / TICK_MS
  for (let tick = 0; tick < ticks; tick++) {
    await wait(Math.max(0, started + tick * TICK_MS - performance.now()))
    await happen(session, tenant, (EVENTS_PER_SECOND * TICK_MS) / 1_000)
  }
  const { delays, first, last } = await arrived(sink, EVENTS_PER_SECOND * PACED_SECONDS)
  const sorted = Float64Array.from(delays).sort()
  return { rate: delays.length / ((last - first) / 1_000), p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) }
}

export default async ({ use, say }: Bench): Promise<Group[]> => {
  const database = await use(() => startPostgres({ shared_buffers: '256MB', max_wal_size: '4GB' }))
  const product = await use(() =>
    startProduct({ databaseUrl: database.url, settings: { WEBHOOK_ALLOW_PRIVATE: 'true' } }),
  )
  const sink = await use(startSink)
  const session = await connect(database.url)
  const tenant = await bootstrap(product.url)
  await subscribe(product.url, tenant, sink.url)

  say('a backlog')
  await bareLoop(sink, BACKLOG)
  await backlog(product, database, sink, session, tenant)
  await session.script('VACUUM ANALYZE')
  const bare: Pick<Measured, 'rate' | 'cpu'>[] = []
  const ours: Measured[] = []
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await bareLoop(sink, BACKLOG))
    ours.push(await backlog(product, database, sink, session, tenant))
  }

  say('at a steady pace')
  const alone = await paced(sink, session, tenant)
  const dead = await subscribe(product.url, tenant, `${sink.url}/never`)
  const beside = await paced(sink, session, tenant)
  const waiting = await json<{ data: { status: string }[] }>(
    `${product.url}/v1/webhooks/${dead.id}/deliveries?status=pending&limit=1`,
    { headers: tenant.headers },
  )
  ok(waiting.data.length > 0, 'nothing was tried with the endpoint that never answers')

  const rate = median(ours.map((one) => one.rate))
  const bareRate = median(bare.map((one) => one.rate))
  return [
    {
      title: `A backlog of ${BACKLOG} events on PostgreSQL`,
      lines: [
        {
          name: `undici: signed posts, ${AT_ONCE} at once`,
          ratio: 1,
          requestsPerSecond: bareRate,
          cpu: median(bare.map((one) => one.cpu)),
        },
        {
          name: 'webhooks: numbered, claimed, signed, posted, recorded',
          ratio: rate / bareRate,
          requestsPerSecond: rate,
          target: '≥ 8000/s',
          reached: rate >= 8_000,
          cpu: median(ours.map((one) => one.cpu)),
          databaseCpu: median(ours.map((one) => one.databaseCpu)),
        },
      ],
    },
    {
      title: `${EVENTS_PER_SECOND} events a second for ${PACED_SECONDS} s: from the event to the endpoint`,
      lines: [
        { name: 'one endpoint', ratio: 1, requestsPerSecond: alone.rate, p50: alone.p50, p99: alone.p99 },
        {
          name: 'the same, beside one that never answers',
          ratio: beside.p99 / alone.p99,
          requestsPerSecond: beside.rate,
          p50: beside.p50,
          p99: beside.p99,
          target: 'p99 ≤ 1000 ms',
          reached: beside.p99 <= 1_000,
        },
      ],
    },
  ]
}
