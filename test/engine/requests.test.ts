import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

  test('a trace holds no secret: neither the caller’s key, nor what free data of the body calls one', async () => {
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

  test('a trace holds no part of a secret either, wherever it is cut', async () => {
    const keys = Array.from({ length: 100 }, (_, index) => `svc_test_${String(index).padStart(43, 'A')}`)
    for (const text of [keys.join(' '), 'x'.repeat(4_050) + keys.join(' '), 'x'.repeat(4_090) + keys.join(' ')]) {
      const answer = await tenant.post('/v1/companies', { vatNumber: 'x', name: text })
      const { requestBody } = (await trace(tenant, idOf(answer))).body
      expect(requestBody).toMatch(/^\{"vatNumber":"x","name":"(x{4000}|\[secret\] )/)
      expect(requestBody).not.toContain('svc_')
    }
  })

  test('a trace of a body with many values is its first four kilobytes', async () => {
    const list = Array.from({ length: 100 }, (_, index) => Array.from({ length: 100 }, () => index % 10))
    const body = { vatNumber: 'x', settings: { list } }
    const answer = await tenant.post('/v1/companies', body)
    expect((await trace(tenant, idOf(answer))).body.requestBody).toBe(`${JSON.stringify(body).slice(0, 4_096)}…`)
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
