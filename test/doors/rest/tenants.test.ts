import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, type Body, type Caller, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { freshVat } from '../../support/numbers.ts'
import { expectRefusal } from '../../support/refusals.ts'
import { subscriptions } from '../../support/sockets.ts'
import { rowsOf } from '../../support/stored-rows.ts'
import { until } from '../../support/until.ts'

let app: TestApp
let tenant: Tenant
let one: Company
let other: Company

interface Company {
  id: string
  peppolId: string
  /** A key that is bound to it. */
  key: Caller
}

const companyOf = async (): Promise<Company> => {
  const { id, peppolId } = (await tenant.post('/v1/companies', { vatNumber: freshVat() })).body
  return { id, peppolId, key: await tenant.keyWith(['*'], { companyId: id }) }
}
const actingFor = ({ id }: Company): Caller => tenant.with({ 'x-service-company': id })

beforeAll(async () => {
  app = await startApp({ LIVE_PER_COMPANY: '1', WEBHOOK_ALLOW_PRIVATE: 'true' })
})
beforeEach(async () => {
  tenant = await app.tenant('white_label')
  one = await companyOf()
  other = await companyOf()
})
afterAll(() => app.close())

const stored = () => rowsOf(app, tenant.organizationId)
/** What was caused before has happened. */
const quiet = async (): Promise<void> => {
  await app.platform.runner?.settle()
  await app.platform.relay.drain()
  await app.platform.runner?.settle()
}
/** Refused with the code, and every row is as it was. */
const refuses = async (code: Parameters<typeof expectRefusal>[1], ask: () => Promise<Answer>): Promise<void> => {
  await quiet()
  const before = await stored()
  expectRefusal(await ask(), code)
  expect(await stored()).toEqual(before)
}
const record = async (company: Company, number: string): Promise<Body> =>
  (await company.key.post('/v1/documents/send', { type: 'event', from: company.peppolId, document: { number } })).body

