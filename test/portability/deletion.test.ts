/** @module-tag services */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { archivedTables, leftBehind } from '../../src/portability/archive/tables.ts'
import { type Caller, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { startIdentityProvider } from '../support/identity-provider.ts'
import { expectRefusal } from '../support/refusals.ts'

const DAY_MS = 24 * 3_600_000

let app: TestApp
let stranger: Tenant
beforeAll(async () => {
  app = await startApp()
  stranger = await app.tenant('white_label')
})
afterAll(() => app.close())

const PATH = '/v1/organization/deletion'
const ask = (by: Tenant, more: object = {}) => by.post(PATH, { confirm: by.organizationId, ...more })

/** An organization that stays longer than a sandbox does, with a document. */
const settled = async (): Promise<Tenant> => {
  const tenant = await app.tenant('white_label')
  const where = { organizationId: tenant.organizationId }
  await app.platform.db.client.organization.update({ where: { id: tenant.organizationId }, data: { expiresAt: null } })
  await app.platform.db.client.apiKey.updateMany({ where, data: { expiresAt: null } })
  const document = { number: 'E-1' }
  await tenant.post('/v1/documents/send', { type: 'event', from: tenant.peppolId, document })
  await app.platform.runner?.settle()
  await app.platform.relay.drain()
  return tenant
}

const rowsOf = async ({ organizationId }: Tenant): Promise<Record<string, number>> => {
  const found: Record<string, number> = {}
  for (const name of [...archivedTables.map((one) => one.name), ...Object.keys(leftBehind)]) {
    const owner = name === 'organizations' ? 'id' : 'organizationId'
    const [row] = await app.platform.db.client.$queryRawUnsafe<{ n: number }[]>(
      `SELECT count(*)::int AS n FROM "${name}" WHERE "${owner}" = $1`,
      organizationId,
    )
    if (row && row.n > 0) found[name] = row.n
  }
  return found
}

test('an organization is deleted with all that it has when the time of grace is over, and no other one', async () => {
  const tenant = await settled()
  const asked = await ask(tenant, { graceDays: 7 })
  expect(asked).toMatchObject({ status: 202, body: { organizationId: tenant.organizationId } })
  expect(new Date(asked.body.dueAt).getTime() - app.clock.now().getTime()).toBeGreaterThan(6.9 * DAY_MS)
  await app.platform.runner?.settle()
  expect((await tenant.get('/v1/organization')).body.deletionDueAt).toBe(asked.body.dueAt)
  expect((await tenant.get('/v1/documents')).body.data).toHaveLength(1)
  await app.platform.relay.drain()
  const events = (await tenant.get('/v1/events?type=organization.updated')).body.data
  expect(events.at(-1).data.changes).toEqual(['deletionDueAt'])
  const others = await rowsOf(stranger)

  app.clock.advance(7 * DAY_MS + 1_000)
  await app.platform.runner?.settle()
  expectRefusal(await tenant.get('/v1/me'), 'INVALID_TOKEN')
  await app.platform.requestLog.flush()
  expect(await rowsOf(tenant)).toEqual({})
  const after = await rowsOf(stranger)
  expect(Object.keys(after)).toEqual(expect.arrayContaining(Object.keys(others)))
})

test('a deletion that was asked for comes, also when the sandbox was reset meanwhile', async () => {
  const tenant = await settled()
  await ask(tenant, { graceDays: 7 })
  expect((await tenant.post('/v1/sandbox/reset', { confirm: 'yes' })).status).toBe(200)
  app.clock.advance(7 * DAY_MS + 1_000)
  await app.platform.runner?.settle()
  expectRefusal(await tenant.get('/v1/me'), 'INVALID_TOKEN')
})

test('a deletion that was cancelled in time deletes nothing, and cannot be cancelled twice', async () => {
  const tenant = await settled()
  await ask(tenant, { graceDays: 7 })
  const { data } = await tenant.graphql('mutation { cancelOrganizationDeletion(input: {}) { organizationId dueAt } }')
  expect(data.cancelOrganizationDeletion).toEqual({ organizationId: tenant.organizationId, dueAt: null })
  expectRefusal(await tenant.post(`${PATH}/cancel`), 'CONFLICT')
  app.clock.advance(8 * DAY_MS)
  await app.platform.runner?.settle()
  expect((await tenant.get('/v1/documents')).body.data).toHaveLength(1)
  const { body } = await tenant.get('/v1/platform/audit')
  expect(body.data.map(({ operation }: { operation: string }) => operation)).toEqual(
    expect.arrayContaining(['requestOrganizationDeletion', 'cancelOrganizationDeletion']),
  )
})

test('nobody ends an organization without its name, twice, with few scopes, or for one company', async () => {
  const tenant = await settled()
  const few = await tenant.keyWith(['platform'])
  const bound = await tenant.keyWith(['*'], { companyId: tenant.companyId })
  const before = await tenant.footprint()
  expectRefusal(await tenant.post(PATH, { confirm: stranger.organizationId }), 'INVALID_REQUEST')
  expectRefusal(await tenant.post(PATH, { confirm: tenant.organizationId, graceDays: 1 }), 'INVALID_REQUEST')
  const confirm = tenant.organizationId
  expectRefusal(await few.post(PATH, { confirm }), 'INSUFFICIENT_SCOPE')
  expectRefusal(await bound.post(PATH, { confirm }), 'COMPANY_FORBIDDEN')
  expectRefusal(await tenant.post(`${PATH}/cancel`), 'CONFLICT')
  expect(await tenant.footprint()).toEqual(before)
  await ask(tenant)
  const asked = await tenant.footprint()
  expectRefusal(await ask(tenant), 'CONFLICT')
  expect(await tenant.footprint()).toEqual(asked)
})

test('from the day of its deletion on no token lets anybody into an organization', async () => {
  const idp = await startIdentityProvider({})
  const other = await startApp({ JWT_ISSUER: idp.issuer, WORKERS: 'off' })
  try {
    const person = async (): Promise<Caller> => {
      const iat = Math.floor(other.clock.now().getTime() / 1_000)
      const token = await idp.sign({ sub: 'ada', iat, exp: iat + 60, _permissions: { 'org-ending': ['owner'] } })
      return other.anyone.with({ authorization: `Bearer ${token}` })
    }
    const asked = await (await person()).post(PATH, { confirm: 'org-ending', graceDays: 7 })
    expect(asked.status).toBe(202)
    expect((await (await person()).get('/v1/organization')).status).toBe(200)
    other.clock.advance(7 * DAY_MS + 1_000)
    expectRefusal(await (await person()).get('/v1/organization'), 'ORGANIZATION_FORBIDDEN')
  } finally {
    await other.close()
    await idp.stop()
  }
})
