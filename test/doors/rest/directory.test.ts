import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { freshVat } from '../../support/numbers.ts'
import { expectRefusal } from '../../support/refusals.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant('white_label')
})
afterAll(() => app.close())

const search = (query: string): Promise<Answer> => tenant.get(`/v1/directory/search?${query}`)
const found = async (query: string): Promise<Body[]> => {
  const { status, body } = await search(query)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body.data
}

describe('searching the directory', () => {
  test('a SIREN of nine digits is looked up exactly, and answers one row for the legal entity', async () => {
    const rows = await found('q=303265045')
    expect(rows).toEqual([
      {
        peppolId: '0225:303265045',
        name: expect.stringMatching(/\w/),
        country: 'FR',
        city: expect.any(String),
        postalCode: expect.stringMatching(/^\d{5}$/),
        vatNumber: 'FR40303265045',
        documentTypes: expect.arrayContaining(['invoice']),
        accessPoint: expect.stringContaining('Sandbox'),
      },
    ])
  })

  test('establishments are listed beside their legal entity when asked for', async () => {
    const rows = await found('q=303265045&includeSubEntities=true')
    expect(rows.length).toBeGreaterThan(1)
    expect(rows.map(({ peppolId }) => peppolId)).toEqual(
      expect.arrayContaining(['0225:303265045', expect.stringMatching(/^0009:303265045\d{5}$/)]),
    )
  })

  test('a SIRET of fourteen digits finds its establishment, and nothing else', async () => {
    expect(await found('q=30326504500001')).toMatchObject([{ peppolId: '0009:30326504500001' }])
  })

  test('a VAT number finds who has it in the directory, and a participant id whose it is', async () => {
    expect(await found('vatNumber=BE0403170701')).toMatchObject([
      { peppolId: '0208:0403170701', vatNumber: 'BE0403170701' },
    ])
    expect(await found('q=0208:0403170701')).toMatchObject([{ peppolId: '0208:0403170701' }])
  })

  test('the company of a sandbox is in the directory from its first moment', async () => {
    const { body } = await app.anyone.post('/v1/sandbox/bootstrap', { label: 'Quiet Harbour' })
    const { peppolId, vatNumber } = body.company
    for (const query of [`vatNumber=${vatNumber}`, 'q=quiet+harb&country=BE', `q=${peppolId}`])
      expect(await found(query)).toMatchObject([{ peppolId, vatNumber, name: 'Sandbox Quiet Harbour', country: 'BE' }])
  })

  test('a VAT number together with a name or another number finds who has both', async () => {
    const [one] = await found('vatNumber=BE0403170701')
    expect(await found(`vatNumber=BE0403170701&q=${encodeURIComponent(one.name)}`)).toEqual([one])
    expect(await found('vatNumber=BE0403170701&q=0208:0403170701')).toEqual([one])
    for (const other of ['nobody is called so', '303265045'])
      expect(await found(`vatNumber=BE0403170701&q=${encodeURIComponent(other)}`)).toEqual([])
  })

  test('a search of the directory for what nobody has is an empty list', async () => {
    expect(await search('vatNumber=DE000000404')).toMatchObject({
      status: 200,
      body: { data: [], hasMore: false, cursor: null },
    })
  })

  test('part of a name finds within a country, by name, page by page without loss or repetition', async () => {
    const all = (await search('q=log&country=FR&limit=100')).body.data.map(({ peppolId }: Body) => peppolId)
    expect(all.length).toBeGreaterThan(3)
    const seen: Body[] = []
    for (let cursor = ''; ;) {
      const { body } = await search(`q=LOG&country=FR&limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...body.data)
      if (!body.hasMore) break
      cursor = body.cursor
    }
    expect(seen.map(({ peppolId }) => peppolId)).toEqual(all)
    expect(seen.every(({ name, country }) => name.toLowerCase().includes('log') && country === 'FR')).toBe(true)
    expect(new Set(seen.map(({ vatNumber }) => vatNumber)).size).toBe(seen.length)
  })

  test('town, post code, activity and documents narrow the matches of the directory', async () => {
    const all = await found('q=e&country=BE&limit=100&detail=full'.replace('q=e', 'q=er'))
    const one = all[0]
    const only = (query: string): Promise<Body[]> => found(`q=er&country=BE&limit=100&${query}`)
    expect((await only(`city=${encodeURIComponent(one.city.toUpperCase())}`)).map(({ peppolId }) => peppolId)).toEqual(
      all.filter(({ city }) => city === one.city).map(({ peppolId }) => peppolId),
    )
    expect((await only(`postalCode=${one.postalCode}`)).length).toBe(
      all.filter(({ postalCode }) => postalCode === one.postalCode).length,
    )
    expect((await only(`naceCodes=${one.naceCodes[0]},99.99`)).length).toBe(
      all.filter(({ naceCodes }) => naceCodes.includes(one.naceCodes[0])).length,
    )
    expect((await only('documentTypes=invoice,purchase-order')).length).toBe(
      all.filter(({ documentTypes }) => documentTypes.includes('purchase-order')).length,
    )
    expect(one).toMatchObject({
      identifiers: expect.arrayContaining([one.peppolId]),
      detail: { street: expect.any(String) },
    })
    expect((await only(''))[0]).not.toHaveProperty('identifiers')
  })

  test.each([
    ['nothing to look for', '', 'MISSING_FIELD', 'q'],
    ['part of a name without a country', 'q=atelier', 'MISSING_FIELD', 'country'],
    ['a single letter', 'q=a&country=FR', 'INVALID_REQUEST', 'q'],
    ['a malformed VAT number', 'vatNumber=x', 'INVALID_VAT_FORMAT', 'vatNumber'],
    ['an unknown country', 'q=atelier&country=XX', 'INVALID_REQUEST', 'country'],
    ['an unknown kind of document', 'q=303265045&documentTypes=letter', 'INVALID_ENUM', 'documentTypes[0]'],
    ['a code that is no NACE code', 'q=303265045&naceCodes=abc', 'INVALID_REQUEST', 'naceCodes[0]'],
    ['an unknown detail', 'q=303265045&detail=all', 'INVALID_ENUM', 'detail'],
    ['too many at once', 'q=303265045&limit=101', 'INVALID_REQUEST', 'limit'],
    ['a cursor of another search', 'q=303265045&cursor=abcdefghijklmnopqrstuvwx', 'INVALID_REQUEST', 'cursor'],
  ] as const)('a search of the directory by %s is refused at its place', async (_name, query, code, field) => {
    const answer = await search(query)
    expectRefusal(answer, code)
    expect(answer.body.error.details[0].field).toBe(field)
  })

  test('a wild card of SQL is a character like any other in a search of the directory', async () => {
    expect(await found('q=%25%25&country=FR')).toEqual([])
  })

  test('GraphQL searches the directory alike, with a total where it is asked for', async () => {
    const { data, errors } = await tenant.graphql(
      '{ searchDirectory(q: "log", country: "FR", first: 2) { totalCount nodes { peppolId documentTypes ' +
        '} pageInfo { hasNextPage } } }',
    )
    expect(errors).toBeUndefined()
    const rest = (await search('q=log&country=FR&limit=100')).body.data
    expect(data.searchDirectory).toMatchObject({
      totalCount: rest.length,
      nodes: rest.slice(0, 2).map(({ peppolId }: Body) => ({ peppolId })),
      pageInfo: { hasNextPage: true },
    })
  })

  test('searching the directory needs the scope directory', async () => {
    const other = await tenant.keyWith(['partners'])
    expectRefusal(await other.get('/v1/directory/search?q=303265045'), 'INSUFFICIENT_SCOPE')
  })
})

describe('one participant', () => {
  test('a participant is shown with what the directory lists and what its record accepts', async () => {
    const { status, body } = await tenant.get('/v1/directory/0208:0403170701')
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        peppolId: '0208:0403170701',
        country: 'BE',
        vatNumber: 'BE0403170701',
        accepts: expect.arrayContaining([expect.stringContaining('billing:3.0')]),
        endpoint: expect.stringMatching(/^https:/),
        transportProfile: 'peppol-transport-as4-v2_0',
      },
    })
    const { data } = await tenant.graphql(
      '{ participant(peppolId: "0208:0403170701") { accepts endpoint transportProfile } }',
    )
    expect(data.participant).toEqual({
      accepts: body.accepts,
      endpoint: body.endpoint,
      transportProfile: body.transportProfile,
    })
  })

  test('a participant that is not registered does not exist', async () => {
    expectRefusal(await tenant.get('/v1/directory/0208:1000000404'), 'RESOURCE_NOT_FOUND')
    expectRefusal(await tenant.get('/v1/directory/nobody'), 'RESOURCE_NOT_FOUND')
  })
})

describe('a company of this deployment', () => {
  test('a company of this deployment is listed under its own name, whatever the directory says', async () => {
    await tenant.patch(`/v1/companies/${tenant.companyId}`, { name: 'Own Words Ltd' })
    await app.platform.runner?.settle()
    app.clock.advance(25 * 3_600_000)
    await tenant.get(`/v1/directory/${tenant.peppolId}`)
    expect(await found(`q=${tenant.peppolId}`)).toMatchObject([{ peppolId: tenant.peppolId, name: 'Own Words Ltd' }])
  })
})

describe('a participant that is asked for in other capitals', () => {
  test('a participant is the same, listed with all that is known of it, in capitals or not', async () => {
    const { body } = await tenant.post('/v1/companies', { vatNumber: freshVat(), name: 'In Any Case GmbH' })
    await app.platform.runner?.settle()
    const inCapitals = await tenant.get(`/v1/directory/${body.peppolId.toUpperCase()}`)
    expect(inCapitals).toMatchObject({ status: 200, body: { peppolId: body.peppolId, name: 'In Any Case GmbH' } })
    expect((await tenant.get(`/v1/directory/${body.peppolId.toLowerCase()}`)).body).toEqual(inCapitals.body)
  })
})

describe('verifying a recipient', () => {
  const verify = (body: object): Promise<Answer> => tenant.post('/v1/directory/verify', body)

  test.each(['INVOICE', 'invoice', 'CREDIT_NOTE', 'purchase-order'])(
    'verifying a registered participant says that it receives %s',
    async (documentType) => {
      expect(await verify({ peppolId: '0208:0403170701', documentType })).toMatchObject({
        status: 200,
        body: {
          peppolId: '0208:0403170701',
          exists: true,
          canReceive: true,
          recipientName: expect.stringMatching(/\w/),
          documentType: documentType.toUpperCase().replace('-', '_'),
          accessPoint: expect.any(String),
        },
      })
    },
  )

  test('verifying one who is not registered says that it does not exist and receives nothing', async () => {
    expect((await verify({ peppolId: '9930:DE000000401', documentType: 'INVOICE' })).body).toEqual({
      peppolId: '9930:DE000000401',
      exists: false,
      canReceive: false,
      recipientName: null,
      documentType: 'INVOICE',
      accessPoint: null,
      reason: 'NOT_IN_SML',
    })
  })

  test('verifying one who takes no invoices says that it exists and receives orders only', async () => {
    expect((await verify({ peppolId: '9930:DE000000410', documentType: 'INVOICE' })).body).toMatchObject({
      exists: true,
      canReceive: false,
    })
    expect((await verify({ peppolId: '9930:DE000000410', documentType: 'PURCHASE_ORDER' })).body).toMatchObject({
      exists: true,
      canReceive: true,
    })
  })

  test('verifying takes an identifier of the network for the document as well', async () => {
    const [documentType] = (await tenant.get('/v1/directory/0208:0403170701')).body.accepts
    expect((await verify({ peppolId: '0208:0403170701', documentType })).body).toMatchObject({
      canReceive: true,
      documentType,
    })
    expect((await verify({ peppolId: '0208:0403170701', documentType: 'urn:x::y##z::1' })).body).toMatchObject({
      exists: true,
      canReceive: false,
    })
  })

  test.each([
    [{ documentType: 'INVOICE' }, 'MISSING_FIELD', 'peppolId'],
    [{ peppolId: '0208:0403170701' }, 'MISSING_FIELD', 'documentType'],
    [{ peppolId: 'x', documentType: 'INVOICE' }, 'INVALID_REQUEST', 'peppolId'],
    [{ peppolId: '0208:0403170701', documentType: 'LETTER' }, 'INVALID_ENUM', 'documentType'],
    [{ peppolId: '0208:0403170701', documentType: 'EVENT' }, 'INVALID_ENUM', 'documentType'],
  ] as const)('verifying %j is refused', async (body, code, field) => {
    const answer = await verify(body)
    expectRefusal(answer, code)
    expect(answer.body.error.details[0].field).toBe(field)
  })
})
