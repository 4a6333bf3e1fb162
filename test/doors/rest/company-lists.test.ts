import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { freshVat } from '../../support/numbers.ts'
import { type Registrations, refuses, startRegistrations } from '../../support/registrations.ts'
import { expectOperationRefusal, withoutRequestId } from '../../support/refusals.ts'

let app: TestApp
let x: Registrations
beforeAll(async () => {
  app = await startApp()
  x = await startRegistrations(app)
})
afterAll(() => app.close())

/** What JSON has to escape, and what it does not. */
const STRANGE = 'Ö "quoted" \\ back / slash \t \u007f \u2028 \u{1f9fe} é, {"a": 1}'

describe('reading one company', () => {
  test('a company read by id, VAT number and participant id is the same company', async () => {
    const made = await x.register(x.shared)
    for (const ref of [
      made.id,
      `vat:${made.vatNumber}`,
      `peppol:${made.peppolId}`,
      encodeURIComponent(`peppol:${made.peppolId}`),
    ]) {
      const { status, body } = await x.shared.get(`/v1/companies/${ref}`)
      expect(status).toBe(200)
      expect(body).toEqual(made)
    }
  })

  test('a company that does not exist, one of others and an id of no form are the same 404', async () => {
    const other = await x.register(await app.tenant())
    const absent = withoutRequestId(
      await refuses(x.shared, () => x.shared.get('/v1/companies/comp_01kafm4h7vf8xbkrs9q2m3c5de'), 'COMPANY_NOT_FOUND'),
    )
    for (const ref of [
      other.id,
      `vat:${other.vatNumber}`,
      `peppol:${other.peppolId}`,
      'vat:',
      'peppol:',
      'nonsense',
      'comp_',
      '%F0%9F%8D%89',
      'vat:fr40303265045',
    ])
      expect(withoutRequestId(await x.shared.get(`/v1/companies/${ref}`))).toBe(absent)
  })

  test('a key of one company reads it, is refused its sisters, and knows nothing of strangers', async () => {
    const [own, sister] = [await x.register(x.shared), await x.register(x.shared)]
    const stranger = await x.register(await app.tenant())
    const key = await x.shared.keyWith(['companies.read', 'companies.write'], { companyId: own.id })
    expect((await key.get(`/v1/companies/${own.id}`)).status).toBe(200)
    for (const ref of [sister.id, `vat:${sister.vatNumber}`, `peppol:${sister.peppolId}`]) {
      expectOperationRefusal(await key.get(`/v1/companies/${ref}`), 'COMPANY_FORBIDDEN')
      await refuses(x.shared, () => key.patch(`/v1/companies/${ref}`, { name: 'Mine' }), 'COMPANY_FORBIDDEN')
      await refuses(x.shared, () => key.delete(`/v1/companies/${ref}`), 'COMPANY_FORBIDDEN')
    }
    expectOperationRefusal(await key.get(`/v1/companies/${stranger.id}`), 'COMPANY_NOT_FOUND')
    expect((await key.get('/v1/companies')).body.data.map((company: Body) => company.id)).toEqual([own.id])
    expect((await key.get('/v1/companies/search?q=de1')).body.map((company: Body) => company.id)).toEqual([own.id])
    await refuses(x.shared, () => key.post('/v1/companies', { vatNumber: freshVat() }), 'COMPANY_FORBIDDEN')
    expect((await x.shared.get(`/v1/companies/${sister.id}`)).body).toEqual(sister)
  })
})

