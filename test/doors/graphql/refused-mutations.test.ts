import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalog } from '../../../src/kernel/errors/catalog.ts'
import { type Body, type Caller, type Tenant, type TestApp, startApp } from '../../support/app.ts'
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

const WHOLE = 'refusal { type code message details { field rule message fix } docUrl retryAfter }'

describe.each(roads.ways)('a refused mutation, %s', (road, ask) => {
  const NONE = 'comp_01kafm4h7vf8xbkrs9q2m3c5de'
  const refusedLike = (code: string, field?: string): object => ({
    code,
    type: catalog[code as keyof typeof catalog].type,
    message: expect.any(String),
    details: field === undefined ? [] : [{ field, rule: code, message: expect.any(String), fix: null }],
    docUrl: expect.stringMatching(new RegExp(`/docs/errors#${code}$`)),
    retryAfter: null,
  })

  test('is data for who selects the refusal, with the other fields null and nothing done', async () => {
    const before = await tenant.footprint()
    const answer = await ask(
      tenant,
      `mutation { registerCompany(input: {vatNumber: "x"}) { __typename company { id } ${WHOLE} } }`,
    )
    expect(answer).toEqual({
      data: {
        registerCompany: {
          __typename: 'RegisterCompanyPayload',
          company: null,
          refusal: refusedLike('INVALID_VAT_FORMAT', 'vatNumber'),
        },
      },
    })
    expect(await tenant.footprint()).toEqual(before)
  })

  test('says as data what the error says', async () => {
    const fails = 'registerCompany(input: {vatNumber: "x"})'
    const { data } = await ask(tenant, `mutation { ${fails} { ${WHOLE} } }`)
    const { errors } = await ask(tenant, `mutation { ${fails} { company { id } } }`)
    const { code, type, details, docUrl } = errors[0].extensions
    const { retryAfter: _none, ...refusal } = data.registerCompany.refusal
    expect(refusal).toEqual({
      code,
      type,
      message: errors[0].message,
      details: details.map((one: object) => ({ fix: null, ...one })),
      docUrl,
    })
  })

  test('leaves the other mutation of the document as it is, with the refusal selected and without', async () => {
    const tenant = await app.tenant()
    const name = `Two ${road}`
    for (const shown of ['refusal { code }', 'partner { id }']) {
      const before = await tenant.footprint()
      const { data, errors } = await ask(
        tenant,
        `mutation ($id: ID!, $name: String!) {
          bad: updateCompany(input: {companyId: $id, name: "x"}) { ${shown.replace('partner', 'company')} }
          good: createPartner(input: {name: $name, peppolId: "0208:0403019261"}) { partner { name } ${shown} } }`,
        { id: NONE, name },
      )
      const isData = shown.startsWith('refusal')
      expect(data.bad).toEqual(isData ? { refusal: { code: 'COMPANY_NOT_FOUND' } } : null)
      expect(data.good).toEqual(isData ? { partner: { name }, refusal: null } : null)
      expect(errors?.map(({ path, extensions }: Body) => [path, extensions.code])).toEqual(
        isData
          ? undefined
          : [
              [['bad'], 'COMPANY_NOT_FOUND'],
              [['good'], 'CONFLICT'],
            ],
      )
      const after = await tenant.footprint()
      expect(after['partners']).toBe(Number(before['partners']) + (isData ? 1 : 0))
      expect(after).toEqual(isData ? { ...after, companies: before['companies'] } : before)
    }
  })

  test('is data where the refusal has another name, or stands in a fragment', async () => {
    const fails = 'registerCompany(input: {vatNumber: "x"})'
    const shapes = [
      `mutation { ${fails} { why: refusal { code } } }`,
      `mutation { ${fails} { ... on RegisterCompanyPayload { why: refusal { code } } } }`,
      `mutation { ${fails} { ... { ...F } } } fragment F on RegisterCompanyPayload { why: refusal { code } }`,
      `mutation { ...M } fragment M on Mutation { ${fails} { why: refusal { code } } }`,
      `mutation { ${fails} { company { id } } ${fails} { why: refusal { code } } }`,
    ]
    for (const query of shapes) {
      const { data, errors } = await ask(tenant, query)
      expect([query, errors, data.registerCompany]).toMatchObject([
        query,
        undefined,
        { why: { code: 'INVALID_VAT_FORMAT' } },
      ])
    }
  })

  test('is data only where @include and @skip leave the refusal in', async () => {
    const fails = 'registerCompany(input: {vatNumber: "x"})'
    const shapes = [
      `${fails} { company { id } refusal @include(if: $wanted) { code } }`,
      `${fails} { company { id } refusal @skip(if: $unwanted) { code } }`,
      `${fails} { company { id } ... @include(if: $wanted) { refusal { code } } }`,
      `${fails} { company { id } ...F @include(if: $wanted) }`,
      `${fails} { company { id } } ...M @include(if: $wanted)`,
      `${fails} { company { id } } ... @skip(if: $unwanted) { ${fails} { refusal { code } } }`,
    ]
    const fragments =
      `fragment F on RegisterCompanyPayload { refusal { code } } ` +
      `fragment M on Mutation { ${fails} { refusal { code } } }`
    for (const shape of shapes)
      for (const wanted of [true, false]) {
        const used = fragments
          .split(/(?=fragment M)/)
          .filter((_text, nth) => shape.includes(['...F', '...M'][nth] ?? ''))
        const variable = shape.includes('$wanted') ? '$wanted' : '$unwanted'
        const { data, errors } = await ask(
          tenant,
          `mutation (${variable}: Boolean!) { ${shape} } ${used.join(' ')}`,
          variable === '$wanted' ? { wanted } : { unwanted: !wanted },
        )
        expect([shape, wanted, data, errors?.[0].extensions.code]).toEqual(
          wanted
            ? [
                shape,
                wanted,
                { registerCompany: { company: null, refusal: { code: 'INVALID_VAT_FORMAT' } } },
                undefined,
              ]
            : [shape, wanted, { registerCompany: null }, 'INVALID_VAT_FORMAT'],
        )
      }
  })

  test('is data where a default of a variable leaves the refusal in, whatever becomes of errors', async () => {
    const query = `mutation ($wanted: Boolean = true) {
      registerCompany(input: {vatNumber: "x"}) { company { id } refusal @include(if: $wanted) { code } } }`
    const data = { registerCompany: { company: null, refusal: { code: 'INVALID_VAT_FORMAT' } } }
    for (const onError of ['PROPAGATE', 'NULL', 'HALT'])
      expect([onError, await ask(tenant, query, {}, { onError })]).toEqual([onError, { data }])
    const { errors } = await ask(tenant, query, { wanted: false }, { onError: 'HALT' })
    expect(errors[0].extensions.code).toBe('INVALID_VAT_FORMAT')
  })

  test('for lack of a scope is data too, and nothing is done', async () => {
    const before = await tenant.footprint()
    const { data, errors } = await ask(
      reader,
      'mutation { registerCompany(input: {vatNumber: "DE811569869"}) { refusal { code type } } }',
    )
    expect(errors).toBeUndefined()
    expect(data.registerCompany.refusal).toEqual({ code: 'INSUFFICIENT_SCOPE', type: 'permission_error' })
    expect(await tenant.footprint()).toEqual(before)
  })

  test('with an idempotency key is answered again as it was, as data and as an error', async () => {
    const key = `once-${road}`
    const before = await tenant.footprint()
    const query = (shown: string): string =>
      `mutation ($key: String!) { registerCompany(input: {vatNumber: "x", idempotencyKey: $key}) { ${shown} } }`
    const first = await ask(tenant, query(WHOLE), { key })
    expect(first.data.registerCompany.refusal.code).toBe('INVALID_VAT_FORMAT')
    expect(await ask(tenant, query(WHOLE), { key })).toEqual(first)
    const { errors } = await ask(tenant, query('company { id }'), { key })
    expect(errors[0]).toMatchObject({
      message: first.data.registerCompany.refusal.message,
      extensions: { code: 'INVALID_VAT_FORMAT' },
    })
    expect(await tenant.footprint()).toEqual(before)
  })
})
