import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { json } from '../../src/kernel/database/rows.ts'
import { type Answer, type Body, type Caller, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { formOf } from '../support/forms.ts'
import { freshVat } from '../support/numbers.ts'
import { expectRefusal, withoutRequestId } from '../support/refusals.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant()
})
afterAll(() => app.close())

const OURS = /^req_[0-7][0-9a-hjkmnp-tv-z]{25}$/
const idOf = ({ headers }: Answer): string => String(headers['x-request-id'])
const trace = async (caller: Caller, id: string): Promise<Answer> => caller.get(`/v1/requests/${id}`)

describe('X-Request-Id', () => {
  test.each([
    ['/v1/me', 'GET'],
    ['/v1/nothing', 'GET'],
    ['/v1/%zz', 'GET'],
    ['/v1/companies', 'PUT'],
    ['/v1/companies', 'POST'],
    ['/graphql', 'POST'],
    ['/health/liveness', 'GET'],
    ['/health/readiness', 'GET'],
    ['/health/contracts', 'GET'],
    ['/metrics', 'GET'],
    ['/openapi.json', 'GET'],
    ['/docs/', 'GET'],
    ['/docs', 'GET'],
    ['/docs/errors', 'GET'],
    ['/docs/nothing', 'GET'],
    ['/', 'GET'],
    ['/', 'OPTIONS'],
  ])('X-Request-Id is on the answer of %s (%s), ours and new each time', async (path, method) => {
    const answers = [await app.anyone.send(method, path), await tenant.send(method, path)]
    for (const answer of answers) expect(idOf(answer)).toMatch(OURS)
    expect(new Set(answers.map(idOf)).size).toBe(2)
  })

  test.each([
    'req_01kafm4h7vf8xbkrs9q2m3c5de',
    '0b8a2f0e-3c1d-4e5f-8a9b-0c1d2e3f4a5b',
    '0B8A2F0E-3C1D-4E5F-8A9B-0C1D2E3F4A5B',
  ])('the X-Request-Id of the caller is kept when it has the right form: %s', async (id) => {
    const answer = await tenant.post('/v1/companies', {}, { 'x-request-id': id })
    expect(idOf(answer)).toBe(id)
    expect(answer.body.error.requestId).toBe(id)
    expect((await tenant.get(`/v1/request-logs?limit=100`)).body.data.map((entry: Body) => entry.id)).toContain(id)
  })

  test.each([
    '1',
    'req_',
    'req_01KAFM4H7VF8XBKRS9Q2M3C5DE',
    'comp_01kafm4h7vf8xbkrs9q2m3c5de',
    "req_01kafm4h7vf8xbkrs9q2m3c5d'",
    '../../etc/passwd',
    '<script>',
    'req_01kafm4h7vf8xbkrs9q2m3c5de x',
    'x'.repeat(5_000),
    '{0b8a2f0e-3c1d-4e5f-8a9b-0c1d2e3f4a5b}',
  ])('the X-Request-Id of the caller is replaced when it has another form: %s', async (given) => {
    const answer = await tenant.get('/v1/me', { 'x-request-id': given })
    expect(idOf(answer)).toMatch(OURS)
    expect(idOf(answer)).not.toBe(given)
  })
})

