import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type GraphQLSchema, buildSchema, printSchema } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../rest-compat/routes/index.ts'
import { schema } from '../../src/doors/graphql/schema.ts'
import { openapi } from '../../src/doors/reference/openapi/document.ts'
import { breakingChanges } from '../../src/values/breaking-changes.ts'
import { isDate } from '../../src/values/dates.ts'
import { deprecations } from '../../src/values/deprecations.ts'
import type { Body } from '../support/app.ts'
import { type Contract, broken, contractOf, read, write } from './contract.ts'

const FILE = join(import.meta.dirname, 'released-contract.txt')
const document: Body = openapi(routes, 'https://exchange.example.com')

let now: Contract
let released: Contract
beforeAll(() => {
  now = contractOf(schema, document)
  // With a release: `RELEASE=1 npx vitest run test/architecture/contract.test.ts`, and an empty list of changes.
  if (process.env['RELEASE']) writeFileSync(FILE, write(now))
  released = read(readFileSync(FILE, 'utf8'))
})

describe('the contract', () => {
  test('breaks nothing of the last release that is not listed with its reason and its date', () => {
    expect(broken(released, now)).toEqual(breakingChanges.map(({ coordinate }) => coordinate).toSorted())
    for (const { date, why, fix } of breakingChanges)
      expect([isDate(date), why !== '', fix !== '']).not.toContain(false)
  })

  test('removes nothing that was not deprecated for half a year before', () => {
    for (const { since, sunset, replacement } of Object.values(deprecations)) {
      expect(Date.parse(sunset) - Date.parse(since)).toBeGreaterThanOrEqual(180 * 86_400_000)
      expect(now.has(replacement)).toBe(true)
    }
  })

  test('has GraphQL, REST and events in thousands of coordinates', () => {
    const kinds = [
      /^Query\./,
      /^Mutation\./,
      /^GET \/v1/,
      /^POST \/v1\/documents\/send > body/,
      /^event document\.sent/,
    ]
    for (const kind of kinds) expect([...now.keys()].filter((coordinate) => kind.test(coordinate))).not.toEqual([])
    expect(now.size).toBeGreaterThan(4_000)
  })
})

const edited = (change: (sdl: string) => string): GraphQLSchema =>
  buildSchema(change(printSchema(schema).replace(/^ *"""[^]*?"""\n/gm, '')))
const copied = (change: (document: Body) => void): Body => {
  const copy = structuredClone(document)
  change(copy)
  return copy
}

describe('a change is seen as breaking', () => {
  test.each<[string, (sdl: string) => string, string]>([
    ['a field that goes', (sdl) => sdl.replace(/^ {2}documentsSent: Int!$/m, ''), '.documentsSent'],
    ['a field that may be null', (sdl) => sdl.replace(/^ {2}livemode: Boolean!$/m, '  livemode: Boolean'), '.livemode'],
    ['an input that is required', (sdl) => sdl.replace(/(input \w+Input {\n)/, '$1  more: String!\n'), '.more'],
    ['a value that goes', (sdl) => sdl.replace(/^ {2}PARTIALLY_PAID$/m, ''), '.PARTIALLY_PAID'],
  ])('%s in GraphQL', (_what, change, ending) => {
    const found = broken(now, contractOf(edited(change), document))
    expect(found).not.toEqual([])
    expect(found.filter((coordinate) => !coordinate.endsWith(ending))).toEqual([])
  })

  test.each<[string, (copy: Body) => void, string[]]>([
    ['a route that goes', ({ paths }) => void delete paths['/v1/me'].get, ['GET /v1/me', 'GET /v1/me < 200']],
    [
      'a property of an answer that goes',
      ({ components }) => void delete components.schemas.Document.properties.number,
      ['< Document.number'],
    ],
    [
      'a property of an answer that may be absent',
      ({ components: { schemas } }) =>
        void schemas.Document.required.splice(schemas.Document.required.indexOf('number'), 1),
      ['< Document.number'],
    ],
    [
      'a parameter that is required',
      ({ paths }) => void paths['/v1/me'].get.parameters.push({ name: 'more', schema: {}, required: true }),
      ['GET /v1/me ?more'],
    ],
    [
      'a property of an event that goes',
      ({ components }) => void delete components.schemas.DocumentSentData.properties.documentId,
      ['< DocumentSentData.documentId'],
    ],
  ])('%s in REST and events', (_what, change, coordinates) => {
    expect(broken(now, contractOf(schema, copied(change)))).toEqual(expect.arrayContaining(coordinates))
  })
})

test('what only adds, or promises more, breaks nothing', () => {
  const more = edited((sdl) =>
    sdl
      .replace(/^type Company [^{]*{$/m, '$&\n  more(way: String!): String')
      .replace(/^ {2}UNDER_REVIEW$/m, '$&\n  ANOTHER')
      .replace(/(input \w+Input {\n)/, '$1  more: String\n  rather: Int! = 3\n'),
  )
  const wider = copied(({ components: { schemas }, paths }) => {
    schemas.Document.properties.more = { type: 'string' }
    schemas.Document.required = Object.keys(schemas.Document.properties)
    paths['/v1/me'].get.parameters.push({ name: 'more', schema: {} })
    paths['/v1/more'] = { get: { parameters: [{ name: 'a', schema: {}, required: true }], responses: {} } }
  })
  expect(broken(now, contractOf(more, wider))).toEqual([])
})
