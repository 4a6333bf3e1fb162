import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { freshVat } from '../support/numbers.ts'
import { expectOperationRefusal } from '../support/refusals.ts'
import { Trade } from '../support/trade.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => void (app = await startApp()))
beforeEach(async () => void (tenant = await app.tenant()))
afterAll(() => app.close())

interface Subject {
  /** Makes one, and answers its path. */
  made(): Promise<string>
  change: object
}

const subjects: Record<string, Subject> = {
  'a company': {
    made: async () => `/v1/companies/${(await tenant.post('/v1/companies', { vatNumber: freshVat() })).body.id}`,
    change: { name: 'Another name' },
  },
  'a partner': {
    made: async () =>
      `/v1/partners/${(await tenant.post('/v1/partners', { name: 'A', vatNumber: freshVat() })).body.id}`,
    change: { name: 'Another name' },
  },
}

const refusedAs412 = (answer: Answer): void => {
  expect(answer.status).toBe(412)
  expect(answer.body.error.code.toUpperCase()).toBe('PRECONDITION_FAILED')
}

describe.each(Object.entries(subjects))('%s', (what, { made, change }) => {
  test(`${what} is changed while it is as it was read, and not after somebody else has changed it`, async () => {
    const path = await made()
    await app.platform.runner?.settle()
    const first = await tenant.get(path)
    expect(first.headers['etag']).toBe(`"${first.body.updatedAt}"`)
    const changed = await tenant.patch(path, change, { 'if-match': String(first.headers['etag']) })
    expect(changed.status).toBe(200)
    expect(changed.body.updatedAt > first.body.updatedAt).toBe(true)
    expect(changed.headers['etag']).toBe(`"${changed.body.updatedAt}"`)
    const before = await tenant.footprint()
    const after = (await tenant.get(path)).body
    const late = await tenant.patch(path, { ...change, ifUpdatedAt: first.body.updatedAt })
    refusedAs412(late)
    expect(late.body.error.details).toEqual([
      expect.objectContaining({ field: 'ifUpdatedAt', message: expect.stringContaining(changed.body.updatedAt) }),
    ])
    refusedAs412(await tenant.patch(path, change, { 'if-match': String(first.headers['etag']) }))
    refusedAs412(await tenant.patch(path, change, { 'if-match': '"another tag"' }))
    expect(await tenant.footprint()).toEqual(before)
    expect((await tenant.get(path)).body).toEqual(after)
  })

  test(`of ten who change ${what} at once by the same reading, exactly one does`, async () => {
    const path = await made()
    const { updatedAt } = (await tenant.get(path)).body
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => tenant.patch(path, { ...change, ifUpdatedAt: updatedAt })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 412)])
  })
})

test('a tag and its group are changed only while they are as they were listed', async () => {
  const groups = '/v1/categorization/groups'
  const group = (await tenant.post(groups, { name: 'Account' })).body
  const tag = (await tenant.post(`${groups}/${group.id}/tags`, { name: 'Travel' })).body
  for (const [path, list, { updatedAt }] of [
    [`${groups}/${group.id}`, groups, group],
    [`/v1/categorization/tags/${tag.id}`, `${groups}/${group.id}/tags`, tag],
  ]) {
    const change = (name: string): Promise<Answer> => tenant.patch(path, { name, ifUpdatedAt: updatedAt })
    const answers = await Promise.all(['A', 'B', 'C', 'D'].map(change))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412])
    const { body } = answers.find(({ status }) => status === 200) as Answer
    expect(body.updatedAt > updatedAt).toBe(true)
    expect(JSON.stringify((await tenant.get(list)).body)).toContain(`"name":"${body.name}"`)
  }
})

test('any object is changed where `If-Match: *` asks for nothing more, and two conditions must agree', async () => {
  const path = await subjects['a company']?.made()
  await app.platform.runner?.settle()
  const { updatedAt } = (await tenant.get(`${path}`)).body
  const before = (await tenant.get(`${path}`)).body
  const two = await tenant.patch(
    `${path}`,
    { name: 'x', ifUpdatedAt: '2026-01-01T00:00:00.000Z' },
    { 'if-match': `"${updatedAt}"` },
  )
  expectOperationRefusal(two, 'INVALID_REQUEST')
  expect((await tenant.get(`${path}`)).body).toEqual(before)
  expect((await tenant.patch(`${path}`, { name: 'x' }, { 'if-match': '*' })).status).toBe(200)
})

