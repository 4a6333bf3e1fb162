import { buildSchema, printSchema } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deprecate } from '../../src/doors/graphql/deprecate.ts'
import { schema } from '../../src/doors/graphql/schema.ts'
import { type Deprecation, deprecations } from '../../src/values/deprecations.ts'
import { type TestApp, startApp } from '../support/app.ts'

const going = (replacement: string): Deprecation => ({
  since: '2026-11-22',
  sunset: '2027-06-01',
  replacement,
  why: 'Another says more.',
})
const reasonFor = (replacement: string): string =>
  `Another says more. Use \`${replacement}\`. Deprecated since 2026-11-22, removed after 2027-06-01.`

const REST = 'GET /v1/me'
let app: TestApp
beforeAll(async () => {
  Object.assign(deprecations, { [REST]: going('Query.viewer') })
  app = await startApp()
})
afterAll(async () => {
  delete (deprecations as Record<string, Deprecation>)[REST]
  await app.close()
})

test(
  'a deprecated path says that it is, until when and where to read on, in headers, and since when in OpenAPI',
  { tags: 'heavy' },
  async () => {
    const tenant = await app.tenant()
    const { status, headers } = await tenant.get('/v1/me')
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      deprecation: 'true',
      sunset: 'Tue, 01 Jun 2027 00:00:00 GMT',
      link: expect.stringMatching(/\/schema-changes\.json>; rel="deprecation"/),
    })
    expect((await tenant.get('/v1/companies')).headers).not.toHaveProperty('deprecation')
    const { paths } = (await app.anyone.get('/openapi.json')).body
    expect(paths['/v1/me'].get).toMatchObject({
      deprecated: true,
      description: expect.stringContaining(reasonFor('Query.viewer')),
    })
    expect(paths['/v1/companies'].get).not.toHaveProperty('deprecated')
  },
)

test('/schema-changes.json lists what broke and what will go', async () => {
  const { status, body } = await app.anyone.get('/schema-changes.json')
  expect(status).toBe(200)
  expect(body).toEqual({
    since: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    breaking: expect.any(Array),
    deprecated: [{ coordinate: REST, ...going('Query.viewer') }],
  })
})

test('what is deprecated in the schema says so: fields, arguments, inputs and values', () => {
  const copy = buildSchema(printSchema(schema))
  const before = printSchema(copy).match(/@deprecated/g)?.length ?? 0
  deprecate(copy, {
    'Query.company': going('Query.node'),
    'Query.documents(first:)': going('Query.node'),
    'Company.vatNumber': going('Query.node'),
    'LifecycleStatus.UNDER_REVIEW': going('Query.node'),
    [REST]: going('Query.viewer'),
  })
  const sdl = printSchema(copy)
  const directive = `@deprecated(reason: ${JSON.stringify(reasonFor('Query.node'))})`
  expect(sdl.match(/@deprecated/g)).toHaveLength(before + 4)
  expect(sdl.split(directive)).toHaveLength(5)
  expect(sdl).toContain(`  UNDER_REVIEW ${directive}`)
})

test('a coordinate that the schema does not have cannot be deprecated', () => {
  const copy = buildSchema(printSchema(schema))
  expect(() => deprecate(copy, { 'Query.nobody': going('Query.node') })).toThrow(/no Query\.nobody/)
})
