import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, type Tenant, startApp } from '../../support/app.ts'
import { freshVat } from '../../support/numbers.ts'
import { expectOperationRefusal, expectRefusal } from '../../support/refusals.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant()
})
afterAll(() => app.close())

const event = (externalId: string, number: string, from = tenant.peppolId) => ({
  type: 'event',
  from,
  externalId,
  document: { number },
})

describe("the caller's own identifiers", () => {
  test('a company is found by its externalId in paths, lists and searches, and by GraphQL', async () => {
    const { body: company } = await tenant.post('/v1/companies', { vatNumber: freshVat(), externalId: 'kd/47:11' })
    expect(company.externalId).toBe('kd/47:11')
    const path = `/v1/companies/${encodeURIComponent('ext:kd/47:11')}`
    expect((await tenant.get(path)).body.id).toBe(company.id)
    expect((await tenant.get('/v1/companies?externalId=kd/47:11')).body.data).toHaveLength(1)
    expect((await tenant.get('/v1/companies/search?q=kd/47')).body[0].id).toBe(company.id)
    const { data } = await tenant.graphql('{ company(id: "ext:kd/47:11") { id externalId } }')
    expect(data.company).toEqual({ id: company.id, externalId: 'kd/47:11' })
    expect((await tenant.patch(path, { externalId: null })).body.externalId).toBeNull()
    expectOperationRefusal(await tenant.get(path), 'COMPANY_NOT_FOUND')
  })

  test('two companies of an organization never have one externalId, and another organization may have it', async () => {
    const { body: first } = await tenant.post('/v1/companies', { vatNumber: freshVat(), externalId: 'twice' })
    const before = await tenant.footprint()
    const again = await tenant.post('/v1/companies', { vatNumber: freshVat(), externalId: 'twice' })
    expectOperationRefusal(again, 'CONFLICT')
    expect(again.body.error.details[0]).toMatchObject({ field: 'externalId', existingId: first.id })
    const changed = await tenant.patch(`/v1/companies/${tenant.companyId}`, { externalId: 'twice' })
    expectOperationRefusal(changed, 'CONFLICT')
    expect(await tenant.footprint()).toEqual(before)
    const other = await app.tenant()
    expect((await other.post('/v1/companies', { vatNumber: freshVat(), externalId: 'twice' })).status).toBe(201)
    expectOperationRefusal(await (await app.tenant()).get('/v1/companies/ext:twice'), 'COMPANY_NOT_FOUND')
  })

  test('of parallel registrations with one externalId exactly one succeeds', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => tenant.post('/v1/companies', { vatNumber: freshVat(), externalId: 'race' })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 7 }, () => 409)])
  })

  test('a partner is found by its externalId, which is unique, and a merge keeps it', async () => {
    const made = await tenant.post('/v1/partners', { vatNumber: freshVat(), externalId: 'p-1' })
    expect(made).toMatchObject({ status: 201, body: { externalId: 'p-1' } })
    expect((await tenant.get('/v1/partners/ext:p-1')).body.id).toBe(made.body.id)
    expect((await tenant.get('/v1/partners?externalId=p-1')).body.data).toHaveLength(1)
    expect((await tenant.get('/v1/partners?search=p-1')).body.data).toHaveLength(1)
    const before = await tenant.footprint()
    const again = await tenant.post('/v1/partners', { vatNumber: freshVat(), externalId: 'p-1' })
    expectRefusal(again, 'CONFLICT')
    expect(again.body.error.details[0]).toMatchObject({ field: 'externalId', existingId: made.body.id })
    expect(await tenant.footprint()).toEqual(before)
    const { body: kept } = await tenant.post('/v1/partners', { vatNumber: freshVat() })
    const merged = await tenant.post(`/v1/partners/${kept.id}/merge`, { duplicateId: 'ext:p-1' })
    expect(merged.body).toMatchObject({ id: kept.id, externalId: 'p-1' })
  })

  test('a document is found by its externalId, and one that is taken is refused before anything is stored', async () => {
    const sent = await tenant.post('/v1/documents/send', event('order-1', 'X-1'))
    expect(sent).toMatchObject({ status: 201, body: { externalId: 'order-1' } })
    expect((await tenant.get('/v1/documents/ext:order-1')).body.id).toBe(sent.body.id)
    expect((await tenant.get('/v1/documents?externalId=order-1')).body.data).toHaveLength(1)
    const before = await tenant.footprint()
    const again = await tenant.post('/v1/documents/send', event('order-1', 'X-2'))
    expectRefusal(again, 'CONFLICT')
    expect(again.body.error.details[0]).toMatchObject({ field: 'externalId', existingId: sent.body.id })
    expect(await tenant.footprint()).toEqual(before)
    const invalid = await tenant.post('/v1/documents/send', event('with space', 'X-3'))
    expectRefusal(invalid, 'INVALID_REQUEST')
  })

  test('a key of another company neither sees the document nor learns its id from the clash', async () => {
    const { body: other } = await tenant.post('/v1/companies', { vatNumber: freshVat() })
    const bound = await tenant.keyWith(['*'], { companyId: other.id })
    await tenant.post('/v1/documents/send', event('hidden', 'X-9'))
    expectRefusal(await bound.get('/v1/documents/ext:hidden'), 'DOCUMENT_NOT_FOUND')
    const clash = await bound.post('/v1/documents/send', event('hidden', 'X-10', other.peppolId))
    expectRefusal(clash, 'CONFLICT')
    expect(clash.body.error.details[0]).not.toHaveProperty('existingId')
  })
})
