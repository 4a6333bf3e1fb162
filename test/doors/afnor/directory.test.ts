import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, Caller, type TestApp, startApp } from '../../support/app.ts'
import { frenchVat } from '../../../src/values/national-numbers.ts'
import { Trade } from '../../support/trade.ts'

const base = '/afnor/directory-service/v1'
const kinds = ['siren', 'siret', 'routing-code', 'directory-line'] as const

let app: TestApp
let trade: Trade
beforeAll(async () => {
  app = await startApp()
  trade = await Trade.between(app, 'FR')
})
afterAll(() => app.close())

const find = async (kind: (typeof kinds)[number], body: object = {}): Promise<Body> => {
  const answer = await trade.supplier.post(`${base}/${kind}/search`, body)
  expect(answer).toMatchObject({ status: 200 })
  return answer.body
}
const is = (value: string, op = 'strict') => ({ op, value })
const named = async (businessName: string): Promise<string> =>
  (await find('siren', { filters: { businessName: is(businessName, 'startWith') } })).results[0].siren

const luhn = (digits: string): number =>
  [...digits].reverse().reduce((sum, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return sum + (value > 9 ? value - 9 : value)
  }, 0) % 10

test('every number of the made-up directory has a valid check digit, and a prefix that nobody has', async () => {
  const units = (await find('siren', { filters: { siren: undefined }, limit: 100 })).results
  const invented = units.filter(({ siren }: Body) => siren.startsWith('999000'))
  expect(invented.length).toBeGreaterThanOrEqual(8)
  for (const { siren } of invented) expect([siren, luhn(siren)]).toEqual([siren, 0])
  const { results } = await find('siret', { limit: 100 })
  for (const { siret } of results.filter((one: Body) => one.siret.startsWith('999000')))
    expect([siret, luhn(siret)]).toEqual([siret, 0])
})

describe('a search', () => {
  test('compares as its operator says, in capitals or not', async () => {
    const names = async (op: string, value: string) =>
      (await find('siren', { filters: { businessName: { op, value } } })).results.map(
        ({ businessName }: Body) => businessName,
      )
    expect(await names('contains', 'ergies')).toEqual(['GROUPE MERIDIEN ENERGIES SA'])
    expect(await names('startWith', 'groupe mer')).toEqual(['GROUPE MERIDIEN ENERGIES SA'])
    expect(await names('startWith', 'meridien')).toEqual([])
    expect(await names('strict', 'groupe meridien energies sa')).toEqual(['GROUPE MERIDIEN ENERGIES SA'])
    expect(await names('strict', 'groupe')).toEqual([])
    expect(await names('contains', '%')).toEqual([])
  })

  test('finds what fits all filters', async () => {
    const { results, totalNumberOfResults } = await find('siren', {
      filters: { entityType: is('Public'), businessName: is('hosp', 'contains') },
    })
    expect(totalNumberOfResults).toBe(1)
    expect(results).toEqual([
      {
        siren: expect.stringMatching(/^999000/),
        businessName: 'CENTRE HOSPITALIER DE KERVAL',
        entityType: 'Public',
        administrativeStatus: 'A',
        instructions: { isSalesProspectingForbidden: false },
      },
    ])
  })

  test.each<[(typeof kinds)[number], object, number]>([
    ['siren', { administrativeStatus: is('C') }, 1],
    ['siret', { facilityType: is('P'), locality: is('brest') }, 2],
    ['siret', { postalCode: is('060', 'startWith') }, 3],
    ['siret', { addressLines: is('siam', 'contains') }, 3],
    ['siret', { name: is('MERIDIEN ENERGIES SA NICE', 'contains') }, 1],
    ['siret', { countrySubdivision: is('Bretagne') }, 0],
    ['routing-code', { routingIdentifier: is('ecoles', 'contains') }, 1],
    ['routing-code', { routingCodeName: is('pharmacie centrale') }, 1],
    ['routing-code', { administrativeStatus: is('C') }, 0],
    ['directory-line', { addressingSuffix: is('STATUTS'), addressingIdentifier: is('999000', 'contains') }, 2],
    ['directory-line', { routingIdentifier: is('COMPTA') }, 1],
  ])('of %s by %j finds %i', async (kind, filters, count) => {
    const { results, totalNumberOfResults } = await find(kind, { filters })
    expect([results.length, totalNumberOfResults]).toEqual([count, count])
  })

  test('sorts by either name of the order, and leaves out what is to be ignored', async () => {
    const postal = { postalCode: is('75', 'startWith') }
    const asked = (order: object, more: object = {}) =>
      find('siret', { filters: postal, sorting: [{ field: 'name', ...order }], ...more })
    const up = (await asked({ order: 'ascending' })).results.map(({ name }: Body) => name)
    const { results, search } = await asked({ sortingOrder: 'descending' })
    expect(results.map(({ name }: Body) => name)).toEqual(up.toReversed())
    expect(up).toEqual(up.toSorted())
    expect(search).toEqual({
      filters: postal,
      sorting: [{ field: 'name', order: 'descending', sortingOrder: 'descending' }],
      limit: 50,
      ignore: 0,
    })
    const rest = await asked({ order: 'ascending' }, { ignore: 1, limit: 2 })
    expect(rest.results.map(({ name }: Body) => name)).toEqual(up.slice(1, 3))
    expect(rest.totalNumberOfResults).toBe(up.length)
  })

  test('answers the fields and relations that are asked for', async () => {
    const siren = await named('MAIRIE')
    const { results } = await find('directory-line', {
      filters: { siren: is(siren), routingIdentifier: is('ECOLES/2026') },
      fields: ['routingIdentifier'],
      include: ['siren', 'siret', 'routingCode'],
    })
    expect(results).toEqual([
      {
        routingIdentifier: 'ECOLES/2026',
        platformType: 'DFH',
        directoryLineStatus: 'Enabled',
        legalUnit: expect.objectContaining({ siren, entityType: 'Public' }),
        facility: expect.objectContaining({ siren, facilityType: 'P' }),
        routingCode: expect.objectContaining({ routingCodeName: 'Affaires scolaires', managesLegalCommitment: true }),
      },
    ])
  })

  test('tells what receives, what will, and what does no longer', async () => {
    const statusOf = async (name: string) =>
      (await find('directory-line', { filters: { addressingIdentifier: is(await named(name)) } })).results[0]
        .directoryLineStatus
    expect(await statusOf('ATELIER DES RIVES')).toBe('Enabled')
    expect(await statusOf('TRANSPORTS DU PHARE')).toBe('Upcoming')
    expect(await statusOf('VERRERIE')).toBe('Disabled')
  })

  test('is the same by GraphQL', async () => {
    const query = `{ directoryLines(filters: {addressingSuffix: {op: STRICT, value: "NOTES_DE_FRAIS"}}) {
      total rows { addressingIdentifier directoryLineStatus legalUnit { businessName } } } }`
    const { data } = await trade.supplier.graphql(query)
    const { results } = await find('directory-line', { filters: { addressingSuffix: is('NOTES_DE_FRAIS') } })
    expect(data.directoryLines).toEqual({
      total: 1,
      rows: [
        {
          addressingIdentifier: results[0].addressingIdentifier,
          directoryLineStatus: 'ENABLED',
          legalUnit: { businessName: 'GROUPE MERIDIEN ENERGIES SA' },
        },
      ],
    })
  })
})

