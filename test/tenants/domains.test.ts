/** @module-tag services */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, type Body, type Caller, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { freshVat } from '../support/numbers.ts'
import { expectRefusal } from '../support/refusals.ts'
import { rowsOf } from '../support/stored-rows.ts'

const HOUR_MS = 3_600_000
const domains = '/v1/platform/domains'

let app: TestApp
let tenant: Tenant
let other: Tenant
let round = 0
beforeAll(async () => {
  app = await startApp({ BASE_URL: 'https://api.exchange.example', DOMAIN_TARGET: 'own.exchange-target.example' })
})
afterAll(() => app.close())
beforeEach(async () => {
  tenant = await app.tenant('white_label')
  other = await app.tenant('platform')
  round += 1
})

const name = (ending = 'atelier.test'): string => `pay${round}.${ending}`
const quiet = async (): Promise<void> => {
  await app.platform.runner?.settle()
  await app.platform.relay.drain()
}
const claim = async (caller: Caller, domain: string, more: object = {}): Promise<Body> => {
  const { status, body } = await caller.post(domains, { domain, ...more })
  expect({ status, body }).toMatchObject({ status: 201 })
  return body
}
const active = async (caller: Caller, domain: string, more: object = {}): Promise<Body> => {
  const { id } = await claim(caller, domain, more)
  await quiet()
  const { body } = await caller.get(`${domains}/${id}`)
  expect(body).toMatchObject({ status: 'active', problem: null })
  return body
}
/** Sandboxes end after a week, and a claim waits for longer. */
const outlives = async ({ organizationId }: Tenant): Promise<void> => {
  const { client } = app.platform.db
  await client.apiKey.updateMany({ where: { organizationId }, data: { expiresAt: null } })
  await client.organization.update({ where: { id: organizationId }, data: { expiresAt: null } })
  app.platform.keys.forget(organizationId)
}
const eventsOf = async ({ organizationId }: Tenant): Promise<string[]> => {
  await quiet()
  const { client } = app.platform.db
  const where = { organizationId, type: { startsWith: 'domain.' } }
  return (await client.event.findMany({ where, orderBy: { seq: 'asc' } })).map(({ type }) => type)
}
const refuses = async (
  code: Parameters<typeof expectRefusal>[1],
  whose: Tenant,
  ask: () => Promise<Answer>,
): Promise<void> => {
  await quiet()
  const before = await rowsOf(app, whose.organizationId)
  expectRefusal(await ask(), code)
  expect(await rowsOf(app, whose.organizationId)).toEqual(before)
}

