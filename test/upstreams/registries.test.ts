import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { domainOf, mailboxOf } from '../../src/upstreams/registries/ask.ts'
import { type Answer, type Tenant, type TestApp, startApp } from '../support/app.ts'
import {
  type FakeRegistry,
  type Reply,
  kboAnswer,
  ok,
  sireneCompany,
  sireneEstablishment,
  startFakeRegistry,
  viesAnswer,
  viesError,
} from '../support/fake-registries.ts'
import { freshVat } from '../support/numbers.ts'
import { expectOperationRefusal } from '../support/refusals.ts'
import { tidy } from '../../src/app/housekeeping.ts'
import { frenchVat } from '../../src/values/national-numbers.ts'

let vies: FakeRegistry
let sirene: FakeRegistry
let kbo: FakeRegistry
let app: TestApp
let tenant: Tenant

const HOUR_MS = 3_600_000
const COOLDOWN_MS = 10_000
const resolve = (query: string): Promise<Answer> => tenant.get(`/v1/companies/resolve?${query}`)
const byVat = (vat: string): Promise<Answer> => resolve(`countryCode=${vat.slice(0, 2)}&vatNumber=${vat}`)

/** Numbers that no other test has asked for, so that none is remembered. */
let last = 300_000_000
const freshSiren = (): string => String((last += 1))
const freshBelgian = (): string => `0${(last += 1)}`

beforeAll(async () => {
  ;[vies, sirene, kbo] = await Promise.all([startFakeRegistry(), startFakeRegistry(), startFakeRegistry()])
  app = await startApp({
    VIES_URL: vies.url,
    SIRENE_URL: `${sirene.url}/api-sirene/3.11/`,
    SIRENE_KEY: 'insee-key',
    KBO_URL: `${kbo.url}/api/v1`,
    KBO_TOKEN: 'kbo-token',
    REGISTRY_TIMEOUT_MS: '1500',
    WORKERS: 'off',
  })
})
afterAll(async () => {
  await app.close()
  await Promise.all([vies, sirene, kbo].map((one) => one.close()))
})
beforeEach(async () => {
  tenant = await app.tenant('white_label')
  for (const one of [vies, sirene, kbo]) one.asked = []
  // Whatever failed before is tried again.
  app.clock.advance(COOLDOWN_MS)
})

describe('VIES', () => {
  test('VIES is asked for countries of the Union, and its free text becomes an address', async () => {
    vies.answer = () => viesAnswer({ name: 'Kestrel Glass GmbH', address: 'Hafenstr. 1\nHinterhaus\n50667 Köln' })
    const vatNumber = freshVat()
    const { status, body } = await byVat(vatNumber)
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        name: 'Kestrel Glass GmbH',
        vatNumber,
        peppolId: `9930:${vatNumber}`,
        country: 'DE',
        dataProviderType: 'vies',
        address: { street: 'Hafenstr. 1', streetLine2: 'Hinterhaus', city: 'Köln', postalCode: '50667', country: 'DE' },
      },
    })
    expect(vies.asked).toMatchObject([
      { method: 'POST', path: '/check-vat-number', body: { countryCode: 'DE', vatNumber: vatNumber.slice(2) } },
    ])
  })

  test('VIES is asked for a Greek number by the prefix that it knows', async () => {
    vies.answer = () => viesAnswer()
    await resolve('countryCode=GR&vatNumber=GR094259216')
    await resolve('countryCode=GR&vatNumber=EL094259217')
    expect(vies.asked.map(({ body }) => body)).toEqual([
      { countryCode: 'EL', vatNumber: '094259216' },
      { countryCode: 'EL', vatNumber: '094259217' },
    ])
  })

  test('a VIES that keeps the name to itself makes a company called by its number', async () => {
    vies.answer = () => viesAnswer({ name: '---', address: '---' })
    const vatNumber = freshVat()
    expect((await tenant.post('/v1/companies', { vatNumber })).body).toMatchObject({
      name: vatNumber,
      address: { street: null, city: null, postalCode: null, country: 'DE' },
      dataProviderType: 'vies',
    })
  })

  test.each<[string, Reply, Parameters<typeof expectOperationRefusal>[1]]>([
    ['a number that is not valid', viesAnswer({ valid: false, name: '---', address: '---' }), 'VAT_NOT_FOUND'],
    ['INVALID_INPUT', viesError('INVALID_INPUT'), 'VAT_NOT_FOUND'],
    ['MS_UNAVAILABLE', viesError('MS_UNAVAILABLE'), 'UPSTREAM_UNAVAILABLE'],
    ['MS_MAX_CONCURRENT_REQ', viesError('MS_MAX_CONCURRENT_REQ'), 'UPSTREAM_UNAVAILABLE'],
    ['GLOBAL_MAX_CONCURRENT_REQ', viesError('GLOBAL_MAX_CONCURRENT_REQ'), 'UPSTREAM_UNAVAILABLE'],
    ['TIMEOUT', viesError('TIMEOUT'), 'UPSTREAM_TIMEOUT'],
    ['an error that nobody has heard of', viesError('VAT_BLOCKED'), 'UPSTREAM_ERROR'],
    ['status 500', { status: 500, body: 'no' }, 'UPSTREAM_ERROR'],
    ['status 404', { status: 404, body: '' }, 'UPSTREAM_ERROR'],
    ['a page instead of JSON', { status: 200, body: '<html>' }, 'UPSTREAM_ERROR'],
    ['JSON that says nothing', ok({ hello: 1 }), 'UPSTREAM_ERROR'],
    ['a redirect', { status: 302, body: '' }, 'UPSTREAM_UNAVAILABLE'],
    ['nothing, and hangs up', 'hang-up', 'UPSTREAM_UNAVAILABLE'],
    ['nothing, and keeps silent', 'silence', 'UPSTREAM_TIMEOUT'],
  ])('a VIES that answers %s is told as such, and no company is made', async (_name, reply, code) => {
    vies.answer = () => reply
    const before = await tenant.footprint()
    expectOperationRefusal(await tenant.post('/v1/companies', { vatNumber: freshVat() }), code)
    expect(await tenant.footprint()).toEqual(before)
  })

  test('VIES stays in use while the registry of one country behind it is down', async () => {
    vies.answer = ({ body }) =>
      (body as { countryCode: string }).countryCode === 'IT' ? viesError('MS_UNAVAILABLE') : viesAnswer()
    for (let nth = 0; nth < 7; nth += 1) expectOperationRefusal(await byVat('IT00743110157'), 'UPSTREAM_UNAVAILABLE')
    expect((await byVat(freshVat())).status).toBe(200)
    expect((await app.anyone.get('/health/readiness')).body.circuits.vies).toMatchObject({ state: 'closed' })
  })
})