describe('one record', () => {
  test('is read by its number, with the fields and relations that are asked for', async () => {
    const siren = await named('MAIRIE')
    const [seat] = (await find('siret', { filters: { siren: is(siren), facilityType: is('P') } })).results
    const get = async (path: string) => (await trade.supplier.get(`${base}/${path}`)).body
    expect(await get(`siren/code-insee:${siren}?fields=siren,entityType`)).toEqual({ siren, entityType: 'Public' })
    expect(await get(`siret/code-insee:${seat.siret}?fields=siret&include=siren`)).toEqual({
      siret: seat.siret,
      legalUnit: expect.objectContaining({ siren }),
    })
    const code = `routing-code/siret:${seat.siret}/code:${encodeURIComponent('ECOLES/2026')}`
    expect(await get(`${code}?include=siret`)).toMatchObject({
      routingIdentifier: 'ECOLES/2026',
      routingIdentifierType: '0224',
      managesLegalCommitmentCode: true,
      facility: { siret: seat.siret },
    })
    const line = `${siren}_${seat.siret}_ECOLES/2026`
    expect(await get(`directory-line/code:${encodeURIComponent(line)}`)).toEqual({
      addressingIdentifier: line,
      siren,
      siret: seat.siret,
      routingIdentifier: 'ECOLES/2026',
      platformType: 'DFH',
      directoryLineStatus: 'Enabled',
      directoryLine: {
        addressingIdentifier: line,
        siren,
        name: 'MAIRIE DE VALMONT-LES-BOIS',
        status: 'Enabled',
      },
    })
  })

  test('that will receive later is not enabled yet, and says so in the words of the contract', async () => {
    const siren = await named('TRANSPORTS')
    expect((await trade.supplier.get(`${base}/directory-line/code:${siren}`)).body).toMatchObject({
      directoryLineStatus: 'Disabled',
      directoryLine: { status: 'Upcoming' },
    })
  })
})

