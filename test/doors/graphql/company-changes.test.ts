import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

describe('changing companies', () => {
  test('a mutation answers a payload with the changed object', async () => {
    const tenant = await app.tenant()
    const made = await tenant.graphql(
      'mutation ($input: RegisterCompanyInput!) { registerCompany(input: $input) { __typename company { ' +
        'id name status capabilities { send } address { city country } metadata } } }',
      {
        input: {
          vatNumber: 'DE811569869',
          name: 'Werk',
          address: { country: 'DE', city: 'Bonn' },
          capabilities: { send: ['CREDIT_NOTE'] },
          metadata: { a: '1' },
        },
      },
    )
    expect(made.data.registerCompany).toMatchObject({
      __typename: 'RegisterCompanyPayload',
      company: {
        name: 'Werk',
        status: 'ACTIVE',
        capabilities: { send: ['CREDIT_NOTE'] },
        address: { city: 'Bonn', country: 'DE' },
        metadata: { a: '1' },
      },
    })
    const { id } = made.data.registerCompany.company
    const changed = await tenant.graphql(
      'mutation ($id: ID!) { updateCompany(input: {companyId: $id, name: "Neu"}) { __typename company { ' +
        'id name address { city } } } }',
      { id },
    )
    expect(changed.data.updateCompany).toEqual({
      __typename: 'UpdateCompanyPayload',
      company: { id, name: 'Neu', address: { city: 'Bonn' } },
    })
    const removed = await tenant.graphql(
      'mutation ($id: ID!) { deregisterCompany(input: {companyId: $id}) { __typename company { id status } } }',
      { id },
    )
    expect(removed.data.deregisterCompany).toEqual({
      __typename: 'DeregisterCompanyPayload',
      company: { id, status: 'INACTIVE' },
    })
    expect((await tenant.get(`/v1/companies/${id}`)).body).toMatchObject({
      name: 'Neu',
      status: 'inactive',
      capabilities: { send: ['credit-note'] },
    })
  })

  test('null clears where the operation knows null, and counts as absent where it does not', async () => {
    const tenant = await app.tenant()
    const [id] = await registered(tenant, 1)
    const update = (input: object): Promise<Body> =>
      tenant.graphql(
        'mutation ($input: UpdateCompanyInput!) { updateCompany(input: $input) { company { name metadata ' +
          'address { street city country } } } }',
        { input: { companyId: id, ...input } },
      )
    await update({
      name: 'Name',
      metadata: { a: '1', b: '2' },
      address: { country: 'DE', street: 'Weg 1', city: 'Bonn' },
    })
    expect((await update({ metadata: { a: null } })).data.updateCompany.company).toEqual({
      name: 'Name',
      metadata: { b: '2' },
      address: { street: 'Weg 1', city: 'Bonn', country: 'DE' },
    })
    expect((await update({ name: null, metadata: null, address: null })).data.updateCompany.company).toEqual({
      name: 'Name',
      metadata: {},
      address: null,
    })
    expect(
      (await update({ address: { country: 'DE', city: 'Ulm', street: null } })).data.updateCompany.company.address,
    ).toEqual({ street: null, city: 'Ulm', country: 'DE' })
  })

  test('all faults of an input are told at once, with their fields, and nothing is stored', async () => {
    const tenant = await app.tenant()
    const before = await tenant.footprint()
    const { status, headers, body } = await tenant.post('/graphql', {
      query: register,
      variables: { input: { vatNumber: 'fr 1', name: '', address: { country: 'XX' }, metadata: { a: 7 } } },
    })
    expect(status).toBe(200)
    expect(body.data).toEqual({ registerCompany: null })
    expect(body.errors).toHaveLength(1)
    const [error] = body.errors
    expect(error.path).toEqual(['registerCompany'])
    expect(Object.keys(error.extensions).sort()).toEqual(['code', 'details', 'docUrl', 'requestId', 'status', 'type'])
    expect(error.extensions).toMatchObject({
      code: 'INVALID_VAT_FORMAT',
      type: 'validation_error',
      status: 400,
      requestId: headers['x-request-id'],
      docUrl: `${app.platform.baseUrl}/docs/errors#INVALID_VAT_FORMAT`,
    })
    expect(error.extensions.details.map((detail: Body) => detail.field).sort()).toEqual([
      'address.country',
      'metadata.a',
      'name',
      'vatNumber',
    ])
    expect(await tenant.footprint()).toEqual(before)
  })

  test.each([
    ['an unknown field', { vatNumber: 'DE811569869', nmae: 'x' }],
    ['a value outside its enum', { vatNumber: 'DE811569869', capabilities: { send: ['credit-note'] } }],
    ['no VAT number', { name: 'x' }],
    ['a number for a name', { vatNumber: 'DE811569869', name: 7 }],
  ])('an input with %s is refused before anything runs', async (_name, input) => {
    const tenant = await app.tenant()
    const before = await tenant.footprint()
    const answer = await tenant.graphql(register, { input })
    expect(answer.data).toBeUndefined()
    expect(extensionsOf(answer)).toMatchObject({ code: 'INVALID_REQUEST', status: 400, type: 'validation_error' })
    expect(await tenant.footprint()).toEqual(before)
  })

  test.each([
    ['COMPANY_EXISTS', 409, 'conflict', 'DE811569869'],
    ['VAT_NOT_FOUND', 422, 'validation_error', 'DE000000404'],
    ['UPSTREAM_ERROR', 502, 'upstream_error', 'DE000000502'],
    ['UPSTREAM_UNAVAILABLE', 503, 'upstream_error', 'DE000000503'],
  ])(
    '%s is refused over GraphQL with the code of REST, and nothing is stored',
    async (code, status, type, vatNumber) => {
      const tenant = await app.tenant()
      const first = (await tenant.graphql(register, { input: { vatNumber: 'DE811569869' } })).data.registerCompany
        .company.id
      const before = await tenant.footprint()
      const answer = await tenant.graphql(register, { input: { vatNumber } })
      expect(answer.data).toEqual({ registerCompany: null })
      expect(extensionsOf(answer)).toMatchObject({ code, status, type })
      expect(extensionsOf(answer).details).toMatchObject(
        code === 'COMPANY_EXISTS' ? [{ field: 'vatNumber', existingId: first }] : [],
      )
      expect(await tenant.footprint()).toEqual(before)
    },
  )

  test('an idempotency key, in the header or in the input, makes a mutation happen once', async () => {
    const tenant = await app.tenant()
    for (const [index, [headers, key]] of (
      [
        [{ 'idempotency-key': 'a' }, undefined],
        [{}, 'b'],
      ] as const
    ).entries()) {
      const input = { vatNumber: `DE81156900${index}`, ...(key && { idempotencyKey: key }) }
      const [first, again] = [
        await tenant.post('/graphql', { query: register, variables: { input } }, headers),
        await tenant.post('/graphql', { query: register, variables: { input } }, headers),
      ]
      expect(again.body).toEqual(first.body)
      expect(first.body.data.registerCompany.company.id).toMatch(/^comp_/)
      const other = await tenant.post(
        '/graphql',
        { query: register, variables: { input: { ...input, name: 'Other' } } },
        headers,
      )
      expect(extensionsOf(other.body)).toMatchObject({ code: 'IDEMPOTENCY_BODY_MISMATCH', status: 422 })
    }
    expect((await tenant.graphql('{ companies { totalCount } }')).data.companies.totalCount).toBe(3)
  })
})
