import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Body, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { expectRefusal } from '../../support/refusals.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startApp()
  tenant = await app.tenant('white_label')
})
afterAll(() => app.close())

/** Participants that no other test uses. */
let last = 300_000_000
const fresh = (): string => `0192:${(last += 7)}`

const make = async (more: object = {}, owner: Tenant = tenant): Promise<Body> => {
  const { status, body } = await owner.post('/v1/partners', { peppolId: fresh(), ...more })
  expect({ status, body }).toMatchObject({ status: 201 })
  return body
}

const eventsOf = async (owner: Tenant, partnerId: string): Promise<string[]> =>
  (
    await app.platform.db.client.event.findMany({
      where: { organizationId: owner.organizationId },
      orderBy: { position: 'asc' },
    })
  )
    .filter(({ data }) => (data as Body).partnerId === partnerId)
    .map(({ type }) => type)

const refuses = async (send: () => Promise<Answer>, code: Parameters<typeof expectRefusal>[1]): Promise<Answer> => {
  const before = await tenant.footprint()
  const answer = await send()
  expectRefusal(answer, code)
  expect(await tenant.footprint()).toEqual(before)
  return answer
}

describe('a new partner', () => {
  test('a new partner with a VAT number gets id, name and address from registry and directory', async () => {
    const { status, body } = await tenant.post('/v1/partners', { vatNumber: 'BE0403170701' })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^part_/),
      externalId: null,
      companyId: null,
      peppolId: '0208:0403170701',
      vatNumber: 'BE0403170701',
      aliases: [],
      name: expect.stringMatching(/\w/),
      country: 'BE',
      role: 'both',
      contactName: null,
      contactEmail: null,
      peppolStatus: 'active',
      defaults: {},
      tags: [],
      enrichment: {
        legalName: expect.stringMatching(/ SRL$/),
        registrationNumber: '0403170701',
        taxNumber: null,
        address: expect.objectContaining({ country: 'BE' }),
        provider: 'sandbox-registry',
        syncedAt: expect.any(String),
      },
      stats: { documentsSent: 0, documentsReceived: 0, lastActivityAt: null },
      metadata: {},
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    expect((await tenant.get(`/v1/partners/${body.id}`)).body).toEqual(body)
    expect((await tenant.get('/v1/partners/vat:BE0403170701')).body).toEqual(body)
    expect((await tenant.get('/v1/partners/peppol:0208:0403170701')).body).toEqual(body)
    expect(await eventsOf(tenant, body.id)).toEqual(['partner.created'])
  })

  test('a new partner with a participant id gets the VAT number that the id tells', async () => {
    expect(await make({ peppolId: '9930:DE811569869' })).toMatchObject({
      peppolId: '9930:DE811569869',
      vatNumber: 'DE811569869',
      country: 'DE',
    })
    expect(await make({ peppolId: '9933:094259216' })).toMatchObject({ vatNumber: 'EL094259216', country: 'GR' })
    expect(await make({ peppolId: '9933:EL094014201' })).toMatchObject({ vatNumber: 'EL094014201', country: 'GR' })
  })

  test('a new partner that is not on the network is kept and marked', async () => {
    expect(await make({ peppolId: '0192:000000401' })).toMatchObject({ peppolStatus: 'not_registered' })
  })

  test('a new partner keeps what the caller says of it', async () => {
    const said = {
      name: 'Nord & Sønn',
      role: 'supplier',
      contactName: 'Ada',
      contactEmail: 'ada@example.com',
      defaults: { currency: 'NOK', paymentTermsDays: 14, note: 'Takk', orderReference: 'PO-1' },
      tags: ['north', 'key'],
      metadata: { accountNumber: '10001' },
    }
    expect(await make(said)).toMatchObject(said)
  })

  test('a new partner without participant id and VAT number is refused, naming both fields', async () => {
    const { body } = await refuses(() => tenant.post('/v1/partners', { name: 'Nobody' }), 'MISSING_FIELD')
    expect(body.error.details.map(({ field }: Body) => field)).toEqual(['peppolId', 'vatNumber'])
  })

  test.each([
    ['a participant id without a scheme', { peppolId: 'abc' }, 'INVALID_REQUEST', 'peppolId'],
    ['a malformed VAT number', { vatNumber: 'be 1' }, 'INVALID_VAT_FORMAT', 'vatNumber'],
    ['a VAT number that no country writes so', { vatNumber: 'IT12' }, 'INVALID_VAT_FORMAT', 'vatNumber'],
    ['an unknown role', { peppolId: '0192:1', role: 'friend' }, 'INVALID_ENUM', 'role'],
    [
      'an unknown currency',
      { peppolId: '0192:1', defaults: { currency: 'XXQ' } },
      'INVALID_CURRENCY',
      'defaults.currency',
    ],
    ['an address that is none', { peppolId: '0192:1', contactEmail: 'ada' }, 'INVALID_REQUEST', 'contactEmail'],
    ['a tag with a comma', { peppolId: '0192:1', tags: ['a,b'] }, 'INVALID_REQUEST', 'tags[0]'],
  ] as const)('a new partner with %s is refused at its place', async (_name, body, code, field) => {
    const answer = await refuses(() => tenant.post('/v1/partners', body), code)
    expect(answer.body.error.details[0].field).toBe(field)
  })

  test('a new partner with the identity of another is refused with the id of the one that has it', async () => {
    const { id, peppolId } = await make()
    const { body } = await refuses(() => tenant.post('/v1/partners', { peppolId }), 'CONFLICT')
    expect(body.error.details).toEqual([expect.objectContaining({ field: 'peppolId', existingId: id })])
  })

  test('a new partner asked for many times at once is one partner', async () => {
    const peppolId = fresh()
    const answers = await Promise.all(Array.from({ length: 10 }, () => tenant.post('/v1/partners', { peppolId })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
    expect((await tenant.get(`/v1/partners?search=${peppolId}`)).body.data).toHaveLength(1)
  })
})

describe('changing a partner', () => {
  test('changing a partner replaces fields, clears with null, and merges metadata', async () => {
    const made = await make({ contactName: 'Ada', tags: ['a'], defaults: { note: 'x' }, metadata: { a: '1', b: '2' } })
    const { status, body } = await tenant.patch(`/v1/partners/${made.id}`, {
      contactName: null,
      tags: ['b', 'b'],
      defaults: { currency: 'SEK', note: null },
      metadata: { a: null, c: '3' },
      role: 'buyer',
    })
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        contactName: null,
        tags: ['b'],
        defaults: { currency: 'SEK' },
        metadata: { b: '2', c: '3' },
        role: 'buyer',
      },
    })
    expect(body.defaults).not.toHaveProperty('note')
    expect(await eventsOf(tenant, made.id)).toEqual(['partner.created', 'partner.updated'])
  })

  test('changing a partner to the identity of another is refused', async () => {
    const [one, other] = [await make(), await make()]
    await refuses(() => tenant.patch(`/v1/partners/${one.id}`, { peppolId: other.peppolId }), 'CONFLICT')
    expect((await tenant.get(`/v1/partners/${one.id}`)).body.peppolId).toBe(one.peppolId)
  })

  test('changing a partner so that no identity is left is refused', async () => {
    const made = await make()
    await refuses(() => tenant.patch(`/v1/partners/${made.id}`, { peppolId: null }), 'MISSING_FIELD')
    expect((await tenant.get(`/v1/partners/${made.id}`)).body).toEqual(made)
  })

  test('changing a partner to a VAT number that no country writes so is refused', async () => {
    const made = await make()
    await refuses(() => tenant.patch(`/v1/partners/${made.id}`, { vatNumber: 'IT12' }), 'INVALID_VAT_FORMAT')
    expect((await tenant.get(`/v1/partners/${made.id}`)).body).toEqual(made)
  })

  test('a new participant id of a partner is looked up', async () => {
    const made = await make()
    expect((await tenant.patch(`/v1/partners/${made.id}`, { peppolId: '0192:000000402' })).body).toMatchObject({
      peppolStatus: 'not_registered',
    })
  })
})

