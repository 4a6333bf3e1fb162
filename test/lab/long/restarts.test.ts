/**
 * @module-tag heavy
 * @module-tag services
 */
/**
 * PostgreSQL restarted under load: `npm run test:long -- restarts` does it 50 times. Two instances share the database.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { type Started, allOf, call, serverProcesses } from '../../support/processes.ts'
import { Ledger, asOrganization } from '../../support/load.ts'
import { freshVat } from '../../support/numbers.ts'
import { type RestartMode, type RestartablePostgres, startRestartablePostgres } from '../../support/servers.ts'

const RESTARTS = Number(process.env['RESTARTS'] ?? 4)
const MODES: readonly RestartMode[] = ['terminate', 'fast', 'immediate', 'kill']
/** Of each instance. */
const WRITERS = process.env['RESTARTS'] === undefined ? 1 : 3
/** Slow enough for the rate window of a key. */
const PACE_MS = 150
/** How long the load goes on between two restarts. */
const BETWEEN_MS = 300
/** In the suite other programs may have the processors: there it is only certain that it serves again. */
const SERVES_WITHIN_MS = process.env['RESTARTS'] === undefined ? 20_000 : 2_000
const PATIENCE_MS = 60_000 + RESTARTS * 10_000

const processes = serverProcesses()
let postgres: RestartablePostgres | undefined
afterAll(async () => {
  await processes.end()
  await postgres?.stop()
})

/** Registers companies one after the other; a refusal that says "later" is sent again under the same key. */
const write = async ({ base, key }: Started, ledger: Ledger): Promise<void> => {
  let vatNumber = freshVat()
  while (!ledger.ended) {
    const { status, body } = await call(base, key, '/v1/companies', { vatNumber }, { 'idempotency-key': vatNumber })
    ledger.count('POST', status, body.error?.code)
    if (status === 201) ledger.acknowledged.add(vatNumber)
    if (status < 500) vatNumber = freshVat()
    await wait(PACE_MS)
  }
}

const read = async ({ base, key }: Started, ledger: Ledger): Promise<void> => {
  while (!ledger.ended) {
    const { status, body } = await call(base, key, '/v1/companies?limit=5')
    ledger.count('GET', status, body.error?.code)
    await wait(PACE_MS)
  }
}

/** Milliseconds until an instance serves a read and a write after the database is back. */
const servesAgain = async ({ base, key }: Started): Promise<number> => {
  const began = performance.now()
  for (;;) {
    const { status } = await call(base, key, '/v1/companies', { vatNumber: freshVat() })
    if (status === 201) return performance.now() - began
    await wait(20)
  }
}

describe.skipIf(inject('postgres') === '')('a PostgreSQL server that is restarted under load', () => {
  test(
    'every instance lives on, serves again within two seconds, answers no 500, and keeps all that it acknowledged',
    { timeout: PATIENCE_MS },
    async () => {
      postgres = await startRestartablePostgres()
      const settings = { DATABASE_URL: postgres.url }
      const first = await processes.start(settings)
      const second = await processes.start(settings)
      const instances = await Promise.all([first, second].map(asOrganization))
      const ledger = new Ledger()
      const writers = await Promise.all(
        Array.from({ length: 2 * WRITERS }, (_, nth) => asOrganization(nth % 2 === 0 ? first : second)),
      )
      const load = writers.flatMap((writer) => [write(writer, ledger), read(writer, ledger)])
      const recoveries: number[] = []
      for (let nth = 0; nth < RESTARTS; nth++) {
        await wait(BETWEEN_MS)
        await postgres.restart(MODES[nth % MODES.length] ?? 'fast')
        recoveries.push(...(await Promise.all(instances.map(servesAgain))))
      }
      ledger.ended = true
      await Promise.all(load)
      const figures = {
        restarts: RESTARTS,
        slowest: Math.round(Math.max(...recoveries)),
        ...Object.fromEntries(ledger.answers),
      }
      process.stdout.write(`${JSON.stringify(figures)}\n`)

      expect(instances.map(({ child }) => child.exitCode)).toEqual([null, null])
      expect(ledger.faults).toEqual([])
      expect(Math.max(...recoveries)).toBeLessThan(SERVES_WITHIN_MS)
      const stored: string[] = []
      for (const { base, key } of writers)
        for (const { vatNumber } of await allOf(base, key, '/v1/companies')) stored.push(String(vatNumber))
      expect(stored).toEqual(expect.arrayContaining([...ledger.acknowledged]))
      expect(new Set(stored).size).toBe(stored.length)
    },
  )
})
