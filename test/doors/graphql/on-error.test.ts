import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type Caller, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { plannedBy } from '../../support/both-roads.ts'
import { newRoads } from '../../support/roads.ts'

let app: TestApp
let tenant: Tenant
let reader: Caller & { key: string }
const roads = newRoads()
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant()
  reader = await tenant.keyWith(['companies.read'])
  roads.address = await app.listen()
})
afterAll(async () => {
  await roads.close()
  await app.close()
})

const codesOf = ({ errors = [] }: Body): [path: unknown, code: string][] =>
  errors.map(({ path, extensions }: Body) => [path, extensions.code])

describe.each(roads.ways)('onError, %s', (road, ask) => {
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

  test('what has a plan is answered alike, whatever becomes of errors', async () => {
    const query = '{ companies { nodes { id } } }'
    const data = { companies: { nodes: [{ id: tenant.companyId }] } }
    const planned = await plannedBy(app.platform, async () => expect(await ask(reader, query)).toEqual({ data }))
    expect([road, planned > 0 || road !== 'over HTTP again']).toEqual([road, true])
    for (const onError of [null, 'PROPAGATE', 'NULL', 'HALT'])
      expect([onError, await ask(reader, query, {}, { onError })]).toEqual([onError, { data }])
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
