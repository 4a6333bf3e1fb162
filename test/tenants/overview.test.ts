import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { freshVat } from '../support/numbers.ts'
import { expectRefusal } from '../support/refusals.ts'
import { dayOf } from '../../src/values/dates.ts'

let app: TestApp
let tenant: Tenant
const companies: Body[] = []

const send = (from: string, to: string, number: string) =>
  tenant.post('/v1/documents/send', {
    type: 'purchase-order',
    from,
    to,
    document: {
      number,
      issueDate: '2026-11-20',
      lines: [{ description: 'x', quantity: 1, unit: 'C62', unitPrice: 1, vatRate: 21 }],
    },
  })

beforeAll(async () => {
  app = await startApp({ WEBHOOK_ALLOW_PRIVATE: 'true' })
  tenant = await app.tenant()
  for (const [name, documentsPerMonth] of [
    ['=Alpha, "the first"', 5],
    ['Beta', null],
    ['Gamma', 10],
  ]) {
    const { body } = await tenant.post('/v1/platform/companies', {
      vatNumber: freshVat(),
      name,
      externalId: `c-${companies.length}`,
      quotas: { documentsPerMonth },
    })
    companies.push(body.company)
  }
  await app.platform.runner?.settle()
  const [alpha, beta] = companies.map(({ peppolId }) => peppolId as string) as [string, string]
  for (const number of ['1', '2', '3', '4']) await send(alpha, beta, number)
  await app.platform.runner?.settle()
  await app.platform.relay.drain()
})
afterAll(() => app.close())

const idsOf = async (query: string): Promise<string[]> => {
  const { status, body } = await tenant.get(`/v1/platform/companies?${query}`)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body.data.map(({ id }: Body) => id)
}

describe('the list of managed companies', () => {
  test('shows usage, quota, last activity and health of each', async () => {
    const [{ id }] = companies
    await tenant.post('/v1/webhooks', { url: 'http://127.0.0.1:1/', events: ['document.received'], companyId: id })
    const { data: hooks } = (await tenant.get(`/v1/webhooks?companyId=${id}`)).body
    await tenant.patch(`/v1/webhooks/${hooks[0].id}`, { status: 'paused' })
    const { body } = await tenant.get(
      `/v1/platform/companies?externalId=${encodeURIComponent(companies[0].externalId)}`,
    )
    expect(body.data).toEqual([
      expect.objectContaining({
        id,
        usage: {
          month: expect.stringMatching(/^\d{4}-\d\d$/),
          documentsSent: 4,
          documentsPerMonth: 5,
          storedBytes: expect.any(Number),
          storageMegabytes: null,
        },
        health: { failedDeliveries: 0, failedReports: 0, pausedWebhooks: 1 },
        lastActivityAt: expect.any(String),
      }),
    ])
  })

  test('filters by state, text, time, usage and quota, and orders by name with a cursor', async () => {
    const [alpha, beta, gamma] = companies.map(({ id }) => id)
    expect(await idsOf('nearQuota=true')).toEqual([alpha])
    expect(await idsOf('usageAbove=3')).toEqual([alpha])
    expect(await idsOf('usageAbove=4')).toEqual([])
    expect(await idsOf('q=gamma')).toEqual([gamma])
    expect(await idsOf('country=DE&smpStatus=registered&sortBy=name&order=asc')).toEqual([alpha, beta, gamma])
    expect(await idsOf('createdFrom=2099-01-01T00:00:00Z')).toEqual([])
    await tenant.post(`/v1/platform/companies/${beta}/suspend`)
    expect(await idsOf('status=suspended')).toEqual([beta])
    const { body } = await tenant.get('/v1/platform/companies?country=DE&sortBy=name&order=asc&limit=2')
    expect(await idsOf(`country=DE&sortBy=name&order=asc&limit=2&cursor=${body.cursor}`)).toEqual([gamma])
  })

  test('GraphQL answers the same, with the company as a field', async () => {
    const { data, errors } = await tenant.graphql(
      '{ platformCompanies(nearQuota: true) { totalCount nodes { company { id name address { city } } usage { documentsSent } } } }',
    )
    expect(errors).toBeUndefined()
    expect(data.platformCompanies).toMatchObject({
      totalCount: 1,
      nodes: [{ company: { id: companies[0].id }, usage: { documentsSent: 4 } }],
    })
  })

  test('nobody who acts for one company, and no other organization, sees them', async () => {
    const acting = tenant.with({ 'x-service-company': tenant.companyId })
    expectRefusal(await acting.get('/v1/platform/companies'), 'COMPANY_FORBIDDEN')
    expectRefusal(await (await app.tenant('personal')).get('/v1/platform/usage'), 'INSUFFICIENT_SCOPE')
    expect((await (await app.tenant()).get('/v1/platform/companies')).body.data).toHaveLength(1)
  })
})

describe('the usage of a platform', () => {
  test('is by company exactly what the documents say, beside the period before', async () => {
    const { status, body } = await tenant.get('/v1/platform/usage?groupBy=company&period=month')
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        total: { sent: 4, received: 4, delivered: 4, failed: 0 },
        previous: { sent: 0, received: 0 },
      },
    })
    expect(body.groups.map(({ key, documents }: Body) => [key, documents.sent, documents.received])).toEqual(
      [
        [companies[0].id, 4, 0],
        [companies[1].id, 0, 4],
      ].toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
    )
    expect(body.groups[0]).toMatchObject({ name: companies[0].name, externalId: companies[0].externalId })
  })

  test('is by kind and by country, and of any days', async () => {
    const { body: byType } = await tenant.get('/v1/platform/usage?groupBy=type&period=quarter')
    expect(byType.groups).toMatchObject([{ key: 'purchase-order', documents: { sent: 4 } }])
    const { body: byCountry } = await tenant.get('/v1/platform/usage?groupBy=country&period=year')
    expect(byCountry.groups).toMatchObject([{ key: 'DE', documents: { sent: 4, received: 4 } }])
    const { body: past } = await tenant.get('/v1/platform/usage?from=2020-01-01&to=2020-01-31')
    expect(past).toMatchObject({ previousFrom: '2019-12-01', previousTo: '2019-12-31', total: { sent: 0 }, groups: [] })
    const day = dayOf(app.clock.now())
    const later = dayOf(new Date(app.clock.now().getTime() + 24 * 3_600_000))
    const { body: next } = await tenant.get(`/v1/platform/usage?from=${later}&to=${later}`)
    expect(next).toMatchObject({ previousFrom: day, total: { sent: 0 }, previous: { sent: 4 } })
    expectRefusal(await tenant.get('/v1/platform/usage?from=2020-02-01&to=2020-01-01'), 'INVALID_DATE')
  })

  test('is a table for who accepts CSV, which no spreadsheet takes for a formula', async () => {
    const { bytes, headers } = await tenant.get('/v1/platform/usage', { accept: 'text/csv' })
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    const [head, ...lines] = bytes.toString().trimEnd().split('\r\n')
    expect(head).toBe(
      'company,name,externalId,sent,received,delivered,failed,previousSent,previousReceived,previousDelivered,previousFailed',
    )
    expect(lines).toContain(`${companies[0].id},"'=Alpha, ""the first""",c-0,4,0,4,0,0,0,0,0`)
    const { data } = await tenant.graphql(
      '{ platformUsage(groupBy: TYPE) { total { sent } groups { key documents { sent } } } }',
    )
    expect(data.platformUsage).toEqual({
      total: { sent: 4 },
      groups: [{ key: 'purchase-order', documents: { sent: 4 } }],
    })
  })
})