describe('listing companies', () => {
  let tenant: Tenant
  let made: Body[]
  beforeAll(async () => {
    tenant = await app.tenant('white_label')
    made = [(await tenant.get(`/v1/companies/${tenant.companyId}`)).body]
    const names = ['100% Sure', '100 Percent', 'snake_case', 'snakeXcase', 'Back\\slash', 'Éclair Ältestes']
    for (let index = 0; index < 24; index++)
      made.unshift(
        await x.register(tenant, {
          name: names[index] ?? `Company ${index}`,
          ...(index % 3 === 0 && { vatNumber: `NL${String(index).padStart(9, '0')}B01` }),
        }),
      )
    const gone = made[2]
    await tenant.delete(`/v1/companies/${gone.id}`)
    await app.platform.runner?.settle()
    made[2] = (await tenant.get(`/v1/companies/${gone.id}`)).body
  })

  const list = async (query = ''): Promise<{ data: Body[]; hasMore: boolean; cursor: string | null }> => {
    const { status, body } = await tenant.get(`/v1/companies${query}`)
    expect(status).toBe(200)
    return body
  }
  const ids = (rows: Body[]): string[] => rows.map((row) => row.id)

  test('a list of companies gives the newest 20 unless asked otherwise, each in full', async () => {
    expect(await list()).toEqual({ data: made.slice(0, 20), hasMore: true, cursor: expect.any(String) })
  })

  test.each([1, 7, 25, 100])(
    'all pages of %i companies together are the whole list, newest first, nothing twice',
    async (limit) => {
      const seen: string[] = []
      for (let cursor = ''; ;) {
        const page = await list(`?limit=${limit}${cursor}`)
        seen.push(...ids(page.data))
        expect(page.hasMore).toBe(page.cursor !== null)
        expect(page.data.length).toBe(page.hasMore ? limit : made.length - (seen.length - page.data.length))
        if (page.cursor === null) break
        cursor = `&cursor=${page.cursor}`
      }
      expect(seen).toEqual(ids(made))
    },
  )

  test('a row of a list says what the company says by itself, whatever characters its texts have', async () => {
    const tenant = await app.tenant('white_label')
    const { id } = await x.register(tenant)
    const changed = await tenant.patch(`/v1/companies/${id}`, {
      name: STRANGE,
      externalId: 'a"b"',
      address: { street: STRANGE, country: 'FR' },
      metadata: { 'q "n" \\': STRANGE, c: '' },
    })
    expect(changed).toMatchObject({ status: 200, body: { name: STRANGE } })
    await x.register(tenant)
    const first = (await tenant.get('/v1/companies')).body
    const rows: Body[] = first.data
    expect(rows.length).toBeGreaterThan(1)
    for (const row of rows) expect(row).toEqual((await tenant.get(`/v1/companies/${row.id}`)).body)
    for (let again = 0; again < 3; again++) expect((await tenant.get('/v1/companies')).body).toEqual(first)
  })

  test('a row that was listed often says what has changed, of its own or of its address, the next time', async () => {
    const tenant = await app.tenant('white_label')
    const { id } = await x.register(tenant)
    const other = await x.register(tenant)
    const query = '{ companies { nodes { id name status address { city } requirements { code } } } }'
    const changes = [
      { name: 'Changed' },
      { address: { street: '1 rue Neuve', city: 'Lille', postalCode: '59000', country: 'FR' } },
      { settings: { account: { iban: 'FR7630006000011234567890189' } } },
      { metadata: { customer: '4711' } },
    ]
    for (const change of changes) {
      for (let often = 0; often < 4; often++) {
        await tenant.get('/v1/companies?limit=2')
        await tenant.get('/v1/companies?limit=2&include_address=false')
        await tenant.graphql(query)
      }
      const before = (await tenant.get(`/v1/companies/${id}`)).body
      expect((await tenant.patch(`/v1/companies/${id}`, change)).status).toBe(200)
      const now = (await tenant.get(`/v1/companies/${id}`)).body
      expect(now).not.toEqual(before)
      expect((await tenant.get('/v1/companies?limit=2')).body.data).toEqual([other, now])
      const { address, requirements: _, ...rest } = now
      const [, bare] = (await tenant.get('/v1/companies?limit=2&include_address=false')).body.data
      expect(bare).toEqual(rest)
      const { nodes } = (await tenant.graphql(query)).data.companies
      expect(nodes.find((node: Body) => node.id === id)).toMatchObject({
        name: now.name,
        address: { city: address.city },
        requirements: now.requirements.map(({ code }: Body) => ({ code: code.toUpperCase() })),
      })
    }
  })

  test('a company that is added while pages are read shifts nothing', async () => {
    const first = await list('?limit=5')
    const added = await x.register(tenant)
    const second = await list(`?limit=5&cursor=${first.cursor}`)
    expect(ids(second.data)).toEqual(ids(made.slice(5, 10)))
    made.unshift(added)
  })

  test('include_address=false leaves the address out of a list, true and nothing show it', async () => {
    for (const row of (await list('?include_address=false')).data) expect(row).not.toHaveProperty('address')
    for (const row of (await list('?include_address=true')).data) expect(row).toHaveProperty('address')
  })

  test('country keeps only companies of that country', async () => {
    expect(ids((await list('?country=NL&limit=100')).data)).toEqual(ids(made.filter(({ country }) => country === 'NL')))
    expect((await list('?country=FR')).data).toEqual([])
  })

  test('status keeps only companies in that state', async () => {
    expect(ids((await list('?status=inactive')).data)).toEqual(ids(made.filter(({ status }) => status === 'inactive')))
    expect((await list('?status=suspended')).data).toEqual([])
  })

  test.each([
    [' 100% ', ['100% Sure']],
    ['100 p', ['100 Percent']],
    ['snake_', ['snake_case']],
    ['SNAKE', ['snakeXcase', 'snake_case']],
    ['k\\s', ['Back\\slash']],
    ['\\', ['Back\\slash']],
    ['éclair', ['Éclair Ältestes']],
    ['ÄLT', ['Éclair Ältestes']],
    ['%', ['100% Sure']],
    ['no such text', []],
  ])('a search for %j takes the text literally and in any case', async (text, names) => {
    expect((await list(`?search=${encodeURIComponent(text)}`)).data.map((row) => row.name)).toEqual(names)
  })

  test('a search finds companies by legal name, VAT number and participant id', async () => {
    const one = made.find(({ country }) => country === 'DE')
    for (const text of [one.legalName, one.vatNumber, one.vatNumber.slice(3), one.peppolId])
      expect(ids((await list(`?limit=100&search=${encodeURIComponent(text)}`)).data)).toContain(one.id)
  })

  test('filters of a list add up, and a cursor goes on within them', async () => {
    const wanted = made.filter(({ country, status }) => country === 'NL' && status === 'active')
    const first = await list('?country=NL&status=active&limit=3')
    const second = await list(`?country=NL&status=active&limit=100&cursor=${first.cursor}`)
    expect(ids([...first.data, ...second.data])).toEqual(ids(wanted))
  })

  test('a cursor that is changed, or used with other filters or on another list, is refused', async () => {
    const { cursor } = await list('?country=NL&limit=2')
    const keys = await tenant.get('/v1/api-keys?limit=1')
    await tenant.keyWith(['stats'])
    const ofKeys = (await tenant.get('/v1/api-keys?limit=1')).body.cursor
    expect(keys.status).toBe(200)
    const [head = '', rest = ''] = [cursor?.slice(0, 20), cursor?.slice(20)]
    for (const query of [
      `?cursor=${cursor}`,
      `?country=DE&cursor=${cursor}`,
      `?country=NL&status=active&cursor=${cursor}`,
      `?country=NL&cursor=${head}A${rest}`,
      `?country=NL&cursor=${head}${rest.slice(0, -2)}zz`,
      `?cursor=${ofKeys}`,
      '?cursor=',
      '?cursor=abc',
      `?cursor=${'A'.repeat(1_000)}`,
      '?cursor=%00',
      '?cursor=..%2F',
      `?country=NL&cursor=${cursor}%3D`,
    ]) {
      const answer = await refuses(tenant, () => tenant.get(`/v1/companies${query}`), 'INVALID_REQUEST')
      expect(answer.body.error).toMatchObject({ code: 'invalid_request', details: [{ field: 'cursor' }] })
    }
    expect((await list(`?country=NL&limit=9&cursor=${cursor}`)).data).not.toEqual([])
  })

  test('the limit of a list may change from page to page', async () => {
    const { cursor } = await list('?limit=2')
    expect(ids((await list(`?limit=3&cursor=${cursor}`)).data)).toEqual(ids(made.slice(2, 5)))
  })

  test.each([
    ['limit=0', 'limit', 'INVALID_REQUEST'],
    ['limit=101', 'limit', 'INVALID_REQUEST'],
    ['limit=-1', 'limit', 'INVALID_REQUEST'],
    ['limit=1.5', 'limit', 'INVALID_REQUEST'],
    ['limit=abc', 'limit', 'INVALID_REQUEST'],
    ['limit=', 'limit', 'INVALID_REQUEST'],
    ['limit=5&limit=6', 'limit', 'INVALID_REQUEST'],
    ['limit=99999999999999999999', 'limit', 'INVALID_REQUEST'],
    ['country=fr', 'country', 'INVALID_REQUEST'],
    ['country=', 'country', 'INVALID_REQUEST'],
    ['status=Active', 'status', 'INVALID_ENUM'],
    ['include_address=yes', 'include_address', 'INVALID_REQUEST'],
    ['search=', 'search', 'INVALID_REQUEST'],
    ['page=2', 'page', 'INVALID_REQUEST'],
  ] as const)('a list of companies with ?%s is refused for the field %s', async (query, name, rule) => {
    const answer = await refuses(tenant, () => tenant.get(`/v1/companies?${query}`), rule)
    expect(answer.body.error.details).toEqual([expect.objectContaining({ field: name, rule })])
  })
})

