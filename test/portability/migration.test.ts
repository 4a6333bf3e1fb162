import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { type FakeSmp, groupOf, startFakeSmp } from '../support/fake-smp.ts'
import { freshVat } from '../support/numbers.ts'
import { expectOperationRefusal } from '../support/refusals.ts'

let fake: FakeSmp
let app: TestApp
let tenant: Tenant
let stranger: Tenant
beforeAll(async () => {
  fake = await startFakeSmp()
  app = await startApp(fake.settings)
  ;[tenant, stranger] = [await app.tenant('white_label'), await app.tenant('white_label')]
})
afterAll(async () => {
  await app.close()
  await fake.close()
})

const published = async (by = tenant): Promise<Body> => {
  const { body } = await by.post('/v1/companies', { vatNumber: freshVat() })
  await app.platform.runner?.settle()
  return body
}
const keyOf = async (id: string): Promise<string> =>
  (await tenant.post(`/v1/companies/${id}/migration-key`)).body.migrationKey

test('a company gets a key to leave with, which no other answer and no log has', async () => {
  const { id, peppolId } = await published()
  const made = await tenant.post(`/v1/companies/${id}/migration-key`)
  expect({ status: made.status, body: made.body }).toEqual({
    status: 201,
    body: { companyId: id, peppolId, migrationKey: expect.stringMatching(/^Ab<&"/) },
  })
  await app.platform.requestLog.close()
  const { data } = (await tenant.get('/v1/platform/audit')).body
  expect(data[0]).toMatchObject({ kind: 'company', operation: 'createMigrationKey', subjectId: id })
  const logs = await app.platform.db.client.requestLog.findMany({ where: { organizationId: tenant.organizationId } })
  expect(JSON.stringify([data, logs])).not.toContain('Ab<&')
})

test('a key of the other platform is redeemed, and the company is published', async () => {
  const { id, peppolId } = await published()
  const key = await keyOf(id)
  fake.store.delete(groupOf(peppolId))
  const { data, errors } = await tenant.graphql(
    'mutation($input: RedeemMigrationKeyInput!) { redeemMigrationKey(input: $input) { company { id } } }',
    { input: { companyId: id, migrationKey: key } },
  )
  expect(errors).toBeUndefined()
  expect(data.redeemMigrationKey.company.id).toBe(id)
  expect((await tenant.get(`/v1/companies/${id}`)).body.smp.status).toMatch(/pending|registered/)
  await app.platform.runner?.settle()
  expect(fake.store.has(groupOf(peppolId))).toBe(true)
})

test('a wrong key, a used one and one of another participant are refused, and nothing changes', async () => {
  const [one, other] = [await published(), await published()]
  const [key, foreign] = [await keyOf(one.id), await keyOf(other.id)]
  await tenant.post(`/v1/companies/${one.id}/migration-key/redeem`, { migrationKey: key })
  await app.platform.runner?.settle()
  const before = await tenant.footprint()
  const companies = (await tenant.get('/v1/companies')).body
  for (const migrationKey of ['made-up', key, foreign])
    expectOperationRefusal(
      await tenant.post(`/v1/companies/${one.id}/migration-key/redeem`, { migrationKey }),
      'MIGRATION_REFUSED',
    )
  expect(await tenant.footprint()).toEqual(before)
  expect((await tenant.get('/v1/companies')).body).toEqual(companies)
})

test('of forty wrong keys for a company twenty are looked at, whoever sends them', async () => {
  app.clock.advance(61_000)
  const [company, another] = [await published(), await tenant.keyWith(['*'])]
  const path = `/v1/companies/${company.id}/migration-key/redeem`
  const before = await tenant.footprint()
  for (let n = 0; n < 40; n += 1) {
    const answer = await (n % 2 === 0 ? tenant : another).post(path, { migrationKey: `guess ${n}` })
    expectOperationRefusal(answer, n < 20 ? 'MIGRATION_REFUSED' : 'RATE_LIMITED')
  }
  expect(await tenant.footprint()).toEqual(before)
  app.clock.advance(61_000)
  expect((await tenant.post(path, { migrationKey: await keyOf(company.id) })).status).toBe(200)
})

test('nobody makes or redeems a key for the company of another organization, nor for one that is not published', async () => {
  const { id } = await published()
  const offers = new Map(fake.offers)
  expectOperationRefusal(await stranger.post(`/v1/companies/${id}/migration-key`), 'COMPANY_NOT_FOUND')
  const redeem = await stranger.post(`/v1/companies/${id}/migration-key/redeem`, { migrationKey: 'x' })
  expectOperationRefusal(redeem, 'COMPANY_NOT_FOUND')
  const bound = await tenant.keyWith(['*'], { companyId: tenant.companyId })
  expectOperationRefusal(await bound.post(`/v1/companies/${id}/migration-key`), 'COMPANY_FORBIDDEN')
  await tenant.delete(`/v1/companies/${id}`)
  await app.platform.runner?.settle()
  expectOperationRefusal(await tenant.post(`/v1/companies/${id}/migration-key`), 'CONFLICT')
  expect(fake.offers).toEqual(offers)
})
