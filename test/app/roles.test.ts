/** @module-tag heavy */
/** Servers, workers and relays as processes of their own, on one database. */
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Body } from '../support/app.ts'
import { emptyDatabase } from '../support/database.ts'
import { openEvents } from '../support/event-source.ts'
import { asOrganization } from '../support/load.ts'
import { freshVat } from '../support/numbers.ts'
import { type Started, allOf, call, serverProcesses } from '../support/processes.ts'
import { type Sink, startSink } from '../support/sink.ts'
import { including, until } from '../support/until.ts'

const SENDS = 12
const LOOK_MS = 200
/** A lease outlives its worker by half a minute. */
const PATIENCE_MS = 240_000

const processes = serverProcesses()
type Part = Awaited<ReturnType<typeof processes.startPart>>

let settings: Record<string, string>
let sink: Sink
let [first, second]: Started[] = []
let [worker, relay]: Part[] = []
let caller: Awaited<ReturnType<typeof asOrganization>>

const kill = async ({ child, ended }: Pick<Started, 'child' | 'ended'>): Promise<void> => {
  child.kill('SIGKILL')
  await ended
}

const post = (path: string, body: object) => call(caller.base, caller.key, path, body)
const invoice = (number: string): object => ({
  type: 'invoice',
  from: caller.peppolId,
  to: '0208:0403000059',
  document: {
    number,
    issueDate: '2026-11-20',
    dueDate: '2026-12-20',
    buyerReference: 'PO-1',
    lines: [{ description: 'Desk', quantity: 1, unit: 'C62', unitPrice: 100, vatRate: 21 }],
  },
})

/** Sends so many, and answers their ids. */
const sendAll = async (what: string): Promise<string[]> => {
  const sent: string[] = []
  for (let nth = 0; nth < SENDS; nth++) {
    const { status, body } = await post('/v1/documents/send', invoice(`${what}-${nth}`))
    expect(status).toBe(201)
    sent.push(body.id)
  }
  return sent
}

const eventsOf = (): Promise<Body[]> => allOf(caller.base, caller.key, '/v1/events')
const deliveredOf = async (): Promise<string[]> =>
  (await eventsOf()).filter(({ type }) => type === 'document.delivered').map(({ data }) => data.documentId)

describe.skipIf(inject('postgres') === '')('one process of each role', () => {
  beforeAll(async () => {
    sink = await startSink()
    settings = { DATABASE_URL: await emptyDatabase('roles'), WEBHOOK_ALLOW_PRIVATE: 'true' }
    first = await processes.start({ ...settings, ROLE: 'server' })
    second = await processes.start({ ...settings, ROLE: 'server' })
    worker = await processes.startPart({ ...settings, ROLE: 'worker' })
    relay = await processes.startPart({ ...settings, ROLE: 'relay' })
    caller = await asOrganization(first)
    await post('/v1/webhooks', { url: sink.url, events: ['document.delivered'] })
  }, PATIENCE_MS)
  afterAll(async () => {
    await processes.end()
    await sink?.stop()
  })

  test(
    'what is sent is delivered and told to webhooks, and events are numbered',
    { timeout: PATIENCE_MS },
    async () => {
      const sent = await sendAll('EACH')
      await until(async () => (await deliveredOf()).length, sent.length)
      expect((await deliveredOf()).sort()).toEqual(sent.toSorted())
      await sink.has(sent.length)
      const told = sink.posted.map(({ body }) => JSON.parse(body).data.documentId as string)
      expect(new Set(told)).toEqual(new Set(sent))
      const numbers = (await eventsOf()).map(({ seq }) => seq)
      expect(numbers).toEqual(numbers.map((_, index) => index + 1))
    },
  )

  test('each answers of its health and its metrics, and only a server answers callers', async () => {
    for (const { base } of [first, second, worker, relay] as Part[])
      for (const path of ['/health/liveness', '/health/serving', '/health/readiness', '/metrics'])
        expect([path, (await fetch(`${base}${path}`)).status]).toEqual([path, 200])
    for (const { base } of [worker, relay] as Part[]) {
      expect(await call(base, caller.key, '/v1/companies')).toMatchObject({
        status: 404,
        body: { error: { code: 'RESOURCE_NOT_FOUND' } },
      })
      expect((await fetch(`${base}/graphql`, { method: 'POST' })).status).toBe(404)
    }
  })

  test(
    'without a worker nothing is delivered; one that takes the place of a killed one delivers it',
    async () => {
      const before = await deliveredOf()
      const early = await sendAll('KILLED')
      await kill(worker as Part)
      const late = await sendAll('WAITING')
      const delivered = await deliveredOf()
      expect(late.filter((id) => delivered.includes(id))).toEqual([])
      worker = await processes.startPart({ ...settings, ROLE: 'worker' })
      const all = [...before, ...early, ...late].toSorted()
      while ((await deliveredOf()).length < all.length) await wait(LOOK_MS)
      expect((await deliveredOf()).toSorted()).toEqual(all)
    },
    PATIENCE_MS,
  )

  test(
    'a relay that is killed is replaced by another, and numbers follow without a gap',
    async () => {
      await kill(relay as Part)
      const { body } = await post('/v1/companies', { vatNumber: freshVat() })
      relay = await processes.startPart({ ...settings, ROLE: 'relay' })
      await until(async () => (await eventsOf()).map(({ companyId }) => companyId), including(body.id))
      const numbers = (await eventsOf()).map(({ seq }) => seq)
      expect(numbers).toEqual(numbers.map((_, index) => index + 1))
    },
    PATIENCE_MS,
  )

  test(
    'a subscriber whose server dies goes on at another, without a gap and without an event twice',
    async () => {
      const follow = ({ base }: Started, lastId?: string) =>
        openEvents(`${base}/v1/events/stream`, {
          authorization: `Bearer ${caller.key}`,
          ...(lastId !== undefined && { 'last-event-id': lastId }),
        })
      const before = await follow(second as Started)
      await post('/v1/companies', { vatNumber: freshVat() })
      await until(() => before.messages.length)
      await kill(second as Started)
      await before.done
      const missed = [await post('/v1/companies', { vatNumber: freshVat() })]
      const after = await follow(first as Started, before.messages.at(-1)?.id)
      missed.push(await post('/v1/companies', { vatNumber: freshVat() }))
      const heard = () => [...before.messages, ...after.messages].filter(({ data }) => data?.seq !== undefined)
      await until(
        () => heard().map(({ data }) => data.data?.companyId),
        including(...missed.map(({ body }) => body.id)),
      )
      const numbers = heard().map(({ data }) => data.seq as number)
      expect(numbers).toEqual(numbers.map((_, index) => Number(numbers[0]) + index))
      after.leave()
    },
    PATIENCE_MS,
  )
})
