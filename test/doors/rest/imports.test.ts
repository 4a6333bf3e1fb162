import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { frenchVat } from '../../../src/values/national-numbers.ts'
import { type Answer, type Body, type Caller, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { type FakeRegistry, sireneEstablishment, startFakeRegistry } from '../../support/fake-registries.ts'
import { expectOperationRefusal } from '../../support/refusals.ts'
import { until } from '../../support/until.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant('white_label')
})
afterAll(() => app.close())

let last = 400_000_000
const freshSiret = (nic = '00013'): string => `${(last += 7)}${nic}`
const importOne = (item: object, by: Tenant = tenant): Promise<Answer> => by.post('/v1/companies/import', item)
const importMany = (items: object[], by: Caller = tenant): Promise<Answer> =>
  by.post('/v1/companies/import/batch', { items })

describe('an import', () => {
  test('an import makes a company of a SIRET by the registry, and publishes it like a registration', async () => {
    const siret = freshSiret()
    const siren = siret.slice(0, 9)
    const { status, body } = await importOne({ siret, mode: 'bulk', sovosOrganizationId: 'org-4711' })
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        id: expect.stringMatching(/^comp_/),
        siren,
        peppolId: `0009:${siren}`,
        name: expect.stringMatching(/\w/),
        country: 'FR',
        imported: true,
        warnings: expect.any(Array),
      },
    })
    await app.platform.runner?.settle()
    const company = (await tenant.get(`/v1/companies/${body.id}`)).body
    expect(company).toMatchObject({
      vatNumber: frenchVat(siren),
      registrationNumber: siren,
      peppolId: `0225:${siren}`,
      smpRegistered: true,
      settings: { importMode: 'bulk' },
      address: { country: 'FR' },
      dataProviderType: 'sandbox-registry',
      additionalIdentifiers: [
        { scheme: '0225', value: siren },
        { scheme: 'SIRET', value: siret },
        { scheme: 'SOVOS', value: 'org-4711' },
      ],
    })
    expect(
      (
        await app.platform.db.client.event.findMany({
          where: { organizationId: tenant.organizationId, companyId: body.id },
          orderBy: { position: 'asc' },
        })
      ).map(({ type }) => type),
    ).toEqual(['company.created', 'company.smp_registered'])
  })

  test('an import of the same SIRET again finds the company, and changes nothing', async () => {
    const siret = freshSiret()
    const first = (await importOne({ siret, companyName: 'Atelier' })).body
    const before = await tenant.footprint()
    expect((await importOne({ siret })).body).toEqual({ ...first, imported: false })
    expect((await importOne({ siret: siret.replace(/^(...)(...)/, '$1 $2 ') })).body).toEqual({
      ...first,
      imported: false,
    })
    expect(await tenant.footprint()).toEqual(before)
    expect(first.name).toBe('Atelier')
  })

  test('an import of another establishment adds it to the company that is there', async () => {
    const siret = freshSiret()
    const second = `${siret.slice(0, 9)}00021`
    const { id } = (await importOne({ siret })).body
    expect((await importOne({ siret: second })).body).toMatchObject({ id, imported: true })
    expect((await importOne({ siret: second })).body).toMatchObject({ id, imported: false })
    expect(
      (await tenant.get(`/v1/companies/${id}`)).body.additionalIdentifiers.filter(
        ({ scheme }: Body) => scheme === 'SIRET',
      ),
    ).toEqual([
      { scheme: 'SIRET', value: siret },
      { scheme: 'SIRET', value: second },
    ])
  })

  test('an import finds a company that was registered by its VAT number', async () => {
    const siret = freshSiret()
    const { id, name } = (await tenant.post('/v1/companies', { vatNumber: frenchVat(siret.slice(0, 9)) })).body
    expect((await importOne({ siret, companyName: 'Other' })).body).toMatchObject({ id, name, imported: true })
    expect(
      await app.platform.db.client.company.count({
        where: { organizationId: tenant.organizationId, vatNumber: frenchVat(siret.slice(0, 9)) },
      }),
    ).toBe(1)
  })

  test('an import by SIREN alone is for an establishment that is not known', async () => {
    const siren = freshSiret().slice(0, 9)
    const { id } = (await importOne({ siren })).body
    expect((await importOne({ siren })).body).toMatchObject({ id, siren, imported: false })
    expect((await importOne({ siret: `${siren}00013`, siren })).body).toMatchObject({ id, imported: true })
  })

  test('an import finds the company that is here, however its VAT number is written', async () => {
    const siret = freshSiret()
    const { id } = (await tenant.post('/v1/companies', { vatNumber: `FRXX${siret.slice(0, 9)}` })).body
    expect((await importOne({ siret })).body).toMatchObject({ id, imported: true })
  })

  test('imports of one SIRET by many at once make one company', async () => {
    const siret = freshSiret()
    const by = await app.tenant('white_label')
    const answers = await Promise.all(Array.from({ length: 8 }, () => importOne({ siret }, by)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(answers.filter(({ body }) => body.imported)).toHaveLength(1)
    expect(await by.footprint()).toMatchObject({ companies: 2, addresses: 1 })
  })

  test('an import warns of check digits that do not fit', async () => {
    expect((await importOne({ siret: '30326504500012' })).body.warnings).toEqual([
      expect.stringContaining('30326504500012'),
    ])
  })

  test.each([
    ['no number', {}, 'MISSING_FIELD'],
    ['13 digits', { siret: '3032650450001' }, 'INVALID_REQUEST'],
    ['letters', { siret: '3032650450001A' }, 'INVALID_REQUEST'],
    ['a SIREN of another company', { siret: '30326504500013', siren: '303265046' }, 'INVALID_REQUEST'],
    ['another country', { siret: '30326504500013', countryCode: 'BE' }, 'INVALID_REQUEST'],
    ['a field nobody knows', { siret: '30326504500013', siretNumber: 'x' }, 'INVALID_REQUEST'],
    ['a number that the registry does not know', { siret: '00000040400013' }, 'VAT_NOT_FOUND'],
    ['a company that has ended', { siret: '00000041000013' }, 'VAT_INACTIVE'],
    ['a registry that fails', { siret: '00000050200013' }, 'UPSTREAM_ERROR'],
    ['a registry that is away', { siret: '00000050300013' }, 'UPSTREAM_UNAVAILABLE'],
  ] as const)('an import with %s is refused, and nothing is stored', async (_name, item, code) => {
    const before = await tenant.footprint()
    expectOperationRefusal(await importOne(item), code)
    expect(await tenant.footprint()).toEqual(before)
  })

  test('an import by a key of one company is refused', async () => {
    const bound = await tenant.keyWith(['*'], { companyId: tenant.companyId })
    expectOperationRefusal(await bound.post('/v1/companies/import', { siret: freshSiret() }), 'COMPANY_FORBIDDEN')
  })
})