describe('who owns a partner', () => {
  const party = { vatNumber: 'BE0417497106' }
  test('a partner belongs to the company that is named, or acts, and is shared where there is none', async () => {
    const made = async (caller: Caller, more: object = {}) =>
      (await caller.post('/v1/partners', { ...party, ...more })).body
    const [shared, own, acting] = [await made(tenant), await made(one.key), await made(actingFor(other))]
    expect([shared, own, acting].map(({ companyId }) => companyId)).toEqual([null, one.id, other.id])
    await refuses('CONFLICT', () => one.key.post('/v1/partners', party))
    await refuses('CONFLICT', () => tenant.post('/v1/partners', { ...party, companyId: other.id }))
    await refuses('CONFLICT', () => tenant.post('/v1/partners', party))
    await refuses('COMPANY_FORBIDDEN', () => one.key.post('/v1/partners', { ...party, companyId: other.id }))
    // By its number a company means its own; who acts for none has to say which.
    expect((await one.key.get('/v1/partners/vat:BE0417497106')).body.id).toBe(own.id)
    await refuses('CONFLICT', () => tenant.delete('/v1/partners/vat:BE0417497106'))
    const idsOf = async (caller: Caller, query = '') =>
      (await caller.get(`/v1/partners?search=0417497106${query}`)).body.data.map(({ id }: Body) => id).sort()
    expect(await idsOf(one.key)).toEqual([shared.id, own.id].sort())
    expect(await idsOf(tenant, `&companyId=${other.id}`)).toEqual([shared.id, acting.id].sort())
    expect(await idsOf(tenant)).toEqual([shared.id, own.id, acting.id].sort())
  })

  test('a partner that a company keeps by itself is its own, and a shared one is taken where there is one', async () => {
    const lines = [{ description: 'x', quantity: 1, unit: 'C62', unitPrice: 1, vatRate: 21 }]
    const order = async (company: Company, to: string, number: string) => {
      const document = { number, issueDate: '2026-11-20', lines }
      const { body } = await company.key.post('/v1/documents/send', {
        type: 'purchase-order',
        from: company.peppolId,
        to,
        document,
      })
      const asked = await company.key.graphql(
        `{ document(id: "${body.id}") { partner { id companyId stats { documentsSent } } } }`,
      )
      return asked.data.document.partner
    }
    const shared = (await tenant.post('/v1/partners', { peppolId: '0208:0403170701' })).body
    expect((await order(one, '0208:0403170701', 'O-1')).id).toBe(shared.id)
    expect((await order(one, '0208:0501234533', 'O-2')).companyId).toBe(one.id)
    expect((await order(other, '0208:0501234533', 'O-2')).companyId).toBe(other.id)
    await app.platform.runner?.settle()
    await app.platform.relay.drain()
    // How much the others did with it is nobody's business.
    const sent = async (caller: Caller) => {
      const query = `{ partner(id: "${shared.id}") { stats { documentsSent } } }`
      const rest = (await caller.get(`/v1/partners/${shared.id}`)).body.stats.documentsSent
      expect((await caller.graphql(query)).data.partner.stats.documentsSent).toBe(rest)
      return rest
    }
    expect([await sent(tenant), await sent(one.key), await sent(other.key)]).toEqual([1, 1, 0])
    const found = async (caller: Caller, hasActivity: boolean) =>
      (await caller.get(`/v1/partners?hasActivity=${hasActivity}&search=0403170701`)).body.data.length
    for (const [caller, active] of [
      [tenant, 1],
      [one.key, 1],
      [other.key, 0],
    ] as const)
      expect([await found(caller, true), await found(caller, false)]).toEqual([active, 1 - active])
    expect((await other.key.get('/v1/partners?sortBy=lastActivityAt&search=0403170701')).body.data).toEqual([])
  })

  test('partners of two companies are not merged, and a shared one may keep one of a company', async () => {
    const made = async (caller: Caller, vatNumber: string) => (await caller.post('/v1/partners', { vatNumber })).body.id
    const [shared, mine, theirs] = [
      await made(tenant, 'BE0506000067'),
      await made(one.key, 'BE0507000056'),
      await made(other.key, 'BE0508000045'),
    ]
    await refuses('CONFLICT', () => tenant.post(`/v1/partners/${mine}/merge`, { duplicateId: theirs }))
    await refuses('CONFLICT', () => tenant.post(`/v1/partners/${mine}/merge`, { duplicateId: shared }))
    await refuses('COMPANY_FORBIDDEN', () => one.key.post(`/v1/partners/${shared}/merge`, { duplicateId: mine }))
    expect((await tenant.post(`/v1/partners/${shared}/merge`, { duplicateId: mine })).status).toBe(200)
  })
})

