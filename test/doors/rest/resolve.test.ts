import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { expectOperationRefusal } from '../../support/refusals.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp({ WORKERS: 'off' })
  tenant = await app.tenant('white_label')
})
afterAll(() => app.close())

const resolve = (query: string): Promise<Answer> => tenant.get(`/v1/companies/resolve?${query}`)

describe('resolving a company', () => {
  test('resolving a company tells what registry and directory know, and stores nothing', async () => {
    const before = await tenant.footprint()
    const { status, body } = await resolve('countryCode=FR&vatNumber=FR40303265045')
    expect(status).toBe(200)
    expect(body).toEqual({
      id: null,
      status: null,
      name: expect.stringMatching(/\w/),
      legalName: expect.stringMatching(/ SAS$/),
      vatNumber: 'FR40303265045',
      registrationNumber: '303265045',
      taxNumber: null,
      country: 'FR',
      peppolId: '0225:303265045',
      additionalIdentifiers: [],
      address: { street: expect.any(String), streetLine2: null, city: 'Lyon', postalCode: '69002', country: 'FR' },
      dataProviderType: 'sandbox-registry',
      dataProviderSyncDate: expect.stringMatching(/Z$/),
      smpRegistered: true,
      capabilities: { receive: expect.arrayContaining(['invoice', 'credit-note']) },
      accessPoint: expect.any(String),
      warnings: [],
    })
    expect(await tenant.footprint()).toEqual(before)
  })

  test('resolving finds the same company by SIREN, SIRET and enterprise number, however they are written', async () => {
    const name = (await resolve('countryCode=FR&vatNumber=FR40303265045')).body.name
    for (const number of ['303265045', '303 265 045', '30326504500013', '303 265 045 00013'])
      expect((await resolve(`countryCode=FR&registrationNumber=${encodeURIComponent(number)}`)).body).toMatchObject({
        name,
        vatNumber: 'FR40303265045',
        registrationNumber: '303265045',
      })
    for (const number of ['0403019261', '403019261', '0403.019.261', 'BE 0403.019.261'])
      expect((await resolve(`countryCode=BE&registrationNumber=${encodeURIComponent(number)}`)).body).toMatchObject({
        vatNumber: 'BE0403019261',
        peppolId: '0208:0403019261',
      })
  })

  test('resolving says which company of the organization it is, and nothing of companies of others', async () => {
    const { id } = (await tenant.post('/v1/companies', { vatNumber: 'BE0417497106' })).body
    expect((await resolve('countryCode=BE&vatNumber=BE0417497106')).body).toMatchObject({ id, status: 'active' })
    expect(
      (await (await app.tenant()).get('/v1/companies/resolve?countryCode=BE&vatNumber=BE0417497106')).body,
    ).toMatchObject({ id: null, status: null })
  })

  test('resolving warns of check digits that do not fit, and refuses nothing for them', async () => {
    for (const [query, field] of [
      ['countryCode=BE&vatNumber=BE0417497107', 'vatNumber'],
      ['countryCode=FR&registrationNumber=303265046', 'registrationNumber'],
      ['countryCode=FR&vatNumber=FR41303265045', 'vatNumber'],
      ['countryCode=NL&vatNumber=NL123456789B01', 'vatNumber'],
    ] as const) {
      const { status, body } = await resolve(query)
      expect({ status, warnings: body.warnings }).toEqual({
        status: 200,
        warnings: [{ field, message: expect.stringContaining('check digits') }],
      })
    }
  })

  test('resolving tells of a company that is not on the network', async () => {
    expect((await resolve('countryCode=DE&vatNumber=DE000000405')).body).toMatchObject({
      smpRegistered: false,
      capabilities: { receive: [] },
      accessPoint: null,
    })
  })

  test.each([
    ['no country', 'vatNumber=FR40303265045', 'MISSING_FIELD'],
    ['neither number', 'countryCode=FR', 'MISSING_FIELD'],
    ['both numbers', 'countryCode=FR&vatNumber=FR40303265045&registrationNumber=303265045', 'INVALID_REQUEST'],
    ['a VAT number of another country', 'countryCode=BE&vatNumber=FR40303265045', 'INVALID_REQUEST'],
    ['a malformed VAT number', 'countryCode=FR&vatNumber=FR12', 'INVALID_VAT_FORMAT'],
    ['ten digits for a SIREN', 'countryCode=FR&registrationNumber=3032650451', 'INVALID_REQUEST'],
    ['letters for an enterprise number', 'countryCode=BE&registrationNumber=abc', 'INVALID_REQUEST'],
    ['a number that the registry does not know', 'countryCode=FR&registrationNumber=000000404', 'VAT_NOT_FOUND'],
    [
      'an establishment of a company that has ended',
      'countryCode=FR&registrationNumber=00000041000013',
      'VAT_INACTIVE',
    ],
    ['a registry that fails', 'countryCode=BE&registrationNumber=0000000502', 'UPSTREAM_ERROR'],
    ['a registry that is away', 'countryCode=BE&registrationNumber=0000000503', 'UPSTREAM_UNAVAILABLE'],
  ] as const)('resolving with %s is refused', async (_name, query, code) => {
    expectOperationRefusal(await resolve(query), code)
  })

  test('resolving a company is the same in GraphQL', async () => {
    const { data } = await tenant.graphql(
      '{ resolveCompany(countryCode: "FR", registrationNumber: "30326504500013") { companyId name vatNumber ' +
        'peppolId additionalIdentifiers { scheme value } address { city country } smpRegistered receives ' +
        'warnings { field } } }',
    )
    expect(data.resolveCompany).toMatchObject({
      companyId: null,
      vatNumber: 'FR40303265045',
      peppolId: '0225:303265045',
      additionalIdentifiers: [{ scheme: 'SIRET', value: '30326504500013' }],
      address: { country: 'FR' },
      smpRegistered: true,
      receives: expect.arrayContaining(['INVOICE']),
    })
  })
})