describe('searching while a name is typed', () => {
  let tenant: Tenant
  beforeAll(async () => {
    tenant = await app.tenant()
    for (let index = 0; index < 12; index++)
      await x.register(tenant, { name: `Typewriter ${index}`, ...(index === 0 && { vatNumber: 'NL999999999B01' }) })
  })

  test('a search while typing gives at most 10 companies, in the compact form, newest first', async () => {
    const { status, body } = await tenant.get('/v1/companies/search?q=typewri')
    expect(status).toBe(200)
    expect(body.map((row: Body) => row.name)).toEqual(
      Array.from({ length: 10 }, (_, index) => `Typewriter ${11 - index}`),
    )
    for (const row of body) expect(Object.keys(row)).toEqual(['id', 'name', 'vatNumber', 'country', 'peppolId'])
  })
  test('countryCode and limit narrow a search while typing', async () => {
    expect((await tenant.get('/v1/companies/search?q=typewriter&countryCode=NL')).body).toMatchObject([
      { name: 'Typewriter 0', vatNumber: 'NL999999999B01' },
    ])
    expect((await tenant.get('/v1/companies/search?q=typewriter&limit=50')).body).toHaveLength(12)
    expect((await tenant.get('/v1/companies/search?q=typewriter&limit=1')).body).toHaveLength(1)
  })
  test.each(['y_', 'Type%25ter', '__', '%25%25'])('a search while typing takes ?q=%s literally', async (text) => {
    expect((await tenant.get(`/v1/companies/search?q=${text}`)).body).toEqual([])
  })
  test.each([
    ['', 'q', 'MISSING_FIELD'],
    ['?q=a', 'q', 'INVALID_REQUEST'],
    ['?q=%20a%20', 'q', 'INVALID_REQUEST'],
    ['?q=abc&limit=51', 'limit', 'INVALID_REQUEST'],
    ['?q=abc&limit=0', 'limit', 'INVALID_REQUEST'],
    ['?q=abc&countryCode=xx', 'countryCode', 'INVALID_REQUEST'],
    ['?q=abc&cursor=x', 'cursor', 'INVALID_REQUEST'],
  ] as const)('a search while typing with%s is refused for the field %s', async (query, name, rule) => {
    const answer = await refuses(tenant, () => tenant.get(`/v1/companies/search${query}`), rule)
    expect(answer.body.error.details).toEqual([expect.objectContaining({ field: name, rule })])
  })
})