describe('a batch of imports', () => {
  test('a batch of imports answers every item by itself, in their order', async () => {
    const [one, two] = [freshSiret(), freshSiret()]
    const { status, body } = await importMany([
      { siret: one },
      { siret: '12' },
      { siret: '00000040400013' },
      { siret: two },
      { siret: one },
      {},
    ])
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        imported: 3,
        failed: 3,
        results: [
          { index: 0, ok: true, siret: one, imported: true },
          {
            index: 1,
            ok: false,
            siret: '12',
            error: { code: 'invalid_request', details: [{ field: 'siret', rule: 'INVALID_REQUEST' }] },
          },
          { index: 2, ok: false, error: { code: 'validation_error', details: [{ rule: 'VAT_NOT_FOUND' }] } },
          { index: 3, ok: true, siret: two, imported: true },
          { index: 4, ok: true, siret: one, imported: false },
          {
            index: 5,
            ok: false,
            siret: null,
            error: { code: 'invalid_request', details: [{ rule: 'MISSING_FIELD' }] },
          },
        ],
      },
    })
    expect(body.results[4].id).toBe(body.results[0].id)
  })

  test('a batch adds establishments in as few statements as one, and announces each company once', async () => {
    const by = await app.tenant('white_label')
    const sirets = Array.from({ length: 6 }, () => freshSiret())
    await importMany(
      sirets.map((siret) => ({ siret })),
      by,
    )
    await app.platform.runner?.settle()
    const another = (some: string[], nics: string[]) =>
      some.flatMap((siret) => nics.map((nic) => ({ siret: `${siret.slice(0, 9)}${nic}` })))
    const asked = async (items: object[]): Promise<number> =>
      (
        await app.statements(async () =>
          expect((await importMany(items, by)).body).toMatchObject({ imported: items.length, failed: 0 }),
        )
      ).filter((sql) => sql.includes('companies')).length
    const one = await asked(another(sirets.slice(0, 1), ['00021', '00039']))
    expect(one).toBeGreaterThan(0)
    expect(await asked(another(sirets.slice(1), ['00021', '00039']))).toBe(one)
    for (const siret of sirets)
      expect(
        (await by.get(`/v1/companies/vat:${frenchVat(siret.slice(0, 9))}`)).body.additionalIdentifiers
          .filter(({ scheme }: Body) => scheme === 'SIRET')
          .map(({ value }: Body) => value.slice(9)),
      ).toEqual(['00013', '00021', '00039'])
    expect(
      await app.platform.db.client.event.count({
        where: { organizationId: by.organizationId, type: 'company.updated' },
      }),
    ).toBe(sirets.length)
  })

  test('a batch of imports sees nothing of what other organizations have', async () => {
    const siret = freshSiret()
    const { id } = (await importOne({ siret })).body
    const other = await app.tenant('white_label')
    const [result] = (await importMany([{ siret }], other)).body.results
    expect(result).toMatchObject({ ok: true, imported: true })
    expect(result.id).not.toBe(id)
  })

  test('a batch of no imports, or of more than 2,000, is refused', async () => {
    for (const items of [[], Array.from({ length: 2_001 }, () => ({ siret: '30326504500013' }))])
      expectOperationRefusal(await importMany(items), 'INVALID_REQUEST')
  })

  test('a batch of imports by GraphQL tells the companies and the refusals', async () => {
    const siret = freshSiret()
    const { data } = await tenant.graphql(
      'mutation ($input: ImportCompaniesInput!) { importCompanies(input: $input) { imported failed ' +
        'results { ok siret company { siren imported company { peppolId } } error { code } } } }',
      { input: { items: [{ siret }, { siret: 'x' }] } },
    )
    expect(data.importCompanies).toEqual({
      imported: 1,
      failed: 1,
      results: [
        {
          ok: true,
          siret,
          company: { siren: siret.slice(0, 9), imported: true, company: { peppolId: `0225:${siret.slice(0, 9)}` } },
          error: null,
        },
        { ok: false, siret: 'x', company: null, error: { code: 'INVALID_REQUEST' } },
      ],
    })
    const { data: single } = await tenant.graphql(
      'mutation ($input: ImportCompanyInput!) { importCompany(input: $input) { company { imported siret } } }',
      { input: { siret } },
    )
    expect(single.importCompany.company).toEqual({ imported: false, siret })
  })
})

