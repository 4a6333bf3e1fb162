import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plans } from '../../../src/auth/plans.ts'
import { measure } from '../../../src/doors/graphql/limits.ts'
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
