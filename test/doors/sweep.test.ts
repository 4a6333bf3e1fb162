import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes as afnorRoutes, sharing } from '../../afnor/routes/index.ts'
import { routes } from '../../rest-compat/routes/index.ts'
import { type Scope, grants, scopeNames } from '../../src/auth/scopes.ts'
import type { Operation } from '../../src/operation/operation.ts'
import { type Caller, type Tenant, type TestApp, startApp } from '../support/app.ts'
import {
  EMPTY_FOR_UNKNOWN,
  execute,
  idArguments,
  idsOf,
  refusalOf,
  rootRows,
  rootsTakingIds,
  rows,
  send,
  takingIds,
} from '../support/every-operation.ts'
import { foreign, never } from '../support/foreign-ids.ts'
import { expectRefusal, spellingOf, withoutRequestId } from '../support/refusals.ts'

let app: TestApp
let tenant: Tenant
let strangers: Record<string, string>
beforeAll(async () => {
  app = await startApp({ WEBHOOK_ALLOW_PRIVATE: 'true' })
  tenant = await app.tenant('white_label')
  const stranger = await app.tenant('white_label')
  strangers = Object.fromEntries(
    await Promise.all(Object.entries(foreign).map(async ([name, make]) => [name, await make(stranger)] as const)),
  )
})
afterAll(() => app.close())

describe('the walk', () => {
  test('the sweep knows how another tenant gets each kind of id that is taken anywhere', () => {
    const taken = new Set([
      ...takingIds.flatMap(([, route]) => idsOf(route)),
      ...rootsTakingIds.flatMap(([, root]) => idArguments(root)),
    ])
    expect([...taken].filter((name) => !(name in foreign) || !(name in never))).toEqual([])
    expect([...taken].sort()).toEqual(Object.keys(foreign).sort())
  })
  test('the sweep meets every route and every root field', () => {
    expect(rows).toHaveLength(routes.length + afnorRoutes.length + sharing.length)
    expect(takingIds.length).toBeGreaterThanOrEqual(6)
    expect(rootsTakingIds.length).toBeGreaterThanOrEqual(10)
  })
})

