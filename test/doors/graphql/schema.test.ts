import {
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../../../src/doors/graphql/schema.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

const register = 'mutation ($input: RegisterCompanyInput!) { registerCompany(input: $input) { company { id } } }'

/** Registers so many companies, oldest first; answers their ids. */
const registered = async (tenant: Tenant, count: number): Promise<string[]> => {
  const ids: string[] = []
  for (let index = 0; index < count; index++)
    ids.push(
      (await tenant.graphql(register, { input: { vatNumber: `DE${811_000_000 + index}` } })).data.registerCompany
        .company.id,
    )
  // Their publication is no part of what is measured and compared.
  await app.platform.runner?.settle()
  return ids
}

const extensionsOf = (answer: Body): Body => answer.errors[0].extensions

describe('scopes on types', () => {
  const companyOf = '{ company { id name } }'
  const lacking = { code: 'INSUFFICIENT_SCOPE', status: 403, type: 'permission_error' }

  test('without companies.read a company is reached through no query, relation, node or payload', async () => {
    const tenant = await app.tenant()
    const [id] = await registered(tenant, 1)
    await tenant.keyWith(['companies.read'], { companyId: id })
    const caller = await tenant.keyWith(['platform', 'companies.write', 'receive', 'documents.read'])
    for (const query of [
      `{ company(id: "${id}") { id } }`,
      '{ companies { nodes { id } } }',
      '{ companies { totalCount } }',
      '{ searchCompanies(q: "sandbox") { id } }',
      `{ node(id: "${id}") { id } }`,
      `{ nodes(ids: ["${id}"]) { ... on Company { name } } }`,
      `{ apiKeys { nodes ${companyOf} } }`,
      '{ apiKeys { nodes { company { address { id } } } } }',
      `mutation { updateCompany(input: {companyId: "${id}", name: "Seen"}) ${companyOf} }`,
      `mutation { createApiKey(input: {name: "k", companyId: "${id}"}) { apiKey ${companyOf} } }`,
    ]) {
      const answer = await caller.graphql(query)
      expect({ query, ...extensionsOf(answer) }).toMatchObject(lacking)
      expect(JSON.stringify(answer.data ?? null)).not.toMatch(/comp_|Sandbox|Seen|addr_/)
    }
  })

  test('a mutation that would show what the caller may not read is refused before any change', async () => {
    const tenant = await app.tenant()
    const [id] = await registered(tenant, 1)
    const caller = await tenant.keyWith(['platform', 'companies.write'])
    const before = await tenant.footprint()
    const update = (selection: string) =>
      `mutation { updateCompany(input: {companyId: "${id}", name: "Seen"}) { ${selection} } }`
    for (const query of [
      update('company { id }'),
      update('... on UpdateCompanyPayload { company { __typename } }'),
      `${update('...of')} fragment of on UpdateCompanyPayload { company { address { city } } }`,
      'mutation { registerCompany(input: {vatNumber: "DE811569869"}) { company { id } } }',
      `mutation { createApiKey(input: {name: "k", companyId: "${id}"}) { apiKey ${companyOf} } }`,
    ])
      expect({ query, ...extensionsOf(await caller.graphql(query)) }).toMatchObject(lacking)
    expect(await tenant.footprint()).toEqual(before)
    expect((await tenant.get(`/v1/companies/${id}`)).body.name).not.toBe('Seen')
    // What is left out is not shown.
    expect((await caller.graphql(update('__typename company @include(if: false) { id }'))).errors).toBeUndefined()
    expect((await tenant.get(`/v1/companies/${id}`)).body.name).toBe('Seen')
  })

  test('without platform no key is reached, and without credentials nothing is but the sandbox', async () => {
    const tenant = await app.tenant()
    const caller = await tenant.keyWith(['companies.read', 'companies.write'])
    const before = await tenant.footprint()
    for (const query of [
      '{ apiKeys { nodes { id } } }',
      '{ requestLogs { nodes { id } } }',
      '{ requestUsage { requests } }',
      'mutation { createApiKey(input: {name: "x"}) { key } }',
      `mutation { revokeApiKey(input: {keyId: "${caller.keyId}"}) { apiKey { id } } }`,
    ])
      expect({ query, ...extensionsOf(await caller.graphql(query)) }).toMatchObject(lacking)
    for (const query of [
      '{ viewer { plan } }',
      `{ company(id: "${tenant.companyId}") { id } }`,
      `{ node(id: "${tenant.companyId}") { id } }`,
      '{ companies { nodes { id } } }',
      '{ apiKeys { nodes { id } } }',
      'mutation { registerCompany(input: {vatNumber: "DE811569869"}) { company { id } } }',
      'mutation { resetSandbox(input: {confirm: "yes"}) { reset } }',
    ])
      expect({ query, ...extensionsOf(await app.anyone.graphql(query)) }).toMatchObject({
        code: 'MISSING_AUTH',
        status: 401,
        type: 'authentication_error',
      })
    expect(await tenant.footprint()).toEqual(before)
    expect(
      (
        await app.anyone.graphql(
          'mutation { bootstrapSandbox(input: {keyType: PLATFORM}) { keyType apiKey company { name ' +
            'peppolId address { city } } } }',
        )
      ).data.bootstrapSandbox,
    ).toMatchObject({ keyType: 'PLATFORM', company: { name: 'Sandbox quickstart', address: null } })
  })
})

describe('the schema', () => {
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type),
  )

  /** Every name that a reader of GraphiQL meets in a type, with its description. */
  const named = (type: GraphQLNamedType): [string, string | null | undefined][] => {
    const below: [string, string | null | undefined][] = isEnumType(type)
      ? type.getValues().map((value) => [`${type.name}.${value.name}`, value.description])
      : isInputObjectType(type)
        ? Object.values(type.getFields()).map((field) => [`${type.name}.${field.name}`, field.description])
        : isObjectType(type) || isInterfaceType(type)
          ? Object.values(type.getFields()).flatMap(
              (field) =>
                [
                  [`${type.name}.${field.name}`, field.description],
                  ...field.args.map((one) => [`${type.name}.${field.name}(${one.name})`, one.description]),
                ] as [string, string | null | undefined][],
            )
          : []
    return [[type.name, type.description], ...below]
  }

  test('every type, field, argument, input and enum value of the schema is described', () => {
    expect(
      types
        .flatMap(named)
        .filter(([, description]) => !description?.trim())
        .map(([name]) => name),
    ).toEqual([])
  })

  test('every mutation takes one input and answers a payload of its own', () => {
    const mutations = Object.values(schema.getMutationType()?.getFields() ?? {})
    expect(mutations.length).toBeGreaterThan(5)
    for (const { name, args, type } of mutations) {
      const own = name.charAt(0).toUpperCase() + name.slice(1)
      expect(args.map((one) => [one.name, String(one.type)])).toEqual([['input', `${own}Input!`]])
      expect(String(type)).toBe(`${own}Payload`)
    }
  })

  test('every enum value of the schema is in upper snake case', () => {
    for (const type of types.filter(isEnumType))
      for (const { name } of type.getValues()) expect(name).toMatch(/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/)
  })

  test('every field that runs an operation names the REST path that does the same', () => {
    for (const root of [schema.getQueryType(), schema.getMutationType()]) {
      for (const field of Object.values(root?.getFields() ?? {}).filter(
        (one) => one.extensions['operation'] !== undefined,
      ))
        expect(`${field.name}: ${field.description}`).toMatch(/REST: `(GET|POST|PATCH|DELETE) \/(v1|afnor)\//)
    }
  })
})
