/**
 * @module-tag heavy
 * @module-tag services
 */
/**
 * The primary of PostgreSQL killed under load and its synchronous standby promoted: `npm run test:long -- failover` does
 * it five times. Two instances know the address of both servers.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { Ledger, asOrganization } from '../../support/load.ts'
import { freshVat } from '../../support/numbers.ts'
import { type Started, allOf, call, serverProcesses } from '../../support/processes.ts'
import { type ReplicatedPostgres, startReplicatedPostgres } from '../../support/standby.ts'

const FAILOVERS = Number(process.env['FAILOVERS'] ?? 1)
/** Slow enough for the rate window of a key. */
const PACE_MS = 150
const BETWEEN_MS = 1_000
/** Until whoever watches the primary is certain that it is gone. */
const NOTICED_MS = 1_500
/** In the suite other programs may have the processors: there it is only certain that it serves again. */
const IS_LONG = process.env['FAILOVERS'] !== undefined
const WRITERS = IS_LONG ? 6 : 2
const SERVES_WITHIN_MS = IS_LONG ? 2_000 : 20_000
/** How often `/health/serving` is asked. */
const LOOK_MS = 50
/** What callers are answered where the absence was outwaited; health tells it. */
const IS_WELL = /^(?:register 201|send 201|read 200|health (?:200|503))$/
/** A delivery whose claim or outcome was lost with its connection is taken up again long before its lease ends. */
const ARRIVES_WITHIN_MS = 90_000
const PATIENCE_MS = 90_000 + ARRIVES_WITHIN_MS + FAILOVERS * 60_000

const processes = serverProcesses()
let postgres: ReplicatedPostgres | undefined
afterAll(async () => {
  await processes.end()
  await postgres?.stop()
})

type Client = Started & {
  peppolId: string
  /** When it was answered last with success. */
  last: number
  /** The numbers of the documents that were acknowledged, to the next client. */
  sent: Set<string>
}

/** Writes one after the other; what is not answered with success is sent again under the same key. */
const writeAll = async (
  what: string,
  client: Client,
  ledger: Ledger,
  next: () => { key: string; path: string; body: object; into: Set<string> },
): Promise<void> => {
  for (let one = next(); !ledger.ended; await wait(PACE_MS)) {
    const { status, body } = await call(client.base, client.key, one.path, one.body, { 'idempotency-key': one.key })
    ledger.count(what, status, body.error?.code)
    if (status !== 201) continue
    client.last = performance.now()
    one.into.add(one.key)
    one = next()
  }
}

const register = (client: Client, ledger: Ledger): Promise<void> =>
  writeAll('register', client, ledger, () => {
    const vatNumber = freshVat()
    return { key: vatNumber, path: '/v1/companies', body: { vatNumber }, into: ledger.acknowledged }
  })

const send = (client: Client, { peppolId: to }: Client, ledger: Ledger): Promise<void> => {
  let nth = 0
  return writeAll('send', client, ledger, () => {
    const number = `F-${client.peppolId.slice(-6)}-${nth++}`
    const lines = [{ description: 'Desk', quantity: 1, unit: 'C62', unitPrice: 100, vatRate: 21 }]
    const dates = { issueDate: '2026-11-20', dueDate: '2026-12-20', buyerReference: 'PO-1' }
    const body = { type: 'invoice', from: client.peppolId, to, document: { number, ...dates, lines } }
    return { key: number, path: '/v1/documents/send', body, into: client.sent }
  })
}

const read = async ({ base, key }: Client, ledger: Ledger): Promise<void> => {
  for (; !ledger.ended; await wait(PACE_MS)) {
    const { status, body } = await call(base, key, '/v1/companies?limit=5')
    ledger.count('read', status, body.error?.code)
  }
}

/** When `/health/serving` was asked and answered, where it was not 200. */
interface Absence {
  from: number
  to: number
  status: number
}

const watchHealth = async ({ base }: Started, absences: Absence[], ledger: Ledger): Promise<void> => {
  for (; !ledger.ended; await wait(LOOK_MS)) {
    const from = performance.now()
    const { status } = await fetch(`${base}/health/serving`)
    ledger.count('health', status, undefined)
    if (status !== 200) absences.push({ from, to: performance.now(), status })
  }
}

/** Milliseconds from `since` until every client was answered with success again. */
const allServed = async (clients: readonly Client[], since: number): Promise<number> => {
  while (!clients.every(({ last }) => last > since)) await wait(10)
  return Math.max(...clients.map(({ last }) => last)) - since
}

interface Failover {
  killed: number
  promoted: number
  /** Until every client was served again, after the promotion. */
  servedMs: number
}

