import { getNamedType, isNonNullType, isObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../../../src/doors/graphql/schema.ts'
import { catalog } from '../../../src/kernel/errors/catalog.ts'
import { type Body, type Caller, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { type Socket, connect } from '../../support/sockets.ts'

let app: TestApp
let tenant: Tenant
let reader: Caller & { key: string }
let address: string
const sockets: Socket[] = []
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant()
  reader = await tenant.keyWith(['companies.read'])
  address = await app.listen()
})
afterAll(async () => {
  for (const { client } of sockets) await client.dispose()
  await app.close()
})

const socketOf = (key: string): Socket => {
  const socket = connect(`${address}/graphql`, { authorization: `Bearer ${key}` })
  sockets.push(socket)
  return socket
}

type Ask = (caller: Caller & { key: string }, query: string, variables?: object, more?: object) => Promise<Body>
const post: Ask = async (caller, query, variables = {}, more = {}) =>
  (await caller.post('/graphql', { query, variables, ...more })).body

/** How a document is executed: a text too long to be remembered is not compiled, and neither is one of a socket. */
const roads: [name: string, ask: Ask][] = [
  ['compiled', post],
  ['executed', (caller, query, ...more) => post(caller, `${query} # ${' '.repeat(20_000)}`, ...more)],
  [
    'over a websocket',
    (caller, query, variables, more) => socketOf(caller.key).ask(query, variables as Record<string, unknown>, more),
  ],
]

const WHOLE = 'refusal { type code message details { field rule message fix } docUrl retryAfter }'
const codesOf = ({ errors = [] }: Body): [path: unknown, code: string][] =>
  errors.map(({ path, extensions }: Body) => [path, extensions.code])

describe('the schema', () => {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {})

  test('the result of every mutation may be null, and so may each of its fields, of which one is the refusal', () => {
    for (const { name, type } of mutations) {
      expect([name, isNonNullType(type)]).toEqual([name, false])
      const payload = getNamedType(type)
      const fields = isObjectType(payload) ? Object.values(payload.getFields()) : []
      expect([name, fields.filter((field) => isNonNullType(field.type)).map((field) => field.name)]).toEqual([name, []])
      expect([name, String(fields.find((field) => field.name === 'refusal')?.type)]).toEqual([name, 'Refusal'])
    }
  })

  test('every field that asks for something particular may be null', () => {
    const asking = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(({ args }) =>
      args.some(({ type }) => isNonNullType(type)),
    )
    expect(asking.length).toBeGreaterThan(30)
    expect(asking.filter(({ type }) => isNonNullType(type)).map(({ name }) => name)).toEqual([])
  })

  test('the codes of errors are one enum, in which each code of the catalog is explained', async () => {
    const { data } = await tenant.graphql('{ __type(name: "ErrorCode") { enumValues { name description } } }')
    expect(data.__type.enumValues.map(({ name }: Body) => name).sort()).toEqual(Object.keys(catalog).sort())
    for (const { name, description } of data.__type.enumValues)
      expect(description).toBe(
        `${catalog[name as keyof typeof catalog].message} ${catalog[name as keyof typeof catalog].fix}`,
      )
  })
})