describe('tags', () => {
  const groupOf = async (caller: Caller, name: string): Promise<{ group: string; tag: string }> => {
    const { body } = await caller.post('/v1/categorization/groups', { name })
    const tag = await caller.post(`/v1/categorization/groups/${body.id}/tags`, { name: 'a' })
    await caller.post(`/v1/categorization/groups/${body.id}/tags`, { name: 'b' })
    return { group: body.id, tag: tag.body.id }
  }
  const assign = (caller: Caller, objectId: string, tagId: string) =>
    caller.post(`/v1/categorization/objects/${objectId}/tags`, { objectType: 'document', tagId })

  test('two companies have groups of one name, and a tag of one is not for objects of the other', async () => {
    const [mine, theirs] = [await groupOf(one.key, 'Account'), await groupOf(other.key, 'Account')]
    await refuses('CONFLICT', () => one.key.post('/v1/categorization/groups', { name: 'Account' }))
    const { id } = await record(one, 'T-1')
    await refuses('INVALID_REQUEST', () => assign(tenant, id, theirs.tag))
    expect((await assign(tenant, id, mine.tag)).status).toBe(201)
    const names = async (caller: Caller, query = '') =>
      (await caller.get(`/v1/categorization/groups${query}`)).body.data.map(({ id: group }: Body) => group)
    expect(await names(tenant)).not.toContain(mine.group)
    expect(await names(tenant, `?companyId=${one.id}`)).toContain(mine.group)
    await refuses('COMPANY_FORBIDDEN', () => one.key.get(`/v1/categorization/groups?companyId=${other.id}`))
  })

  test('what one company has taught a shared tag tells nothing to another', async () => {
    const { tag } = await groupOf(tenant, 'Cost centre')
    const documents = [await record(one, 'S-1'), await record(one, 'S-2'), await record(one, 'S-3')]
    for (const { id } of documents.slice(0, 2)) expect((await assign(one.key, id, tag)).status).toBe(201)
    const suggestions = async (caller: Caller, objectId: string) =>
      (await caller.post('/v1/categorization/objects/tags/auto', { objectId, objectType: 'document' })).body.data.map(
        ({ tagId }: Body) => tagId,
      )
    const { id } = await record(other, 'S-1')
    expect(await suggestions(one.key, documents[2].id)).toContain(tag)
    expect(await suggestions(tenant, documents[2].id)).toContain(tag)
    expect(await suggestions(other.key, id)).not.toContain(tag)
    expect(await suggestions(tenant, id)).not.toContain(tag)
  })
})

describe('what concerns the whole organization', () => {
  test.each([
    ['POST', '/v1/sandbox/reset', { confirm: 'yes' }],
    ['POST', '/v1/sandbox/rate-limit/exhaust', {}],
    ['GET', '/v1/platform/events', undefined],
  ])('%s %s is refused to a key of one company, and to whoever acts for one', async (method, path, body) => {
    for (const caller of [one.key, actingFor(one)])
      await refuses('COMPANY_FORBIDDEN', () => caller.send(method, path, body))
    expect((await other.key.get('/v1/me')).status).toBe(200)
  })

  test('a key of a company is a personal key, whoever makes it, and makes no other', async () => {
    expect((await one.key.get('/v1/me')).body).toMatchObject({ keyType: 'personal', companyId: one.id })
    const { key } = (await one.key.post('/v1/api-keys', { name: 'x' })).body
    const made = tenant.with({ authorization: `Bearer ${key}` })
    expect((await made.get('/v1/me')).body).toMatchObject({ keyType: 'personal', companyId: one.id })
    await refuses('COMPANY_FORBIDDEN', () => one.key.post('/v1/api-keys', { name: 'x', companyId: other.id }))
  })

  test('lists of identifiers that name something of another company are refused whole', async () => {
    const [mine, theirs] = [await record(one, 'L-1'), await record(other, 'L-1')]
    const send = { type: 'event', from: other.peppolId, document: { number: 'L-2' } }
    await refuses('COMPANY_FORBIDDEN', () => one.key.post('/v1/documents/send', send))
    await app.platform.relay.drain()
    const events = async (caller: Caller) => (await caller.get('/v1/events?limit=1')).body.data[0].id
    const eventIds = [await events(one.key), await events(other.key)]
    await refuses('RESOURCE_NOT_FOUND', () => one.key.post('/v1/events/ack', { eventIds }))
    const updates = [{ documentId: theirs.id, action: 'archive' }]
    await quiet()
    const before = await stored()
    const { body } = await one.key.post('/v1/documents/actions', { updates })
    expect(JSON.stringify(body)).toContain('DOCUMENT_NOT_FOUND')
    const { body: moved } = await one.key.post('/v1/documents/lifecycle/batch', {
      updates: [{ documentId: theirs.id, status: 'approved' }],
    })
    expect(JSON.stringify(moved)).toContain('DOCUMENT_NOT_FOUND')
    expect(await stored()).toEqual(before)
    expect(mine.id).not.toBe(theirs.id)
  })

  test('one idempotency key stands for each company that a caller acts for', async () => {
    const ask = (company: Company) =>
      actingFor(company).post('/v1/partners', { vatNumber: 'BE0509000034' }, { 'idempotency-key': 'same' })
    const [first, second, again] = [await ask(one), await ask(other), await ask(one)]
    expect([first, second, again].map(({ body }) => body.companyId)).toEqual([one.id, other.id, one.id])
    expect(again.body.id).toBe(first.body.id)
  })
})