const failOver = async (servers: ReplicatedPostgres, clients: readonly Client[]): Promise<Failover> => {
  await wait(BETWEEN_MS)
  const killed = performance.now()
  await servers.kill()
  await wait(NOTICED_MS)
  await servers.promote()
  const promoted = performance.now()
  const servedMs = await allServed(clients, promoted)
  await servers.rejoin()
  return { killed, promoted, servedMs }
}

/** The numbers that the recipients of all have, as often as they have them. */
const receivedBy = async (clients: readonly Client[]): Promise<string[]> => {
  const numbers: string[] = []
  for (const { base, key } of clients)
    for (const { direction, number } of await allOf(base, key, '/v1/documents'))
      if (direction === 'incoming') numbers.push(number)
  return numbers
}

const companiesOf = async (clients: readonly Client[]): Promise<string[]> => {
  const numbers: string[] = []
  for (const { base, key } of clients)
    for (const { vatNumber } of await allOf(base, key, '/v1/companies')) numbers.push(String(vatNumber))
  return numbers
}

/** What is missing of what was acknowledged, and how many are there more than once. */
const compared = (acknowledged: readonly string[], stored: readonly string[]) => {
  const there = new Set(stored)
  return { missing: acknowledged.filter((one) => !there.has(one)), doubled: stored.length - there.size }
}

/** Until what was sent has arrived. */
const arrived = async (clients: readonly Client[]) => {
  const sent = clients.flatMap((client) => [...client.sent])
  const began = performance.now()
  for (;;) {
    const found = compared(sent, await receivedBy(clients))
    const ms = Math.round(performance.now() - began)
    if (found.missing.length === 0 || ms > ARRIVES_WITHIN_MS) return { sent, ms, ...found }
    await wait(BETWEEN_MS)
  }
}

describe.skipIf(inject('postgres') === '')('a primary that is killed under load', () => {
  test(
    'its standby is found within two seconds, no answer is a 500, and all that was acknowledged is there once',
    { timeout: PATIENCE_MS },
    async () => {
      postgres = await startReplicatedPostgres()
      const settings = { DATABASE_URL: `${postgres.url}?target_session_attrs=read-write` }
      const instances = [await processes.start(settings), await processes.start(settings)]
      const ledger = new Ledger()
      const absences: Absence[] = []
      const clients: Client[] = await Promise.all(
        Array.from({ length: WRITERS }, async (_, nth) => ({
          ...(await asOrganization(instances[nth % 2] as Started)),
          last: 0,
          sent: new Set<string>(),
        })),
      )
      const load = [
        ...clients.flatMap((client, nth) => [
          register(client, ledger),
          send(client, clients[(nth + 1) % WRITERS] as Client, ledger),
          read(client, ledger),
        ]),
        ...instances.map((instance) => watchHealth(instance, absences, ledger)),
      ]
      const failovers: Failover[] = []
      for (let nth = 0; nth < FAILOVERS; nth++) failovers.push(await failOver(postgres, clients))
      await wait(BETWEEN_MS)
      ledger.ended = true
      await Promise.all(load)

      const companies = compared([...ledger.acknowledged], await companiesOf(clients))
      const documents = await arrived(clients)
      const within = ({ killed, promoted }: Failover, { from, to }: Absence): boolean =>
        to >= killed && from <= promoted + SERVES_WITHIN_MS
      const unfounded = absences.filter((absence) => !failovers.some((failover) => within(failover, absence)))
      const servedMs = failovers.map((failover) => Math.round(failover.servedMs))
      const figures = {
        failovers: FAILOVERS,
        allServedAfterMs: servedMs,
        companies: ledger.acknowledged.size,
        documents: documents.sent.length,
        arrivedAfterMs: documents.ms,
        missing: companies.missing.length + documents.missing.length,
        doubled: companies.doubled + documents.doubled,
        ...Object.fromEntries(ledger.answers),
      }
      process.stdout.write(`${JSON.stringify(figures)}\n`)
      expect([companies.missing, documents.missing]).toEqual([[], []])
      expect(figures.doubled).toBe(0)
      expect(ledger.faults).toEqual([])
      // Each absence is told, and nothing else is told as one.
      expect(unfounded).toEqual([])
      for (const failover of failovers)
        expect(absences.filter((one) => within(failover, one)).map(({ status }) => status)).toContain(503)
      for (const { base } of instances) expect((await fetch(`${base}/health/serving`)).status).toBe(200)
      expect(ledger.acknowledged.size).toBeGreaterThan(FAILOVERS * WRITERS)
      expect(documents.sent.length).toBeGreaterThan(FAILOVERS * WRITERS)
      expect(Math.max(...servedMs)).toBeLessThan(SERVES_WITHIN_MS)
      const notWell = [...ledger.answers.keys()].filter((answer) => !IS_WELL.test(answer))
      expect(IS_LONG ? notWell : []).toEqual([])
    },
  )
})
