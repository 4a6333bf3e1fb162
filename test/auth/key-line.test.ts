/** The limit of a key holds for everything that is made with it, whichever door it comes through. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readMigrations } from '../../src/kernel/database/migrations.ts'
import { type Caller, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { expectRefusal } from '../support/refusals.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant('platform')
})
afterAll(() => app.close())

const LIMIT = 6

type Key = Caller & { keyId: string; key: string }

/** A key that may call six times a minute, of which making the others took some. */
const limited = (): Promise<Key> => tenant.keyWith(['platform', 'stats', 'companies.write'], { rateLimit: LIMIT })

const withKey = (key: string): Caller => app.anyone.with({ authorization: `Bearer ${key}` })

const madeWith = async (maker: Caller, more: object = {}): Promise<Key> => {
  const { status, body } = await maker.post('/v1/api-keys', { name: 'child', ...more })
  expect(status).toBe(201)
  return Object.assign(withKey(body.key), { keyId: body.id as string, key: body.key as string })
}

const tokenOf = async ({ keyId, key }: Key): Promise<Caller> => {
  const ask = { grant_type: 'client_credentials', client_id: keyId, client_secret: key }
  const { status, body } = await app.anyone.post('/v1/oauth/token', ask)
  expect(status).toBe(200)
  return withKey(body.accessToken ?? body.access_token)
}

/** How many of so many requests pass, each by the next of the callers, at each of the doors. */
const passing = async (callers: readonly Caller[], requests = 2 * LIMIT): Promise<number> => {
  let passed = 0
  for (let index = 0; index < requests; index += 1) {
    const caller = callers[index % callers.length] as Caller
    const answer =
      index % 2 === 0 ? await caller.get('/v1/me') : await caller.post('/graphql', { query: '{ viewer { plan } }' })
    if (answer.status === 200 && answer.body.errors === undefined) passed += 1
    else if (answer.body.error) expectRefusal(answer, 'RATE_LIMITED')
    else expect(answer.body.errors[0].extensions.code).toBe('RATE_LIMITED')
  }
  return passed
}

describe('the limit per minute of a key', () => {
  test('is shared by the keys that it makes, and by those that they make', async () => {
    const key = await limited()
    const child = await madeWith(key)
    const other = await madeWith(key, { rateLimit: 5 })
    const grandchild = await madeWith(child)
    expect(await passing([child, other, grandchild, key])).toBe(LIMIT - 3)
    // Nothing is made beyond it.
    const before = await tenant.footprint()
    expectRefusal(await grandchild.post('/v1/api-keys', { name: 'more' }), 'RATE_LIMITED')
    expect(await tenant.footprint()).toEqual(before)
    app.clock.advance(61_000)
    expect(await passing([grandchild])).toBe(LIMIT)
  })

  test('is shared by the tokens of OAuth that it gives, and by the keys that these make', async () => {
    const key = await limited()
    const [token, another] = [await tokenOf(key), await tokenOf(key)]
    const child = await madeWith(token)
    expect(await passing([token, another, child, key])).toBe(LIMIT - 1)
  })

  test('is shared by what takes its place, also by that of a key which it has made', async () => {
    const key = await limited()
    const child = await madeWith(key)
    const rotated = await Promise.all(
      [key, child].map(async ({ keyId }) => {
        const { status, body } = await tenant.post(`/v1/api-keys/${keyId}/rotate`, {})
        expect(status).toBe(201)
        return withKey(body.key)
      }),
    )
    expect(await passing([...rotated, key, child])).toBe(LIMIT - 1)
  })

  test('tells each of them what is left for all', async () => {
    const key = await limited()
    const child = await madeWith(key, { rateLimit: 2 })
    const headersOf = async (caller: Caller) => {
      const { headers } = await caller.get('/v1/me')
      return [headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]
    }
    expect(await headersOf(child)).toEqual(['2', '1'])
    for (let index = 0; index < 3; index += 1) await key.get('/v1/me')
    expect(await headersOf(child)).toEqual(['2', '0'])
    expectRefusal(await key.get('/v1/me'), 'RATE_LIMITED')
  })

  test('of keys without one is that of the plan for each of them', async () => {
    const maker = await tenant.keyWith(['platform', 'stats'])
    const child = await madeWith(maker)
    await maker.get('/v1/me')
    expect((await child.get('/v1/me')).headers['x-ratelimit-remaining']).toBe('599')
    const { quotaKeyId } = await app.platform.db.client.apiKey.findFirstOrThrow({ where: { id: child.keyId } })
    expect(quotaKeyId).toBeNull()
  })
})

test('keys that were made before share the limit of the key that made them, and of the one whose place they have', async () => {
  const { client } = app.platform.db
  const key = await limited()
  const child = await madeWith(key)
  const rotated = (await tenant.post(`/v1/api-keys/${key.keyId}/rotate`, {})).body.id
  const free = await tenant.keyWith(['stats'])
  const where = { id: { in: [child.keyId, rotated, free.keyId] } }
  await client.apiKey.updateMany({ where, data: { quotaKeyId: null } })
  const [migration] = readMigrations().filter(({ name }) => name.endsWith('_keys_share_their_limits'))
  for (const statement of String(migration?.sql)
    .split(/;\s*$/m)
    .filter((text) => /UPDATE/.test(text)))
    await client.$executeRawUnsafe(statement)
  const found = await client.apiKey.findMany({ where, select: { id: true, quotaKeyId: true } })
  expect(Object.fromEntries(found.map(({ id, quotaKeyId }) => [id, quotaKeyId]))).toEqual({
    [child.keyId]: key.keyId,
    [rotated]: key.keyId,
    [free.keyId]: null,
  })
})
