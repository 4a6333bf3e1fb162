import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getIntrospectionQuery, graphqlSync, parse } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plans } from '../../../src/auth/plans.ts'
import { measure } from '../../../src/doors/graphql/measure.ts'
import { schema } from '../../../src/doors/graphql/schema.ts'
import { type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { connect } from '../../support/sockets.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant('white_label')
})
afterAll(() => app.close())

const SMALL = '{ viewer { plan } }'
/** 17,801 fields. */
const LARGE = `{ documents(first: 100) { nodes { ${Array.from({ length: 29 }, (_one, n) => `a${n}: company { id name slug country vatNumber }`).join(' ')} } } }`
const limit = plans.white_label.costPerMinute

test('the examples of the README cost what it says', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../../src/doors/graphql/README.md'), 'utf8')
  const examples = [...readme.matchAll(/^\| `(\{.*\})` +\| +(\d+) \|$/gm)]
  expect(examples.length).toBe(3)
  for (const [, text, cost] of examples)
    expect({ text, cost: measure(parse(String(text))).cost }).toEqual({ text, cost: Number(cost) })
})

test('every answer tells in headers what it cost and what is left, and in extensions for who asks', async () => {
  const plain = await tenant.post('/graphql', { query: SMALL })
  expect(plain.body).toEqual({ data: { viewer: { plan: 'WHITE_LABEL' } } })
  expect(plain.headers).toMatchObject({
    'x-cost': '2',
    'x-cost-limit': String(limit),
    'x-cost-remaining': String(limit - 500),
  })
  const told = await tenant.post('/graphql', { query: SMALL, extensions: { cost: true } })
  expect(told.body.extensions.cost).toEqual({
    requested: 2,
    limit,
    remaining: limit - 1_000,
    resetAt: expect.stringMatching(/Z$/),
  })
  const failed = await tenant.post('/graphql', {
    query: '{ document(id: "doc_0") { id } }',
    extensions: { cost: true },
  })
  expect(failed.body.errors[0].extensions.code).toBe('DOCUMENT_NOT_FOUND')
  expect(failed.body.extensions.cost.requested).toBe(2)
})

test('what costs more than the bucket of the plan has is refused by every connection, until it is filled', async () => {
  const poor = await app.tenant('personal')
  const { body } = await poor.post('/graphql', { query: SMALL, extensions: { cost: true } })
  const most = body.extensions.cost.limit as number
  for (let spent = 500; spent < most; spent += 17_800) await poor.post('/graphql', { query: LARGE })
  const before = await poor.footprint()
  const mutation = 'mutation { createApiKey(input: {name: "x", scopes: [STATS]}) { key } }'
  const refused = await poor.post('/graphql', { query: mutation })
  expect(refused.body.errors[0].extensions).toMatchObject({ code: 'RATE_LIMITED', status: 429 })
  expect(refused.headers).toMatchObject({ 'x-cost-remaining': '0', 'retry-after': expect.stringMatching(/^\d+$/) })
  const socket = connect(`${await app.listen()}/graphql`, { authorization: `Bearer ${poor.key}` })
  expect((await socket.ask(SMALL)).errors[0].extensions.code).toBe('RATE_LIMITED')
  await socket.client.dispose()
  expect(await poor.footprint()).toEqual(before)
  expect((await tenant.post('/graphql', { query: SMALL })).status).toBe(200)
  app.clock.advance(61_000)
  expect((await poor.post('/graphql', { query: SMALL })).body.data.viewer.plan).toBeTruthy()
})

/** What GraphiQL accepts. */
const EXPLORER = 'application/graphql-response+json, application/json, multipart/mixed'

test('a question about the schema costs the same each time, and little once its answer is kept', async () => {
  const query = getIntrospectionQuery({ schemaDescription: true, inputValueDeprecation: true })
  const answer = JSON.parse(JSON.stringify(graphqlSync({ schema, source: query })))
  const ask = async (accept: string): Promise<string | undefined> => {
    const { status, headers, body } = await app.anyone.post('/graphql', { query }, { accept })
    expect(status).toBe(200)
    expect(body).toEqual(answer)
    expect(headers['content-type']).toContain(accept.split(',')[0])
    return headers['x-cost'] as string
  }
  const first = String(measure(parse(query)).cost)
  expect([await ask(EXPLORER), await ask(EXPLORER), await ask('application/json')]).toEqual([first, '500', '500'])
  const other = await app.anyone.post('/graphql', { query: '{ __schema { types { name } } }' })
  expect(other.headers['x-cost']).toBe('27')
})

test('a question about the schema that is kept is refused like any other where it names no operation of its own', async () => {
  const query = '{ __schema { queryType { name } } }'
  for (let times = 0; times < 3; times += 1) expect((await tenant.graphql(query)).errors).toBeUndefined()
  const { body } = await tenant.post('/graphql', { query, operationName: 'Other' })
  expect(body.errors[0].extensions.code).toBe('INVALID_REQUEST')
})

test.each([
  ['nodes by identifiers', '{ nodes(ids: ["a", "b", "c"]) { id ... on Company { name } } }', {}, 7],
  [
    'nodes by a variable',
    'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
    { ids: Array.from({ length: 50 }, () => 'a') },
    51,
  ],
  [
    'nodes by the default of a variable',
    'query ($ids: [ID!]! = ["a", "b"]) { nodes(ids: $ids) { id __typename } }',
    {},
    5,
  ],
  [
    'entities of a subgraph',
    'query ($of: [_Any!]!) { _entities(representations: $of) { __typename } }',
    { of: Array.from({ length: 90 }, () => ({})) },
    91,
  ],
  [
    'the results of a batch',
    'mutation { actOnDocuments(input: {updates: [{}, {}, {}]}) { results { documentId } } }',
    {},
    7,
  ],
  [
    'the results of a batch by a variable',
    'mutation ($input: UpdateLifecycleBatchInput!) { updateLifecycleBatch(input: $input) { results { ...A } } } fragment A on LifecycleBatchItem { documentId }',
    { input: { updates: Array.from({ length: 500 }, () => ({})) } },
    1_001,
  ],
  [
    'the results of a batch whose list is a variable',
    'mutation ($all: [SendDocument!]!) { sendDocuments(input: {documents: $all}) { results { error { code } } } }',
    { all: Array.from({ length: 100 }, () => ({})) },
    301,
  ],
])('objects that a document names itself count as often as it names them: %s', (_what, query, variables, cost) => {
  expect(measure(parse(query), variables).cost).toBe(cost)
})
