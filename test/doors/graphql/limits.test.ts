import { getIntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { type Socket, connect } from '../../support/sockets.ts'

let app: TestApp
let tenant: Tenant
let socket: Socket
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant('white_label')
  socket = connect(`${await app.listen()}/graphql`, { authorization: `Bearer ${tenant.key}` })
})
afterAll(async () => {
  await socket.client.dispose()
  await app.close()
})

const times = (count: number, of: (index: number) => string): string =>
  Array.from({ length: count }, (_none, index) => of(index)).join(' ')

describe.each(['HTTP', 'websocket'])('limits over %s', (door) => {
  const ask = (query: string, variables: object = {}): Promise<Body> =>
    door === 'HTTP' ? tenant.graphql(query, variables) : socket.ask(query, variables as Record<string, unknown>)

  test.each([
    [
      'depth',
      `{ ${'documents(first: 1) { nodes { company { '.repeat(4)} name ${'} } } '.repeat(4)} }`,
      {},
      { limit: 'depth', found: 13, allowed: 12 },
    ],
    [
      'aliases',
      `{ ${times(19, (index) => `a${index}: viewer { b: plan } `)} }`,
      {},
      { limit: 'aliases', found: 38, allowed: 30 },
    ],
    ['root fields', `{ ${times(21, () => 'viewer { plan }')} }`, {}, { limit: 'rootFields', found: 21, allowed: 20 }],
    [
      'root fields in a fragment',
      `{ ...A } fragment A on Query { ${times(21, () => 'viewer { plan }')} }`,
      {},
      { limit: 'rootFields', found: 21, allowed: 20 },
    ],
    ['tokens', `{ ${times(2_000, () => '__typename')} }`, {}, { limit: 'tokens', found: 2_001, allowed: 2_000 }],
    [
      'cost',
      `{ companies(first: 100) { nodes { ${times(201, () => 'name')} } } }`,
      {},
      { limit: 'cost', found: 20_201, allowed: 20_000 },
    ],
    [
      'cost that a default makes',
      `query ($n: Int = 100) { companies(first: $n) { nodes { ${times(202, () => 'name')} } } }`,
      {},
      { limit: 'cost', found: 20_301, allowed: 20_000 },
    ],
    [
      'cost in fragments',
      '{ companies { ...A } } fragment A on CompanyConnection { nodes { documents { ...B } } } fragment ' +
        `B on CompanyDocumentConnection { nodes { ${times(60, () => 'number')} } }`,
      {},
      { limit: 'cost', found: 24_441, allowed: 20_000 },
    ],
    [
      'introspection in fragments and among other fields',
      `{ viewer { plan } ...A ...B } fragment A on Query { a: __type(name: "Query") { name } ...B }
       fragment B on Query { b: __schema { queryType { name } } c: __schema { queryType { name } } }`,
      {},
      { limit: 'introspections', found: 3, allowed: 2 },
    ],
    [
      'cost of the schema',
      `{ __schema { types { fields { type { fields { ${times(40, () => 'name')} } } } } } }`,
      {},
      { limit: 'cost', found: 25_277, allowed: 20_000 },
    ],
    [
      'cost of a batch',
      `mutation ($input: UpdateLifecycleBatchInput!) { updateLifecycleBatch(input: $input) { results { ${times(41, () => 'documentId')} } } }`,
      {
        input: { updates: Array.from({ length: 500 }, (_one, n) => ({ documentId: `doc_${n}`, status: 'APPROVED' })) },
      },
      { limit: 'cost', found: 21_001, allowed: 20_000 },
    ],
    [
      'cost that a variable makes',
      `query ($n: Int!) { companies(first: $n) { nodes { ${times(202, () => 'name')} } } }`,
      { n: 100 },
      { limit: 'cost', found: 20_301, allowed: 20_000 },
    ],
  ])(
    'a document with too much %s is refused, and the error says what was found and what is allowed',
    async (_name, query, variables, limit) => {
      const before = await tenant.footprint()
      const answer = await ask(query, variables)
      expect(await tenant.footprint()).toEqual(before)
      expect(answer.data).toBeUndefined()
      expect(answer.errors).toHaveLength(1)
      expect(answer.errors[0].extensions).toMatchObject({
        code: 'INVALID_REQUEST',
        status: 400,
        type: 'validation_error',
        ...limit,
      })
      expect(answer.errors[0].message).toContain(`the limit is ${(limit as { allowed: number }).allowed}`)
    },
  )

  test('45 questions about the schema in one document are refused', async () => {
    const { data, errors } = await ask(
      `{ ${times(45, (index) => `a${index}: __schema { types { name fields { name } } }`)} }`,
    )
    expect(data).toBeUndefined()
    expect(errors.map(({ extensions }: { extensions: object }) => extensions)).toMatchObject([
      { code: 'INVALID_REQUEST', limit: 'aliases', found: 45, allowed: 30 },
      { code: 'INVALID_REQUEST', limit: 'rootFields', found: 45, allowed: 20 },
      { code: 'INVALID_REQUEST', limit: 'introspections', found: 45, allowed: 2 },
    ])
  })

  test('the cost of a document is judged by the variables of each request, not by those of the first', async () => {
    const query = `query ($n: Int!) { companies(first: $n) { nodes { ${times(203, () => 'name')} } } }`
    expect((await ask(query, { n: 1 })).errors).toBeUndefined()
    expect((await ask(query, { n: 100 })).errors[0].extensions).toMatchObject({ limit: 'cost', found: 20_401 })
    expect((await ask(query, { n: 2 })).errors).toBeUndefined()
  })

  test('a document just within the limits is answered', async () => {
    expect((await ask(`{ ${times(15, (index) => `a${index}: viewer { b: plan } `)} }`)).errors).toBeUndefined()
    expect((await ask(`{ companies(first: 100) { nodes { ${times(198, () => 'name')} } } }`)).errors).toBeUndefined()
  })

  test.each([
    ['fragments that name each other', 'query { ...A } fragment A on Query { ...B } fragment B on Query { ...A }'],
    ['a fragment that names itself', '{ ...A } fragment A on Query { viewer { plan } ...A }'],
    ['a fragment that does not exist', '{ ...A }'],
    ['no operation', 'fragment A on Query { viewer { plan } }'],
    ['an unknown field', '{ nothing }'],
    ['a syntax error', '{ viewer {'],
    ['nothing', ''],
    ['a variable of another type', 'query ($n: Int) { companies(search: $n) { nodes { id } } }'],
  ])('a document with %s is refused', async (_name, query) => {
    const answer = await ask(query)
    expect(answer.data ?? undefined).toBeUndefined()
    for (const { extensions } of answer.errors)
      expect(extensions).toMatchObject({ code: 'INVALID_REQUEST', status: 400 })
  })

  test.each([
    ['a text for a number', { n: 'many' }],
    ['an object for a number', { n: {} }],
    ['a fraction for a whole number', { n: 1.5 }],
    ['more than 32 bits', { n: 1e20 }],
    ['null for what is required', { n: null }],
    ['nothing for what is required', {}],
    ['a list for a number', { n: [1, 2] }],
  ])('a variable with %s is refused', async (_name, variables) => {
    const answer = await ask('query ($n: Int!) { companies(first: $n) { nodes { id } } }', variables)
    expect(answer.data ?? undefined).toBeUndefined()
    expect(answer.errors[0].extensions).toMatchObject({ code: 'INVALID_REQUEST', status: 400 })
  })

  test('a page size out of range is refused', async () => {
    for (const first of [0, -1, 101])
      expect((await ask(`{ companies(first: ${first}) { nodes { id } } }`)).errors[0].extensions).toMatchObject({
        code: 'INVALID_REQUEST',
        status: 400,
      })
  })

  test('the sandbox shows its schema, as deep as tools ask and no deeper', async () => {
    expect((await ask(getIntrospectionQuery())).data).toMatchObject({ __schema: { queryType: { name: 'Query' } } })
    const loop = await ask(
      '{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }',
    )
    expect(loop.errors[0].extensions).toMatchObject({ code: 'INVALID_REQUEST' })
  })
})

