import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operate } from '../../src/app/operator.ts'
import { type Body, Caller, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts'
import { expectRefusal } from '../support/refusals.ts'

let idp: IdentityProvider
let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  idp = await startIdentityProvider({})
  app = await startApp({ JWT_ISSUER: idp.issuer })
  tenant = await app.tenant()
})
afterAll(async () => {
  await app.close()
  await idp.stop()
})

interface Person {
  sub?: string
  organization: string
  granted?: unknown
  plans?: unknown
  more?: object
}
/** The clock of a token counts whole seconds. */
const seconds = (offset: number): number => Math.floor(app.clock.now().getTime() / 1_000) + offset
const person = async ({ sub = 'ada', organization, granted = ['owner'], plans, more }: Person): Promise<Caller> => {
  const claims = {
    sub,
    _permissions: { [organization]: granted },
    ...(plans !== undefined && { _plans: plans }),
    ...more,
  }
  return new Caller(app, { authorization: `Bearer ${await idp.sign(claims)}` })
}
const plan = async (caller: Caller): Promise<unknown> => (await caller.get('/v1/organization')).body.plan
const audit = async (caller: Caller, kind: string): Promise<Body[]> =>
  (await caller.get(`/v1/platform/audit?kind=${kind}&limit=100`)).body.data

describe('the organization', () => {
  test('shows its profile, its plan and what the plan allows, by both doors', async () => {
    const { body } = await tenant.get('/v1/organization')
    expect(body).toMatchObject({
      organizationId: tenant.organizationId,
      plan: 'platform',
      limits: { requestsPerMinute: 600, documentsPerMonth: 50_000, storageMegabytes: 1_000_000, apiKeys: 20_000 },
      contactEmail: null,
    })
    const { data } = await tenant.graphql(
      '{ organization { organizationId name plan limits { requestsPerMinute apiKeys } contactEmail } }',
    )
    expect(data.organization).toMatchObject({ organizationId: tenant.organizationId, plan: 'PLATFORM' })
  })

  test('changes its profile, with an event and an entry of the audit that says what changed', async () => {
    const changed = await tenant.patch('/v1/organization', { name: 'Atelier', contactEmail: 'ops@example.com' })
    expect(changed.body).toMatchObject({ name: 'Atelier', contactEmail: 'ops@example.com' })
    const { data } = await tenant.graphql(
      'mutation { updateOrganization(input: { country: "BE", contactEmail: null }) { organization { name country contactEmail } } }',
    )
    expect(data.updateOrganization.organization).toEqual({ name: 'Atelier', country: 'BE', contactEmail: null })
    expect((await tenant.get('/v1/me')).body.organizations[0]).toMatchObject({ name: 'Atelier', country: 'BE' })
    await app.platform.relay.drain()
    const { body: feed } = await tenant.get('/v1/events?type=organization.updated')
    expect(feed.data.map(({ data: { changes } }: Body) => changes)).toEqual([
      ['contactEmail', 'name'],
      ['contactEmail', 'country'],
    ])
    const [second, first] = await audit(tenant, 'organization')
    expect(first).toMatchObject({ subjectId: tenant.organizationId, requestId: changed.headers['x-request-id'] })
    expect(second?.changes).toEqual([
      { field: 'contactEmail', from: 'ops@example.com', to: null },
      { field: 'country', from: null, to: 'BE' },
    ])
  })

  test('changes nothing for who says nothing new, and tells nobody', async () => {
    const before = await tenant.footprint()
    const entries = await audit(tenant, 'organization')
    const { body } = await tenant.get('/v1/organization')
    expect((await tenant.patch('/v1/organization', { name: body.name })).status).toBe(200)
    expect(await tenant.footprint()).toEqual(before)
    expect(await audit(tenant, 'organization')).toEqual(entries)
  })

  test.each([
    ['its own plan', { plan: 'white_label' }, 'INVALID_REQUEST'],
    ['no name', { name: null }, 'MISSING_FIELD'],
    ['a wrong VAT number', { vatNumber: 'x' }, 'INVALID_VAT_FORMAT'],
    ['a wrong address', { contactEmail: 'x' }, 'INVALID_REQUEST'],
  ] as const)('does not give itself %s', async (_what, change, code) => {
    const before = await tenant.get('/v1/organization')
    expectRefusal(await tenant.patch('/v1/organization', change), code)
    expect((await tenant.get('/v1/organization')).body).toEqual(before.body)
  })

  test('is not seen or changed by who acts for one of its companies, nor changed by users who are no admins', async () => {
    const before = await tenant.get('/v1/organization')
    const bound = await tenant.keyWith(['*'], { companyId: tenant.companyId })
    for (const caller of [bound, tenant.with({ 'x-service-company': tenant.companyId })]) {
      expectRefusal(await caller.get('/v1/organization'), 'COMPANY_FORBIDDEN')
      expectRefusal(await caller.get('/v1/organization/members'), 'COMPANY_FORBIDDEN')
      expectRefusal(await caller.patch('/v1/organization', { name: 'Mine' }), 'COMPANY_FORBIDDEN')
    }
    const developer = await person({ organization: tenant.organizationId, granted: ['developer'] })
    expectRefusal(await developer.patch('/v1/organization', { name: 'Ours' }), 'INSUFFICIENT_SCOPE')
    expect((await tenant.get('/v1/organization')).body).toEqual(before.body)
    expect((await developer.get('/v1/organization')).status).toBe(200)
  })
})