describe('Sirene', () => {
  test('Sirene tells a company by its SIREN, with the address of its seat', async () => {
    const siren = freshSiren()
    sirene.answer = ({ path }) =>
      path.includes('/siren/') ? sireneCompany(siren) : sireneEstablishment(`${siren}00013`)
    const { status, body } = await resolve(`countryCode=FR&registrationNumber=${siren}`)
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        name: 'RIVAGE FOODS',
        legalName: 'RIVAGE FOODS',
        registrationNumber: siren,
        vatNumber: frenchVat(siren),
        peppolId: `0225:${siren}`,
        additionalIdentifiers: [{ scheme: 'SIRET', value: `${siren}00013` }],
        dataProviderType: 'insee-sirene',
        address: {
          street: '12 B RUE DES ALPES',
          streetLine2: 'BAT C',
          city: 'LYON 2',
          postalCode: '69002',
          country: 'FR',
        },
      },
    })
    expect(sirene.asked.map(({ path, headers }) => [path, headers['x-insee-api-key-integration']])).toEqual([
      [`/api-sirene/3.11/siren/${siren}`, 'insee-key'],
      [`/api-sirene/3.11/siret/${siren}00013`, 'insee-key'],
    ])
  })

  test('Sirene tells an establishment by its SIRET, and a company by its VAT number', async () => {
    const [one, other] = [freshSiren(), freshSiren()]
    sirene.answer = ({ path }) =>
      path.includes('/siren/') ? sireneCompany(other) : sireneEstablishment(path.slice(-14))
    expect(
      (await resolve(`countryCode=FR&registrationNumber=${one.slice(0, 3)} ${one.slice(3)} 00021`)).body,
    ).toMatchObject({ name: 'Rivage', registrationNumber: one, additionalIdentifiers: [{ value: `${one}00021` }] })
    expect((await byVat(frenchVat(other))).body).toMatchObject({ name: 'RIVAGE FOODS', registrationNumber: other })
    expect(vies.asked).toEqual([])
  })

  test('Sirene tells the person who is a company, and nothing of those who asked not to be told of', async () => {
    const [person, hidden] = [freshSiren(), freshSiren()]
    sirene.answer = ({ path }) =>
      sireneEstablishment(path.slice(-14), {
        company: {
          denominationUniteLegale: path.includes(hidden) ? '[ND]' : null,
          denominationUsuelle1UniteLegale: null,
          ...(path.includes(person) && { nomUniteLegale: 'BYRON', prenomUsuelUniteLegale: 'ADA' }),
        },
        address: {
          libelleVoieEtablissement: '[ND]',
          numeroVoieEtablissement: '[ND]',
          indiceRepetitionEtablissement: null,
          typeVoieEtablissement: null,
        },
      })
    expect((await resolve(`countryCode=FR&registrationNumber=${person}00013`)).body).toMatchObject({
      name: 'ADA BYRON',
      address: { street: null },
    })
    expect((await resolve(`countryCode=FR&registrationNumber=${hidden}00013`)).body).toMatchObject({
      name: `${hidden}00013`,
    })
  })

  test.each<[string, (siren: string) => Reply, Parameters<typeof expectOperationRefusal>[1]]>([
    [
      'has no such establishment',
      () => ({ status: 404, body: { header: { statut: 404, message: 'Aucun élément trouvé' } } }),
      'VAT_NOT_FOUND',
    ],
    [
      'knows the company as ended',
      (siren) => sireneEstablishment(`${siren}00013`, { company: { etatAdministratifUniteLegale: 'C' } }),
      'VAT_INACTIVE',
    ],
    [
      'knows the establishment as closed',
      (siren) => sireneEstablishment(`${siren}00013`, { state: 'F' }),
      'VAT_INACTIVE',
    ],
    ['answers about another', () => sireneEstablishment('99999999900013'), 'UPSTREAM_ERROR'],
    ['counts us', () => ({ status: 429, body: {} }), 'UPSTREAM_UNAVAILABLE'],
    ['does not know our key', () => ({ status: 401, body: {} }), 'UPSTREAM_ERROR'],
    ['answers with status 503', () => ({ status: 503, body: '' }), 'UPSTREAM_ERROR'],
    ['answers with nonsense', () => ok({ etablissement: { siret: 5 } }), 'UPSTREAM_ERROR'],
  ])('a Sirene that %s is told as such', async (_name, reply, code) => {
    const siren = freshSiren()
    sirene.answer = () => reply(siren)
    const answer = await resolve(`countryCode=FR&registrationNumber=${siren}00013`)
    expectOperationRefusal(answer, code)
    expect(answer.bytes.toString()).not.toContain('insee-key')
  })

  test('a company that ended is told as such, and Sirene is not asked for a VAT number with a wrong key', async () => {
    const siren = freshSiren()
    sirene.answer = () => sireneCompany(siren, { etatAdministratifUniteLegale: 'C' })
    expectOperationRefusal(await byVat(frenchVat(siren)), 'VAT_INACTIVE')
    sirene.asked = []
    const key = frenchVat(siren).slice(2, 4)
    expectOperationRefusal(await byVat(`FR${key === '11' ? '12' : '11'}${siren}`), 'VAT_NOT_FOUND')
    expect(sirene.asked).toEqual([])
  })
})