test('a company of this deployment has lines as long as it is on the network', async () => {
  const [siren, siret] = ['999001008', '99900100800013']
  const lines = async () =>
    (await find('directory-line', { filters: { siren: is(siren) } })).results.map(
      ({ addressingIdentifier, directoryLineStatus, platformType }: Body) =>
        `${addressingIdentifier} ${directoryLineStatus} ${platformType}`,
    )
  expect(await lines()).toEqual([])
  const { body: company } = await trade.buyer.post('/v1/companies', {
    vatNumber: frenchVat(siren),
    additionalIdentifiers: [{ scheme: 'SIRET', value: siret }],
  })
  await trade.settle()
  expect(await lines()).toEqual([`${siren} Enabled WK`, `${siren}_${siret} Enabled WK`])
  expect((await find('siren', { filters: { siren: is(siren) } })).results).toMatchObject([
    { businessName: company.name, administrativeStatus: 'A' },
  ])
  expect(JSON.stringify(await find('directory-line', { filters: { siren: is(siren) } }))).not.toContain(company.id)
  await trade.buyer.delete(`/v1/companies/${company.id}`)
  await trade.settle()
  expect(await lines()).toEqual([])
})

describe('what is refused has the form of the norm, and leaves nothing behind', () => {
  const expectRefused = async (status: number, errorCode: string, ask: () => Promise<Body>) => {
    const before = await trade.supplier.footprint()
    expect(await ask()).toMatchObject({
      status,
      body: { errorCode, instance: expect.any(String), error: { requestId: expect.any(String) } },
    })
    expect(await trade.supplier.footprint()).toEqual(before)
  }

  test.each<[string, object, string]>([
    ['a limit of 0', { limit: 0 }, 'INVALID_REQUEST'],
    ['a limit of 101', { limit: 101 }, 'INVALID_REQUEST'],
    ['ignoring less than nothing', { ignore: -1 }, 'INVALID_REQUEST'],
    ['ignoring too much', { ignore: 10_001 }, 'INVALID_REQUEST'],
    ['an unknown filter', { filters: { colour: is('red') } }, 'INVALID_REQUEST'],
    ['an unknown field', { fields: ['colour'] }, 'INVALID_ENUM'],
    ['an unknown order', { sorting: [{ field: 'siren', order: 'up' }] }, 'INVALID_ENUM'],
    ['sorting by an unknown field', { sorting: [{ field: 'colour', order: 'ascending' }] }, 'INVALID_ENUM'],
  ])('in every search: %s', async (_what, body, code) => {
    for (const kind of kinds) await expectRefused(400, code, () => trade.supplier.post(`${base}/${kind}/search`, body))
  })

  test.each<[(typeof kinds)[number], object, string]>([
    ['siren', { filters: { siren: is('9', 'contains') } }, 'INVALID_ENUM'],
    ['siren', { filters: { siren: { op: 'strict' } } }, 'MISSING_REQUIRED_FIELD'],
    ['siren', { filters: { siren: is('12345678A') } }, 'INVALID_REQUEST'],
    ['siren', { include: ['siren'] }, 'INVALID_REQUEST'],
    ['siret', { filters: { addressLines: is('x') } }, 'INVALID_ENUM'],
    ['siret', { filters: { postalCode: is('123456') } }, 'INVALID_REQUEST'],
    ['siret', { include: ['siret'] }, 'INVALID_ENUM'],
    ['routing-code', { filters: { routingIdentifier: is('x', 'startWith') } }, 'INVALID_ENUM'],
    ['directory-line', { filters: { addressingIdentifier: is('9'.repeat(126)) } }, 'INVALID_REQUEST'],
    ['directory-line', { include: ['platform'] }, 'INVALID_ENUM'],
  ])('in a search of %s: %j', (kind, body, code) =>
    expectRefused(400, code, () => trade.supplier.post(`${base}/${kind}/search`, body)),
  )

  const nothing = [
    'siren/code-insee:999999999',
    'siret/code-insee:99999999999999',
    'routing-code/siret:99999999999999/code:X',
    'directory-line/code:999999999',
  ]
  test.each(nothing)('nothing has the number of %s', (path) =>
    expectRefused(404, 'MISSING_RESOURCE', () => trade.supplier.get(`${base}/${path}`)),
  )
  test.each([
    'siren/code-insee:12',
    'siret/code-insee:1',
    'routing-code/siret:1/code:X',
    'siren/code-insee:999000018?fields=x',
  ])('%s is no number, or asks for what there is not', (path) =>
    expectRefused(400, path.includes('?') ? 'INVALID_ENUM' : 'INVALID_REQUEST', () =>
      trade.supplier.get(`${base}/${path}`),
    ),
  )
  test('nobody without credentials, or without the scope, reads it', async () => {
    const sender = await trade.supplier.keyWith(['send'])
    for (const path of nothing) {
      await expectRefused(401, 'MISSING_TOKEN', () => new Caller(app, {}).get(`${base}/${path}`))
      expect(await sender.get(`${base}/${path}`)).toMatchObject({
        status: 403,
        body: { errorCode: 'FORBIDDEN_ACCESS' },
      })
    }
  })
  test('what edition 1.1 could write is not there any more', () =>
    expectRefused(404, 'MISSING_RESOURCE', () => trade.supplier.post(`${base}/routing-code`, {})))
})
