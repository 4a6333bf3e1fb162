/** @module-tag services */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type Caller, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { freshVat } from '../support/numbers.ts'
import { expectRefusal } from '../support/refusals.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant('white_label')
})
afterAll(() => app.close())

const company = async (quotas: object = {}): Promise<{ id: string; peppolId: string }> =>
  (await tenant.post('/v1/platform/companies', { vatNumber: freshVat(), quotas })).body.company

const send = (by: Caller, from: string, number: number) =>
  by.post('/v1/documents/send', { type: 'event', from, document: { number: `Q-${number}` } })

const warningsAbout = async (subjectId: string): Promise<number[]> => {
  await app.platform.relay.drain()
  const { body } = await tenant.get('/v1/platform/events?type=quota.warning&limit=100')
  return body.data.flatMap(({ data }: Body) => (data.subjectId === subjectId ? [data.percent] : [])).toSorted()
}

describe('the quota of a company', () => {
  test('of 16 sends at once exactly as many succeed as are allowed, and 80 % and 100 % are told once', async () => {
    const { id, peppolId } = await company({ documentsPerMonth: 5 })
    const answers = await Promise.all(Array.from({ length: 16 }, (_, index) => send(tenant, peppolId, index)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    const refused = answers.filter(({ status }) => status !== 201)
    for (const answer of refused) expectRefusal(answer, 'QUOTA_EXCEEDED')
    const next = new Date(Date.UTC(app.clock.now().getUTCFullYear(), app.clock.now().getUTCMonth() + 1, 1))
    expect(refused[0]?.body.error.details[0]).toMatchObject({
      quota: 'company',
      subjectId: id,
      limit: 5,
      resetsAt: next.toISOString(),
    })
    expect(await app.platform.db.client.document.count({ where: { companyId: id } })).toBe(5)
    expect(await warningsAbout(id)).toEqual([100, 80])
  })

  test('what was sent before there was a quota counts, and a raised quota lets sends through', async () => {
    const { id, peppolId } = await company()
    for (const number of [1, 2, 3]) expect((await send(tenant, peppolId, number)).status).toBe(201)
    const set = (documentsPerMonth: number | null) =>
      tenant.patch(`/v1/platform/companies/${id}/quotas`, { documentsPerMonth })
    expect((await set(3)).body.documentsPerMonth).toBe(3)
    expectRefusal(await send(tenant, peppolId, 4), 'QUOTA_EXCEEDED')
    await set(4)
    expect((await send(tenant, peppolId, 4)).status).toBe(201)
    expectRefusal(await send(tenant, peppolId, 5), 'QUOTA_EXCEEDED')
    await set(null)
    expect((await send(tenant, peppolId, 5)).status).toBe(201)
  })

  test('one company has its quota, and another of the organization goes on', async () => {
    const [small, other] = [await company({ documentsPerMonth: 1 }), await company()]
    await send(tenant, small.peppolId, 1)
    expectRefusal(await send(tenant, small.peppolId, 2), 'QUOTA_EXCEEDED')
    expect((await send(tenant, other.peppolId, 1)).status).toBe(201)
  })

  test('all callers of a company share its requests per minute', async () => {
    const { id } = await company({ requestsPerMinute: 3 })
    const [one, other] = [
      await tenant.keyWith(['*'], { companyId: id }),
      await tenant.keyWith(['*'], { companyId: id }),
    ]
    const answers = []
    for (const caller of [one, other, one, other]) answers.push(await caller.get('/v1/me'))
    expect(answers.slice(0, 3).map(({ status }) => status)).toEqual([200, 200, 200])
    expectRefusal(answers[3] as (typeof answers)[number], 'RATE_LIMITED')
    expect((await tenant.get('/v1/me')).status).toBe(200)
  })

  test('who is held to the requests of its company is told how many are left of them, and when there are more', async () => {
    const { id } = await company({ requestsPerMinute: 2 })
    const bound = await tenant.keyWith(['*'], { companyId: id })
    const acting = tenant.with({ 'x-service-company': id })
    const told = async (caller: Caller): Promise<unknown[]> => {
      const { status, headers } = await caller.get('/v1/me')
      return [status, headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]
    }
    expect(await told(bound)).toEqual([200, '2', '1'])
    expect(await told(acting)).toEqual([200, '2', '0'])
    for (const caller of [bound, acting]) {
      expect(await told(caller)).toEqual([429, '2', '0'])
      const refused = await caller.get('/v1/me')
      expectRefusal(refused, 'RATE_LIMITED')
      const wait = Number(refused.headers['retry-after'])
      expect([wait > 30, wait <= 60]).toEqual([true, true])
      const reset = Number(refused.headers['x-ratelimit-reset']) - app.clock.now().getTime() / 1_000
      expect(Math.abs(reset - 60)).toBeLessThan(30)
    }
    app.clock.advance(61_000)
    expect(await told(acting)).toEqual([200, '2', '1'])
  })

  test('a key has a quota of its own', async () => {
    const { body } = await tenant.post('/v1/platform/api-keys', { name: 'x', rateLimit: { documentsPerMonth: 1 } })
    const caller = tenant.with({ authorization: `Bearer ${body.key}` })
    const { peppolId } = await company()
    expect((await send(caller, peppolId, 1)).status).toBe(201)
    const refused = await send(caller, peppolId, 2)
    expectRefusal(refused, 'QUOTA_EXCEEDED')
    expect(refused.body.error.details[0]).toMatchObject({ quota: 'key', subjectId: body.id, limit: 1 })
    expect((await send(tenant, peppolId, 2)).status).toBe(201)
  })

  test('who is beyond a quota is told when to come back: in seconds, when the next month begins', async () => {
    const { body } = await tenant.post('/v1/platform/api-keys', { name: 'x', rateLimit: { documentsPerMonth: 1 } })
    const caller = tenant.with({ authorization: `Bearer ${body.key}` })
    const { peppolId } = await company()
    await send(caller, peppolId, 1)
    const refused = await send(caller, peppolId, 2)
    expectRefusal(refused, 'QUOTA_EXCEEDED')
    const { resetsAt } = refused.body.error.details[0]
    const waits = (Date.parse(resetsAt) - app.clock.now().getTime()) / 1_000
    expect(Math.abs(Number(refused.headers['retry-after']) - waits)).toBeLessThan(60)
  })

  test('what a key lets in sends within the quota of that key', async () => {
    const { body } = await tenant.post('/v1/platform/api-keys', { name: 'x', rateLimit: { documentsPerMonth: 2 } })
    const { peppolId } = await company()
    const letIn = async (): Promise<Caller> => {
      const client = { grant_type: 'client_credentials', client_id: body.id, client_secret: body.key }
      const { access_token } = (await app.anyone.post('/v1/oauth/token', client)).body
      return tenant.with({ authorization: `Bearer ${access_token}` })
    }
    const [first, second] = [await letIn(), await letIn()]
    const made = (await first.post('/v1/api-keys', { name: 'of an agent' })).body
    expect((await send(first, peppolId, 1)).status).toBe(201)
    expect((await send(tenant.with({ authorization: `Bearer ${made.key}` }), peppolId, 2)).status).toBe(201)
    for (const caller of [second, first, tenant.with({ authorization: `Bearer ${body.key}` })]) {
      const refused = await send(caller, peppolId, 3)
      expectRefusal(refused, 'QUOTA_EXCEEDED')
      expect(refused.body.error.details[0]).toMatchObject({ quota: 'key', subjectId: body.id, limit: 2 })
    }
    expect(await warningsAbout(body.id)).toEqual([100])
  })

  test('the keys that a key makes, and those that take its place, send within the quota of that key', async () => {
    const { body } = await tenant.post('/v1/platform/api-keys', { name: 'x', rateLimit: { documentsPerMonth: 3 } })
    const { peppolId } = await company()
    const by = ({ key }: Body): Caller => tenant.with({ authorization: `Bearer ${key}` })
    const makes = async (caller: Caller): Promise<Body> => (await caller.post('/v1/api-keys', { name: 'More' })).body
    const child = await makes(by(body))
    const grandchild = await makes(by(child))
    const rotated = (await by(body).post(`/v1/api-keys/${body.id}/rotate`)).body
    const again = (await by(rotated).post(`/v1/api-keys/${rotated.id}/rotate`)).body
    const taken = (await by(again).post(`/v1/api-keys/${(await tenant.keyWith(['*'])).keyId}/rotate`)).body
    for (const [number, key] of [child, grandchild, again].entries())
      expect((await send(by(key), peppolId, number)).status).toBe(201)
    for (const key of [body, child, grandchild, rotated, again, taken]) {
      const refused = await send(by(key), peppolId, 9)
      expectRefusal(refused, 'QUOTA_EXCEEDED')
      expect(refused.body.error.details[0]).toMatchObject({ quota: 'key', subjectId: body.id, limit: 3 })
    }
    expect(await app.platform.db.client.document.count({ where: { senderPeppolId: peppolId } })).toBe(3)
    expect((await send(tenant, peppolId, 10)).status).toBe(201)
  })

  test('nobody but the platform sets a quota', async () => {
    const { id } = await company({ documentsPerMonth: 7 })
    const own = await tenant.keyWith(['*'], { companyId: id })
    const body = { documentsPerMonth: 9 }
    expectRefusal(await own.patch(`/v1/platform/companies/${id}/quotas`, body), 'COMPANY_FORBIDDEN')
    const stranger = await app.tenant()
    expectRefusal(await stranger.patch(`/v1/platform/companies/${id}/quotas`, body), 'COMPANY_NOT_FOUND')
    expect((await tenant.get(`/v1/companies/${id}`)).body.documentsPerMonth).toBe(7)
  })
})