describe('where a company can be asked whether it is one', () => {
  test.each([
    ['https://www.lumen.example/nl/contact', 'lumen.example'],
    ['Lumen.example', 'lumen.example'],
    ['http://shop.lumen.example:8080', 'shop.lumen.example'],
    ['lumen', null],
    ['https://127.0.0.1/', null],
    ['call us', null],
    ['', null],
    [null, null],
  ])('of the web site %s the domain is %s', (site, domain) => {
    expect(domainOf(site)).toBe(domain)
  })

  test.each([
    ['office@lumen.example', 'office@lumen.example'],
    ['office@lumen', null],
    ['a@b.example, c@d.example', null],
    ['office@lumen.example\r\nBcc: x@y.example', null],
  ])('of %j the mail address is %s', (text, address) => {
    expect(mailboxOf(text)).toBe(address)
  })
})

describe('the KBO/BCE', () => {
  test('the KBO/BCE tells a Belgian company by enterprise number or VAT number', async () => {
    const number = freshBelgian()
    kbo.answer = () => kboAnswer(number)
    const { status, body } = await resolve(
      `countryCode=BE&registrationNumber=${number.slice(0, 4)}.${number.slice(4, 7)}.${number.slice(7)}`,
    )
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        name: 'Lumen Paper',
        legalName: 'Lumen Paper SRL',
        vatNumber: `BE${number}`,
        registrationNumber: number,
        peppolId: `0208:${number}`,
        dataProviderType: 'kbo-bce',
        address: { street: 'Mill Lane 7 bus 2', city: 'Gent', postalCode: '9000', country: 'BE' },
      },
    })
    expect((await byVat(`BE${number}`)).body.name).toBe('Lumen Paper')
    expect(kbo.asked.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      [`/api/v1/company/${number}`, 'Bearer kbo-token'],
      [`/api/v1/company/${number}`, 'Bearer kbo-token'],
    ])
    expect(vies.asked).toEqual([])
  })

  test.each<[string, (number: string) => Reply, Parameters<typeof expectOperationRefusal>[1]]>([
    ['has no such enterprise', () => ({ status: 404, body: {} }), 'VAT_NOT_FOUND'],
    ['knows it as stopped', (number) => kboAnswer(number, { status: 'stopped' }), 'VAT_INACTIVE'],
    ['answers about another', () => kboAnswer('0417497106'), 'UPSTREAM_ERROR'],
    ['answers with status 502', () => ({ status: 502, body: '' }), 'UPSTREAM_ERROR'],
  ])('a KBO/BCE that %s is told as such', async (_name, reply, code) => {
    const number = freshBelgian()
    kbo.answer = () => reply(number)
    expectOperationRefusal(await byVat(`BE${number}`), code)
  })
})

