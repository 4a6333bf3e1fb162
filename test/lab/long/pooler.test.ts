/**
 * @module-tag heavy
 * @module-tag services
 */
/**
 * How long an event takes from one instance to a subscriber of another behind PgBouncer: `npm run test:long -- pooler`
 * measures 300 of them, of which 95 in a hundred take 50 ms at most.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { emptyDatabase } from '../../support/database.ts'
import { openEvents } from '../../support/event-source.ts'
import { Ledger, asOrganization } from '../../support/load.ts'
import { freshVat } from '../../support/numbers.ts'
import { pooler, startPooler } from '../../support/pooler.ts'
import { call, serverProcesses } from '../../support/processes.ts'
import type { Server } from '../../support/servers.ts'
import { including, until } from '../../support/until.ts'

const EVENTS = Number(process.env['POOLER_EVENTS'] ?? 5)
/** In the suite other programs may have the processors: there it is only certain that each arrives. */
const P95_MS = process.env['POOLER_EVENTS'] === undefined ? Number.POSITIVE_INFINITY : 50
/** A quiet time between two events: those that come together share a round of the relay. */
const QUIET_MS = 100
const PATIENCE_MS = 120_000 + EVENTS * 2_000

const processes = serverProcesses()
let between: Server | undefined
afterAll(async () => {
  await processes.end()
  await between?.stop()
})

describe.skipIf(inject('postgres') === '' || !pooler.isInstalled)('two instances behind a pooler', () => {
  test(`each of ${EVENTS} events reaches a subscriber of the other instance`, { timeout: PATIENCE_MS }, async () => {
    const direct = await emptyDatabase('pooler')
    between = await startPooler(direct)
    const settings = {
      DATABASE_URL: Object.assign(new URL(between.url), { pathname: new URL(direct).pathname }).href,
      DATABASE_DIRECT_URL: direct,
      DATABASE_PREPARED: String(pooler.isPrepared),
    }
    const first = await asOrganization(await processes.start(settings))
    const second = await processes.start(settings)
    const ledger = new Ledger()
    const heard = new Map<string, number>()
    const stream = await openEvents(
      `${second.base}/v1/events/stream?type=company.created`,
      { authorization: `Bearer ${first.key}` },
      ({ data }) => void (data?.data?.companyId && heard.set(data.data.companyId, performance.now())),
    )
    for (let nth = 0; nth < EVENTS; nth++) {
      await wait(QUIET_MS)
      const { status, body } = await call(first.base, first.key, '/v1/companies', { vatNumber: freshVat() })
      const answered = performance.now()
      expect(status).toBe(201)
      await until(() => [...heard.keys()], including(body.id))
      ledger.count('event', status, undefined, Math.max(0, Number(heard.get(body.id)) - answered))
    }
    stream.leave()
    const [median, p95, max] = [0.5, 0.95, 1].map((share) => ledger.percentile(share))
    process.stdout.write(`${JSON.stringify({ events: EVENTS, prepared: pooler.isPrepared, median, p95, max })}\n`)
    expect(p95).toBeLessThanOrEqual(P95_MS)
  })
})