describe.each(roads)('a refused mutation, %s', (road, ask) => {
  const NONE = 'comp_01kafm4h7vf8xbkrs9q2m3c5de'
  const refusedLike = (code: string, field?: string): object => ({
    code,
    type: catalog[code as keyof typeof catalog].type,
    message: expect.any(String),
    details: field === undefined ? [] : [{ field, rule: code, message: expect.any(String), fix: null }],
    docUrl: expect.stringMatching(new RegExp(`/docs/errors#${code}$`)),
    retryAfter: null,
  })

  test('is data for who selects the refusal, with the other fields null and nothing done', async () => {
    const before = await tenant.footprint()
    const answer = await ask(
      tenant,
      `mutation { registerCompany(input: {vatNumber: "x"}) { __typename company { id } ${WHOLE} } }`,
    )
    expect(answer).toEqual({
      data: {
        registerCompany: {
          __typename: 'RegisterCompanyPayload',
          company: null,
          refusal: refusedLike('INVALID_VAT_FORMAT', 'vatNumber'),
        },
      },
    })
    expect(await tenant.footprint()).toEqual(before)
  })

  test('says as data what the error says', async () => {
    const fails = 'registerCompany(input: {vatNumber: "x"})'
    const { data } = await ask(tenant, `mutation { ${fails} { ${WHOLE} } }`)
    const { errors } = await ask(tenant, `mutation { ${fails} { company { id } } }`)
    const { code, type, details, docUrl } = errors[0].extensions
    const { retryAfter: _none, ...refusal } = data.registerCompany.refusal
    expect(refusal).toEqual({
      code,
      type,
      message: errors[0].message,
      details: details.map((one: object) => ({ fix: null, ...one })),
      docUrl,
    })
  })

  test('leaves the other mutation of the document as it is, with the refusal selected and without', async () => {
    const tenant = await app.tenant()
    const name = `Two ${road}`
    for (const shown of ['refusal { code }', 'partner { id }']) {
      const before = await tenant.footprint()
      const { data, errors } = await ask(
        tenant,
        `mutation ($id: ID!, $name: String!) {
          bad: updateCompany(input: {companyId: $id, name: "x"}) { ${shown.replace('partner', 'company')} }
          good: createPartner(input: {name: $name, peppolId: "0208:0403019261"}) { partner { name } ${shown} } }`,
        { id: NONE, name },
      )
      const isData = shown.startsWith('refusal')
      expect(data.bad).toEqual(isData ? { refusal: { code: 'COMPANY_NOT_FOUND' } } : null)
      expect(data.good).toEqual(isData ? { partner: { name }, refusal: null } : null)
      expect(errors?.map(({ path, extensions }: Body) => [path, extensions.code])).toEqual(
        isData
          ? undefined
          : [
              [['bad'], 'COMPANY_NOT_FOUND'],
              [['good'], 'CONFLICT'],
            ],
      )
      const after = await tenant.footprint()
      expect(after['partners']).toBe(Number(before['partners']) + (isData ? 1 : 0))
      expect(after).toEqual(isData ? { ...after, companies: before['companies'] } : before)
    }
  })

  test('is data where the refusal has another name, or stands in a fragment', async () => {
    const fails = 'registerCompany(input: {vatNumber: "x"})'
    const shapes = [
      `mutation { ${fails} { why: refusal { code } } }`,
      `mutation { ${fails} { ... on RegisterCompanyPayload { why: refusal { code } } } }`,
      `mutation { ${fails} { ... { ...F } } } fragment F on RegisterCompanyPayload { why: refusal { code } }`,
      `mutation { ...M } fragment M on Mutation { ${fails} { why: refusal { code } } }`,
      `mutation { ${fails} { company { id } } ${fails} { why: refusal { code } } }`,
    ]
    for (const query of shapes) {
      const { data, errors } = await ask(tenant, query)
      expect([query, errors, data.registerCompany]).toMatchObject([
        query,
        undefined,
        { why: { code: 'INVALID_VAT_FORMAT' } },
      ])
    }
  })

  test('is data only where @include and @skip leave the refusal in', async () => {
    const fails = 'registerCompany(input: {vatNumber: "x"})'
    const shapes = [
      `${fails} { company { id } refusal @include(if: $wanted) { code } }`,
      `${fails} { company { id } refusal @skip(if: $unwanted) { code } }`,
      `${fails} { company { id } ... @include(if: $wanted) { refusal { code } } }`,
      `${fails} { company { id } ...F @include(if: $wanted) }`,
      `${fails} { company { id } } ...M @include(if: $wanted)`,
      `${fails} { company { id } } ... @skip(if: $unwanted) { ${fails} { refusal { code } } }`,
    ]
    const fragments =
      `fragment F on RegisterCompanyPayload { refusal { code } } ` +
      `fragment M on Mutation { ${fails} { refusal { code } } }`
    for (const shape of shapes)
      for (const wanted of [true, false]) {
        const used = fragments
          .split(/(?=fragment M)/)
          .filter((_text, nth) => shape.includes(['...F', '...M'][nth] ?? ''))
        const variable = shape.includes('$wanted') ? '$wanted' : '$unwanted'
        const { data, errors } = await ask(
          tenant,
          `mutation (${variable}: Boolean!) { ${shape} } ${used.join(' ')}`,
          variable === '$wanted' ? { wanted } : { unwanted: !wanted },
        )
        expect([shape, wanted, data, errors?.[0].extensions.code]).toEqual(
          wanted
            ? [
                shape,
                wanted,
                { registerCompany: { company: null, refusal: { code: 'INVALID_VAT_FORMAT' } } },
                undefined,
              ]
            : [shape, wanted, { registerCompany: null }, 'INVALID_VAT_FORMAT'],
        )
      }
  })

  test('is data where a default of a variable leaves the refusal in, whatever becomes of errors', async () => {
    const query = `mutation ($wanted: Boolean = true) {
      registerCompany(input: {vatNumber: "x"}) { company { id } refusal @include(if: $wanted) { code } } }`
    const data = { registerCompany: { company: null, refusal: { code: 'INVALID_VAT_FORMAT' } } }
    for (const onError of ['PROPAGATE', 'NULL', 'HALT'])
      expect([onError, await ask(tenant, query, {}, { onError })]).toEqual([onError, { data }])
    const { errors } = await ask(tenant, query, { wanted: false }, { onError: 'HALT' })
    expect(errors[0].extensions.code).toBe('INVALID_VAT_FORMAT')
  })

  test('for lack of a scope is data too, and nothing is done', async () => {
    const before = await tenant.footprint()
    const { data, errors } = await ask(
      reader,
      'mutation { registerCompany(input: {vatNumber: "DE811569869"}) { refusal { code type } } }',
    )
    expect(errors).toBeUndefined()
    expect(data.registerCompany.refusal).toEqual({ code: 'INSUFFICIENT_SCOPE', type: 'permission_error' })
    expect(await tenant.footprint()).toEqual(before)
  })

  test('with an idempotency key is answered again as it was, as data and as an error', async () => {
    const key = `once-${road}`
    const before = await tenant.footprint()
    const query = (shown: string): string =>
      `mutation ($key: String!) { registerCompany(input: {vatNumber: "x", idempotencyKey: $key}) { ${shown} } }`
    const first = await ask(tenant, query(WHOLE), { key })
    expect(first.data.registerCompany.refusal.code).toBe('INVALID_VAT_FORMAT')
    expect(await ask(tenant, query(WHOLE), { key })).toEqual(first)
    const { errors } = await ask(tenant, query('company { id }'), { key })
    expect(errors[0]).toMatchObject({
      message: first.data.registerCompany.refusal.message,
      extensions: { code: 'INVALID_VAT_FORMAT' },
    })
    expect(await tenant.footprint()).toEqual(before)
  })
})