describe('the trace of a request', () => {
  test('a trace shows what was asked of the upstreams and how it ended', async () => {
    const vatNumber = freshVat()
    const answer = await tenant.post('/v1/companies', { vatNumber, name: 'Traced' })
    const { status, body } = await trace(tenant, idOf(answer))
    expect(status).toBe(200)
    expect(body).toEqual({
      id: idOf(answer),
      method: 'POST',
      path: '/v1/companies',
      operation: 'registerCompany',
      status: 201,
      errorCode: null,
      apiKeyId: expect.stringMatching(/^key_/),
      userId: null,
      startedAt: expect.stringMatching(/Z$/),
      durationMs: expect.any(Number),
      upstreamCalls: [
        {
          upstream: 'registries',
          call: `byVat ${vatNumber}`,
          startedMs: expect.any(Number),
          durationMs: expect.any(Number),
          outcome: 'ok',
        },
      ],
      validation: [],
      requestBody: JSON.stringify({ vatNumber, name: 'Traced' }),
    })
    expect(body.durationMs).toBeGreaterThan(0)
  })

  test('a trace is kept wherever its body is cut, and takes no neighbours with it', async () => {
    const bodies = ['', 'x'].map((before) => ({ name: before + '😀'.repeat(3_000) }))
    const answers = await Promise.all([...bodies, { name: 'short' }].map((body) => tenant.post('/v1/companies', body)))
    const kept = await Promise.all(
      answers.map(async (answer) => (await trace(tenant, idOf(answer))).body.requestBody as string),
    )
    expect(kept.map((text) => [text.isWellFormed(), text.length < 5_000, text.slice(0, 9)])).toEqual(
      answers.map(() => [true, true, '{"name":"']),
    )
  })

  test('a trace is kept whatever input its refusal repeats, and takes no neighbours with it', async () => {
    const { payload, headers } = await formOf({
      operations: '{"query": "{ viewer { plan } }"}',
      map: '{"0": ["variables.\\u0000\\ud800"]}',
      0: new Blob(['x']),
    })
    const answers = await Promise.all([
      tenant.send('POST', '/graphql', payload, { ...headers, 'graphql-require-preflight': '1' }),
      tenant.post('/v1/companies', {}),
    ])
    for (const answer of answers)
      expect((await trace(tenant, idOf(answer))).body).toMatchObject({ id: idOf(answer), status: 400 })
  })

  test.each([
    ['DE000000404', 'VAT_NOT_FOUND', 422],
    ['DE000000502', 'UPSTREAM_ERROR', 502],
  ])('a trace shows how the upstream refused %s', async (vatNumber, code, status) => {
    const { body } = await trace(tenant, idOf(await tenant.post('/v1/companies', { vatNumber })))
    expect(body).toMatchObject({ status, errorCode: code, upstreamCalls: [{ outcome: code }] })
  })

  test('a trace shows what was wrong with the input', async () => {
    const answer = await tenant.post('/v1/companies', { vatNumber: 'x', colour: 'red' })
    const { body } = await trace(tenant, idOf(answer))
    expect(body).toMatchObject({
      status: 400,
      errorCode: 'INVALID_VAT_FORMAT',
      validation: answer.body.error.details,
      upstreamCalls: [],
    })
    expect(body.validation).toHaveLength(2)
    const refused = await tenant.get('/v1/events?type=x&limit=0')
    const { validation } = (await trace(tenant, idOf(refused))).body
    expect(validation).toEqual(refused.body.error.details)
    expect(validation.map(({ field }: { field: string }) => field).sort()).toEqual(['limit', 'type[0]'])
  })

  test.each(['last', 'first'])('the trace of a query is kept when it was refused, not when it succeeded', async () => {
    expectRefusal(await trace(tenant, idOf(await tenant.get('/v1/companies'))), 'RESOURCE_NOT_FOUND')
    expect((await trace(tenant, idOf(await tenant.get('/v1/companies?limit=0')))).body).toMatchObject({
      method: 'GET',
      path: '/v1/companies',
      operation: 'listCompanies',
      status: 400,
    })
  })

  test('the trace of GraphQL keeps operation, document and variables, without what authorizes', async () => {
    const query =
      'mutation Make($input: RegisterCompanyInput!) { registerCompany(input: $input) { company { id } } ' +
      'other: createApiKey(input: {name: "hidden text"}) { key { id } } }'
    const variables = { input: { vatNumber: freshVat(), idempotencyKey: 'gql' } }
    const answer = await tenant.post('/graphql', {
      query: query.replace(/ other.*\} \} \}/, ' }'),
      variables,
      operationName: 'Make',
    })
    expect(answer.body.errors).toBeUndefined()
    const { body } = await trace(tenant, idOf(answer))
    expect(body).toMatchObject({
      path: '/graphql',
      operation: 'registerCompany',
      status: 200,
      upstreamCalls: [{ outcome: 'ok' }],
    })
    expect(JSON.parse(body.requestBody)).toMatchObject({
      operationName: 'Make',
      variables: { input: { vatNumber: variables.input.vatNumber } },
    })
    const refused = await tenant.post('/graphql', { query: '{ company(id: "text that may be a secret") { id } }' })
    const { body: second } = await trace(tenant, idOf(refused))
    expect(second).toMatchObject({ errorCode: 'COMPANY_NOT_FOUND' })
    expect(second.requestBody).toContain('company(id:')
    expect(second.requestBody).not.toContain('may be a secret')
  })

  test('a trace holds no secret: neither the caller’s key, nor what the body calls one', async () => {
    const secrets = {
      password: 'hunter2-a',
      apiKey: 'hunter2-b',
      token: 'hunter2-c',
      nested: [{ clientSecret: 'hunter2-d' }],
      signature: 'hunter2-e',
      key: 'hunter2-f',
    }
    for (const answer of [
      await tenant.post('/v1/companies', { vatNumber: 'x', settings: secrets }),
      await tenant.post('/v1/companies', { ...secrets }),
      await tenant.post('/v1/api-keys', { name: 'New' }),
      await tenant
        .graphql('mutation { createApiKey(input: {name: "x"}) { __typename } }')
        .then(() => tenant.get('/v1/companies?limit=0')),
    ])
      expect((await trace(tenant, idOf(answer))).body.id).toBe(idOf(answer))
    await app.platform.requestLog.flush()
    const rows = JSON.stringify(await app.platform.db.client.requestLog.findMany())
    expect(rows).not.toMatch(/hunter2/)
    expect(rows).not.toMatch(/svc_(plat_|wl_)?test_[A-Za-z0-9_-]{20}/)
    expect(rows).toContain('[secret]')
  })

  test('a trace of GraphQL holds no secret in any place, whether the document can be run or not', async () => {
    const webhook = (secret: string): string =>
      `createWebhook(input: {url: "https://hooks.example.com/x", events: [ALL], secret: ${secret}}) { webhook { id } }`
    const { payload, headers } = await formOf({
      operations: JSON.stringify({ query: '{ viewer { plan } }', variables: { secret: 'hunter3-form' } }),
      map: 'no JSON',
    })
    const answers = [
      await tenant.post('/graphql', {
        query: `mutation ($given: String!) { ${webhook('$given')} }`,
        variables: { given: 'hunter3-variable' },
      }),
      await tenant.post('/graphql', {
        query: `mutation ($given: String!) { ${webhook('$given')} nothing }`,
        variables: { given: 'hunter3-invalid' },
      }),
      await tenant.post('/graphql', {
        query: `mutation ($given: String!) { ${webhook('$given')} `,
        variables: { given: 'hunter3-cut' },
      }),
      await tenant.post('/graphql', { query: `mutation { ${webhook('"hunter3-open')} }` }),
      await tenant.post('/graphql', { query: '{ company(id: """ \\""" hunter3-block """) { id } }' }),
      await tenant.send('POST', '/graphql', '{"query": "{ viewer { plan } }", "variables": {"secret": "hunter3-json"}'),
      await tenant.send('POST', '/graphql', payload, { ...headers, 'graphql-require-preflight': '1' }),
    ]
    expect(answers[0]?.body.data.createWebhook.webhook.id).toMatch(/^wh_/)
    for (const answer of answers)
      expect((await trace(tenant, idOf(answer))).body).toMatchObject({ id: idOf(answer), path: '/graphql' })
    expect((await trace(tenant, idOf(answers[1] as Answer))).body.requestBody).toContain('[secret]')
    expect(JSON.stringify(await app.platform.db.client.requestLog.findMany())).not.toMatch(/hunter3/)
  })

  test('a trace is cut at 4 kB and survives any text', async () => {
    const long = await tenant.post('/v1/companies', { vatNumber: 'x', name: '€'.repeat(10_000) })
    expect((await trace(tenant, idOf(long))).body.requestBody.length).toBeLessThanOrEqual(4_097)
    for (const body of [
      '{"vatNumber":"x","name":"a\\u0000b"}',
      '{"vatNumber":"x","n\\u0000":1}',
      '{"vatNumber":"x","n":"\\ud800"}',
      '{"\\udfff":1}',
      '[]',
      '"text"',
      'null',
      '7',
    ])
      expect((await trace(tenant, idOf(await tenant.send('POST', '/v1/companies', body)))).body).toMatchObject({
        status: 400,
      })
  })

  test('a trace of another tenant is the same 404 as one that never was', async () => {
    const stranger = await app.tenant()
    const theirs = idOf(await stranger.post('/v1/companies', { vatNumber: freshVat() }))
    expect((await trace(stranger, theirs)).status).toBe(200)
    const answer = await trace(tenant, theirs)
    expectRefusal(answer, 'RESOURCE_NOT_FOUND')
    expect(withoutRequestId(answer)).toBe(withoutRequestId(await trace(tenant, 'req_01kafm4h7vf8xbkrs9q2m3c5dg')))
    expect(withoutRequestId(answer)).toBe(withoutRequestId(await trace(tenant, 'nonsense')))
    expectRefusal(await trace(tenant, idOf(await app.anyone.get('/v1/me'))), 'RESOURCE_NOT_FOUND')
  })

  test('a key without the scope platform sees its own requests and no others', async () => {
    const key = await tenant.keyWith(['companies.write'])
    const [own, foreign] = [await key.post('/v1/companies', {}), await tenant.post('/v1/companies', {})]
    expect((await trace(key, idOf(own))).status).toBe(200)
    expectRefusal(await trace(key, idOf(foreign)), 'RESOURCE_NOT_FOUND')
    expect((await trace(tenant, idOf(own))).status).toBe(200)
  })
})