describe('what a registry has answered', () => {
  test('the answer of a registry is remembered for a day for everybody, and asked for again after that', async () => {
    vies.answer = () => viesAnswer()
    const vat = freshVat()
    await byVat(vat)
    const other = await app.tenant('white_label')
    expect((await other.get(`/v1/companies/resolve?countryCode=DE&vatNumber=${vat}`)).body.name).toBe(
      'Kestrel Glass GmbH',
    )
    expect(vies.asked).toHaveLength(1)
    app.clock.advance(25 * HOUR_MS)
    vies.answer = () => viesAnswer({ name: 'Renamed GmbH' })
    expect((await byVat(vat)).body.name).toBe('Renamed GmbH')
    expect(vies.asked).toHaveLength(2)
  })

  test('the answer of a registry serves while it is down, with the time that it is of', async () => {
    vies.answer = () => viesAnswer()
    const vat = freshVat()
    const { dataProviderSyncDate } = (await byVat(vat)).body
    app.clock.advance(48 * HOUR_MS)
    for (const reply of ['hang-up', { status: 500, body: '' }] as const) {
      vies.answer = () => reply
      expect((await byVat(vat)).body).toMatchObject({ name: 'Kestrel Glass GmbH', dataProviderSyncDate })
    }
    expect((await tenant.post('/v1/companies', { vatNumber: vat })).body).toMatchObject({
      name: 'Kestrel Glass GmbH',
      dataProviderSyncDate,
    })
  })

  test('the answer of a registry is forgotten after thirty days', async () => {
    vies.answer = () => viesAnswer()
    const vat = freshVat()
    await byVat(vat)
    app.clock.advance(29 * 24 * HOUR_MS)
    await tidy(app.platform)
    const kept = (): Promise<number> =>
      app.platform.db.client.registryAnswer.count({ where: { question: { contains: vat } } })
    expect(await kept()).toBe(1)
    app.clock.advance(2 * 24 * HOUR_MS)
    await tidy(app.platform)
    expect(await kept()).toBe(0)
  })

  test('the answer that a number is unknown is believed for an hour', async () => {
    vies.answer = () => viesAnswer({ valid: false })
    const vat = freshVat()
    for (let nth = 0; nth < 3; nth += 1) expectOperationRefusal(await byVat(vat), 'VAT_NOT_FOUND')
    expect(vies.asked).toHaveLength(1)
    vies.answer = () => viesAnswer()
    app.clock.advance(HOUR_MS + 1)
    expect((await byVat(vat)).status).toBe(200)
  })
})

describe('a registry that keeps failing', () => {
  test('a registry that keeps failing is left alone, readiness says so, and it comes back', async () => {
    kbo.answer = () => 'hang-up'
    vies.answer = () => viesAnswer()
    await Promise.all([byVat(freshVat()), resolve(`countryCode=FR&registrationNumber=${freshSiren()}00013`)])
    for (let nth = 0; nth < 6; nth += 1) await byVat(`BE${freshBelgian()}`)
    const before = kbo.asked.length
    const refused = await byVat(`BE${freshBelgian()}`)
    expectOperationRefusal(refused, 'UPSTREAM_UNAVAILABLE')
    expect(refused.headers['retry-after']).toMatch(/^\d+$/)
    expect(kbo.asked).toHaveLength(before)
    expect((await app.anyone.get('/health/readiness')).body.circuits).toMatchObject({
      kbo: { state: 'open' },
      vies: { state: 'closed' },
      sirene: { state: 'closed' },
    })
    expect((await byVat(freshVat())).status).toBe(200)

    app.clock.advance(COOLDOWN_MS)
    kbo.answer = ({ path }) => kboAnswer(path.slice(-10))
    expect((await byVat(`BE${freshBelgian()}`)).status).toBe(200)
    expect((await app.anyone.get('/health/readiness')).body.circuits.kbo).toEqual({
      state: 'closed',
      failures: 0,
      cooldown_remaining: 0,
    })
  })
})

describe('a country without a registry', () => {
  test('a country without a registry is made up in the sandbox', async () => {
    expect((await byVat('NO974760673')).body).toMatchObject({ dataProviderType: 'sandbox-registry', country: 'NO' })
  })
})
