/**
 * @module-tag heavy
 * @module-tag services
 */
/** Two servers, two workers and two relays as processes of their own, on one database: one of each is killed. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Body } from '../support/app.ts'
import { emptyDatabase } from '../support/database.ts'
import { openEvents } from '../support/event-source.ts'
import { asOrganization } from '../support/load.ts'
import { freshVat } from '../support/numbers.ts'
import { type Started, allOf, call, serverProcesses } from '../support/processes.ts'
import { type Sink, startSink } from '../support/sink.ts'
import { atLeast, including, until } from '../support/until.ts'

const SENDS = 5
const PATIENCE_MS = 240_000
/** Of the lock of whoever numbers events. */
const NUMBERING = 727_274_002

const processes = serverProcesses()
type Part = Awaited<ReturnType<typeof processes.startPart>>
type Organization = Awaited<ReturnType<typeof asOrganization>>

let url: string
let sink: Sink
let [first, second]: Started[] = []
let sender: Organization
let recipient: Organization
/** Workers and relays, by the name that the database knows them by. */
const parts = new Map<string, Part>()
/** Holds what others need, and looks who waits for it: on two connections, since a transaction sees one moment only. */
let [holder, admin]: pg.Client[] = []

const startPart = async (ROLE: string, nth: string): Promise<void> => {
  const name = `${ROLE} ${nth}`
  const settings = {
    DATABASE_URL: `${url}?application_name=${encodeURIComponent(name)}`,
    WEBHOOK_ALLOW_PRIVATE: 'true',
  }
  parts.set(name, await processes.startPart({ ...settings, ROLE }))
}

const kill = async ({ child, ended }: Pick<Part, 'child' | 'ended'>): Promise<void> => {
  child.kill('SIGKILL')
  await ended
}
const killPart = async (name: string): Promise<void> => {
  await kill(parts.get(name) as Part)
  parts.delete(name)
}

const ask = async <Row>(sql: string): Promise<Row[]> => (await (admin as pg.Client).query(sql)).rows as Row[]

/** Meanwhile nobody comes past the table. */
const holding = async (table: string, body: () => Promise<void>): Promise<void> => {
  await holder?.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
  await body().finally(() => holder?.query('ROLLBACK'))
}

/** The names of the processes that wait for the table with a statement that begins or goes on so. */
const heldUp = async (statement: string): Promise<string[]> => {
  const rows = await ask<{ name: string }>(`SELECT DISTINCT application_name AS name FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ~ '${statement}'`)
  return rows.map(({ name }) => name).filter((name) => parts.has(name))
}

let sends = 0
/** Sends a document: its id. */
const send = async (): Promise<string> => {
  const lines = [{ description: 'Desk', quantity: 1, unit: 'C62', unitPrice: 100, vatRate: 21 }]
  const dates = { issueDate: '2026-11-20', dueDate: '2026-12-20', buyerReference: 'PO-1' }
  const document = { number: `ROLE-${(sends += 1)}`, ...dates, lines }
  const body = { type: 'invoice', from: sender.peppolId, to: recipient.peppolId, document }
  const answer = await call(sender.base, sender.key, '/v1/documents/send', body)
  expect(answer.status).toBe(201)
  return answer.body.id
}
const sendAll = async (): Promise<string[]> => {
  const sent: string[] = []
  while (sent.length < SENDS) sent.push(await send())
  return sent
}

const register = async (): Promise<string> =>
  (await call(sender.base, sender.key, '/v1/companies', { vatNumber: freshVat() })).body.id

/** Looked up past the rate window of the caller: how many numbered events of the type there are. */
const numbered = async (type: string): Promise<number> => {
  const sql = `SELECT id FROM events WHERE "organizationId" = '${sender.organizationId}' AND type = '${type}'`
  return (await ask(`${sql} AND seq IS NOT NULL`)).length
}

const eventsOf = (): Promise<Body[]> => allOf(sender.base, sender.key, '/v1/events')
/** The documents that the feed tells of as delivered, as often as it does; its numbers have no gap. */
const deliveredOf = async (): Promise<string[]> => {
  const events = await eventsOf()
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
  return events.filter(({ type }) => type === 'document.delivered').map(({ data }) => data.documentId)
}