const OF_EACH_REQUEST = new Set(['x-request-id', 'request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'date'])
/** Headers without what differs between any two requests. */
const lasting = (headers: Record<string, string>): [string, string][] =>
  Object.entries(headers).filter(([name]) => !OF_EACH_REQUEST.has(name))

/** One footprint before and after all tests of a `describe`: each takes longer than a request that is refused. */
const expectNothingChanged = (): void => {
  let before: Record<string, number>
  beforeAll(async () => {
    before = await tenant.footprint()
  })
  afterAll(async () => expect(await tenant.footprint()).toEqual(before))
}

describe('ids of another tenant', () => {
  expectNothingChanged()
  test.each(takingIds)('%s answers an id of another tenant like one that never was', async (name, route) => {
    for (const field of idsOf(route)) {
      const [theirs, nobodys] = [
        await send(tenant, route, { [field]: String(strangers[field]) }),
        await send(tenant, route, { [field]: String(never[field]) }),
      ]
      const empty = EMPTY_FOR_UNKNOWN[name]
      expect({ field, status: theirs.status }).toEqual({ field, status: empty ? 200 : 404 })
      expect(theirs.body).toEqual(empty ?? theirs.body)
      expect(withoutRequestId(theirs)).toBe(withoutRequestId(nobodys))
      expect(lasting(theirs.headers)).toEqual(lasting(nobodys.headers))
    }
  })

  test.each(rootsTakingIds)('%s answers an id of another tenant like one that never was', async (_name, root) => {
    for (const field of idArguments(root)) {
      const [theirs, nobodys] = [
        refusalOf(await execute(tenant, root, { [field]: String(strangers[field]) })),
        refusalOf(await execute(tenant, root, { [field]: String(never[field]) })),
      ]
      const empty = EMPTY_FOR_UNKNOWN[root.name]
      expect({ field, status: theirs.status, isUnknown: String(theirs.code).endsWith('_NOT_FOUND') }).toEqual({
        field,
        status: empty ? undefined : 404,
        isUnknown: empty === undefined,
      })
      expect(theirs.text).toBe(empty ? JSON.stringify({ data: empty }) : theirs.text)
      expect(theirs.text).toBe(nobodys.text)
    }
  })

  test('the sweep changes nothing of the other tenant', async () => {
    expect(
      await app.platform.db.client.company.count({ where: { id: String(strangers['companyId']), status: 'active' } }),
    ).toBe(1)
    expect(
      await app.platform.db.client.apiKey.count({ where: { id: String(strangers['keyId']), revokedAt: null } }),
    ).toBe(1)
  })
})

/** A key with every scope but those that open the operation. */
const keysWithout = new Map<string, Promise<Caller>>()
const keyWithout = (access: string): Promise<Caller> => {
  const scopes = scopeNames.filter((scope) => !grants(new Set<Scope>([scope]), access as Exclude<Scope, '*'>))
  const known = keysWithout.get(access) ?? tenant.keyWith(scopes, { name: `without ${access}` })
  keysWithout.set(access, known)
  return known
}
const needsScope = (operation: Operation | undefined): boolean =>
  operation !== undefined && operation.scope !== 'anyone' && operation.scope !== 'authenticated'
const scopesThatOpen = [...rows, ...rootRows].flatMap(([, { operation }]) =>
  operation && needsScope(operation) ? [operation.scope] : [],
)

describe('missing scopes', () => {
  beforeAll(() => Promise.all(scopesThatOpen.map(keyWithout)))
  expectNothingChanged()
  test.each(rows.filter(([, { operation }]) => needsScope(operation)))(
    '%s is 403 without the scope that it needs',
    async (_name, route) => {
      expectRefusal(
        await send(await keyWithout(route.operation.scope), route, { companyId: tenant.companyId }),
        'INSUFFICIENT_SCOPE',
        spellingOf(route),
      )
    },
  )
  test.each(rootRows.filter(([, { operation }]) => needsScope(operation)))(
    '%s is 403 without the scope that it needs',
    async (_name, root) => {
      const key = await keyWithout(String(root.operation?.scope))
      expect(refusalOf(await execute(key, root, { companyId: tenant.companyId }))).toMatchObject({
        code: 'INSUFFICIENT_SCOPE',
        status: 403,
      })
    },
  )
  test('node and nodes find nothing for a key that may not read it', async () => {
    const key = await keyWithout('companies.read')
    for (const query of [
      `{ node(id: "${tenant.companyId}") { id } }`,
      `{ nodes(ids: ["${tenant.companyId}"]) { id } }`,
    ])
      expect((await key.graphql(query)).errors[0].extensions.code).toBe('INSUFFICIENT_SCOPE')
  })
})

describe('missing credentials', () => {
  test.each(rows.filter(([, { operation }]) => operation.scope !== 'anyone'))(
    '%s is 401 without credentials',
    async (_name, route) => {
      expectRefusal(await send(app.anyone, route, { companyId: tenant.companyId }), 'MISSING_AUTH', spellingOf(route))
    },
  )
  test.each(rootRows.filter(([, { operation }]) => operation?.scope !== 'anyone'))(
    '%s is 401 without credentials',
    async (_name, root) => {
      expect(refusalOf(await execute(app.anyone, root, { id: tenant.companyId, ids: tenant.companyId }))).toMatchObject(
        {
          code: 'MISSING_AUTH',
          status: 401,
        },
      )
    },
  )
  test('the bootstrap and the ways to get in are open to anyone, and nothing else is', () => {
    expect(rows.filter(([, { operation }]) => operation.scope === 'anyone').map(([name]) => name)).toEqual([
      'POST /v1/sandbox/bootstrap',
      'GET /v1/oauth/scopes',
      'POST /v1/oauth/authorize',
      'POST /v1/oauth/token',
      'POST /v1/oauth/register',
      'POST /v1/oauth/device',
      'POST /v1/oauth/revoke',
      'GET /v1/oauth/requests/:consentId',
      'POST /v1/oauth/handoff/sandbox',
      'POST /v1/oauth/handoff/exchange',
      'POST /v1/oauth/handoff/preview',
    ])
    expect(
      rootRows
        .filter(([, { operation }]) => operation?.scope === 'anyone')
        .map(([name]) => name)
        .toSorted(),
    ).toEqual([
      'mutation bootstrapSandbox',
      'mutation createSandboxHandoff',
      'mutation exchangeHandoff',
      'mutation exchangeToken',
      'mutation registerOauthClient',
      'mutation revokeToken',
      'mutation startAuthorization',
      'mutation startDeviceAuthorization',
      'query consentRequest',
      'query handoffPreview',
      'query oauthScopes',
    ])
  })
})
