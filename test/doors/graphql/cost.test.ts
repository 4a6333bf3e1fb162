import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type IntrospectionOptions, getIntrospectionQuery, graphqlSync, parse } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plans } from '../../../src/auth/plans.ts'
import { measure } from '../../../src/doors/graphql/measure.ts'
import { schema } from '../../../src/doors/graphql/schema.ts'
import { type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { connect } from '../../support/sockets.ts'

let app: TestApp
let tenant: Tenant
let address: string
beforeAll(async () => {
  app = await startApp()
  address = `${await app.listen()}/graphql`
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
  const socket = connect(address, { authorization: `Bearer ${poor.key}` })
  expect((await socket.ask(SMALL)).errors[0].extensions.code).toBe('RATE_LIMITED')
  await socket.client.dispose()
  expect(await poor.footprint()).toEqual(before)
  expect((await tenant.post('/graphql', { query: SMALL })).status).toBe(200)
  app.clock.advance(61_000)
  expect((await poor.post('/graphql', { query: SMALL })).body.data.viewer.plan).toBeTruthy()
})

const times = (count: number, of: (index: number) => string): string =>
  Array.from({ length: count }, (_none, index) => of(index)).join(' ')

/** How many fields an answer has. */
const fieldsIn = (value: unknown): number => {
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + fieldsIn(one), 0)
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, one) => sum + 1 + fieldsIn(one), 0)
}

describe('a document that asks about the schema', () => {
  const types = '{ types { name fields { name type { name ofType { name } } } } }'
  const [whole = ''] = /fragment[^]*/.exec(getIntrospectionQuery()) ?? []

  test.each([
    ['45 aliases', `{ ${times(45, (n) => `a${n}: __schema ${types}`)} }`, { limit: 'aliases', found: 45, allowed: 30 }],
    [
      'three aliases',
      `{ ${times(3, (n) => `a${n}: __schema ${types}`)} }`,
      { limit: 'introspections', found: 3, allowed: 2 },
    ],
    [
      'three in fragments and among other fields',
      `{ viewer { plan } ...A ...B } fragment A on Query { a: __type(name: "Query") { name } ...B }
       fragment B on Query { b: __schema { queryType { name } } }`,
      { limit: 'introspections', found: 3, allowed: 2 },
    ],
    [
      'the whole schema twice',
      `{ a: __schema { types { ...FullType } } b: __schema { types { ...FullType } } } ${whole}`,
      { limit: 'introspectionCost', allowed: 500_000 },
    ],
    [
      'lists inside of lists',
      `{ __schema { types { fields { type { ofType { fields { ${times(20, (n) => `a${n}: name`)} } } } } } } }`,
      { limit: 'introspectionCost', allowed: 500_000 },
    ],
    [
      'the whole schema beside something else',
      `{ viewer { plan } __schema { types { ${times(25, (n) => `a${n}: name`)} } } }`,
      { limit: 'cost', found: 25_004, allowed: 20_000 },
    ],
  ])('is refused with %s, over HTTP and over websocket', async (_what, query, limit) => {
    const socket = connect(address, { authorization: `Bearer ${tenant.key}` })
    for (const { data, errors } of [
      await tenant.graphql(query),
      await app.anyone.graphql(query),
      await socket.ask(query),
    ]) {
      expect(data).toBeUndefined()
      expect(errors[0].extensions).toMatchObject({ code: 'INVALID_REQUEST', status: 400, ...limit })
    }
    await socket.client.dispose()
  })

  test.each([
    ['the whole schema', `{ __schema { types { ...FullType } directives { name args { name } } } } ${whole}`],
    ['one type', '{ __type(name: "Query") { fields { name args { name type { name } } } } }'],
    ['the fields of fields', '{ __schema { types { fields { type { ofType { fields { name } } } } } } }'],
    [
      'the inputs of arguments',
      '{ __schema { types { fields { args { type { ofType { inputFields { name } } } } } } } }',
    ],
  ])('costs at least as much as its answer has fields: %s', (_what, query) => {
    const { data, errors } = graphqlSync({ schema, source: query })
    expect(errors).toBeUndefined()
    const { cost } = measure(parse(query))
    expect(fieldsIn(data)).toBeLessThanOrEqual(cost)
  })

  test(
    'is answered from a kept text in every form that tools have, for the cost of a small document',
    { tags: 'heavy' },
    async () => {
      const forms: IntrospectionOptions[] = [
        {},
        { descriptions: false },
        {
          specifiedByUrl: true,
          directiveIsRepeatable: true,
          schemaDescription: true,
          inputValueDeprecation: true,
          oneOf: true,
        },
      ]
      for (const form of forms) {
        const query = getIntrospectionQuery(form)
        const answers = [
          await app.anyone.post('/graphql', { query }),
          await app.anyone.post('/graphql', { query, operationName: 'IntrospectionQuery' }),
        ]
        for (const { status, headers, body } of answers) {
          expect({ status, cost: headers['x-cost'] }).toEqual({ status: 200, cost: '500' })
          expect(body).toEqual(JSON.parse(JSON.stringify(graphqlSync({ schema, source: query }))))
        }
      }
    },
  )

  test('costs what it is measured at when it is another one, and when it names no operation of its own', async () => {
    const other = await app.anyone.post('/graphql', { query: '{ __schema { types { name } } }' })
    expect(other.headers['x-cost']).toBe('1002')
    const misnamed = await app.anyone.post('/graphql', { query: getIntrospectionQuery(), operationName: 'Other' })
    expect(misnamed.body.errors[0].extensions).toMatchObject({ code: 'INVALID_REQUEST' })
  })

  test('is refused where the schema is closed, in every form', async () => {
    const closed = await startApp({ INTROSPECTION: 'false' })
    for (const query of [getIntrospectionQuery(), '{ __schema { queryType { name } } }']) {
      const { data, errors } = await closed.anyone.graphql(query)
      expect(data).toBeUndefined()
      expect(errors[0].extensions).toMatchObject({ code: 'INVALID_REQUEST' })
    }
    await closed.close()
  })
})

