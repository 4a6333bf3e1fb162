import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentTypes } from '../../../src/values/document-types.ts'
import { type Body, type TestApp, startApp } from '../../support/app.ts'
import { freshVat } from '../../support/numbers.ts'
import { type Registrations, refuses, startRegistrations } from '../../support/registrations.ts'
import { expectOperationRefusal } from '../../support/refusals.ts'

let app: TestApp
let x: Registrations
beforeAll(async () => {
  app = await startApp()
  x = await startRegistrations(app)
})
afterAll(() => app.close())

const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

describe('registering a company', () => {
  test('a registration takes name and address from the registry, and defaults for the rest', async () => {
    const { status, headers, body } = await x.shared.post('/v1/companies', { vatNumber: 'FR40303265045' })
    expect(status).toBe(201)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(body).toEqual({
      id: expect.stringMatching(/^comp_[0-9a-z]{26}$/),
      organizationId: x.shared.organizationId,
      name: expect.stringMatching(/\w/),
      legalName: expect.stringMatching(/ SAS$/),
      slug: expect.stringMatching(/^[a-z0-9-]+$/),
      vatNumber: 'FR40303265045',
      taxNumber: null,
      registrationNumber: '303265045',
      country: 'FR',
      peppolId: '0225:303265045',
      additionalIdentifiers: [],
      legalAddressId: expect.stringMatching(/^addr_/),
      externalId: null,
      suspension: null,
      documentsPerMonth: null,
      storageMegabytes: null,
      requestsPerMinute: null,
      receivesDocuments: true,
      requirements: [{ code: 'account', due: null, fix: expect.stringContaining('settings.account') }],
      address: { street: expect.any(String), streetLine2: null, city: 'Lyon', postalCode: '69002', country: 'FR' },
      isPublic: true,
      dataProviderType: 'sandbox-registry',
      dataProviderSyncDate: timestamp,
      capabilities: { send: documentTypes, receive: documentTypes },
      status: 'active',
      smpRegistered: false,
      smpRegisteredAt: null,
      smp: { status: 'pending', step: null, lastError: null, nextTryAt: null },
      ownership: {
        status: 'granted',
        reason: null,
        message: null,
        proof: null,
        grantedAt: body.createdAt,
        methods: ['mail', 'dns', 'mandate', 'operator'],
      },
      compliance: {
        FR: {
          platform: 'PPF',
          status: 'pending',
          registeredAt: null,
          directoryLine: '303265045',
          lastReportAt: null,
          lastError: null,
        },
      },
      settings: {},
      stats: { sent: 0, received: 0 },
      metadata: {},
      createdAt: timestamp,
      updatedAt: timestamp,
    })
  })

  test('what a registration is given goes before what the registry says', async () => {
    const given = {
      name: 'Ünser Büro & Co',
      address: { street: '1 Rue', streetLine2: 'Bât. C', city: 'Metz', postalCode: '57000', country: 'FR' },
      additionalIdentifiers: [
        { scheme: 'GLN', value: '5412345000013' },
        { scheme: 'DUNS', value: '123456789' },
      ],
      capabilities: { send: ['invoice', 'credit-note'], receive: [] },
      settings: { defaultCurrency: 'EUR', auto: { ppf: true, list: [1, null] } },
      compliance: { FR: { ppf: 'pending' } },
      metadata: { customer: '4711' },
    }
    const made = await x.register(x.shared, given)
    expect(made).toMatchObject({ ...given, slug: 'unser-buro-co' })
    expect(made.capabilities).toEqual(given.capabilities)
    expect((await x.shared.get(`/v1/companies/${made.id}`)).body).toEqual(made)
  })

  test('a side of the capabilities that a registration leaves out is the full set', async () => {
    expect((await x.register(x.shared, { capabilities: { send: ['quote'] } })).capabilities).toEqual({
      send: ['quote'],
      receive: documentTypes,
    })
  })

  test('an address that a registration gives without a street has only its country', async () => {
    expect((await x.register(x.shared, { address: { country: 'LU' } })).address).toEqual({
      street: null,
      streetLine2: null,
      city: null,
      postalCode: null,
      country: 'LU',
    })
  })

  test('metadata that is null in a registration is not stored', async () => {
    expect((await x.register(x.shared, { metadata: { kept: 'x', dropped: null } })).metadata).toEqual({ kept: 'x' })
  })

  test('a VAT number that the organization has is refused with the id of the company that has it', async () => {
    const { id, vatNumber } = await x.register(x.shared)
    const { body } = await refuses(x.shared, () => x.shared.post('/v1/companies', { vatNumber }), 'COMPANY_EXISTS')
    expect(body.error).toMatchObject({
      code: 'duplicate',
      type: 'conflict',
      details: [{ field: 'vatNumber', rule: 'COMPANY_EXISTS', existingId: id }],
    })
  })

  test('of simultaneous registrations of one VAT number one is made, and the others name it', async () => {
    const tenant = await app.tenant()
    const vatNumber = freshVat()
    const answers = await Promise.all(Array.from({ length: 12 }, () => tenant.post('/v1/companies', { vatNumber })))
    const made = answers.filter(({ status }) => status === 201)
    expect(made).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expectOperationRefusal(answer, 'COMPANY_EXISTS')
      expect(answer.body.error.details[0].existingId).toBe(made[0]?.body.id)
    }
    expect(await tenant.footprint()).toMatchObject({ companies: 2, addresses: 1, events: 2, work: 1 })
  })

  test('of simultaneous registrations in two spellings one is made, and the others name it', async () => {
    const tenant = await app.tenant()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, turn) =>
        tenant.post('/v1/companies', { vatNumber: turn % 2 === 0 ? 'BE0123456749' : 'BE123456749' }),
      ),
    )
    const made = answers.filter(({ status }) => status === 201)
    expect(made).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expectOperationRefusal(answer, 'COMPANY_EXISTS')
      expect(answer.body.error.details[0].existingId).toBe(made[0]?.body.id)
    }
    expect(await tenant.footprint()).toMatchObject({ companies: 2, addresses: 1, events: 2, work: 1 })
  })

  test('a registration takes settings that are null as not given', async () => {
    const settings = { defaultCurrency: null, emailFallback: null, autoCreatePartners: null }
    expect((await x.register(x.shared, { vatNumber: freshVat(), settings })).settings).toEqual(settings)
  })

  test('two organizations register the same VAT number without knowing of each other', async () => {
    const [one, other] = [await app.tenant(), await app.tenant()]
    const vatNumber = freshVat()
    const first = await x.register(one, { vatNumber })
    const second = await x.register(other, { vatNumber })
    expect(second.id).not.toBe(first.id)
    expect(second.organizationId).toBe(other.organizationId)
  })

  test('a registration announces company.created in its transaction, and schedules the refresh', async () => {
    const { id, vatNumber, peppolId } = await x.register(x.shared)
    expect(await x.eventsOf(x.shared, id)).toEqual([
      { type: 'company.created', data: { companyId: id, vatNumber, peppolId } },
      { type: 'company.smp_registered', data: { companyId: id, peppolId } },
    ])
    expect(
      await app.platform.db.client.work.findMany({ where: { organizationId: x.shared.organizationId, subjectId: id } }),
    ).toMatchObject([{ kind: 'company.refresh', attempts: 0 }])
  })

  const field = (name: string, rule: string, more: object = {}) => [
    { field: name, rule, message: expect.any(String), ...more },
  ]
  const vat = (value: unknown, more: object = {}) => ({ vatNumber: value, ...more })
  test.each([
    ['no VAT number', {}, 'MISSING_FIELD', field('vatNumber', 'MISSING_FIELD')],
    ['a null VAT number', vat(null), 'MISSING_FIELD', field('vatNumber', 'MISSING_FIELD')],
    ['a numeric VAT number', vat(40303265045), 'INVALID_REQUEST', field('vatNumber', 'INVALID_REQUEST')],
    ['lower case', vat('fr40303265045'), 'INVALID_VAT_FORMAT', field('vatNumber', 'INVALID_VAT_FORMAT')],
    ['spaces', vat('FR 40303265045'), 'INVALID_VAT_FORMAT', field('vatNumber', 'INVALID_VAT_FORMAT')],
    ['a trailing line end', vat('FR40303265045\n'), 'INVALID_VAT_FORMAT', field('vatNumber', 'INVALID_VAT_FORMAT')],
    ['a prefix alone', vat('FR'), 'INVALID_VAT_FORMAT', field('vatNumber', 'INVALID_VAT_FORMAT')],
    ['an empty text', vat(''), 'INVALID_VAT_FORMAT', field('vatNumber', 'INVALID_VAT_FORMAT')],
    [
      'ten thousand digits',
      vat(`DE${Array.from({ length: 10_000 }, (_, index) => (index * index * 7919) % 10).join('')}`),
      'INVALID_VAT_FORMAT',
      field('vatNumber', 'INVALID_VAT_FORMAT'),
    ],
    ['a country that is not served', vat('US123456789'), 'INVALID_REQUEST', field('vatNumber', 'INVALID_REQUEST')],
    [
      'a French number of the wrong length',
      vat('FR123'),
      'INVALID_VAT_FORMAT',
      field('vatNumber', 'INVALID_VAT_FORMAT'),
    ],
    [
      'a Belgian number with letters',
      vat('BE0ABCDEFGHI'),
      'INVALID_VAT_FORMAT',
      field('vatNumber', 'INVALID_VAT_FORMAT'),
    ],
    ['an empty name', vat('DE111111111', { name: '  ' }), 'INVALID_REQUEST', field('name', 'INVALID_REQUEST')],
    [
      'a name of 201 characters',
      vat('DE111111111', { name: 'n'.repeat(201) }),
      'INVALID_REQUEST',
      field('name', 'INVALID_REQUEST'),
    ],
    [
      'a bell in its name',
      vat('DE111111111', { name: 'a\u0007b' }),
      'INVALID_REQUEST',
      field('name', 'INVALID_REQUEST'),
    ],
    [
      'a bell in its street',
      vat('DE111111111', { address: { country: 'DE', street: 'a\u0007b' } }),
      'INVALID_REQUEST',
      field('address.street', 'INVALID_REQUEST'),
    ],
    [
      'an address without country',
      vat('DE111111111', { address: { city: 'Metz' } }),
      'MISSING_FIELD',
      field('address.country', 'MISSING_FIELD'),
    ],
    [
      'an unknown country',
      vat('DE111111111', { address: { country: 'XX' } }),
      'INVALID_REQUEST',
      field('address.country', 'INVALID_REQUEST'),
    ],
    [
      'an identifier without value',
      vat('DE111111111', { additionalIdentifiers: [{ scheme: 'GLN', value: '1' }, { scheme: 'DUNS' }] }),
      'MISSING_FIELD',
      field('additionalIdentifiers[1].value', 'MISSING_FIELD'),
    ],
    [
      'a document type in capitals',
      vat('DE111111111', { capabilities: { send: ['Invoice'] } }),
      'INVALID_ENUM',
      field('capabilities.send[0]', 'INVALID_ENUM', { allowed: [...documentTypes] }),
    ],
    [
      'a letterhead with a logo from elsewhere',
      vat('DE111111111', { settings: { letterhead: { logo: 'https://example.com/logo.png' } } }),
      'INVALID_REQUEST',
      field('settings', 'INVALID_REQUEST'),
    ],
    [
      'a contact without a name',
      vat('DE111111111', { settings: { contact: { phone: '+49 30 1234567' } } }),
      'INVALID_REQUEST',
      field('settings', 'INVALID_REQUEST'),
    ],
    [
      'a letterhead in a colour by name',
      vat('DE111111111', { settings: { letterhead: { color: 'red' } } }),
      'INVALID_REQUEST',
      field('settings', 'INVALID_REQUEST'),
    ],
    [
      'a default currency that is none',
      vat('DE111111111', { settings: { defaultCurrency: 'eur' } }),
      'INVALID_CURRENCY',
      field('settings.defaultCurrency', 'INVALID_CURRENCY'),
    ],
    [
      'a default currency that is no text',
      vat('DE111111111', { settings: { defaultCurrency: { code: 'EUR' } } }),
      'INVALID_CURRENCY',
      field('settings.defaultCurrency', 'INVALID_CURRENCY'),
    ],
    [
      'a switch that is a word',
      vat('DE111111111', { settings: { emailFallback: 'yes' } }),
      'INVALID_REQUEST',
      field('settings', 'INVALID_REQUEST'),
    ],
    [
      'settings that are a list',
      vat('DE111111111', { settings: [] }),
      'INVALID_REQUEST',
      field('settings', 'INVALID_REQUEST'),
    ],
    [
      'metadata that is not text',
      vat('DE111111111', { metadata: { count: 1 } }),
      'INVALID_REQUEST',
      field('metadata.count', 'INVALID_REQUEST'),
    ],
    [
      'metadata under a name of 41 characters',
      vat('DE111111111', { metadata: { ['n'.repeat(41)]: '1' } }),
      'INVALID_REQUEST',
      field(`metadata.${'n'.repeat(41)}`, 'INVALID_REQUEST', { message: 'A name can have at most 40 characters.' }),
    ],
    [
      'a misspelt field',
      vat('DE111111111', { adress: {} }),
      'INVALID_REQUEST',
      field('adress', 'INVALID_REQUEST', { nearest: 'address', message: 'Unknown field. Did you mean "address"?' }),
    ],
    [
      'a field that has little in common with any',
      vat('DE111111111', { compilation: {} }),
      'INVALID_REQUEST',
      field('compilation', 'INVALID_REQUEST', { message: 'Unknown field.' }),
    ],
    [
      'a misspelt field inside',
      vat('DE111111111', { address: { country: 'DE', postCode: '1' } }),
      'INVALID_REQUEST',
      field('address.postCode', 'INVALID_REQUEST', { nearest: 'postalCode' }),
    ],
  ] as const)('a registration with %s is refused with the field it is about', async (_what, body, code, details) => {
    const answer = await refuses(x.shared, () => x.shared.post('/v1/companies', body), code)
    expect(answer.body.error.details).toEqual(details.map((detail) => expect.objectContaining(detail)))
  })

  test('a registration names all faults of its body at once, with their paths', async () => {
    const body = {
      vatNumber: 'x',
      nmae: 'X',
      address: { country: 'fr' },
      additionalIdentifiers: [{}],
      capabilities: { send: ['invoise'] },
      metadata: { long: 'x'.repeat(501) },
    }
    const { body: answer } = await refuses(x.shared, () => x.shared.post('/v1/companies', body), 'MISSING_FIELD')
    expect(answer.error.details.map((detail: Body) => `${detail.field} ${detail.rule}`).sort()).toEqual([
      'additionalIdentifiers[0].scheme MISSING_FIELD',
      'additionalIdentifiers[0].value MISSING_FIELD',
      'address.country INVALID_REQUEST',
      'capabilities.send[0] INVALID_ENUM',
      'metadata.long INVALID_REQUEST',
      'nmae INVALID_REQUEST',
      'vatNumber INVALID_VAT_FORMAT',
    ])
  })

  test.each([
    ['DE000000404', 'VAT_NOT_FOUND', 422, 'validation_error'],
    ['DE000000410', 'VAT_INACTIVE', 422, 'validation_error'],
    ['DE000000502', 'UPSTREAM_ERROR', 502, 'upstream_error'],
    ['DE000000503', 'UPSTREAM_UNAVAILABLE', 503, 'upstream_unavailable'],
  ] as const)(
    'registering %s is answered %s by the registry, and nothing is stored',
    async (vatNumber, code, status, spelling) => {
      const answer = await refuses(x.shared, () => x.shared.post('/v1/companies', { vatNumber }), code)
      expect(answer).toMatchObject({ status, body: { error: { code: spelling } } })
      expect(answer.headers['retry-after']).toBe(code === 'UPSTREAM_UNAVAILABLE' ? '5' : undefined)
    },
  )

  test('a registration gives up a registry that takes too long after three seconds', async () => {
    const { status } = await refuses(
      x.shared,
      () => x.shared.post('/v1/companies', { vatNumber: 'DE000000504' }),
      'UPSTREAM_TIMEOUT',
    )
    expect(status).toBe(504)
  })
})
