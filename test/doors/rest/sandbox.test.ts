import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, startApp } from '../../support/app.ts'
import { freshVat } from '../../support/numbers.ts'
import { expectOperationRefusal, expectRefusal } from '../../support/refusals.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

describe('resetting the sandbox', () => {
  test('a reset of the sandbox needs the literal yes', async () => {
    const own = await app.tenant()
    await own.post('/v1/companies', { vatNumber: freshVat() })
    const before = await own.footprint()
    for (const [body, code] of [
      [{}, 'MISSING_FIELD'],
      [{ confirm: true }, 'INVALID_ENUM'],
      [{ confirm: 'YES' }, 'INVALID_ENUM'],
      [{ confirm: 'yes', scope: 'keys' }, 'INVALID_ENUM'],
    ] as const)
      expectRefusal(await own.post('/v1/sandbox/reset', body), code)
    expect(await own.footprint()).toEqual(before)
  })
  test('a reset leaves only the first company of its organization and its keys, and ends other keys', async () => {
    const [own, other] = [await app.tenant(), await app.tenant()]
    const { body: company } = await own.post('/v1/companies', { vatNumber: freshVat() })
    await other.post('/v1/companies', { vatNumber: freshVat() })
    const bound = await own.keyWith(['*'], { companyId: company.id })
    expect((await bound.get('/v1/me')).status).toBe(200)
    const before = await other.footprint()
    expect((await own.post('/v1/sandbox/reset', { confirm: 'yes' })).body).toEqual({ reset: true, scope: 'all' })
    expect(await own.footprint()).toEqual({
      companies: 1,
      addresses: 0,
      apiKeys: 1,
      events: 0,
      work: 0,
      usage: 0,
      documents: 0,
      partners: 0,
      files: 0,
      bulkOperations: 0,
      shops: 0,
      carts: 0,
      electronicAddresses: 0,
      openVisits: 0,
      reportingPeriods: 0,
      reportingEntries: 0,
    })
    expect((await own.get(`/v1/companies/${own.companyId}`)).body).toMatchObject({
      id: own.companyId,
      status: 'active',
    })
    expectRefusal(await bound.get('/v1/me'), 'INVALID_TOKEN')
    expect(await other.footprint()).toEqual(before)
  })
  test('a reset leaves the first company also where it was taken from the network and brought back', async () => {
    const own = await app.tenant()
    expect((await own.delete(`/v1/companies/${own.companyId}`)).status).toBe(204)
    expect((await own.post(`/v1/companies/${own.companyId}/register`)).status).toBe(200)
    await app.platform.runner?.settle()
    const { body: before } = await own.get(`/v1/companies/${own.companyId}`)
    expect(before).toMatchObject({ status: 'active', dataProviderSyncDate: expect.any(String) })
    expect((await own.post('/v1/sandbox/reset', { confirm: 'yes' })).status).toBe(200)
    const { body: after } = await own.get('/v1/companies')
    expect(after.data).toMatchObject([{ id: own.companyId, status: 'active' }])
  })
  test('a reset with the scope events wipes events and nothing else', async () => {
    const own = await app.tenant()
    await own.post('/v1/companies', { vatNumber: freshVat() })
    const before = await own.footprint()
    expect((await own.post('/v1/sandbox/reset', { confirm: 'yes', scope: 'events' })).body).toEqual({
      reset: true,
      scope: 'events',
    })
    expect(await own.footprint()).toEqual({ ...before, events: 0 })
  })
})

describe('bootstrapping', () => {
  test('a bootstrap answers its key once, with organization and company, and when they end', async () => {
    const { status, body } = await app.anyone.post('/v1/sandbox/bootstrap', {
      label: 'L'.repeat(64),
      email: 'a@b.example',
      keyType: 'white_label',
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      organizationId: expect.stringMatching(/^org_/),
      apiKey: expect.stringMatching(/^svc_wl_test_/),
      keyPrefix: body.apiKey.slice(0, 18),
      keyType: 'white_label',
      company: {
        id: expect.stringMatching(/^comp_/),
        name: `Sandbox ${'L'.repeat(64)}`,
        vatNumber: expect.stringMatching(/^BE\d{10}$/),
        country: 'BE',
        peppolId: `0208:${body.company.vatNumber.slice(2)}`,
      },
      expiresAt: expect.any(String),
    })
    expect(Math.abs(Date.parse(body.expiresAt) - app.clock.now().getTime() - 7 * 24 * 3_600_000)).toBeLessThan(60_000)
    expect(97 - (Number(body.company.vatNumber.slice(2, 10)) % 97)).toBe(Number(body.company.vatNumber.slice(10)))
  })
  test('a bootstrap makes a personal key named quickstart by default', async () => {
    const { body } = await app.anyone.post('/v1/sandbox/bootstrap')
    expect(body).toMatchObject({
      keyType: 'personal',
      apiKey: expect.stringMatching(/^svc_test_/),
      company: { name: 'Sandbox quickstart' },
    })
  })
  test.each([
    [{ label: 'x'.repeat(65) }, 'INVALID_REQUEST'],
    [{ label: '' }, 'INVALID_REQUEST'],
    [{ keyType: 'root' }, 'INVALID_ENUM'],
    [{ email: 'nobody' }, 'INVALID_REQUEST'],
    [{ lable: 'x' }, 'INVALID_REQUEST'],
  ] as const)('a bootstrap with %j is refused and makes nothing', async (body, code) => {
    const before = await app.platform.db.client.organization.count()
    expectRefusal(await app.anyone.post('/v1/sandbox/bootstrap', body), code)
    expect(await app.platform.db.client.organization.count()).toBe(before)
  })
})

describe('failures on purpose', () => {
  test('a registry that one organization makes fail goes on answering every other', async () => {
    const [unlucky, other] = [await app.tenant(), await app.tenant()]
    for (let times = 0; times < 6; times++)
      expectOperationRefusal(await unlucky.post('/v1/companies', { vatNumber: 'DE000000503' }), 'UPSTREAM_UNAVAILABLE')
    expectOperationRefusal(await unlucky.post('/v1/companies', { vatNumber: freshVat() }), 'UPSTREAM_UNAVAILABLE')
    expect((await other.post('/v1/companies', { vatNumber: freshVat() })).status).toBe(201)
    expect((await app.anyone.get('/health/readiness')).status).toBe(200)
  })
})
