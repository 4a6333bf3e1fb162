import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { json } from '../../src/kernel/database/rows.ts'
import { type Answer, type Body, type Caller, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { freshVat } from '../support/numbers.ts'
import { expectRefusal } from '../support/refusals.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const idOf = ({ headers }: Answer): string => String(headers['x-request-id'])
const trace = async (caller: Caller, id: string): Promise<Answer> => caller.get(`/v1/requests/${id}`)

describe('the request log', () => {
  let own: Tenant
  /** Whose log is not compared as a whole. */
  let other: Tenant
  let weak: Awaited<ReturnType<Tenant['keyWith']>>
  beforeAll(async () => {
    ;[own, other] = [await app.tenant(), await app.tenant()]
    weak = await own.keyWith(['stats'])
    await own.post('/v1/companies', { vatNumber: freshVat() })
    await own.post('/v1/companies', {})
    await own.patch('/v1/companies/none', {})
    app.clock.advance(60_000)
    await weak.get('/v1/companies')
    await own.delete(`/v1/companies/none`)
    await own.get('/v1/me_100%25')
  })
  const list = async (query = ''): Promise<Body> => (await own.get(`/v1/request-logs${query}`)).body
  const shown = (page: Body): string[] =>
    page.data.map((entry: Body) => `${entry.method} ${entry.path} ${entry.status}`)

  test('the request log holds what changed something or was refused, newest first', async () => {
    expect(shown(await list())).toEqual([
      'GET /v1/me_100%25 404',
      'DELETE /v1/companies/none 404',
      'GET /v1/companies 403',
      'PATCH /v1/companies/none 404',
      'POST /v1/companies 400',
      'POST /v1/companies 201',
      'POST /v1/api-keys 201',
    ])
  })
  test('the request log is read page by page', async () => {
    const first = await list('?limit=4')
    const second = await list(`?limit=4&cursor=${first.cursor}`)
    expect([...shown(first), ...shown(second)]).toEqual(shown(await list('?limit=100')))
    expect([first.hasMore, second.hasMore]).toEqual([true, false])
  })
  test.each([
    ['?method=POST', ['POST /v1/companies 400', 'POST /v1/companies 201', 'POST /v1/api-keys 201']],
    ['?method=patch', ['PATCH /v1/companies/none 404']],
    ['?status=403', ['GET /v1/companies 403']],
    ['?status=400&method=POST', ['POST /v1/companies 400']],
    ['?path=/v1/companies/', ['DELETE /v1/companies/none 404', 'PATCH /v1/companies/none 404']],
    ['?path=%25', []],
    ['?path=/v1/me_100%2525', ['GET /v1/me_100%25 404']],
    ['?path=/v1/m__', []],
    ['?userId=nobody', []],
  ])('the request log with %s keeps only what it says', async (query, rows) => {
    expect(shown(await list(query))).toEqual(rows)
  })
  test('the request log with apiKeyId, since and until keeps only what they say', async () => {
    expect(shown(await list(`?apiKeyId=${weak.keyId}`))).toEqual(['GET /v1/companies 403'])
    const since = new Date(app.clock.now().getTime() - 30_000).toISOString()
    expect(shown(await list(`?since=${since}`))).toHaveLength(3)
    expect(shown(await list(`?until=${since}`))).toHaveLength(4)
    expect(shown(await list(`?since=${since}&until=${since}`))).toEqual([])
  })
  test.each([
    ['?status=abc', 'INVALID_REQUEST'],
    ['?status=99999999999', 'INVALID_REQUEST'],
    ['?since=yesterday', 'INVALID_DATE'],
    ['?since=2026-01-01', 'INVALID_DATE'],
    ['?until=9999-12-31T23:59:59-12:00', 'INVALID_DATE'],
    ['?limit=1000', 'INVALID_REQUEST'],
    ['?cursor=x', 'INVALID_REQUEST'],
  ] as const)('the request log with %s is refused', async (query, code) => {
    expectRefusal(await other.get(`/v1/request-logs${query}`), code)
  })
  test('the request log is rolled up by key', async () => {
    const { status, body } = await own.get('/v1/request-logs/usage')
    expect(status).toBe(200)
    const mine = body.data.find((row: Body) => row.apiKeyId !== weak.keyId)
    expect(body.data.find((row: Body) => row.apiKeyId === weak.keyId)).toEqual({
      apiKeyId: weak.keyId,
      userId: null,
      label: 'stats',
      requests: 1,
      errors: 1,
      lastSeenAt: expect.stringMatching(/Z$/),
    })
    expect(mine).toMatchObject({ requests: 6, errors: 4 })
    expect((await own.get('/v1/request-logs/usage?by=user')).body).toEqual({
      data: [],
      hasMore: false,
      cursor: null,
    })
    expect((await own.get('/v1/request-logs/usage?until=2020-01-01T00:00:00Z')).body).toEqual({
      data: [],
      hasMore: false,
      cursor: null,
    })
    expectRefusal(await other.get('/v1/request-logs/usage?by=company'), 'INVALID_ENUM')
  })
  test('the request log is newest first whichever ids the callers give their requests', async () => {
    const caller = await app.tenant()
    const given = [
      'f0000000-0000-4000-8000-000000000000',
      '00000000-0000-4000-8000-000000000000',
      undefined,
      '80000000-0000-4000-8000-000000000000',
    ]
    const ids: string[] = []
    for (const id of given) {
      ids.unshift(idOf(await caller.post('/v1/companies', {}, id === undefined ? {} : { 'x-request-id': id })))
      app.clock.advance(1_000)
    }
    const first = (await caller.get('/v1/request-logs?limit=3')).body
    const second = (await caller.get(`/v1/request-logs?limit=3&cursor=${first.cursor}`)).body
    expect([...first.data, ...second.data].map(({ id }: Body) => id)).toEqual(ids)
  })
  test('an entry that is written again, because the answer to its batch got lost, is there once', async () => {
    const { requestLog, db } = app.platform
    const id = idOf(await other.post('/v1/companies', {}))
    await requestLog.flush()
    const where = { organizationId: other.organizationId }
    const entry = await db.client.requestLog.findFirstOrThrow({ where: { ...where, id } })
    const before = await db.client.requestLog.count({ where })
    requestLog.add({ ...entry, upstreamCalls: json(entry.upstreamCalls), validation: json(entry.validation) })
    await requestLog.flush()
    expect(await db.client.requestLog.count({ where })).toBe(before)
  })
  test('the request log keeps no part of a key, even where a path or a text is cut in the middle of it', async () => {
    const caller = await app.tenant()
    const { key } = await caller.keyWith(['stats'])
    const asked = [
      await caller.delete(`/v1/${'x'.repeat(460)}${key}`),
      await caller.post('/v1/companies', { name: `${'x'.repeat(4_050)}${key}` }),
    ]
    const entries = []
    for (const answer of asked) entries.push((await trace(caller, idOf(answer))).body)
    expect(entries).toMatchObject([{ status: 404 }, { status: 400 }])
    expect(JSON.stringify(entries)).toContain('xxxx')
    expect(JSON.stringify(entries)).not.toContain(key.slice(0, 15))
  })
  test('the request log shows nothing of another tenant', async () => {
    const stranger = await app.tenant()
    expect((await stranger.get('/v1/request-logs')).body).toEqual({ data: [], hasMore: false, cursor: null })
    expect((await stranger.get('/v1/request-logs/usage')).body).toEqual({
      data: [],
      hasMore: false,
      cursor: null,
    })
  })
  test('the request log drops what the database cannot keep pace with, and the metrics tell how much', async () => {
    const dropped = async (): Promise<number> =>
      Number(/^request_log_dropped_total (\d+)/m.exec(String((await app.anyone.get('/metrics')).body))?.[1])
    expect(await dropped()).toBe(0)
    const entry = await app.platform.db.client.requestLog.findFirstOrThrow()
    for (let count = 0; count < 10_003; count++)
      app.platform.requestLog.add({
        ...entry,
        organizationId: 'org_flood',
        id: String(count),
        upstreamCalls: json([]),
        validation: json([]),
      })
    expect(await dropped()).toBe(3)
    await app.platform.requestLog.flush()
  })
  test('a repeated request id of the caller neither overwrites nor hides what else was asked under it', async () => {
    const headers = { 'x-request-id': 'req_01kafm4h7vf8xbkrs9q2m3c5df' }
    const caller = await app.tenant()
    await caller.post('/v1/companies', {}, headers)
    await caller.patch('/v1/companies/none', {}, headers)
    expect((await trace(caller, headers['x-request-id'])).body).toMatchObject({ method: 'POST' })
    await caller.delete('/v1/companies/none', headers)
    const { data } = (await caller.get('/v1/request-logs')).body
    expect(data.map(({ method }: Body) => method).toSorted()).toEqual(['DELETE', 'PATCH', 'POST'])
    expect(new Set(data.map(({ id }: Body) => id)).size).toBe(3)
  })
})
