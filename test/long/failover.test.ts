/**
 * The primary of PostgreSQL killed under load and its synchronous standby promoted: `npm run test:long -- failover` does
 * it five times. Two instances know the address of both servers.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { Ledger, asOrganization } from '../support/load.ts'
import { freshVat } from '../support/numbers.ts'
import { type Started, allOf, call, serverProcesses } from '../support/processes.ts'
import { type ReplicatedPostgres, startReplicatedPostgres } from '../support/standby.ts'

const FAILOVERS = Number(process.env['FAILOVERS'] ?? 1)
const WRITERS = 6
/** Slow enough for the rate window of a key. */
const PACE_MS = 150
const BETWEEN_MS = 1_000
/** Until whoever watches the primary is certain that it is gone. */
const NOTICED_MS = 1_500
/** In the suite other programs may have the processors: there it is only certain that it serves again. */
const SERVES_WITHIN_MS = process.env['FAILOVERS'] === undefined ? 20_000 : 2_000
const PATIENCE_MS = 90_000 + FAILOVERS * 60_000

const processes = serverProcesses()
let postgres: ReplicatedPostgres | undefined
afterAll(async () => {
  await processes.end()
  await postgres?.stop()
})

type Client = Started & {
  /** When it was answered last with success. */
  last: number
}

/** Registers companies one after the other; what is not answered with success is sent again under the same key. */
const write = async (client: Client, ledger: Ledger): Promise<void> => {
  for (let vatNumber = freshVat(); !ledger.ended; await wait(PACE_MS)) {
    const headers = { 'idempotency-key': vatNumber }
    const { status, body } = await call(client.base, client.key, '/v1/companies', { vatNumber }, headers)
    ledger.count('POST', status, body.error?.code)
    if (status !== 201) continue
    client.last = performance.now()
    ledger.acknowledged.add(vatNumber)
    vatNumber = freshVat()
  }
}

const read = async ({ base, key }: Started, ledger: Ledger): Promise<void> => {
  for (; !ledger.ended; await wait(PACE_MS)) {
    const { status, body } = await call(base, key, '/v1/companies?limit=5')
    ledger.count('GET', status, body.error?.code)
  }
}

/** Milliseconds from `since` until every client was answered with success again. */
const allServed = async (clients: readonly Client[], since: number): Promise<number> => {
  while (!clients.every(({ last }) => last > since)) await wait(10)
  return Math.max(...clients.map(({ last }) => last)) - since
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
      const clients: Client[] = await Promise.all(
        Array.from({ length: WRITERS }, async (_, nth) => ({
          ...(await asOrganization(instances[nth % 2] as Started)),
          last: 0,
        })),
      )
      const load = clients.flatMap((client) => [write(client, ledger), read(client, ledger)])
      const served: number[] = []
      for (let nth = 0; nth < FAILOVERS; nth++) {
        await wait(BETWEEN_MS)
        await postgres.kill()
        await wait(NOTICED_MS)
        await postgres.promote()
        served.push(await allServed(clients, performance.now()))
        await postgres.rejoin()
      }
      await wait(BETWEEN_MS)
      ledger.ended = true
      await Promise.all(load)

      const stored: string[] = []
      for (const { base, key } of clients)
        for (const { vatNumber } of await allOf(base, key, '/v1/companies')) stored.push(String(vatNumber))
      const missing = [...ledger.acknowledged].filter((vatNumber) => !stored.includes(vatNumber))
      const figures = {
        failovers: FAILOVERS,
        allServedAfterMs: served.map(Math.round),
        acknowledged: ledger.acknowledged.size,
        missing: missing.length,
        doubled: stored.length - new Set(stored).size,
        ...Object.fromEntries(ledger.answers),
      }
      process.stdout.write(`${JSON.stringify(figures)}\n`)
      expect(missing).toEqual([])
      expect(figures.doubled).toBe(0)
      expect(ledger.faults).toEqual([])
      expect(ledger.acknowledged.size).toBeGreaterThan(FAILOVERS * WRITERS)
      expect(Math.max(...served)).toBeLessThan(SERVES_WITHIN_MS)
    },
  )
})