describe('what stays an error', () => {
  test('a caller who cannot be known gets no refusal as data', async () => {
    const query = 'mutation { registerCompany(input: {vatNumber: "DE811569869"}) { refusal { code } } }'
    const { data, errors } = await app.anyone.graphql(query)
    expect(data).toEqual({ registerCompany: null })
    expect(errors[0].extensions.code).toBe('MISSING_AUTH')
  })

  test('a refusal that is data is in the request log, and is of the same type as those of a batch', async () => {
    const { headers } = await tenant.post('/graphql', {
      query: 'mutation { registerCompany(input: {vatNumber: "x"}) { refusal { code } } }',
    })
    const { body } = await tenant.get(`/v1/requests/${headers['x-request-id']}`)
    expect(body).toMatchObject({ errorCode: 'INVALID_VAT_FORMAT', operation: 'registerCompany' })
    const { data } = await tenant.graphql(
      `mutation { actOnDocuments(input: {updates: [{documentId: "doc_01kafm4h7vf8xbkrs9q2m3c5de", action: ARCHIVE}]})
        { results { error { __typename code } } refusal { __typename code } } }`,
    )
    expect(data.actOnDocuments).toEqual({
      results: [{ error: { __typename: 'Refusal', code: 'DOCUMENT_NOT_FOUND' } }],
      refusal: null,
    })
  })
})

describe('siblings', () => {
  test.each(roads)('a look-up that finds nothing leaves its siblings as they are, %s', async (_road, ask) => {
    const { data, ...answer } = await ask(
      tenant,
      `query ($id: ID!) { company(id: $id) { name } partner(id: $id) { id } documentNotes(documentId: $id) { text }
        viewer { organizationId } }`,
      { id: 'comp_01kafm4h7vf8xbkrs9q2m3c5de' },
    )
    expect(data).toEqual({
      company: null,
      partner: null,
      documentNotes: null,
      viewer: { organizationId: tenant.organizationId },
    })
    expect(codesOf(answer).sort()).toEqual([
      [['company'], 'COMPANY_NOT_FOUND'],
      [['documentNotes'], 'DOCUMENT_NOT_FOUND'],
      [['partner'], 'RESOURCE_NOT_FOUND'],
    ])
  })
})