describe('a big batch of imports', () => {
  /** `npm run test:long -- imports` has 2,000. */
  const SIZE = Number(process.env['IMPORT_ITEMS'] ?? 120)
  let registry: FakeRegistry
  let failing: TestApp
  beforeAll(async () => {
    registry = await startFakeRegistry()
    failing = await startApp({ SIRENE_URL: registry.url, SIRENE_KEY: 'key', WORKERS: 'off' })
  })
  afterAll(async () => {
    await failing.close()
    await registry.close()
  })

  test(
    'a big batch is answered item by item while the registry fails, and repeating it brings the rest',
    { tags: 'heavy' },
    async () => {
      const by = await failing.tenant('white_label')
      const items = Array.from({ length: SIZE }, (_, nth) => ({
        siret: nth % 100 === 50 ? `bad ${nth}` : `${500_000_000 + nth}00013`,
      }))
      const bad = items.filter(({ siret }) => siret.startsWith('bad')).length
      let calls = 0
      registry.answer = ({ path }) =>
        (calls += 1) % 20 === 7 ? { status: 500, body: '' } : sireneEstablishment(path.slice(-14))
      const first = (await importMany(items, by)).body
      expect(first.results.map(({ siret }: Body) => siret)).toEqual(items.map(({ siret }) => siret))
      const failed = first.results.filter(({ ok }: Body) => !ok)
      expect(first.imported + first.failed).toBe(SIZE)
      expect(failed.filter(({ error }: Body) => error.code === 'invalid_request')).toHaveLength(bad)
      expect(failed.filter(({ error }: Body) => error.code === 'upstream_error').length).toBeGreaterThanOrEqual(
        Math.floor((SIZE - bad) / 20),
      )
      expect(failed.length).toBe(
        failed.filter(({ error }: Body) => ['invalid_request', 'upstream_error'].includes(error.code)).length,
      )
      const stored = (): Promise<number> =>
        failing.platform.db.client.company.count({ where: { organizationId: by.organizationId, country: 'FR' } })
      expect(await stored()).toBe(first.imported)

      registry.answer = ({ path }) => sireneEstablishment(path.slice(-14))
      registry.asked = []
      const second = (await importMany(items, by)).body
      expect({ imported: second.imported, failed: second.failed }).toEqual({ imported: SIZE - bad, failed: bad })
      // Only what failed before was asked for.
      expect(registry.asked).toHaveLength(first.failed - bad)
      expect(
        first.results.filter(
          (result: Body, index: number) =>
            result.ok && (second.results[index].id !== result.id || second.results[index].imported),
        ),
      ).toEqual([])
      const before = await by.footprint()
      expect((await importMany(items, by)).body).toMatchObject({ imported: SIZE - bad, failed: bad })
      expect(await by.footprint()).toEqual(before)
      expect(await stored()).toBe(SIZE - bad)
    },
  )

  test('a big batch tells how far it is while it runs, under the id that its caller chose', async () => {
    const [by, other] = await Promise.all([failing.tenant('white_label'), failing.tenant('white_label')])
    const requestId = randomUUID()
    const items = Array.from({ length: 40 }, (_, nth) => ({ siret: nth === 0 ? 'bad' : `${600_000_000 + nth}00013` }))
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    registry.asked = []
    registry.answer = async ({ path }) => {
      if (registry.asked.length > 20) await released
      return sireneEstablishment(path.slice(-14))
    }
    const progress = (caller: Caller): Promise<Answer> => caller.get(`/v1/companies/import/batch/${requestId}`)
    expect(await progress(by)).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
    const answer = by.post('/v1/companies/import/batch', { items }, { 'x-request-id': requestId })
    await until(async () => (await progress(by)).body.examined)
    const meanwhile = (await progress(by)).body
    expect(meanwhile).toMatchObject({ id: requestId, state: 'running', total: 40, finishedAt: null })
    expect(meanwhile.examined).toBeLessThan(40)
    failing.clock.advance(61_000)
    expect((await progress(by)).body.state).toBe('interrupted')
    expect((await progress(other)).status).toBe(404)
    expect((await progress(await by.keyWith(['companies.write'], { companyId: by.companyId }))).status).toBe(404)
    release()
    expect((await answer).body).toMatchObject({ imported: 39, failed: 1 })
    expect((await progress(by)).body).toMatchObject({
      state: 'finished',
      total: 40,
      examined: 40,
      failed: 1,
      finishedAt: expect.stringMatching(/Z$/),
    })
    const { data } = await by.graphql(
      'query ($id: ID!) { companyImport(requestId: $id) { requestId state total examined failed finishedAt } }',
      { id: requestId },
    )
    expect(data.companyImport).toMatchObject({ requestId, state: 'FINISHED', total: 40, examined: 40, failed: 1 })
  })

  test('the progress of imports is told to no key that may import nothing', async () => {
    const by = await failing.tenant('white_label')
    const bound = await by.keyWith(['companies.write'], { companyId: by.companyId })
    const before = await by.footprint()
    const refused = await importMany([{ siret: freshSiret() }], bound)
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } })
    expect(await by.footprint()).toEqual(before)
    expect((await by.get(`/v1/companies/import/batch/${refused.headers['x-request-id']}`)).status).toBe(404)
  })
})
