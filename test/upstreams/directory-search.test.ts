import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Tenant, type TestApp, startApp } from '../support/app.ts'
import { type FakeDirectory, match, results, startFakeDirectory } from '../support/fake-directory.ts'
import { expectRefusal } from '../support/refusals.ts'

let fake: FakeDirectory
let app: TestApp
let tenant: Tenant

beforeAll(async () => {
  fake = await startFakeDirectory()
  app = await startApp({ DIRECTORY_URL: fake.url })
})
beforeEach(async () => {
  fake.asked.length = 0
  tenant = await app.tenant('white_label')
})
afterAll(async () => {
  await app.close()
  await fake.close()
})

describe('the public directory', () => {
  test('the public directory is asked by participant id, and what it tells becomes a row', async () => {
    fake.answer = () => results([match('0208:0403170701', 'Lumière SA')])
    const { status, body } = await tenant.get('/v1/directory/search?q=0208:0403170701&detail=full')
    expect(fake.asked.map(({ pathname, searchParams }) => [pathname, searchParams.get('participant')])).toEqual([
      ['/search/1.0/json', 'iso6523-actorid-upis::0208:0403170701'],
    ])
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        data: [
          {
            peppolId: '0208:0403170701',
            name: 'Lumière SA',
            country: 'BE',
            city: 'Gent',
            postalCode: '9000',
            vatNumber: 'BE0403170701',
            documentTypes: ['invoice', 'debit-note'],
            detail: { contacts: [{ email: 'info@example.com' }], registeredOn: '2020-01-02' },
          },
        ],
      },
    })
  })

  test('the public directory is asked for part of a name once, however many pages are read', async () => {
    fake.answer = ({ searchParams }) =>
      results(
        Array.from({ length: 5 }, (_, nth) =>
          match(`0192:81000000${nth}`, `Nord ${nth}`, { countryCode: 'NO', identifiers: [] }),
        ),
        searchParams.get('rpi') === '0' ? 5 : 0,
      )
    const first = (await tenant.get('/v1/directory/search?q=nord&country=NO&limit=2')).body
    expect(fake.asked.map(({ searchParams }) => [searchParams.get('name'), searchParams.get('country')])).toEqual([
      ['nord', 'NO'],
    ])
    expect(first.data.map(({ name }: { name: string }) => name)).toEqual(['Nord 0', 'Nord 1'])
    const second = (await tenant.get(`/v1/directory/search?q=nord&country=NO&limit=5&cursor=${first.cursor}`)).body
    expect(second).toMatchObject({ hasMore: false, data: [{ name: 'Nord 2' }, { name: 'Nord 3' }, { name: 'Nord 4' }] })
    expect(fake.asked).toHaveLength(1)
  })

  test('establishments that the public directory lists beside their company are shown collapsed', async () => {
    fake.answer = () =>
      results([
        match('0009:30326504500013', 'Rivage Lyon', { countryCode: 'FR', identifiers: [] }),
        match('0225:303265045', 'Rivage', { countryCode: 'FR', identifiers: [] }),
      ])
    expect((await tenant.get('/v1/directory/search?q=303265045')).body.data).toMatchObject([
      { peppolId: '0225:303265045' },
    ])
    expect((await tenant.get('/v1/directory/search?q=303265045&includeSubEntities=true')).body.data).toHaveLength(2)
  })

  test.each([
    ['an error', { status: 500, body: 'no' }, 'UPSTREAM_ERROR'],
    ['too many questions', { status: 429, body: '' }, 'UPSTREAM_ERROR'],
    ['something else than a result', { status: 200, body: '<html>' }, 'UPSTREAM_ERROR'],
    ['nothing, and hangs up', 'hang-up', 'UPSTREAM_UNAVAILABLE'],
  ] as const)('a public directory that answers %s is told as such', async (_name, given, code) => {
    fake.answer = () => given
    expectRefusal(await tenant.get('/v1/directory/search?q=0208:0417497106'), code)
  })

  test('a public directory that keeps failing is not asked any more, and readiness says so', async () => {
    fake.answer = () => 'hang-up'
    for (let n = 0; n < 6; n += 1) await tenant.get('/v1/directory/search?q=0208:0417497106')
    const before = fake.asked.length
    const refused = await tenant.get('/v1/directory/search?q=0208:0417497106')
    expectRefusal(refused, 'UPSTREAM_UNAVAILABLE')
    expect(refused.headers['retry-after']).toMatch(/^\d+$/)
    expect(fake.asked).toHaveLength(before)
    expect((await app.anyone.get('/health/readiness')).body.circuits['directory-search']).toMatchObject({
      state: 'open',
    })
  })
})