describe.each(roads)('onError, %s', (_road, ask) => {
  // The caller may not read documents, and neither the field nor what holds it can be null.
  const forbidden = '{ viewer { organizationId } companies { nodes { id documents { nodes { id } } } } }'
  const path = ['companies', 'nodes', 0, 'documents']
  const viewer = { organizationId: expect.any(String) }

  test.each([undefined, null, 'PROPAGATE'])('%s: what cannot be null is null with what holds it', async (onError) => {
    const answer = await ask(reader, forbidden, {}, { ...(onError !== undefined && { onError }) })
    expect(answer.data).toBeNull()
    expect(codesOf(answer)).toEqual([[path, 'INSUFFICIENT_SCOPE']])
  })

  test('NULL: only the field that fails is null', async () => {
    const answer = await ask(reader, forbidden, {}, { onError: 'NULL' })
    expect(answer.data).toEqual({ viewer, companies: { nodes: [{ id: tenant.companyId, documents: null }] } })
    expect(codesOf(answer)).toEqual([[path, 'INSUFFICIENT_SCOPE']])
  })

  test('HALT: nothing but the first error is answered', async () => {
    const twice = forbidden.replace('nodes {', 'totalCount again: nodes { documents { totalCount } } nodes {')
    const answer = await ask(reader, twice, {}, { onError: 'HALT' })
    expect(answer.data).toBeNull()
    expect(answer.errors).toHaveLength(1)
    expect(answer.errors[0].extensions.code).toBe('INSUFFICIENT_SCOPE')
    expect(await ask(reader, '{ node(id: "x") { id } }', {}, { onError: 'HALT' })).toMatchObject({
      data: null,
      errors: [{ path: ['node'], extensions: { code: 'RESOURCE_NOT_FOUND' } }],
    })
  })

  test('HALT: no mutation after the one that fails is carried out', async () => {
    const query = `mutation ($bad: VatNumber!) {
      first: createPartner(input: {name: "First", peppolId: "0208:0403019261"}) { partner { id } }
      bad: registerCompany(input: {vatNumber: $bad}) { company { id } }
      ...Last }
      fragment Last on Mutation {
        last: createPartner(input: {name: "Last", peppolId: "0208:0203201340"}) { partner { id } } }`
    const tenant = await app.tenant()
    const before = await tenant.footprint()
    const { data, errors } = await ask(tenant, query, { bad: 'x' }, { onError: 'HALT' })
    expect(data).toBeNull()
    expect(codesOf({ errors })).toEqual([[['bad'], 'INVALID_VAT_FORMAT']])
    const after = await tenant.footprint()
    expect(after['partners']).toBe(Number(before['partners']) + 1)
    const { body } = await tenant.get('/v1/partners')
    const names = body.data.map(({ name }: Body) => name)
    expect([names.includes('First'), names.includes('Last')]).toEqual([true, false])
  })

  test('HALT: a refusal that is data halts nothing, and an answer without errors is whole', async () => {
    const fails = 'registerCompany(input: {vatNumber: "x"}) { refusal { code } }'
    expect(await ask(tenant, `mutation { a: ${fails} b: ${fails} }`, {}, { onError: 'HALT' })).toEqual({
      data: { a: { refusal: { code: 'INVALID_VAT_FORMAT' } }, b: { refusal: { code: 'INVALID_VAT_FORMAT' } } },
    })
    expect(await ask(tenant, '{ viewer { organizationId } }', {}, { onError: 'HALT' })).toEqual({ data: { viewer } })
  })

  test('the schema is told as it is, whatever becomes of errors', async () => {
    const query = '{ __type(name: "Company") { fields { name type { kind } } } }'
    const [plain, ...others] = await Promise.all(
      [undefined, 'NULL', 'HALT'].map((onError) => ask(tenant, query, {}, { onError })),
    )
    expect(plain.data.__type.fields.find(({ name }: Body) => name === 'id').type.kind).toBe('NON_NULL')
    for (const other of others) expect(other).toEqual(plain)
  })

  test('any other value is refused before anything runs', async () => {
    const before = await tenant.footprint()
    for (const onError of ['null', 'STOP', 1, {}]) {
      const asked = ask(
        tenant,
        'mutation { createPartner(input: {name: "No", peppolId: "0208:0403019261"}) { partner { id } } }',
        {},
        { onError },
      )
      const answer = await asked.catch((errors: Body) => ({ errors }))
      const [{ message, extensions }] = answer.errors
      expect([message, extensions.code, 'data' in answer]).toEqual([
        'onError: Expected one of: NULL, PROPAGATE, HALT.',
        'INVALID_ENUM',
        false,
      ])
    }
    expect(await tenant.footprint()).toEqual(before)
  })
})

describe('onError over HTTP', () => {
  const query = '{ companies { nodes { documents { nodes { id } } } } }'

  test('stands beside the query in a body and in the address, and a wrong value is answered 400', async () => {
    const inAddress = (value: string): string => `/graphql?onError=${value}&query=${encodeURIComponent(query)}`
    expect((await reader.get(inAddress('NULL'))).body.data).toEqual({ companies: { nodes: [{ documents: null }] } })
    expect((await reader.get(inAddress('HALT'))).body.data).toBeNull()
    for (const accept of ['application/json', 'application/graphql-response+json'])
      for (const answer of [
        await reader.get(inAddress('STOP'), { accept }),
        await reader.post('/graphql', { query, onError: 'STOP' }, { accept }),
      ]) {
        expect(answer.status).toBe(400)
        expect(JSON.parse(answer.bytes.toString()).errors[0].extensions.code).toBe('INVALID_ENUM')
      }
  })
})
