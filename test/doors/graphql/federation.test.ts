import { composeServices } from '@theguild/federation-composition'
import { parse } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { freshVat } from '../../support/numbers.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp({ GRAPHQL_FEDERATION: 'true' })
  tenant = await app.tenant()
})
afterAll(() => app.close())

const sdl = async (): Promise<string> => (await tenant.graphql('{ _service { sdl } }')).data._service.sdl

/** What a customer has of its own beside ours. */
const CUSTOMER = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.5", import: ["@key", "@shareable"])
  type Query { node(id: ID!): Node @shareable  contracts: [Contract!]! }
  interface Node { id: ID! }
  type PageInfo @shareable { hasNextPage: Boolean! }
  type Contract { company: Company! }
  type Company @key(fields: "id") { id: ID!  creditLimit: Int! }
  type Document @key(fields: "id") { id: ID!  approvedBy: String }
`

test(
  'the schema is composed with one of a customer, which adds fields to companies and documents',
  { tags: 'heavy' },
  async () => {
    const { supergraphSdl, errors } = composeServices([
      { name: 'exchange', typeDefs: parse(await sdl()), url: 'https://exchange.example.com/graphql' },
      { name: 'customer', typeDefs: parse(CUSTOMER), url: 'https://customer.example.com/graphql' },
    ])
    expect(errors?.map(({ message }) => message) ?? []).toEqual([])
    expect(supergraphSdl).toMatch(/type Company [^{]*@join__type\(graph: EXCHANGE, key: "id"\)/)
    expect(supergraphSdl).toMatch(/creditLimit: Int! +@join__field\(graph: CUSTOMER\)/)
  },
)

const ENTITIES = `query ($of: [_Any!]!) { _entities(representations: $of) {
  ... on Company { id vatNumber address { country } } ... on Document { id number } } }`

test('a router gets entities by their keys, and one that is not there fails alone', async () => {
  const vatNumber = freshVat()
  const { id } = (await tenant.post('/v1/companies', { vatNumber })).body
  const other = (await (await app.tenant()).post('/v1/companies', { vatNumber: freshVat() })).body.id
  const ask = (of: object[]): Promise<Body> => tenant.graphql(ENTITIES, { of })
  const { data, errors } = await ask([
    { __typename: 'Company', id },
    { __typename: 'Company', id: other },
    { __typename: 'Document', id },
    { __typename: 'Company' },
    { __typename: 'Company', id: tenant.companyId },
  ])
  expect(data._entities).toEqual([
    { id, vatNumber, address: { country: expect.any(String) } },
    null,
    null,
    null,
    expect.objectContaining({ id: tenant.companyId }),
  ])
  expect(errors.map(({ path, extensions }: Body) => [path.at(-1), extensions.code]).toSorted()).toEqual([
    [1, 'RESOURCE_NOT_FOUND'],
    [2, 'RESOURCE_NOT_FOUND'],
    [3, 'INVALID_REQUEST'],
  ])
})

test('fifty entities are read with as many statements as ten, and more than are allowed are refused', async () => {
  const { body } = await tenant.post('/v1/companies', { vatNumber: freshVat() })
  const of = (count: number) => ({
    of: Array.from({ length: count }, (_none, at) => ({
      __typename: 'Company',
      id: at % 2 ? body.id : tenant.companyId,
    })),
  })
  await tenant.graphql(ENTITIES, of(2))
  const [few, many] = [
    await app.statements(() => tenant.graphql(ENTITIES, of(10))),
    await app.statements(() => tenant.graphql(ENTITIES, of(50))),
  ]
  expect(many.length).toBe(few.length)
  const { errors } = await tenant.graphql(ENTITIES, of(101))
  expect(errors[0].extensions).toMatchObject({ code: 'INVALID_REQUEST', details: [{ field: 'representations' }] })
})

test('a deployment that did not ask for it is no subgraph', async () => {
  const plain = await startApp()
  try {
    const { errors } = await (await plain.tenant()).graphql('{ _service { sdl } }')
    expect(errors[0].message).toMatch(/Cannot query field "_service"/)
  } finally {
    await plain.close()
  }
})