describe('the spelling of errors on the companies operations', () => {
  test.each([
    ['unauthorized', 'MISSING_AUTH', () => app.anyone.get('/v1/companies')],
    [
      'unauthorized',
      'INVALID_TOKEN',
      () => app.anyone.with({ authorization: 'Bearer svc_test_nobody' }).get('/v1/companies'),
    ],
    ['forbidden', 'INSUFFICIENT_SCOPE', async () => (await x.shared.keyWith(['stats'])).get('/v1/companies')],
    ['not_found', 'COMPANY_NOT_FOUND', () => x.shared.get('/v1/companies/nothing')],
    ['invalid_request', 'MISSING_FIELD', () => x.shared.post('/v1/companies', {})],
    ['invalid_request', 'INVALID_REQUEST', () => x.shared.send('POST', '/v1/companies', '{', {})],
    [
      'invalid_request',
      'UNSUPPORTED_MEDIA_TYPE',
      () => x.shared.send('POST', '/v1/companies', '<a/>', { 'content-type': 'text/xml' }),
    ],
    ['validation_error', 'VAT_NOT_FOUND', () => x.shared.post('/v1/companies', { vatNumber: 'FR00000000404' })],
  ] as const)(
    'the companies operations answer %s for %s, and the details keep the catalog code',
    async (spelling, code, send) => {
      const answer = await send()
      expectOperationRefusal(answer, code)
      expect(answer.body.error.code).toBe(spelling)
    },
  )
})
