/** @module-tag heavy */
/** A platform of many companies: `npm run test:long -- tenants` onboards 5,000, and prints what lists and usage take. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { freshVat } from '../../support/numbers.ts'

const COMPANIES = Number(process.env['TENANTS'] ?? 20)
const BATCH = Math.min(500, COMPANIES)
const FEW = Math.min(50, COMPANIES)
const ASKED = COMPANIES > FEW ? 200 : 5

let app: TestApp
beforeAll(async () => {
  app = await startApp({}, { countQueries: false })
})
afterAll(() => app.close())

const grow = async (tenant: Tenant, count: number): Promise<number> => {
  const started = performance.now()
  for (let made = 0; made < count; made += BATCH) {
    const items = Array.from({ length: Math.min(BATCH, count - made) }, (_, index) => ({
      vatNumber: freshVat(),
      externalId: `t-${made + index}`,
      apiKey: { name: 'ERP' },
    }))
    const { status, body } = await tenant.post('/v1/platform/companies/batch', { items })
    expect({ status, failed: body.failed }).toEqual({ status: 200, failed: 0 })
  }
  return performance.now() - started
}

const questions = {
  list: '/v1/platform/companies?limit=20',
  search: '/v1/platform/companies?q=t-1&limit=20',
  usage: '/v1/platform/usage?groupBy=company&rows=20',
  events: '/v1/platform/events?limit=20',
} as const

/** The median beside it: on a machine that others use too, the 95th percentile tells of them. */
const timesOf = async (tenant: Tenant, path: string): Promise<string> => {
  const times: number[] = []
  for (let index = 0; index < ASKED; index++) {
    const started = performance.now()
    expect((await tenant.get(path)).status).toBe(200)
    times.push(performance.now() - started)
  }
  const sorted = times.toSorted((one, other) => one - other)
  const [p50, p95] = [0.5, 0.95].map((part) => (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1))
  return `p50 ${p50} ms, p95 ${p95} ms`
}

test(
  `${COMPANIES} companies are onboarded in batches, and lists cost what they cost for ${FEW}`,
  { timeout: 1_200_000 },
  async () => {
    const [small, large] = [await app.tenant('white_label'), await app.tenant('white_label')]
    await grow(small, FEW)
    const took = await grow(large, COMPANIES)
    await app.platform.runner?.settle()
    await app.platform.relay.drain()
    expect(await app.platform.db.client.company.count({ where: { organizationId: large.organizationId } })).toBe(
      COMPANIES + 1,
    )
    const lines = [`${COMPANIES} companies in ${Math.round(took)} ms, ${Math.round(COMPANIES / (took / 1_000))} per s`]
    for (const [name, path] of Object.entries(questions)) {
      const [few, many] = [await timesOf(small, path), await timesOf(large, path)]
      lines.push(`${name}: ${few} with ${FEW}; ${many} with ${COMPANIES}`)
    }
    process.stdout.write(`${lines.join('\n')}\n`)
  },
)