describe('a claim', () => {
  test('is shown with the records it needs, is found in the DNS, and is served until it is released', async () => {
    const claimed = await claim(tenant, name().toUpperCase())
    expect(claimed).toMatchObject({
      domain: name(),
      companyId: null,
      status: 'pending',
      problem: null,
      records: [
        { type: 'TXT', name: `_invoice-exchange.${name()}`, value: expect.stringMatching(/^invoice-exchange=\w{40}$/) },
        { type: 'CNAME', name: name(), value: 'own.exchange-target.example' },
      ],
    })
    await quiet()
    const asked = await tenant.graphql(
      `{ domain(id: "${claimed.id}") { domain status soundAt } domains(status: ACTIVE) { edges { node { id } } } }`,
    )
    expect(asked.data).toEqual({
      domain: { domain: name(), status: 'ACTIVE', soundAt: expect.any(String) },
      domains: { edges: [{ node: { id: claimed.id } }] },
    })
    expect((await tenant.get(`${domains}?status=failed`)).body.data).toEqual([])
    expect((await tenant.delete(`${domains}/${claimed.id}`)).status).toBe(204)
    expect(await eventsOf(tenant)).toEqual(['domain.claimed', 'domain.activated', 'domain.released'])
    const { body } = await tenant.get('/v1/platform/audit?kind=domain')
    expect(body.data.map((entry: Body) => entry.operation)).toEqual(['releaseDomain', 'claimDomain'])
    expect(JSON.stringify(body)).not.toContain(claimed.records[0].value)
  })

  test('by GraphQL, and in letters beyond ASCII', async () => {
    const { data } = await tenant.graphql(
      `mutation { claimDomain(input: {domain: "bücher${round}.example"}) { domain { id domain } } }`,
    )
    expect(data.claimDomain.domain.domain).toMatch(/^xn--bcher\d*-.+\.example$/)
    const { id } = data.claimDomain.domain
    const checked = await tenant.graphql(
      `mutation { checkDomain(input: {domainId: "${id}"}) { domain { status } } releaseDomain(input: {domainId: "${id}"}) { deletedId } }`,
    )
    expect(checked.data).toEqual({ checkDomain: { domain: { status: 'ACTIVE' } }, releaseDomain: { deletedId: id } })
  })

  test.each([
    ['the service itself', 'api.exchange.example'],
    ['what is below the service', 'x.api.exchange.example'],
    ['what is above the service', 'exchange.example'],
    ['what own domains are led to', 'own.exchange-target.example'],
    ['an address', '127.0.0.1'],
    ['an address in disguise', '2130706433'],
    ['an address in brackets', '[::1]'],
    ['the machine itself', 'localhost'],
    ['a name below it', 'pay.localhost'],
    ['a name of the inner network', 'db.internal'],
    ['a public suffix', 'co.uk'],
    ['a public suffix of a company', 'github.io'],
    ['a top-level domain', 'example'],
    ['a wildcard', '*.atelier.test'],
    ['a port', 'pay.atelier.test:443'],
    ['an address of the web', 'https://pay.atelier.test'],
    ['a long label', `${'a'.repeat(64)}.test`],
    ['a long name', `${'a2345678.'.repeat(27)}test`],
    ['an empty label', 'pay..test'],
    ['nothing', ' '],
  ])('on %s is refused', async (_what, domain) => {
    await refuses('INVALID_REQUEST', tenant, () => tenant.post(domains, { domain }))
  })

  test('is for platforms: other keys, keys of one company and other organizations cannot', async () => {
    const { id } = await claim(tenant, name())
    const personal = await app.tenant('personal')
    await refuses('INSUFFICIENT_SCOPE', personal, () => personal.post(domains, { domain: name('b.test') }))
    const bound = tenant.with({ 'x-service-company': tenant.companyId })
    await refuses('COMPANY_FORBIDDEN', tenant, () => bound.post(domains, { domain: name('b.test') }))
    for (const ask of [
      () => other.get(`${domains}/${id}`),
      () => other.post(`${domains}/${id}/check`),
      () => other.delete(`${domains}/${id}`),
    ])
      await refuses('RESOURCE_NOT_FOUND', tenant, ask)
    await refuses('INSUFFICIENT_SCOPE', other, () =>
      other.post(domains, { domain: name('b.test'), companyId: other.companyId }),
    )
  })

  test('twice by one organization is refused', async () => {
    await claim(tenant, name())
    await refuses('CONFLICT', tenant, () => tenant.post(domains, { domain: name() }))
  })

  test('on a domain that another has proved is refused', async () => {
    await active(tenant, name())
    await refuses('DOMAIN_TAKEN', other, () => other.post(domains, { domain: name() }))
  })

  test('without a proof gives way to one with it, and both are told', async () => {
    const squatted = await claim(tenant, name('000000463.example'))
    const rival = await claim(other, name('000000463.example'))
    await quiet()
    const { client } = app.platform.db
    // The name servers come back, and tell the text of the rival alone.
    const renamed = name('back.example')
    await client.domain.updateMany({ where: { name: squatted.domain }, data: { name: renamed } })
    await client.domain.updateMany({ where: { id: squatted.id }, data: { token: 'invoice-exchange=lost' } })
    expect((await other.post(`${domains}/${rival.id}/check`)).body).toMatchObject({ status: 'active' })
    expect((await tenant.get(`${domains}/${squatted.id}`)).body).toMatchObject({ status: 'failed', problem: 'taken' })
    expect(await eventsOf(tenant)).toEqual(['domain.claimed', 'domain.failed'])
    expect(await eventsOf(other)).toEqual(['domain.claimed', 'domain.activated'])
    // Whoever comes later with a proof of their own waits: a domain belongs to one at a time.
    expect((await tenant.post(`${domains}/${squatted.id}/check`)).body).toMatchObject({
      status: 'pending',
      problem: 'taken',
    })
  })

  test('of two that are proved at the same moment, one gets the domain', async () => {
    const tenants = await Promise.all(Array.from({ length: 6 }, () => app.tenant('platform')))
    const { client } = app.platform.db
    const ids = await Promise.all(tenants.map(async (one) => (await claim(one, name('000000463.example'))).id))
    await quiet()
    await client.domain.updateMany({ where: { id: { in: ids } }, data: { name: name('race.example') } })
    await Promise.all(tenants.map((one, index) => one.post(`${domains}/${ids[index]}/check`)))
    const rows = await client.domain.findMany({ where: { id: { in: ids } } })
    expect(rows.filter(({ status }) => status === 'active')).toHaveLength(1)
    expect(rows.filter(({ ownedName }) => ownedName !== null)).toHaveLength(1)
  })
})

