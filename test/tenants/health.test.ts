import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Body, type TestApp, startApp } from '../support/app.ts'
import { freshVat } from '../support/numbers.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ WEBHOOK_ALLOW_PRIVATE: 'true' })
})
afterAll(() => app.close())

const none = {
  failedDeliveries: 0,
  failedReports: 0,
  overdueReports: 0,
  pausedWebhooks: 0,
  expiringKeys: 0,
  nearQuotas: 0,
}

test('the health of a platform counts what needs attention at each company, and nothing of other organizations', async () => {
  const [tenant, stranger] = [await app.tenant('white_label'), await app.tenant('white_label')]
  const companyOf = async (externalId: string): Promise<Body> =>
    (await tenant.post('/v1/companies', { vatNumber: freshVat(), externalId })).body
  const [ill, , weak] = [await companyOf('ill'), await companyOf('sound'), await companyOf('weak')]
  const soon = new Date(app.platform.clock.now().getTime() + 5 * 24 * 3_600_000).toISOString()
  await tenant.post('/v1/api-keys', { name: 'soon', companyId: ill.id, expiresAt: soon })
  await tenant.post('/v1/api-keys', { name: 'of all', expiresAt: soon })
  await tenant.post('/v1/api-keys', { name: 'for ever', companyId: weak.id })
  const hook = await tenant.post('/v1/webhooks', { url: 'http://127.0.0.1:1/', events: ['*'], companyId: ill.id })
  await tenant.patch(`/v1/webhooks/${hook.body.id}`, { status: 'paused' })
  await tenant.patch(`/v1/platform/companies/${weak.id}/quotas`, { documentsPerMonth: 1 })
  const sent = await tenant.post('/v1/documents/send', {
    type: 'event',
    from: weak.peppolId,
    document: { number: 'E-1' },
  })
  expect(sent.status).toBeLessThan(300)
  const { body: health } = await tenant.get('/v1/platform/health')
  const byName = Object.fromEntries(health.companies.map((one: Body) => [one.externalId ?? 'all', one]))
  // The keys of a new tenant of the sandbox end within days, and those that are made with them.
  expect(health.total).toEqual({ ...none, pausedWebhooks: 1, expiringKeys: 4, nearQuotas: 1 })
  expect(Object.keys(byName).toSorted()).toEqual(['all', 'ill', 'weak'])
  expect(byName['ill']).toMatchObject({ ...none, companyId: ill.id, pausedWebhooks: 1, expiringKeys: 1 })
  expect(byName['weak']).toMatchObject({ ...none, nearQuotas: 1, expiringKeys: 1 })
  expect(byName['all']).toMatchObject({ ...none, companyId: null, expiringKeys: 2 })
  expect(health.companies).toHaveLength(3)
  const { body: others } = await stranger.get('/v1/platform/health')
  expect(others.total).toEqual({ ...none, expiringKeys: 1 })
  expect(others.companies.map(({ companyId }: Body) => companyId)).toEqual([null])
  const asked = await tenant.graphql(
    '{ platformHealth(rows: 1) { total { expiringKeys } companies { expiringKeys } } }',
  )
  expect(asked.data.platformHealth).toMatchObject({ total: { expiringKeys: 4 }, companies: [{}] })
})