const REGISTER = 'mutation ($input: RegisterCompanyInput!) { registerCompany(input: $input) { company { id } } }'

const namesOf = (count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`unknown${index}`, 1]))

describe('limits over HTTP', () => {
  const types = { json: 'application/json', response: 'application/graphql-response+json' }

  test('parsing a text of many quotes costs no more than any other text of its length', async () => {
    const text = `\\""" ${'"\\'.repeat(400_000)} \n `
    expect((await tenant.graphql(`{ company(id: """${text}""") { id } }`)).errors[0].extensions).toMatchObject({
      code: 'INVALID_REQUEST',
    })
  })

  test('batches of operations are refused, whatever they hold', async () => {
    const before = await tenant.footprint()
    for (const batch of [
      [],
      [{ query: '{ viewer { plan } }' }],
      [
        { query: 'mutation { registerCompany(input: {vatNumber: "FR40303265045"}) { company { id } } }' },
        { query: '{ viewer { plan } }' },
      ],
    ]) {
      const { status, body } = await tenant.post('/graphql', batch)
      expect(status).toBe(400)
      expect(body.errors[0].extensions).toMatchObject({ code: 'INVALID_REQUEST' })
      expect(body.data).toBeUndefined()
    }
    expect(await tenant.footprint()).toEqual(before)
  })

  test.each([
    ['text/plain'],
    ['text/plain;charset=UTF-8'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    [undefined],
  ])('a mutation that another site could send (content type %s) is refused', async (type) => {
    const before = await tenant.footprint()
    const mutation = JSON.stringify({
      query: 'mutation { registerCompany(input: {vatNumber: "FR40303265045"}) { company { id } } }',
    })
    const answer = await app.server.inject({
      method: 'POST',
      url: '/graphql',
      headers: { authorization: `Bearer ${tenant.key}`, ...(type && { 'content-type': type }) },
      payload: Buffer.from(mutation),
    })
    expect(answer.statusCode).toBe(415)
    expect(answer.json().errors[0].extensions).toMatchObject({
      code: 'UNSUPPORTED_MEDIA_TYPE',
      type: 'invalid_request_error',
      status: 415,
      requestId: answer.headers['x-request-id'],
    })
    expect(await tenant.footprint()).toEqual(before)
  })

  test('a form with a header that other sites cannot send is read', async () => {
    const { status, body } = await tenant.send('POST', '/graphql', 'query=%7B%20viewer%20%7B%20plan%20%7D%20%7D', {
      'content-type': 'application/x-www-form-urlencoded',
      'graphql-require-preflight': '1',
    })
    expect({ status, body }).toEqual({ status: 200, body: { data: { viewer: { plan: 'WHITE_LABEL' } } } })
  })

  test('a mutation is refused by GET', async () => {
    const before = await tenant.footprint()
    const mutation = 'mutation { registerCompany(input: {vatNumber: "FR40303265045"}) { company { id } } }'
    const { status, headers, body } = await tenant.get(`/graphql?query=${encodeURIComponent(mutation)}`)
    expect(status).toBe(405)
    expect(headers['allow']).toBe('POST')
    expect(body.errors[0].extensions).toMatchObject({ code: 'METHOD_NOT_ALLOWED', status: 405 })
    expect(await tenant.footprint()).toEqual(before)
  })

  test.each([
    ['no JSON', '{ "query": ', 400],
    ['a number', '7', 400],
    ['null', 'null', 400],
    ['a text', '"{ viewer { plan } }"', 400],
    ['nothing', '', 400],
    ['no query', '{}', 400],
    ['an unknown parameter', '{"query": "{ viewer { plan } }", "more": 1}', 400],
    ['a query that is a list', '{"query": []}', 400],
    ['variables that are a text', '{"query": "{ viewer { plan } }", "variables": "{}"}', 400],
    ['extensions that are a list', '{"query": "{ viewer { plan } }", "extensions": []}', 400],
    ['an operation name that is an object', '{"query": "{ viewer { plan } }", "operationName": {}}', 400],
    ['the name of no operation', '{"query": "query A { viewer { plan } }", "operationName": "B"}', 400],
    ['two operations and no name', '{"query": "query A { viewer { plan } } query B { viewer { plan } }"}', 400],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), 400],
    ['a NUL character', '{"query": "{ company(id: \\"a\\\\u0000\\") { id } }"}', 200],
    ['a prototype', '{"query": "{ viewer { plan } }", "__proto__": {"x": 1}}', 400],
  ])('a GraphQL body with %s is refused with a code', async (_name, payload, wanted) => {
    const { status, body } = await tenant.send('POST', '/graphql', payload, { accept: types.response })
    expect(status).toBe(wanted)
    expect(body.errors[0].extensions.code).toMatch(/^(INVALID_REQUEST|COMPANY_NOT_FOUND)$/)
    expect(body.data?.company ?? null).toBeNull()
  })

  test.each(['a\\u0000b', 'a\\ud800b'])(
    'text that no database keeps (%s) is refused wherever it stands',
    async (text) => {
      const before = await tenant.footprint()
      for (const query of [
        `{ company(id: "${text}") { id } }`,
        `{ companies(search: "${text}") { nodes { id } } }`,
        `{ node(id: "${text}") { id } }`,
        `{ searchCompanies(q: "${text}") { id } }`,
        `mutation { registerCompany(input: {vatNumber: "FR40303265045", metadata: {a: "${text}"}}) { ` +
          'company { id } } }',
        'mutation { registerCompany(input: {vatNumber: "FR40303265045", settings: {x: [{a: ' +
          `"${text}"}]}}) { company { id } } }`,
        `mutation { registerCompany(input: {vatNumber: "FR40303265045", idempotencyKey: "${text}"}) { ` +
          'company { id } } }',
      ])
        expect((await tenant.graphql(query)).errors[0].extensions.code).toMatch(
          /^(INVALID_REQUEST|RESOURCE_NOT_FOUND)$/,
        )
      expect(await tenant.footprint()).toEqual(before)
    },
  )

  test('a query of two megabytes and a body of eleven are refused', async () => {
    const long = await tenant.post(
      '/graphql',
      { query: `{ ${'__typename '.repeat(9_000)} }` },
      { accept: types.response },
    )
    expect(long.status).toBe(400)
    expect(long.body.errors[0].extensions).toMatchObject({ limit: 'tokens', code: 'INVALID_REQUEST' })
    const text = await tenant.post('/graphql', { query: `{ company(id: "${'x'.repeat(2_000_000)}") { id } }` })
    expect(text.body.errors[0].extensions).toMatchObject({ limit: 'characters', code: 'INVALID_REQUEST', status: 400 })
    const large = await tenant.post('/graphql', {
      query: '{ viewer { plan } }',
      variables: { x: 'x'.repeat(11_000_000) },
    })
    expect(large.status).toBe(413)
    expect(large.body.errors[0].extensions).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
  })

  test.each([
    ['a name that no input has', REGISTER, { input: { vatNumber: 'DE123456789', ['a'.repeat(2_000_000)]: 1 } }],
    ['a value of the wrong form', REGISTER, { input: { vatNumber: 'x'.repeat(2_000_000) } }],
    ['a value of another type', REGISTER, { input: { vatNumber: ['x'.repeat(2_000_000)] } }],
    ['an input of another type', REGISTER, { input: 'x'.repeat(2_000_000) }],
    ['a field that there is not', `{ ${'a'.repeat(90_000)} }`, {}],
    ['a document that cannot be read', `{ "${'a'.repeat(90_000)}" }`, {}],
    ['two hundred unknown names', REGISTER, { input: namesOf(200) }],
  ])('an answer repeats no more than the beginning of %s', async (_what, query, variables) => {
    const { bytes, body } = await tenant.post('/graphql', { query, variables })
    expect(body.errors[0].extensions.status).toBe(400)
    // Fifty errors, of each a thousand characters.
    expect(bytes.length).toBeLessThan(70_000)
  })

  test('variables of very many names are refused before they are looked at one by one', async () => {
    const { bytes, body } = await tenant.post('/graphql', { query: REGISTER, variables: { input: namesOf(300_000) } })
    expect(body.errors).toMatchObject([{ extensions: { code: 'TOO_LARGE', status: 400 } }])
    expect(bytes.length).toBeLessThan(2_000)
  })

  test('of several operations in one document the named one runs, each time', async () => {
    const query =
      'query A { viewer { plan } } query B { viewer { organizationId } } mutation C { ' +
      'registerCompany(input: {vatNumber: "nonsense"}) { company { id } } }'
    const run = async (operationName: string): Promise<Body> =>
      (await tenant.post('/graphql', { query, operationName })).body
    expect(await run('A')).toEqual({ data: { viewer: { plan: 'WHITE_LABEL' } } })
    expect(await run('B')).toEqual({ data: { viewer: { organizationId: tenant.organizationId } } })
    expect((await run('C')).errors[0].extensions).toMatchObject({ code: 'INVALID_VAT_FORMAT' })
    expect(await run('A')).toEqual({ data: { viewer: { plan: 'WHITE_LABEL' } } })
  })

  test('a refusal before execution has the status of its code, for clients that accept GraphQL responses', async () => {
    const { status, headers } = await tenant.post('/graphql', { query: '{ nothing }' }, { accept: types.response })
    expect(status).toBe(400)
    expect(headers['content-type']).toContain(types.response)
    expect(
      (
        await tenant.post(
          '/graphql',
          { query: 'query ($n: Int!) { companies(first: $n) { nodes { id } } }' },
          { accept: types.response },
        )
      ).status,
    ).toBe(400)
    expect((await tenant.post('/graphql', { query: '{ nothing }' }, { accept: types.json })).status).toBe(200)
    expect(
      (await tenant.post('/graphql', { query: '{ company(id: "comp_x") { id } }' }, { accept: types.response })).status,
    ).toBe(200)
  })

  test('a variable that does not fit has the status that the client accepts, however long the document is', async () => {
    const short = 'query ($n: Int!) { companies(first: $n) { nodes { id } } }'
    for (const query of [short, `${short} # ${' '.repeat(20_000)}`]) {
      const statusFor = async (accept: string): Promise<number> => {
        const { status, body } = await tenant.post('/graphql', { query, variables: { n: 'x' } }, { accept })
        expect(body.errors[0].extensions.code).toBe('INVALID_REQUEST')
        return status
      }
      expect([await statusFor(types.json), await statusFor(types.response)]).toEqual([200, 400])
    }
  })

  test('a client that accepts no form of GraphQL answer is told so', async () => {
    expect(
      (await tenant.post('/graphql', { query: '{ viewer { plan } }' }, { accept: 'application/xml' })).status,
    ).toBe(406)
  })

  test('wrong credentials are refused in the form of GraphQL', async () => {
    const { status, headers, body } = await app.anyone.post(
      '/graphql',
      { query: '{ viewer { plan } }' },
      { authorization: 'Bearer svc_test_nothing' },
    )
    expect(status).toBe(401)
    expect(headers['www-authenticate']).toBe(
      `Bearer resource_metadata="${app.platform.baseUrl}/.well-known/oauth-protected-resource"`,
    )
    expect(body.errors[0].extensions).toMatchObject({
      code: 'INVALID_TOKEN',
      type: 'authentication_error',
      status: 401,
    })
  })
})