describe('the DNS', () => {
  test.each([
    ['000000461.example', 'pending', 'no_proof'],
    ['000000462.example', 'pending', 'other_proof'],
    ['000000463.example', 'pending', 'unreachable'],
    ['000000464.example', 'verified', 'elsewhere'],
    // A simulator gives nobody a name that may belong to somebody.
    ['atelier.com', 'pending', 'no_proof'],
  ])(
    '%s: what is missing is told, looked for ever more rarely, and given up after a week',
    async (end, status, problem) => {
      await outlives(tenant)
      const { id } = await claim(tenant, name(end))
      await quiet()
      const { body } = await tenant.get(`${domains}/${id}`)
      expect(body).toMatchObject({ status, problem, soundAt: null })
      const { client } = app.platform.db
      const dueIn = async (): Promise<number> => {
        const [work] = await client.work.findMany({ where: { organizationId: tenant.organizationId, subjectId: id } })
        return ((work?.dueAt.getTime() ?? 0) - app.clock.now().getTime()) / 1_000
      }
      const first = await dueIn()
      expect(first).toBeLessThanOrEqual(31)
      app.clock.advance(HOUR_MS)
      await quiet()
      expect(await dueIn()).toBeGreaterThan(10 * first)
      app.clock.advance(8 * 24 * HOUR_MS)
      await quiet()
      expect((await tenant.get(`${domains}/${id}`)).body).toMatchObject({ status: 'failed', problem })
      expect((await eventsOf(tenant)).at(-1)).toBe('domain.failed')
      expect(await client.work.count({ where: { subjectId: id, dueAt: { gt: new Date(0) }, failedAt: null } })).toBe(0)
      // Asked for again, it begins anew.
      expect((await tenant.post(`${domains}/${id}/check`)).body).toMatchObject({ status, problem })
    },
  )

  test('a domain whose proof is gone is served for some hours, and then no longer', async () => {
    const { id } = await active(tenant, name('000000465.example'))
    const at = tenant.with({ host: name('000000465.example') })
    const served = async (): Promise<string> => (await at.get('/')).body.openapi
    app.clock.advance(7 * HOUR_MS)
    await quiet()
    expect((await tenant.get(`${domains}/${id}`)).body).toMatchObject({ status: 'active', problem: 'no_proof' })
    expect(await served()).toBe(`https://${name('000000465.example')}/openapi.json`)
    // To look often does not end it sooner.
    for (let time = 0; time < 5; time += 1) await tenant.post(`${domains}/${id}/check`)
    expect((await tenant.get(`${domains}/${id}`)).body.status).toBe('active')
    for (let hour = 0; hour < 4; hour += 1) {
      app.clock.advance(HOUR_MS)
      await quiet()
    }
    expect((await tenant.get(`${domains}/${id}`)).body).toMatchObject({ status: 'failed', problem: 'no_proof' })
    expect(await served()).toBe('https://api.exchange.example/openapi.json')
    await claim(other, name('000000465.example'))
  })

  test('checks at once are limited', async () => {
    const { id } = await claim(tenant, name('000000461.example'))
    for (let time = 0; time < 60; time += 1) await tenant.post(`${domains}/${id}/check`)
    await refuses('RATE_LIMITED', tenant, () => tenant.post(`${domains}/${id}/check`))
  })
})

