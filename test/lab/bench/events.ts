/**
 * Subscriptions over graphql-ws on PostgreSQL: what one costs in memory, and how long an event takes to a thousand of
 * one organization, beside a bare broadcast.
 */
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { SqlSession } from '../../../src/kernel/database/session.ts'
import { type Server, startPostgres } from '../../support/servers.ts'
import { type Bench, type Group, percentile } from './support/bench.ts'
import { rssOf, startBroadcast, startProduct } from './support/processes.ts'
import { type Tenant, connect, seedTenant } from './support/seed.ts'

const ORGANIZATIONS = 10
const EACH = 1_000
const AT_ONCE = 50
const EVENTS = 40
const MOST_KB = 12
const MOST_MS = 25
const QUERY =
  'subscription { events { id seq type createdAt data { ... on DocumentDeliveredData { documentId deliveredAt } } } }'

/** Sockets of one organization; `heard` is told of each text that comes. */
interface Crowd {
  sockets: WebSocket[]
  heard: () => void
}

const inTurns = async (count: number, make: (index: number) => Promise<void>): Promise<void> => {
  let next = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < count) await make(next++)
    }),
  )
}

const listen = (crowd: Crowd, socket: WebSocket): void => {
  crowd.sockets.push(socket)
  socket.on('message', () => crowd.heard())
}

const subscribe = async (base: string, key: string, crowd: Crowd): Promise<void> => {
  const socket = new WebSocket(`${base.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    perMessageDeflate: false,
  })
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${key}` } }))
  await once(socket, 'message')
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: QUERY } }))
  listen(crowd, socket)
}

const subscriptions = async (base: string): Promise<number> =>
  Number(/^subscriptions\{[^}]*\} (\d+)/m.exec(await (await fetch(`${base}/metrics`)).text())?.[1] ?? 0)

/** Milliseconds from before `happen` until each of the crowd has it, for each event. */
const delays = async (crowd: Crowd, happen: () => Promise<unknown>): Promise<number[]> => {
  const found: number[] = []
  for (let event = 0; event < EVENTS; event++) {
    const began = performance.now()
    const all = new Promise<void>((resolve) => {
      let waiting = crowd.sockets.length
      crowd.heard = () => {
        found.push(performance.now() - began)
        if ((waiting -= 1) === 0) resolve()
      }
    })
    await happen()
    await all
    await wait(50)
  }
  return found.sort((one, other) => one - other)
}

let written = 0
const announce = async (session: SqlSession, { organizationId }: Tenant): Promise<void> => {
  await session.query(
    `INSERT INTO events ("organizationId", id, type, data, "createdAt") VALUES ($1, 'evt_' || ` +
      `lpad($2::text, 26, '0'), 'document.delivered', jsonb_build_object('documentId', ` +
      `'doc_01kafm4h7vf8xbkrs9q2m3c5de', 'deliveredAt', '2026-11-21T10:00:00.000Z'), clock_timestamp())`,
    [organizationId, written++],
  )
  await session.query(`SELECT pg_notify('invoice_exchange', '{"from":"bench","wakeUps":[["events",""]]}')`)
}

const bare = async (bench: Bench): Promise<number[]> => {
  const server = await bench.use(startBroadcast)
  const crowd: Crowd = { sockets: [], heard: () => undefined }
  await inTurns(EACH, async () => {
    const socket = new WebSocket(server.url.replace('http', 'ws'), { perMessageDeflate: false })
    await once(socket, 'open')
    listen(crowd, socket)
  })
  const text = JSON.stringify({
    id: '1',
    type: 'next',
    payload: {
      data: {
        events: {
          id: 'evt_01kafm4h7vf8xbkrs9q2m3c5de',
          seq: '1',
          type: 'DOCUMENT_DELIVERED',
          createdAt: '2026-11-21T10:00:00.000Z',
          data: { documentId: 'doc_01kafm4h7vf8xbkrs9q2m3c5de', deliveredAt: '2026-11-21T10:00:00.000Z' },
        },
      },
    },
  })
  const found = await delays(crowd, () => fetch(server.url, { method: 'POST', body: text }))
  for (const socket of crowd.sockets) socket.terminate()
  return found
}

const crowds = async (product: Server, tenants: readonly Tenant[]): Promise<Crowd[]> => {
  const all: Crowd[] = tenants.map(() => ({ sockets: [], heard: () => undefined }))
  await inTurns(ORGANIZATIONS * EACH, async (index) => {
    const which = index % ORGANIZATIONS
    await subscribe(product.url, String(tenants[which]?.keys[index % 4]), all[which] as Crowd)
  })
  return all
}

export default async (bench: Bench): Promise<Group[]> => {
  const postgres = await bench.use(startPostgres)
  const product = await bench.use(() =>
    startProduct({ databaseUrl: postgres.url, settings: { SOCKETS_PER_ADDRESS: '20000' } }),
  )
  const session = await connect(postgres.url)
  const tenants: Tenant[] = []
  for (let number = 0; number < ORGANIZATIONS; number++) tenants.push(await seedTenant(session, `org_bench_${number}`))
  bench.say('one subscription of each organization, so that everything is loaded')
  const first: Crowd = { sockets: [], heard: () => undefined }
  for (const { keys } of tenants) await subscribe(product.url, String(keys[9]), first)
  await wait(3_000)
  const before = rssOf(product.pid)
  bench.say(`${ORGANIZATIONS * EACH} subscriptions`)
  const all = await crowds(product, tenants)
  while ((await subscriptions(product.url)) < ORGANIZATIONS * EACH + ORGANIZATIONS) await wait(200)
  await wait(5_000)
  const each = ((rssOf(product.pid) - before) * 1_024) / (ORGANIZATIONS * EACH)
  bench.say('events to a thousand of one organization')
  const [crowd] = all as [Crowd]
  await delays(crowd, () => announce(session, tenants[0] as Tenant))
  const found = await delays(crowd, () => announce(session, tenants[0] as Tenant))
  bench.say('the same by a bare broadcast')
  const limit = await bare(bench)
  for (const { sockets } of [...all, first]) for (const socket of sockets) socket.terminate()
  const [p50, p99, bareP50, bareP99] = [
    percentile(found, 0.5),
    percentile(found, 0.99),
    percentile(limit, 0.5),
    percentile(limit, 0.99),
  ]
  return [
    {
      title: `${ORGANIZATIONS * EACH} subscriptions on one process`,
      lines: [
        {
          name: `memory of one: ${each.toFixed(1)} kB of ${MOST_KB} kB`,
          ratio: each / MOST_KB,
          target: '≤ 1.00',
          reached: each <= MOST_KB,
          rss: rssOf(product.pid),
        },
      ],
    },
    {
      title: `One event to ${EACH} of them`,
      lines: [
        { name: 'bare broadcast of a text to as many sockets', ratio: 1, p50: bareP50, p99: bareP99 },
        {
          name: `from before the commit to each client; target of p99: ${MOST_MS} ms`,
          ratio: p99 / bareP99,
          target: `p99 ≤ ${MOST_MS} ms`,
          reached: p99 <= MOST_MS,
          p50,
          p99,
        },
      ],
    },
  ]
}
