/**
 * @module-tag heavy
 * @module-tag services
 */
import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { mapLimited } from '../../../src/kernel/concurrency.ts'
import type { Body } from '../../support/app.ts'
import { freshVat } from '../../support/numbers.ts'
import { type Started, allOf, call, serverProcesses } from '../../support/processes.ts'
import { emptyDatabase } from '../../support/database.ts'
import { sample } from '../../support/sample.ts'
import { type Sink, startSink } from '../../support/sink.ts'

/** `npm run test:long -- kill-webhooks` is the long form, on PostgreSQL. */
const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 1)
const WRITERS = 4
/** A lease outlives its worker by half a minute. */
const PATIENCE_MS = 120_000

const { dataFolder, start, stop, end: close } = serverProcesses()
let sink: Sink
let settings: Record<string, string>
beforeAll(async () => {
  sink = await startSink()
  // Now and then an endpoint fails, too.
  sink.answer = (response) => void response.writeHead(randomInt(10) === 0 ? 500 : 200).end()
  settings = { WEBHOOK_ALLOW_PRIVATE: 'true', ...(await database()) }
})
afterAll(async () => {
  await close()
  await sink.stop()
})

const database = async (): Promise<Record<string, string>> =>
  inject('postgres') === '' ? { DATA_DIR: dataFolder('data') } : { DATABASE_URL: await emptyDatabase('kill_webhooks') }

/** The embedded database is for one process; on PostgreSQL a second one relays and works beside the first. */
const processes = (): Promise<Started[]> =>
  Promise.all(Array.from({ length: inject('postgres') === '' ? 1 : 2 }, () => start(settings)))

interface Round {
  key: string
  webhookId: string
  acknowledged: Set<string>
}

/** Companies of an organization are registered from several sides, until everything is killed at some moment. */
const round = async (): Promise<Round> => {
  const [server, ...others] = await processes()
  if (!server) throw new Error('No server has started.')
  const made = await call(server.base, '', '/v1/sandbox/bootstrap', { keyType: 'white_label' })
  const key: string = made.body.apiKey
  const { body } = await call(server.base, key, '/v1/webhooks', { url: sink.url, events: ['company.created'] })
  const acknowledged = new Set<string>()
  const [othersEnd, end] = [randomInt(5, 20), randomInt(20, 40)]
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      for (;;) {
        const answer = await call(server.base, key, '/v1/companies', { vatNumber: freshVat() }).catch(() => undefined)
        if (answer?.status !== 201) return
        acknowledged.add(answer.body.id)
        if (acknowledged.size === othersEnd) for (const { child } of others) child.kill('SIGKILL')
        if (acknowledged.size === end) server.child.kill('SIGKILL')
      }
    }),
  )
  await Promise.all([server, ...others].map(({ ended }) => ended))
  return { key, webhookId: body.id, acknowledged }
}

/**
 * When there are as many as have to come, and none waits for its first attempt any more: what was answered 500 is due
 * in half a minute, and counts as brought.
 */
const deliveriesOf = async (base: string, { key, webhookId }: Round, least: number): Promise<Body[]> => {
  for (;;) {
    const deliveries = await allOf(base, key, `/v1/webhooks/${webhookId}/deliveries`)
    if (
      deliveries.length >= least &&
      deliveries.every(({ status, attempts }) => status === 'delivered' || attempts.length > 0)
    )
      return deliveries
    await wait(200)
  }
}

const expectBrought = async (base: string, one: Round): Promise<void> => {
  // Acknowledged or not; the first company came with the sandbox.
  const companies = (await allOf(base, one.key, '/v1/companies')).map(({ id }) => id).slice(0, -1)
  expect([...one.acknowledged].filter((id) => !companies.includes(id))).toEqual([])
  const deliveries = await deliveriesOf(base, one, companies.length)
  expect(new Set(deliveries.map(({ eventId }) => eventId)).size).toBe(companies.length)
  expect(deliveries).toHaveLength(companies.length)
  const came = new Map(
    sink.posted
      .map(({ body }) => JSON.parse(body))
      .filter(({ data }) => companies.includes(data.companyId))
      .map((event) => [event.id, event]),
  )
  expect([...came.values()].map(({ data }) => data.companyId).sort()).toEqual(companies.sort())
  const feed = await allOf(base, one.key, '/v1/events')
  expect(feed.map(({ seq }) => seq)).toEqual(feed.map((_event, index) => index + 1))
  expect(feed.filter(({ type }) => type === 'company.created').map(({ seq }) => seq)).toEqual(
    [...came.values()].map(({ seq }) => seq).sort((a, b) => a - b),
  )
}

const BACKLOG = 40

/** Companies are registered while nobody numbers their events; who then brings those in series is killed at some moment. */
const roundOfBacklog = async (): Promise<Round> => {
  const server = await start({ ...settings, ROLE: 'server' })
  const made = await call(server.base, '', '/v1/sandbox/bootstrap', { keyType: 'white_label' })
  const key: string = made.body.apiKey
  const { body } = await call(server.base, key, '/v1/webhooks', { url: sink.url, events: ['company.created'] })
  const registered = await mapLimited(Array.from({ length: BACKLOG }), WRITERS, () =>
    call(server.base, key, '/v1/companies', { vatNumber: freshVat() }),
  )
  server.child.kill('SIGKILL')
  await server.ended
  const came = sink.has(sink.posted.length + randomInt(1, BACKLOG))
  const started = processes()
  await came
  await Promise.all((await started).map(({ child, ended }) => (child.kill('SIGKILL'), ended)))
  return { key, webhookId: body.id, acknowledged: new Set(registered.map((answer) => answer.body.id)) }
}

/** The embedded database is for one process, which does everything. The short form has one kind, another in each run. */
const kinds = inject('postgres') === '' ? [round] : sample([round, roundOfBacklog], ROUNDS > 1 ? 1 : 1 / 2)

test(
  `servers and workers killed ${ROUNDS} times, also while they bring a backlog, deliver every event to webhooks, each with one number`,
  { timeout: 2 * ROUNDS * 60_000 + PATIENCE_MS },
  async () => {
    const rounds: Round[] = []
    for (let index = 0; index < ROUNDS; index++) for (const kill of kinds) rounds.push(await kill())
    // A server that is not killed brings whatever was committed: each event by one delivery, with its number in the feed.
    const server = await start(settings)
    for (const one of rounds) await expectBrought(server.base, one)
    await stop(server)
  },
)