describe('the request log', () => {
  let own: Tenant
  let weak: Awaited<ReturnType<Tenant['keyWith']>>
  beforeAll(async () => {
    own = await app.tenant()
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
    expectRefusal(await own.get(`/v1/request-logs${query}`), code)
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
    expect(mine.requests).toBeGreaterThanOrEqual(6)
    expect(mine.errors).toBeGreaterThanOrEqual(4)
    expect(mine.errors).toBeLessThan(mine.requests)
    expect((await own.get('/v1/request-logs/usage?by=user')).body).toEqual({ data: [] })
    expect((await own.get('/v1/request-logs/usage?until=2020-01-01T00:00:00Z')).body).toEqual({ data: [] })
    expectRefusal(await own.get('/v1/request-logs/usage?by=company'), 'INVALID_ENUM')
  })
  test('the request log is newest first whichever ids the callers give their requests', async () => {
    const other = await app.tenant()
    const given = [
      'f0000000-0000-4000-8000-000000000000',
      '00000000-0000-4000-8000-000000000000',
      undefined,
      '80000000-0000-4000-8000-000000000000',
    ]
    const ids: string[] = []
    for (const id of given) {
      ids.unshift(idOf(await other.post('/v1/companies', {}, id === undefined ? {} : { 'x-request-id': id })))
      app.clock.advance(1_000)
    }
    const first = (await other.get('/v1/request-logs?limit=3')).body
    const second = (await other.get(`/v1/request-logs?limit=3&cursor=${first.cursor}`)).body
    expect([...first.data, ...second.data].map(({ id }: Body) => id)).toEqual(ids)
  })
  test('the request log shows nothing of another tenant', async () => {
    const stranger = await app.tenant()
    expect((await stranger.get('/v1/request-logs')).body).toEqual({ data: [], hasMore: false, cursor: null })
    expect((await stranger.get('/v1/request-logs/usage')).body).toEqual({ data: [] })
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
  test('a repeated request id of the caller neither overwrites nor fails', async () => {
    const headers = { 'x-request-id': 'req_01kafm4h7vf8xbkrs9q2m3c5df' }
    await own.post('/v1/companies', {}, headers)
    await own.patch('/v1/companies/none', {}, headers)
    expect((await trace(own, headers['x-request-id'])).body).toMatchObject({ method: 'POST' })
  })
})