test('a path that makes no change by a condition refuses If-Match, and does nothing', async () => {
  const before = await tenant.footprint()
  const answer = await tenant.post('/v1/companies', { vatNumber: freshVat() }, { 'if-match': '"x"' })
  expectOperationRefusal(answer, 'INVALID_REQUEST')
  expect(answer.body.error.details[0].field).toBe('If-Match')
  expect(await tenant.footprint()).toEqual(before)
})

test('a document gets a status only while it is as it was read', async () => {
  const trade = await Trade.between(app, 'BE')
  const { received } = await trade.exchange()
  const path = `/v1/documents/${received}/lifecycle`
  const { headers, body } = await trade.buyer.get(path)
  await trade.buyer.post(`/v1/documents/${received}/actions`, { action: 'note', note: 'Looks right.' })
  const statuses = await trade.statuses(trade.buyer, received)
  for (const dryRun of [true, false])
    refusedAs412(await trade.buyer.post(path, { status: 'approved', dryRun }, { 'if-match': String(headers['etag']) }))
  expect(await trade.statuses(trade.buyer, received)).toEqual(statuses)
  const fresh = (await trade.buyer.get(path)).body.updatedAt
  expect(fresh > body.updatedAt).toBe(true)
  expect((await trade.buyer.post(path, { status: 'approved', ifUpdatedAt: fresh })).status).toBe(200)
})

test('GraphQL changes an object by the same condition', async () => {
  const { body } = await tenant.post('/v1/companies', { vatNumber: freshVat() })
  const change = (ifUpdatedAt: string): Promise<Body> =>
    tenant.graphql(
      'mutation ($input: UpdateCompanyInput!) { updateCompany(input: $input) { company { name updatedAt } } }',
      { input: { companyId: body.id, name: 'Newer', ifUpdatedAt } },
    )
  const { data } = await change(body.updatedAt)
  expect(data.updateCompany.company.name).toBe('Newer')
  const { errors } = await change(body.updatedAt)
  expect(errors[0].extensions).toMatchObject({ code: 'PRECONDITION_FAILED', status: 412 })
  expect((await tenant.get(`/v1/companies/${body.id}`)).body.updatedAt).toBe(data.updateCompany.company.updatedAt)
})

describe('@idempotent', () => {
  const companies = async (): Promise<number> => (await tenant.get('/v1/companies?limit=100')).body.data.length
  const register = (vatNumber: string, directive: string, input = ''): string =>
    `mutation { registerCompany(input: {vatNumber: "${vatNumber}"${input}}) ${directive} { company { id } } }`

  test('a mutation with @idempotent runs once, with a literal key, with a variable and with the key in its input', async () => {
    const vatNumber = freshVat()
    const before = await companies()
    const { data } = await tenant.graphql(register(vatNumber, '@idempotent(key: "once")'))
    const withVariable = register(vatNumber, '@idempotent(key: $key)').replace('mutation', 'mutation ($key: String!)')
    for (const again of [
      await tenant.graphql(register(vatNumber, '@idempotent(key: "once")')),
      await tenant.graphql(withVariable, { key: 'once' }),
      // Its document is known by now.
      await tenant.graphql(withVariable, { key: 'once' }),
      await tenant.graphql(register(vatNumber, '', ', idempotencyKey: "once"')),
    ])
      expect(again).toEqual({ data })
    expect(await companies()).toBe(before + 1)
    const { errors } = await tenant.graphql(register(freshVat(), '@idempotent(key: "once")'))
    expect(errors[0].extensions.code).toBe('IDEMPOTENCY_BODY_MISMATCH')
    expect(await companies()).toBe(before + 1)
  })

  test('two keys that differ are refused, and so is the directive where it has no effect', async () => {
    const before = await tenant.footprint()
    const two = await tenant.graphql(register(freshVat(), '@idempotent(key: "a")', ', idempotencyKey: "b"'))
    expect(two.errors[0].extensions).toMatchObject({ code: 'INVALID_REQUEST', details: [{ field: 'idempotencyKey' }] })
    const elsewhere = await tenant.graphql('{ companies @idempotent(key: "a") { nodes { id } } }')
    expect(elsewhere.errors[0].message).toMatch(/belongs to a field of a mutation/)
    expect(await tenant.footprint()).toEqual(before)
  })
})