describe('the list of partners', () => {
  test('partners are filtered by role, search, country, tags, activity and standing, alone and together', async () => {
    const own = await app.tenant('white_label')
    const [a, b, c] = [
      await make({ peppolId: '0192:310000007', name: 'Alfa 100%', role: 'supplier', tags: ['x', 'y'] }, own),
      await make({ peppolId: '0208:0403170701', name: 'Beta', role: 'buyer', tags: ['x'] }, own),
      await make({ peppolId: '0192:000000403', name: 'Gamma', role: 'both', contactName: 'Zoe' }, own),
    ]
    const ids = async (query: string): Promise<string[]> =>
      (await own.get(`/v1/partners?${query}`)).body.data.map(({ id }: Body) => id)
    expect(await ids('')).toEqual([c.id, b.id, a.id])
    expect(await ids('role=supplier')).toEqual([c.id, a.id])
    expect(await ids('role=both')).toEqual([c.id])
    expect(await ids('search=100%25')).toEqual([a.id])
    expect(await ids('search=zoe')).toEqual([c.id])
    expect(await ids('country=BE')).toEqual([b.id])
    expect(await ids('tags=x,y')).toEqual([a.id])
    expect(await ids('hasActivity=true')).toEqual([])
    expect(await ids('hasActivity=false')).toEqual([c.id, b.id, a.id])
    expect(await ids('peppolStatus=not_registered')).toEqual([c.id])
    expect(await ids('sortBy=name&order=asc')).toEqual([a.id, b.id, c.id])
    expect(await ids('sortBy=name&order=desc&tags=x')).toEqual([b.id, a.id])
    expectRefusal(await own.get('/v1/partners?sortBy=colour'), 'INVALID_ENUM')
    const first = (await own.get('/v1/partners?limit=1&sortBy=name&order=asc')).body
    expect(first).toMatchObject({ hasMore: true, data: [{ id: a.id }] })
    const rest = (await own.get(`/v1/partners?limit=5&sortBy=name&order=asc&cursor=${first.cursor}`)).body
    expect(rest).toMatchObject({ hasMore: false, cursor: null, data: [{ id: b.id }, { id: c.id }] })
    expectRefusal(await own.get(`/v1/partners?limit=1&cursor=${first.cursor}`), 'INVALID_REQUEST')
  })

  test('partners are paged through equal names without loss or repetition', async () => {
    const own = await app.tenant('white_label')
    const made = new Set<string>()
    for (let n = 0; n < 7; n += 1) made.add((await make({ name: 'Same' }, own)).id)
    const seen: string[] = []
    for (let cursor = ''; ;) {
      const { body } = await own.get(`/v1/partners?sortBy=name&order=asc&limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...body.data.map(({ id }: Body) => id))
      if (!body.hasMore) break
      cursor = body.cursor
    }
    expect(seen).toHaveLength(7)
    expect(new Set(seen)).toEqual(made)
  })

  test('partners without activity are paged in any order', async () => {
    const own = await app.tenant('white_label')
    const made = [await make({}, own), await make({}, own), await make({}, own)].map(({ id }) => id)
    const first = (await own.get('/v1/partners?hasActivity=false&sortBy=lastActivityAt&limit=1')).body
    const rest = await own.get(`/v1/partners?hasActivity=false&sortBy=lastActivityAt&limit=5&cursor=${first.cursor}`)
    expect(rest).toMatchObject({ status: 200, body: { hasMore: false } })
    expect([...first.data, ...rest.body.data].map(({ id }: Body) => id)).toEqual(made.toReversed())
  })

  test('partners take a constant number of statements in GraphQL', async () => {
    const count = async (first: number): Promise<number> =>
      (
        await app.statements(() =>
          tenant.graphql(
            'query($n: Int) { partners(first: $n) { totalCount nodes { name stats { documentsSent } ' +
              'defaults { currency } } } }',
            { n: first },
          ),
        )
      ).filter((sql) => sql.includes('partners')).length
    expect(await count(1)).toBeGreaterThan(0)
    expect(await count(10)).toBe(await count(1))
  })
})

describe('by account number', () => {
  test('an account number finds the partner that carries it, in the default field or a named one', async () => {
    const own = await app.tenant('white_label')
    const made = await make({ metadata: { accountNumber: 'A-77', erp: '9' } }, own)
    expect((await own.get('/v1/partners/by-account-number?value=A-77')).body.id).toBe(made.id)
    expect((await own.get('/v1/partners/by-account-number?value=9&field=erp&entityType=PARTNERSHIP')).body.id).toBe(
      made.id,
    )
    expectRefusal(await own.get('/v1/partners/by-account-number?value=A-7'), 'RESOURCE_NOT_FOUND')
    expectRefusal(await own.get('/v1/partners/by-account-number'), 'MISSING_FIELD')
    expectRefusal(await own.get('/v1/partners/by-account-number?value=9&entityType=PLANET'), 'INVALID_ENUM')
    await make({ metadata: { accountNumber: 'A-77' } }, own)
    const { body } = await own.get('/v1/partners/by-account-number?value=A-77')
    expect(body.error).toMatchObject({ code: 'CONFLICT', details: [{ existingId: made.id }, {}] })
  })

  test('the search by account number is open to a key that may only read partners', async () => {
    const reader = await tenant.keyWith(['partners.read'])
    expect((await reader.get('/v1/partners/by-account-number?value=none')).status).toBe(404)
    expect((await reader.get('/v1/partners')).status).toBe(200)
    await refuses(() => reader.post('/v1/partners', { peppolId: fresh() }), 'INSUFFICIENT_SCOPE')
  })
})