describe('objects that a document names itself', () => {
  const ids = times(100, (n) => `"comp_${n}",`)

  test.each([
    ['nodes by identifiers', `{ nodes(ids: [${ids}]) { id ... on Company { name } } }`, {}, 201],
    [
      'nodes by a variable',
      'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
      { ids: Array.from({ length: 50 }, String) },
      51,
    ],
    [
      'the results of a batch',
      'mutation { actOnDocuments(input: {updates: [{}, {}, {}]}) { results { documentId changes { field } } } }',
      {},
      11,
    ],
    [
      'the results of a batch by a variable',
      'mutation ($input: UpdateLifecycleBatchInput!) { updateLifecycleBatch(input: $input) { results { ...A } } } fragment A on LifecycleBatchItem { documentId }',
      { input: { updates: Array.from({ length: 500 }, () => ({})) } },
      502,
    ],
  ])('count as often as they are named: %s', (_what, query, variables, cost) => {
    expect(measure(parse(query), variables).cost).toBe(cost)
  })

  test('are refused before anything is changed where they are too many for what is selected', async () => {
    const before = await tenant.footprint()
    const updates = Array.from({ length: 500 }, (_one, n) => ({ documentId: `doc_${n}`, status: 'APPROVED' }))
    const { data, errors } = await tenant.graphql(
      `mutation ($input: UpdateLifecycleBatchInput!) { updateLifecycleBatch(input: $input) { results { ${times(41, () => 'documentId')} } } }`,
      { input: { updates } },
    )
    expect(data).toBeUndefined()
    expect(errors[0].extensions).toMatchObject({ code: 'INVALID_REQUEST', limit: 'cost', allowed: 20_000 })
    expect(await tenant.footprint()).toEqual(before)
  })
})