describe('limits and counts', () => {
  test('quota and statistics of a key of one company count its own documents', async () => {
    const [before, others] = [
      (await one.key.get('/v1/me')).body.quota.used,
      (await other.key.get('/v1/me')).body.quota.used,
    ]
    await record(one, 'Q-1')
    expect((await one.key.get('/v1/me')).body.quota).toEqual({ limit: null, used: before + 1 })
    expect((await other.key.get('/v1/me')).body.quota.used).toBe(others)
    expect((await one.key.get('/v1/stats')).body.quota).toEqual({ limit: null, used: before + 1, remaining: null })
    const total = async (caller: Caller) => (await caller.get('/v1/stats')).body.partners.total
    const [mine, theirs] = [await total(one.key), await total(other.key)]
    await one.key.post('/v1/partners', { vatNumber: 'BE0510000022' })
    expect([await total(one.key), await total(other.key)]).toEqual([mine + 1, theirs])
  })

  test('a company that follows its events as often as it may leaves room for the others', async () => {
    const base = await app.listen()
    const follow = (caller: Caller) => {
      const end = new AbortController()
      return fetch(`${base}/v1/events/stream`, { headers: caller.headers, signal: end.signal }).then((answer) => ({
        answer,
        end,
      }))
    }
    const first = await follow(one.key)
    const [refused, second] = [await follow(one.key), await follow(other.key)]
    expect([first, refused, second].map(({ answer }) => answer.status)).toEqual([200, 429, 200])
    for (const { end } of [first, refused, second]) end.abort()
    await until(() => subscriptions(app), 0)
  })

  test('a company makes as many keys as its part of the plan, and the others make theirs', async () => {
    const { organizationId } = tenant
    await app.platform.db.client.organization.update({ where: { id: organizationId }, data: { plan: 'starter' } })
    app.platform.keys.forget(organizationId)
    const third = await companyOf()
    for (let count = 1; count < 20; count++)
      expect((await third.key.post('/v1/api-keys', { name: 'x' })).status).toBe(201)
    await refuses('CONFLICT', () => third.key.post('/v1/api-keys', { name: 'x' }))
    expect((await other.key.post('/v1/api-keys', { name: 'x' })).status).toBe(201)
  })
})

test('a company takes no number of another company, whomever it names as the seller', async () => {
  const seller = (await tenant.get(`/v1/companies/${other.id}`)).body
  const terms = {
    issueDate: '2026-11-20',
    dueDate: '2026-12-20',
    buyerReference: 'PO-1',
    parties: [{ role: 'seller', vatNumber: seller.vatNumber }],
    lines: [{ description: 'x', quantity: 1, unit: 'C62', unitPrice: 1, vatRate: 21 }],
  }
  const send = ({ key, peppolId }: Company, number: string, more: object = {}): Promise<Answer> =>
    key.post('/v1/documents/send', {
      type: 'invoice',
      from: peppolId,
      to: '0208:0417497106',
      document: { ...terms, number },
      ...more,
    })
  expect((await send(one, 'OURS-1')).status).toBe(201)
  expect((await send(other, 'OURS-1')).status).toBe(201)
  for (const company of [one, other]) expectRefusal(await send(company, 'OURS-1'), 'DUPLICATE_NUMBER')
  const selfBilled = { selfBilled: true, to: seller.peppolId }
  expect((await send(one, 'OURS-2', selfBilled)).status).toBe(201)
  expect((await send(other, 'OURS-2')).status).toBe(201)
  expectRefusal(await send(one, 'OURS-2', selfBilled), 'DUPLICATE_NUMBER')
})