describe('the plan of an organization', () => {
  test('comes from the claim of a token, as a word or with the profile, and counts for the very request', async () => {
    const word = await person({ organization: 'org-word', plans: { 'org-word': 'White-label', 'org-x': 'pro' } })
    expect((await word.get('/v1/me')).body).toMatchObject({ plan: 'white_label', rateLimitPerMinute: 1_200 })
    expect(await app.platform.db.client.organization.count({ where: { id: 'org-x' } })).toBe(0)
    const said = { plan: 'platform', name: 'Ateliers', country: 'FR', contactEmail: 'ops@example.com' }
    const whole = await person({ organization: 'org-whole', plans: { 'org-whole': said } })
    expect((await whole.get('/v1/organization')).body).toMatchObject(said)
    expect((await audit(whole, 'organization'))[0]).toMatchObject({
      callerLabel: 'identity provider',
      keyId: null,
      userId: null,
    })
  })

  test('gives nothing by a claim of another form, and the rest of the claim counts', async () => {
    for (const plans of [
      'platform',
      ['platform'],
      null,
      { 'org-odd': 'gold' },
      { 'org-odd': { plan: 7, toString: 1 } },
    ])
      expect(await plan(await person({ organization: 'org-odd', plans }))).toBe('free')
    const partly = await person({ organization: 'org-odd', plans: { 'org-odd': { plan: 'gold', name: 'Odd' } } })
    expect((await partly.get('/v1/organization')).body).toMatchObject({ plan: 'free', name: 'Odd' })
  })

  test('is what was said last: an older token does not take back what the operator or a newer token said', async () => {
    const said = async (word: string, iat: number) =>
      plan(await person({ organization: 'org-turns', plans: { 'org-turns': word }, more: { iat } }))
    expect(await said('pro', seconds(-100))).toBe('pro')
    expect(await said('platform', seconds(-50))).toBe('platform')
    expect(await said('starter', seconds(-80))).toBe('platform')
    const { code } = await operate(app.platform, ['organization', 'set', 'org-turns', 'plan=white_label'])
    expect(code).toBe(0)
    expect(await said('free', seconds(-10))).toBe('white_label')
    app.clock.advance(60_000)
    expect(await said('starter', seconds(-1))).toBe('starter')
  })

  test('leaves to the organization what it has said of itself', async () => {
    const claim = { plan: 'pro', name: 'As the provider says', country: 'DE' }
    const owner = await person({ organization: 'org-named', granted: ['owner'] })
    await owner.patch('/v1/organization', { name: 'As we say' })
    const told = await person({ organization: 'org-named', plans: { 'org-named': claim } })
    expect((await told.get('/v1/organization')).body).toMatchObject({ plan: 'pro', name: 'As we say', country: 'DE' })
  })

  test('is changed once by many requests at the same time', async () => {
    const caller = await person({ organization: 'org-many', plans: { 'org-many': 'platform' } })
    const answers = await Promise.all(Array.from({ length: 8 }, () => caller.get('/v1/me')))
    expect(answers.map(({ body }) => body.plan)).toEqual(answers.map(() => 'platform'))
    expect(await audit(caller, 'organization')).toHaveLength(1)
  })
})

