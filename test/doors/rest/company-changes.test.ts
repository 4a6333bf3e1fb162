import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentTypes } from '../../../src/values/document-types.ts'
import { type TestApp, startApp } from '../../support/app.ts'
import { freshVat } from '../../support/numbers.ts'
import { type Registrations, refuses, startRegistrations } from '../../support/registrations.ts'

let app: TestApp
let x: Registrations
beforeAll(async () => {
  app = await startApp()
  x = await startRegistrations(app)
})
afterAll(() => app.close())

const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

describe('changing a company', () => {
  test('a change of a company replaces each named field as a whole and leaves the others', async () => {
    const before = await x.register(x.shared, {
      address: { street: 'Old', city: 'Town', country: 'FR' },
      settings: { a: 1, b: 2 },
      compliance: { FR: {} },
    })
    app.clock.advance(5)
    const changes = {
      name: 'New Name',
      address: { country: 'BE', postalCode: '9000' },
      capabilities: { send: ['event'], receive: ['quote'] },
      settings: { c: [3], account: { iban: 'BE68539007547034' } },
      compliance: { IT: { sdi: true } },
    }
    const { status, body } = await x.shared.patch(`/v1/companies/${before.id}`, changes)
    expect(status).toBe(200)
    expect(body).toEqual({
      ...before,
      ...changes,
      slug: 'new-name',
      address: { street: null, streetLine2: null, city: null, ...changes.address },
      requirements: [expect.objectContaining({ code: 'address' })],
      updatedAt: timestamp,
    })
    expect(body.updatedAt > before.updatedAt).toBe(true)
    expect((await x.shared.get(`/v1/companies/${before.id}`)).body).toEqual(body)
    expect(
      await app.platform.db.client.address.count({
        where: { organizationId: x.shared.organizationId, id: before.legalAddressId },
      }),
    ).toBe(1)
  })

  test('a change finds its company by VAT number and participant id as well', async () => {
    const { id, vatNumber, peppolId } = await x.register(x.shared)
    expect((await x.shared.patch(`/v1/companies/vat:${vatNumber}`, { name: 'By VAT' })).body).toMatchObject({
      id,
      name: 'By VAT',
    })
    expect((await x.shared.patch(`/v1/companies/peppol:${peppolId}`, { name: 'By participant' })).body).toMatchObject({
      id,
      name: 'By participant',
    })
  })

  test('a new name is what search finds from then on, and the old one is not', async () => {
    const { id } = await x.register(x.shared, { name: 'Quondam' })
    await x.shared.patch(`/v1/companies/${id}`, { name: 'Futurum' })
    expect((await x.shared.get('/v1/companies?search=quondam')).body.data).toEqual([])
    expect((await x.shared.get('/v1/companies?search=futurum')).body.data).toMatchObject([{ id }])
  })

  test('a change announces company.updated with the names of what changed', async () => {
    const { id } = await x.register(x.shared)
    const { body } = await x.shared.patch(`/v1/companies/${id}`, { settings: {}, name: 'Announced', metadata: {} })
    expect((await x.eventsOf(x.shared, id)).at(-1)).toEqual({
      type: 'company.updated',
      data: { companyId: id, changes: ['metadata', 'name', 'settings'], updatedAt: body.updatedAt },
    })
  })

  test('a change of nothing announces nothing', async () => {
    const { id } = await x.register(x.shared)
    expect((await x.shared.patch(`/v1/companies/${id}`, {})).status).toBe(200)
    expect((await x.eventsOf(x.shared, id)).map(({ type }) => type)).toEqual([
      'company.created',
      'company.smp_registered',
    ])
  })

  test('a change merges metadata, and null deletes a key', async () => {
    const { id } = await x.register(x.shared, { metadata: { a: '1', b: '2' } })
    expect((await x.shared.patch(`/v1/companies/${id}`, { metadata: { b: '3', c: '4' } })).body.metadata).toEqual({
      a: '1',
      b: '3',
      c: '4',
    })
    expect(
      (await x.shared.patch(`/v1/companies/${id}`, { metadata: { a: null, absent: null } })).body.metadata,
    ).toEqual({
      b: '3',
      c: '4',
    })
    expect((await x.shared.patch(`/v1/companies/${id}`, { name: 'Untouched' })).body.metadata).toEqual({
      b: '3',
      c: '4',
    })
  })

  const many = (count: number, from = 0) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${from + index}`, 'v']))

  test('metadata holds 40 keys of 500 characters, and not one more', async () => {
    const { id } = await x.register(x.shared, { metadata: { ...many(39), long: '€'.repeat(500) } })
    for (const metadata of [{ extra: '1' }, many(41), { k1: 'x'.repeat(501) }])
      await refuses(x.shared, () => x.shared.patch(`/v1/companies/${id}`, { metadata }), 'INVALID_REQUEST')
    await refuses(
      x.shared,
      () => x.shared.post('/v1/companies', { vatNumber: freshVat(), metadata: many(41) }),
      'INVALID_REQUEST',
    )
    expect(
      Object.keys((await x.shared.patch(`/v1/companies/${id}`, { metadata: { extra: '1', k0: null } })).body.metadata),
    ).toHaveLength(40)
  })

  test('simultaneous changes of metadata lose nothing', async () => {
    const { id } = await x.register(x.shared)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        x.shared.patch(`/v1/companies/${id}`, { metadata: { [`from${index}`]: String(index) } }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect((await x.shared.get(`/v1/companies/${id}`)).body.metadata).toEqual(
      Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`from${index}`, String(index)])),
    )
  })

  test('null clears those fields of a company that may be empty', async () => {
    const { id } = await x.register(x.shared, {
      settings: { a: 1 },
      compliance: { FR: {} },
      metadata: { a: '1' },
      capabilities: { send: [], receive: [] },
    })
    const { status, body } = await x.shared.patch(`/v1/companies/${id}`, {
      address: null,
      settings: null,
      compliance: null,
      metadata: null,
      capabilities: null,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      address: null,
      legalAddressId: null,
      settings: {},
      compliance: {},
      metadata: {},
      capabilities: { send: documentTypes, receive: documentTypes },
    })
    expect((await x.shared.patch(`/v1/companies/${id}`, { address: { country: 'FR' } })).body.address).toMatchObject({
      country: 'FR',
    })
  })

  test('the name of a company cannot be cleared', async () => {
    const { id } = await x.register(x.shared)
    expect(
      (await refuses(x.shared, () => x.shared.patch(`/v1/companies/${id}`, { name: null }), 'MISSING_FIELD')).body.error
        .details,
    ).toMatchObject([{ field: 'name' }])
  })

  test.each([
    'id',
    'organizationId',
    'peppolId',
    'status',
    'createdAt',
    'updatedAt',
    'stats',
    'vatNumber',
    'country',
    'slug',
    'legalName',
    'smpRegistered',
    'additionalIdentifiers',
    'companyId',
  ])('%s of a company is read-only', async (name) => {
    const company = (await x.shared.get(`/v1/companies/${x.shared.companyId}`)).body
    const answer = await refuses(
      x.shared,
      () => x.shared.patch(`/v1/companies/${x.shared.companyId}`, { name: 'Not this', [name]: company[name] ?? 'x' }),
      'INVALID_REQUEST',
    )
    expect(answer.body.error.details).toEqual([expect.objectContaining({ field: name, rule: 'INVALID_REQUEST' })])
    expect((await x.shared.get(`/v1/companies/${x.shared.companyId}`)).body).toEqual(company)
  })

  test('a change of a company that does not exist is 404', async () => {
    expect(
      (
        await refuses(
          x.shared,
          () => x.shared.patch('/v1/companies/comp_01kafm4h7vf8xbkrs9q2m3c5de', { name: 'X' }),
          'COMPANY_NOT_FOUND',
        )
      ).status,
    ).toBe(404)
  })
})

describe('deregistering a company', () => {
  test('a deregistered company is inactive, answered 204 without a body, and its history stays readable', async () => {
    const made = await x.register(x.shared, { settings: { account: { iban: 'BE68539007547034' } } })
    const { status, headers, bytes } = await x.shared.delete(`/v1/companies/${made.id}`)
    expect({ status, length: bytes.length, type: headers['content-type'] }).toEqual({
      status: 204,
      length: 0,
      type: undefined,
    })
    await app.platform.runner?.settle()
    const smp = { status: 'none', step: 'withdrawn', lastError: null, nextTryAt: null }
    expect((await x.shared.get(`/v1/companies/${made.id}`)).body).toEqual({
      ...made,
      status: 'inactive',
      smpRegistered: false,
      smpRegisteredAt: null,
      smp,
      ownership: { ...made.ownership, status: 'none', grantedAt: null, methods: [] },
      requirements: [],
      updatedAt: timestamp,
    })
    expect((await x.eventsOf(x.shared, made.id)).at(-1)).toEqual({
      type: 'company.deregistered',
      data: { companyId: made.id, peppolId: made.peppolId },
    })
  })
  test('deregistering a second time, or many times at once, changes and announces nothing more', async () => {
    const { id } = await x.register(x.shared)
    const answers = await Promise.all(Array.from({ length: 8 }, () => x.shared.delete(`/v1/companies/${id}`)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204))
    expect((await x.eventsOf(x.shared, id)).filter(({ type }) => type === 'company.deregistered')).toHaveLength(1)
  })
  test('deregistering a company that does not exist is 404', async () => {
    expect(
      (
        await refuses(
          x.shared,
          () => x.shared.delete('/v1/companies/comp_01kafm4h7vf8xbkrs9q2m3c5de'),
          'COMPANY_NOT_FOUND',
        )
      ).status,
    ).toBe(404)
  })
})