describe('customDomain', () => {
  test('names the domain that links begin with, and a company inherits it', async () => {
    const company = (await tenant.post('/v1/companies', { vatNumber: freshVat() })).body
    const settings = async (of = ''): Promise<string> =>
      (await tenant.get(`/v1/platform/settings${of}`)).body.customDomain
    expect(await settings()).toBeNull()
    await active(tenant, name('a.test'))
    await active(tenant, name('b.test'))
    expect(await settings()).toBe(name('a.test'))
    const chosen = await tenant.patch('/v1/platform/settings', { customDomain: name('b.test') })
    expect(chosen.body.customDomain).toBe(name('b.test'))
    expect((await app.platform.sites.of(tenant.organizationId, company.id)).baseUrl).toBe(`https://${name('b.test')}`)
    expect(await settings(`?companyId=${company.id}`)).toBe(name('b.test'))
    await active(tenant, name('c.test'), { companyId: company.id })
    expect(await settings(`?companyId=${company.id}`)).toBe(name('c.test'))
    expect(await settings()).toBe(name('b.test'))
    expect((await app.platform.sites.of(tenant.organizationId, company.id)).baseUrl).toBe(`https://${name('c.test')}`)
    await refuses('INVALID_REQUEST', tenant, () =>
      tenant.patch('/v1/platform/settings', { customDomain: 'nobody.test' }),
    )
    expect((await tenant.patch('/v1/platform/settings', { customDomain: null })).body.customDomain).toBe(name('a.test'))
  })
})

describe('the question of a proxy for certificates', () => {
  const ask = (of: TestApp, domain: string, headers = {}) =>
    of.anyone.get(`/network/domains/ask?domain=${domain}`, headers)

  test('is answered for nobody unless the settings say for whom', async () => {
    await active(tenant, name())
    expectRefusal(await ask(app, name()), 'INVALID_TOKEN')
    expectRefusal(await ask(app, name(), { 'x-token': '' }), 'INVALID_TOKEN')
  })

  test('is answered by the token, and for proved domains alone', async () => {
    const token = 'a-token-of-the-proxy'
    const own = await startApp({ DOMAIN_ASK_TOKEN: token, BASE_URL: 'https://api.exchange.example' })
    const someone = await own.tenant('platform')
    await claim(someone, 'pay.one.test')
    await claim(someone, 'pay.000000461.example')
    await claim(someone, 'pay.000000464.example')
    await own.platform.runner?.settle()
    expectRefusal(await ask(own, 'pay.one.test', { 'x-token': 'another-one-of-16' }), 'INVALID_TOKEN')
    const statuses = async (domain: string): Promise<number[]> => [
      (await ask(own, domain, { 'x-token': token })).status,
      (await ask(own, `${domain}&token=${token}`)).status,
    ]
    expect(await statuses('pay.one.test')).toEqual([200, 200])
    expect(await statuses('PAY.one.test.')).toEqual([200, 200])
    expect(await statuses('pay.000000464.example')).toEqual([200, 200])
    expect(await statuses('pay.000000461.example')).toEqual([404, 404])
    expect(await statuses('one.test')).toEqual([404, 404])
    expect(await statuses('')).toEqual([404, 404])
    await own.close()
  })

  test('is answered to networks, and not to what a proxy passes on from elsewhere', async () => {
    const settings = { DOMAIN_ASK_NETWORKS: '127.0.0.0/8' }
    const near = await startApp(settings)
    expect((await ask(near, 'nobody.test')).status).toBe(404)
    expectRefusal(await ask(near, 'nobody.test', { 'x-forwarded-for': '127.0.0.1' }), 'INVALID_TOKEN')
    await near.close()
    const behind = await startApp({ ...settings, TRUST_PROXY: '1' })
    expect((await ask(behind, 'nobody.test')).status).toBe(404)
    expectRefusal(await ask(behind, 'nobody.test', { 'x-forwarded-for': '198.51.100.7' }), 'INVALID_TOKEN')
    expectRefusal(await ask(behind, 'nobody.test', { 'x-forwarded-for': '127.0.0.1, 198.51.100.7' }), 'INVALID_TOKEN')
    await behind.close()
  })
})
