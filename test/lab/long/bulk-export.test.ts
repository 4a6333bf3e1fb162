/** @module-tag heavy */
/** The export of very many documents. `npm run test:long -- bulk-export` has a million of them, and measures. */
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Tenant, type TestApp, startApp } from '../../support/app.ts'

const ROWS = Number(process.env['BULK_ROWS'] ?? 2_500)
const isMeasured = ROWS > 50_000
const MOST_ADDED_MB = 50
const AT_ONCE = 10_000
const PATIENCE_MS = 3_600_000
const SAMPLE_MS = 2_000
const MB = 1024 * 1024

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp({}, { countQueries: false })
  tenant = await app.tenant('white_label')
  for (let from = 1; from <= ROWS; from += AT_ONCE) await addRows(from, Math.min(from + AT_ONCE - 1, ROWS))
  await app.platform.db.client.$executeRawUnsafe('ANALYZE documents')
}, PATIENCE_MS)
afterAll(() => app.close())

const addRows = (from: number, to: number): Promise<number> =>
  app.platform.db.client.$executeRaw`
    INSERT INTO documents ("organizationId", id, "companyId", type, direction, number, currency, "grossAmount", status,
      "lifecycleStatus", format, "searchText", "createdAt", "updatedAt")
    SELECT ${tenant.organizationId}, 'doc_01' || lpad(to_hex(n), 24, '0'), ${tenant.companyId}, 'invoice', 'outgoing',
      'R-' || n, 'EUR', n, 'delivered', 'issued', 'network', '', now(), now()
    FROM generate_series(${from}::int, ${to}::int) AS n`

/** What is held, without what the collector has only not taken yet. */
const held = (): number => {
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** The most that was held meanwhile, beyond what was held before. */
const addedBy = async (work: () => Promise<void>): Promise<number> => {
  if (!isMeasured) return work().then(() => 0)
  const before = held()
  let [most, isDone] = [before, false]
  const looking = async (): Promise<void> => {
    while (!isDone) {
      most = Math.max(most, held())
      await nextTurn()
      await wait(SAMPLE_MS)
    }
  }
  const looked = looking()
  await work().finally(() => (isDone = true))
  await looked
  return most - before
}

test(
  `${ROWS} documents are exported once each${isMeasured ? `, within ${MOST_ADDED_MB} MB` : ''}`,
  { timeout: PATIENCE_MS },
  async () => {
    const base = await app.listen()
    const started = performance.now()
    const begun = await tenant.post('/v1/bulk/exports', {
      query: '{ documents { nodes { id number type grossAmount currency status createdAt } } }',
    })
    const path = `/v1/bulk/${begun.body.id}`
    const exported = await addedBy(async () => {
      while ((await tenant.get(path)).body.status === 'running') await wait(isMeasured ? 1_000 : 50)
    })
    const seconds = (performance.now() - started) / 1_000
    expect((await tenant.get(path)).body).toMatchObject({ status: 'completed', processed: ROWS })

    const seen = new Uint8Array(ROWS + 1)
    let lines = 0
    const downloaded = await addedBy(async () => {
      const answer = await fetch(`${base}${path}/result`, { headers: tenant.headers })
      for await (const line of createInterface({ input: Readable.fromWeb(answer.body as never) })) {
        lines += 1
        const { number } = JSON.parse(line) as { number: string }
        seen[Number(number.slice(2))] = 1
      }
    })
    expect({ lines, different: seen.reduce((sum, one) => sum + one, 0) }).toEqual({ lines: ROWS, different: ROWS })
    const added = Math.max(exported, downloaded) / MB
    if (!isMeasured) return
    process.stdout.write(
      `  ${ROWS} documents in ${seconds.toFixed(0)} s: ${(ROWS / seconds).toFixed(0)} a second, ` +
        `with ${(exported / MB).toFixed(1)} MB more, and ${(downloaded / MB).toFixed(1)} MB for the download\n`,
    )
    // oxlint-disable-next-line vitest/no-conditional-expect
    expect(added).toBeLessThan(MOST_ADDED_MB)
  },
)
