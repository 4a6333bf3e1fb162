/** What `bothRoads` of `startApp` finds, on which other tests rely. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { plannedBy } from '../../support/both-roads.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp({}, { bothRoads: true })
  tenant = await app.tenant()
})
afterAll(() => app.close())

const query = '{ companies { nodes { id name } } }'
const answer = (text: string) => ({ status: 200, bytes: Buffer.from(text) })

test('a question that has a plan is asked by both roads, and what is asked again counts nowhere', async () => {
  const before = app.roads.compared
  const { headers } = await tenant.post('/graphql', { query })
  const next = await tenant.post('/graphql', { query })
  expect(app.roads.compared).toBe(before + 6)
  const left = (name: string): number => Number(headers[name]) - Number(next.headers[name])
  expect([left('x-ratelimit-remaining'), left('x-cost-remaining')]).toEqual([1, 500])
})

test('what has no plan, a mutation and what is refused are compared with nothing, and logged once', async () => {
  const before = app.roads.compared
  const withArguments = '{ companies { nodes { id documents(first: 1) { totalCount } } } }'
  const asked = [withArguments, 'mutation { __typename }', '{ nothing }', '{ company(id: "x") { id } }']
  const planned = await plannedBy(app.platform, async () => {
    for (const one of asked) await tenant.graphql(one)
  })
  expect([app.roads.compared, planned]).toEqual([before, 0])
  await app.platform.requestLog.flush()
  const refused = { organizationId: tenant.organizationId, operation: 'getCompany' }
  expect(await app.platform.db.client.requestLog.count({ where: refused })).toBe(1)
})

test('a plan that answers otherwise is told to the test that asked, and what changes meanwhile is not', async () => {
  const compare = (general: () => string, short: string): Promise<void> =>
    app.roads.compare({ query }, { status: 200 }, (question) => {
      if ('extensions' in question) return Promise.resolve(answer(general()))
      app.platform.metrics.planned.inc()
      return Promise.resolve(answer(short))
    })
  await expect(compare(() => '{"data":{"a":1}}', '{"data":{"a":1.0}}')).rejects.toThrow('The plan answers otherwise')
  await expect(compare(() => '{"data":{"lastUsed":1}}', '{"data":{"lastUsed":2}}')).resolves.toBeUndefined()
  let changes = 0
  await expect(compare(() => `{"data":${(changes += 1)}}`, '{"data":0}')).resolves.toBeUndefined()
})
