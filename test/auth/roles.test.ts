import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roleNames, roles } from '../../src/auth/roles.ts'
import { scopeNames } from '../../src/auth/scopes.ts'
import { Caller, type TestApp, startApp } from '../support/app.ts'
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts'
import { freshVat } from '../support/numbers.ts'
import { expectRefusal } from '../support/refusals.ts'

let idp: IdentityProvider
let app: TestApp
beforeAll(async () => {
  idp = await startIdentityProvider({})
  app = await startApp({ JWT_ISSUER: idp.issuer })
})
afterAll(async () => {
  await app.close()
  await idp.stop()
})

const ORGANIZATION = 'org-roles'
const userWith = async (granted: unknown, organization = ORGANIZATION): Promise<Caller> =>
  new Caller(app, { authorization: `Bearer ${await idp.sign({ _permissions: { [organization]: granted } })}` })
const rights = async (granted: unknown) => {
  const { roles: held, scopes } = (await (await userWith(granted)).get('/v1/me')).body
  return { roles: held, scopes: [...scopes].sort() }
}
const sorted = (names: readonly string[]) => [...names].sort()
const reading = { roles: ['viewer'], scopes: sorted(roles.viewer.scopes) }
const keys = () => app.platform.db.client.apiKey.count()

describe('roles of users', () => {
  test.each(roleNames)('a user who is %s has the scopes of the role, and no others', async (name) => {
    expect(await rights([name])).toEqual({ roles: [name], scopes: sorted(roles[name].scopes) })
    expect(await rights(name)).toEqual(await rights([name]))
  })

  test('a token whose claim lists nothing at all gives everything, and an empty list gives reading', async () => {
    for (const granted of [null, true, {}]) expect(await rights(granted)).toEqual({ roles: ['owner'], scopes: ['*'] })
    expect(await rights([])).toEqual(reading)
  })

  test('a claim that denies an organization gives nothing of it', async () => {
    const only = await idp.sign({ sub: 'denied', _permissions: { 'org-denied': false } })
    const answer = await app.anyone.get('/v1/me', { authorization: `Bearer ${only}` })
    expect(answer).toMatchObject({ status: 401, body: { error: { code: 'INVALID_TOKEN' } } })
    const token = await idp.sign({ sub: 'denied', _permissions: { 'org-denied': false, 'org-other': ['viewer'] } })
    const { body } = await app.anyone.get('/v1/me', { authorization: `Bearer ${token}` })
    expect(body).toMatchObject({ organizationIds: ['org-other'], roles: ['viewer'] })
  })

  test('read, and words that nobody knows, give reading, also beside others', async () => {
    for (const granted of [['read'], ['write'], ['toString'], ['ADMIN'], [7]])
      expect(await rights(granted)).toEqual(reading)
    expect(await rights(['send', 'whatever'])).toEqual({
      roles: ['viewer'],
      scopes: sorted([...roles.viewer.scopes, 'send']),
    })
  })

  test('names of scopes give these scopes alone', async () => {
    expect(await rights(['payments', 'send'])).toEqual({ roles: [], scopes: ['payments', 'send'] })
    expect(await rights(['*'])).toEqual({ roles: [], scopes: ['*'] })
  })

  test('what a user is in one organization gives nothing in another', async () => {
    const token = await idp.sign({ _permissions: { 'org-mine': ['owner'], 'org-guest': ['viewer'] } })
    const user = new Caller(app, { authorization: `Bearer ${token}` })
    const guest = user.with({ 'x-service-organization-id': 'org-guest' })
    expect((await user.post('/v1/api-keys', { name: 'x' })).status).toBe(201)
    expectRefusal(await guest.post('/v1/api-keys', { name: 'x' }), 'INSUFFICIENT_SCOPE')
  })

  test('a user who may read makes no key and changes nothing, by either door', async () => {
    const viewer = await userWith(['viewer'])
    const before = { keys: await keys(), companies: await app.platform.db.client.company.count() }
    expectRefusal(await viewer.post('/v1/api-keys', { name: 'x' }), 'INSUFFICIENT_SCOPE')
    expectRefusal(await viewer.post('/v1/api-keys', { name: 'x', scopes: ['stats'] }), 'INSUFFICIENT_SCOPE')
    expectRefusal(await viewer.post('/v1/companies', { vatNumber: freshVat() }), 'INSUFFICIENT_SCOPE', 'operation')
    expectRefusal(await viewer.post('/v1/sandbox/reset', { confirm: 'yes' }), 'INSUFFICIENT_SCOPE')
    const { errors } = await viewer.graphql('mutation { createApiKey(input: { name: "x" }) { key } }')
    expect(errors[0].extensions).toMatchObject({ code: 'INSUFFICIENT_SCOPE', status: 403 })
    expect({ keys: await keys(), companies: await app.platform.db.client.company.count() }).toEqual(before)
    expect((await viewer.get('/v1/companies')).status).toBe(200)
  })

  test('a user makes no key with more than its roles have', async () => {
    const before = await keys()
    const [developer, admin] = [await userWith(['developer']), await userWith(['admin'])]
    expectRefusal(await developer.post('/v1/api-keys', { name: 'x', scopes: ['payments'] }), 'INSUFFICIENT_SCOPE')
    expectRefusal(await admin.post('/v1/api-keys', { name: 'x', scopes: ['*'] }), 'INSUFFICIENT_SCOPE')
    expect(await keys()).toBe(before)
    const made = await developer.post('/v1/api-keys', { name: 'x' })
    expect(sorted(made.body.scopes)).toEqual(sorted(roles.developer.scopes))
  })

  test('owners and admins decide who joins a company, and other roles do not', async () => {
    for (const name of roleNames) {
      const answer = await (await userWith([name])).get('/v1/companies/join-requests')
      expect({ name, status: answer.status }).toEqual({ name, status: roles[name].isAdmin ? 200 : 403 })
    }
  })

  test('the table of roles names scopes that there are, and the README shows it', async () => {
    for (const name of roleNames) for (const scope of roles[name].scopes) expect(scopeNames).toContain(scope)
    const { readFileSync } = await import('node:fs')
    const readme = readFileSync('src/auth/README.md', 'utf8')
    for (const name of roleNames) {
      const row = readme.split('\n').find((line) => line.startsWith(`| \`${name}\` |`))
      expect(row).toContain(roles[name].what)
    }
  })
})