describe.skipIf(inject('postgres') === '')('of two processes of each role', () => {
  beforeAll(async () => {
    sink = await startSink()
    url = await emptyDatabase('roles')
    const settings = { DATABASE_URL: url, WEBHOOK_ALLOW_PRIVATE: 'true', ROLE: 'server' }
    first = await processes.start(settings)
    second = await processes.start(settings)
    for (const role of ['worker', 'relay']) for (const nth of ['one', 'two']) await startPart(role, nth)
    ;[sender, recipient] = [await asOrganization(first), await asOrganization(first)]
    ;[holder, admin] = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })]
    for (const client of [holder, admin]) await client.connect()
    await call(sender.base, sender.key, '/v1/webhooks', { url: sink.url, events: ['document.delivered'] })
  }, PATIENCE_MS)
  afterAll(async () => {
    for (const client of [holder, admin]) await client?.end()
    await processes.end()
    await sink?.stop()
  })

  test(
    'what is sent is delivered and told to webhooks, and events are numbered',
    { timeout: PATIENCE_MS },
    async () => {
      const known = await numbered('document.delivered')
      const sent = await sendAll()
      await until(async () => (await numbered('document.delivered')) - known, sent.length)
      expect(await deliveredOf()).toEqual(expect.arrayContaining(sent))
      await until(() => sink.posted.map(({ body }) => JSON.parse(body).data.documentId as string), including(...sent))
    },
  )

  test('each answers of its health and its metrics, and only a server answers callers', async () => {
    for (const { base } of [first, ...parts.values()] as Part[])
      for (const path of ['/health/liveness', '/health/serving', '/health/readiness', '/metrics'])
        expect([path, (await fetch(`${base}${path}`)).status]).toEqual([path, 200])
    for (const { base } of parts.values()) {
      expect(await call(base, sender.key, '/v1/companies')).toMatchObject({
        status: 404,
        body: { error: { code: 'RESOURCE_NOT_FOUND' } },
      })
      expect((await fetch(`${base}/graphql`, { method: 'POST' })).status).toBe(404)
    }
  })

  test(
    'the relay that is killed while it numbers is followed by the other, without a gap or a double',
    { timeout: PATIENCE_MS },
    async () => {
      const known = await numbered('company.created')
      const companies = [await register()]
      await holding('event_sequences', async () => {
        companies.push(await register())
        let names: string[] = []
        await until(async () => (names = await heldUp('INSERT INTO event_sequences')).length)
        // The other one sees that it is not its turn, and does not wait.
        const [{ holders } = { holders: 0 }] = await ask<{ holders: number }>(
          `SELECT count(*)::int AS holders FROM pg_locks JOIN pg_database ON pg_database.oid = database
            WHERE datname = current_database() AND locktype = 'advisory' AND granted AND objid = ${NUMBERING}`,
        )
        expect([names, holders]).toEqual([[expect.stringMatching(/^relay/)], 1])
        await killPart(String(names[0]))
      })
      companies.push(await register())
      await until(() => numbered('company.created'), atLeast(known + companies.length))
      const events = await eventsOf()
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
      const told = events.filter(({ type, companyId }) => type === 'company.created' && companies.includes(companyId))
      expect(told.map(({ companyId }) => companyId)).toEqual(companies)
    },
  )

  test(
    'what a killed worker was delivering is delivered by the other, before its lease ends, and once; by none without one',
    { timeout: PATIENCE_MS },
    async () => {
      const known = await deliveredOf()
      const sent: string[] = []
      let lease: string | undefined
      await holding('simulated_messages', async () => {
        await until(async () => {
          sent.push(await send())
          return (await heldUp('simulated_messages')).length === 2
        })
        await killPart('worker one')
        const sql = `SELECT min("leaseUntil")::text AS lease FROM work WHERE kind = 'document.deliver'`
        lease = (await ask<{ lease: string }>(sql))[0]?.lease
      })
      await until(() => numbered('document.delivered'), atLeast(known.length + sent.length))
      expect(await ask(`SELECT now() < '${lease}' AS "isEarly"`)).toEqual([{ isEarly: true }])
      expect((await deliveredOf()).toSorted()).toEqual([...known, ...sent].toSorted())

      await killPart('worker two')
      const late = await sendAll()
      const delivered = await deliveredOf()
      expect(late.filter((id) => delivered.includes(id))).toEqual([])
      await startPart('worker', 'three')
      await until(() => numbered('document.delivered'), atLeast(known.length + sent.length + late.length))
      expect((await deliveredOf()).toSorted()).toEqual([...known, ...sent, ...late].toSorted())
      const received = (await allOf(recipient.base, recipient.key, '/v1/documents')).map(({ number }) => number)
      const numbers = (await allOf(sender.base, sender.key, '/v1/documents')).map(({ number }) => number)
      expect(received.toSorted()).toEqual(numbers.toSorted())
    },
  )

  test(
    'a subscriber whose server dies goes on at another, without a gap and without an event twice',
    async () => {
      const follow = ({ base }: Started, lastId?: string) =>
        openEvents(`${base}/v1/events/stream`, {
          authorization: `Bearer ${sender.key}`,
          ...(lastId !== undefined && { 'last-event-id': lastId }),
        })
      const before = await follow(second as Started)
      await register()
      await until(() => before.messages.length)
      await kill(second as Started)
      await before.done
      const missed = [await register()]
      const after = await follow(first as Started, before.messages.at(-1)?.id)
      missed.push(await register())
      const heard = () => [...before.messages, ...after.messages].filter(({ data }) => data?.seq !== undefined)
      await until(() => heard().map(({ data }) => data.data?.companyId), including(...missed))
      const numbers = heard().map(({ data }) => data.seq as number)
      expect(numbers).toEqual(numbers.map((_, index) => Number(numbers[0]) + index))
      after.leave()
    },
    PATIENCE_MS,
  )
})