describe('the people of an organization', () => {
  const members = async (caller: Caller, query = ''): Promise<Body[]> =>
    (await caller.get(`/v1/organization/members${query}`)).body.data

  test('are those who were seen, with the roles and scopes of their token and what they did last', async () => {
    const organization = 'org-people'
    const ada = await person({ sub: 'ada', organization, more: { email: 'ada@example.com' } })
    const bob = await person({ sub: 'bob', organization, granted: ['viewer', 'send'] })
    await ada.get('/v1/me')
    await bob.get('/v1/companies')
    expectRefusal(await bob.post('/v1/api-keys', { name: 'x' }), 'INSUFFICIENT_SCOPE')
    const [first, second] = await members(ada)
    expect(first).toMatchObject({ userId: 'ada', email: 'ada@example.com', roles: ['owner'], scopes: ['*'] })
    expect(second).toMatchObject({ userId: 'bob', email: null, roles: ['viewer'], lastOperation: 'createApiKey' })
    expect(second?.scopes).toContain('send')
    expect(Date.parse(second?.lastSeenAt)).toBeGreaterThanOrEqual(Date.parse(second?.firstSeenAt))
    expect((await members(ada, '?role=viewer')).map(({ userId }) => userId)).toEqual(['bob'])
    const { data } = await ada.graphql(
      '{ members(first: 1) { nodes { userId roles } pageInfo { hasNextPage } totalCount } }',
    )
    expect(data.members).toEqual({
      nodes: [{ userId: 'ada', roles: ['OWNER'] }],
      pageInfo: { hasNextPage: true },
      totalCount: 2,
    })
    const { body: logs } = await ada.get('/v1/request-logs?userId=bob')
    expect(logs.data[0]).toMatchObject({ operation: 'createApiKey', errorCode: 'INSUFFICIENT_SCOPE' })
  })

  test('are told apart by organization, and reading the list needs the right to manage it', async () => {
    const one = await person({ sub: 'eve', organization: 'org-eve' })
    await one.get('/v1/me')
    expect((await members(one)).map(({ userId }) => userId)).toEqual(['eve'])
    const viewer = await person({ sub: 'vic', organization: 'org-eve', granted: ['viewer'] })
    expectRefusal(await viewer.get('/v1/organization/members'), 'INSUFFICIENT_SCOPE')
    expect((await members(tenant)).map(({ userId }) => userId)).not.toContain('eve')
  })

  test('change with what the newest token says, and the audit has each change once', async () => {
    const organization = 'org-changes'
    const as = async (granted: string[], iat: number) =>
      (await person({ sub: 'cy', organization, granted, more: { iat } })).get('/v1/me')
    const owner = await person({ organization })
    await as(['viewer'], seconds(-100))
    await members(owner)
    await as(['admin'], seconds(-50))
    await members(owner)
    await as(['viewer'], seconds(-100))
    const [, cy] = await members(owner)
    expect(cy).toMatchObject({ userId: 'cy', roles: ['admin'] })
    const entries = (await audit(owner, 'member')).filter(({ subjectId }) => subjectId === 'cy')
    expect(entries.map(({ changes }) => changes.find(({ field }: Body) => field === 'roles'))).toEqual([
      { field: 'roles', from: '["viewer"]', to: '["admin"]' },
      { field: 'roles', from: null, to: '["viewer"]' },
    ])
    expect(entries[0]).toMatchObject({ operation: 'whoAmI', userId: 'cy' })
  })

  test('see in viewerCan what their roles allow', async () => {
    const { body: sent } = await tenant.post('/v1/documents/send', {
      type: 'event',
      from: tenant.peppolId,
      document: { number: 'E-1' },
    })
    const may = async (role: string) => {
      const caller = await person({ organization: tenant.organizationId, granted: [role] })
      const { data } = await caller.graphql(
        `{ viewer { roles } document(id: "${sent.id}") { viewerCan { act resend downloadEvidence } } }`,
      )
      return { roles: data.viewer.roles, ...data.document.viewerCan }
    }
    expect(await may('viewer')).toMatchObject({ roles: ['VIEWER'], act: false, downloadEvidence: true })
    expect(await may('accountant')).toMatchObject({ roles: ['ACCOUNTANT'], act: true })
    expect(await may('owner')).toMatchObject({ act: true })
  })
})
