import { getNamedType, isNonNullType, isObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../../../src/doors/graphql/schema.ts'
import { catalog } from '../../../src/kernel/errors/catalog.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { newRoads } from '../../support/roads.ts'

let app: TestApp
let tenant: Tenant
const roads = newRoads()
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant()
  roads.address = await app.listen()
})
afterAll(async () => {
  await roads.close()
  await app.close()
})

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
  test.each(roads.ways)('a look-up that finds nothing leaves its siblings as they are, %s', async (_road, ask) => {
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

  test.each(roads.ways)(
    'of which one is not there, and all have a plan, are answered as they are, %s',
    async (_road, ask) => {
      const query = `query ($id: ID!, $own: ID!) {
      company(id: $id) { name } partner(id: $id) { id } own: company(id: $own) { id } companies { nodes { id } } }`
      const variables = { id: 'comp_01kafm4h7vf8xbkrs9q2m3c5de', own: tenant.companyId }
      const own = { id: tenant.companyId }
      const { data, ...answer } = await ask(tenant, query, variables)
      expect(data).toEqual({ company: null, partner: null, own, companies: { nodes: [own] } })
      expect(codesOf(answer).sort()).toEqual([
        [['company'], 'COMPANY_NOT_FOUND'],
        [['partner'], 'RESOURCE_NOT_FOUND'],
      ])
    },
  )
})
