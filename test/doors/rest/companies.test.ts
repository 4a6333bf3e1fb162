import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentTypes } from '../../../src/values/document-types.ts'
import { vatPrefixes } from '../../../src/values/vat-number.ts'
import { type Body, type Caller, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { freshVat } from '../../support/numbers.ts'
import { expectOperationRefusal, withoutRequestId } from '../../support/refusals.ts'

let app: TestApp
/** For tests that only look at what they have made themselves. */
let shared: Tenant
beforeAll(async () => {
  app = await startApp()
  shared = await app.tenant('white_label')
})
afterAll(() => app.close())

const register = async (tenant: Caller, more: object = {}): Promise<Body> => {
  const { status, body } = await tenant.post('/v1/companies', { vatNumber: freshVat(), ...more })
  expect(status).toBe(201)
  await app.platform.runner?.settle()
  return (await tenant.get(`/v1/companies/${body.id}`)).body
}

const eventsOf = (tenant: Tenant, companyId: string) =>
  app.platform.db.client.event.findMany({
    where: { organizationId: tenant.organizationId, companyId },
    orderBy: { position: 'asc' },
    select: { type: true, data: true },
  })

/** The refusal is the expected one, and nothing was written. */
const refuses = async (
  tenant: Tenant,
  send: () => ReturnType<Caller['get']>,
  code: Parameters<typeof expectOperationRefusal>[1],
) => {
  const before = await tenant.footprint()
  const answer = await send()
  expectOperationRefusal(answer, code)
  expect(await tenant.footprint()).toEqual(before)
  return answer
}

const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

describe('registering a company', () => {
  test('a registration takes name and address from the registry, and defaults for the rest', async () => {
    const { status, headers, body } = await shared.post('/v1/companies', { vatNumber: 'FR40303265045' })
    expect(status).toBe(201)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(body).toEqual({
      id: expect.stringMatching(/^comp_[0-9a-z]{26}$/),
      organizationId: shared.organizationId,
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
      address: { street: expect.any(String), streetLine2: null, city: 'Lyon', postalCode: '69002', country: 'FR' },
      isPublic: true,
      dataProviderType: 'sandbox-registry',
      dataProviderSyncDate: timestamp,
      capabilities: { send: documentTypes, receive: documentTypes },
      status: 'active',
      smpRegistered: false,
      smpRegisteredAt: null,
      smp: { status: 'pending', step: null, lastError: null, nextTryAt: null },
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
    const made = await register(shared, given)
    expect(made).toMatchObject({ ...given, slug: 'unser-buro-co' })
    expect(made.capabilities).toEqual(given.capabilities)
    expect((await shared.get(`/v1/companies/${made.id}`)).body).toEqual(made)
  })

  test('a side of the capabilities that a registration leaves out is the full set', async () => {
    expect((await register(shared, { capabilities: { send: ['quote'] } })).capabilities).toEqual({
      send: ['quote'],
      receive: documentTypes,
    })
  })

  test('an address that a registration gives without a street has only its country', async () => {
    expect((await register(shared, { address: { country: 'LU' } })).address).toEqual({
      street: null,
      streetLine2: null,
      city: null,
      postalCode: null,
      country: 'LU',
    })
  })

  test('metadata that is null in a registration is not stored', async () => {
    expect((await register(shared, { metadata: { kept: 'x', dropped: null } })).metadata).toEqual({ kept: 'x' })
  })

  test('a VAT number that the organization has is refused with the id of the company that has it', async () => {
    const { id, vatNumber } = await register(shared)
    const { body } = await refuses(shared, () => shared.post('/v1/companies', { vatNumber }), 'COMPANY_EXISTS')
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
    expect((await register(shared, { vatNumber: freshVat(), settings })).settings).toEqual(settings)
  })

  test('two organizations register the same VAT number without knowing of each other', async () => {
    const [one, other] = [await app.tenant(), await app.tenant()]
    const vatNumber = freshVat()
    const first = await register(one, { vatNumber })
    const second = await register(other, { vatNumber })
    expect(second.id).not.toBe(first.id)
    expect(second.organizationId).toBe(other.organizationId)
  })

  test('a registration announces company.created in its transaction, and schedules the refresh', async () => {
    const { id, vatNumber, peppolId } = await register(shared)
    expect(await eventsOf(shared, id)).toEqual([
      { type: 'company.created', data: { companyId: id, vatNumber, peppolId } },
      { type: 'company.smp_registered', data: { companyId: id, peppolId } },
    ])
    expect(
      await app.platform.db.client.work.findMany({ where: { organizationId: shared.organizationId, subjectId: id } }),
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
      field(`metadata.${'n'.repeat(41)}`, 'INVALID_REQUEST', { message: 'A name has at most 40 characters.' }),
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
    const answer = await refuses(shared, () => shared.post('/v1/companies', body), code)
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
    const { body: answer } = await refuses(shared, () => shared.post('/v1/companies', body), 'MISSING_FIELD')
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
      const answer = await refuses(shared, () => shared.post('/v1/companies', { vatNumber }), code)
      expect(answer).toMatchObject({ status, body: { error: { code: spelling } } })
      expect(answer.headers['retry-after']).toBe(code === 'UPSTREAM_UNAVAILABLE' ? '5' : undefined)
    },
  )

  test('a registration gives up a registry that takes too long after three seconds', async () => {
    const { status } = await refuses(
      shared,
      () => shared.post('/v1/companies', { vatNumber: 'DE000000504' }),
      'UPSTREAM_TIMEOUT',
    )
    expect(status).toBe(504)
  })
})

/** facts.md 3.2: prefix → [a number of that country, country, participant id]. */
const byPrefix: Record<string, [vatNumber: string, country: string, peppolId: string]> = {
  AD: ['ADU132950X', 'AD', '9922:ADU132950X'],
  AE: ['AE1002345678', 'AE', '0235:1002345678'],
  AL: ['ALJ91402501L', 'AL', '9923:ALJ91402501L'],
  AT: ['ATU12345675', 'AT', '9914:ATU12345675'],
  AU: ['AU51824753556', 'AU', '0151:51824753556'],
  BA: ['BA200000000000', 'BA', '9924:BA200000000000'],
  BE: ['BE0123456749', 'BE', '0208:0123456749'],
  BG: ['BG175074752', 'BG', '9926:BG175074752'],
  CH: ['CHE123456788', 'CH', '9927:CHE123456788'],
  CY: ['CY10259033P', 'CY', '9928:CY10259033P'],
  CZ: ['CZ25123891', 'CZ', '9929:CZ25123891'],
  DE: ['DE136695976', 'DE', '9930:DE136695976'],
  DK: ['DK13585628', 'DK', '0184:13585628'],
  EE: ['EE100931558', 'EE', '9931:EE100931558'],
  EL: ['EL094259216', 'GR', '9933:094259216'],
  ES: ['ESJ99216582', 'ES', '9920:ESJ99216582'],
  FI: ['FI20774740', 'FI', '0216:003720774740'],
  FR: ['FR83404833048', 'FR', '0225:404833048'],
  GB: ['GB980780684', 'GB', '9932:GB980780684'],
  GR: ['GR123456783', 'GR', '9933:123456783'],
  HR: ['HR33392005961', 'HR', '9934:HR33392005961'],
  HU: ['HU12892312', 'HU', '9910:HU12892312'],
  IE: ['IE6433435F', 'IE', '9935:IE6433435F'],
  IS: ['IS12345', 'IS', '0196:12345'],
  IT: ['IT00743110157', 'IT', '0211:IT00743110157'],
  JP: ['JPT7000012050002', 'JP', '0221:T7000012050002'],
  LI: ['LI12345', 'LI', '9936:LI12345'],
  LT: ['LT119511515', 'LT', '0200:119511515'],
  LU: ['LU15027442', 'LU', '9938:LU15027442'],
  LV: ['LV40003521600', 'LV', '0218:40003521600'],
  MC: ['MC53000004605', 'MC', '9940:MC53000004605'],
  ME: ['ME02000000', 'ME', '9941:ME02000000'],
  MK: ['MK4030000375897', 'MK', '9942:MK4030000375897'],
  MT: ['MT11679112', 'MT', '9943:MT11679112'],
  MY: ['MYC12345678901', 'MY', '0230:C12345678901'],
  NL: ['NL004495445B01', 'NL', '9944:NL004495445B01'],
  NO: ['NO995525828MVA', 'NO', '0192:995525828'],
  PL: ['PL8567346215', 'PL', '9945:PL8567346215'],
  PT: ['PT501964843', 'PT', '9946:PT501964843'],
  RO: ['RO18547290', 'RO', '9947:RO18547290'],
  RS: ['RS101134702', 'RS', '9948:RS101134702'],
  SE: ['SE556188840401', 'SE', '0007:5561888404'],
  SG: ['SG200312345A', 'SG', '0195:SGUEN200312345A'],
  SI: ['SI50223054', 'SI', '9949:SI50223054'],
  SK: ['SK2022749619', 'SK', '9950:SK2022749619'],
  SM: ['SM24165', 'SM', '9951:SM24165'],
  TR: ['TR4540536920', 'TR', '9952:TR4540536920'],
  VA: ['VA00000000001', 'VA', '9953:VA00000000001'],
}

describe('country and participant id', () => {
  test('every VAT prefix that is served has a row in this table, and the other way round', () => {
    expect(Object.keys(vatPrefixes).sort()).toEqual(Object.keys(byPrefix).sort())
  })
  test.each(Object.entries(byPrefix))(
    'a VAT number with the prefix %s decides country and participant id',
    async (_prefix, [vatNumber, country, peppolId]) => {
      const { status, body } = await shared.post('/v1/companies', { vatNumber })
      expect({ status, country: body.country, peppolId: body.peppolId, vatNumber: body.vatNumber }).toEqual({
        status: 201,
        country,
        peppolId,
        vatNumber,
      })
    },
  )
  test('a Belgian number without its leading zero stands for the same participant', async () => {
    const tenant = await app.tenant()
    expect((await register(tenant, { vatNumber: 'BE123456749' })).peppolId).toBe('0208:0123456749')
  })
  test.each([
    ['BE0123456749', 'BE123456749'],
    ['NO995525828MVA', 'NO995525828'],
    ['SE556188840401', 'SE5561888404'],
    ['FR40303265045', 'FRXX303265045'],
    ['EL094259216', 'GR094259216'],
  ])('%s and %s are one company, and registering the second names the first', async (vatNumber, other) => {
    const tenant = await app.tenant()
    const { id } = await register(tenant, { vatNumber })
    const { body } = await refuses(tenant, () => tenant.post('/v1/companies', { vatNumber: other }), 'COMPANY_EXISTS')
    expect(body.error).toMatchObject({
      message: `The VAT number ${other} is already registered, as ${vatNumber}.`,
      details: [{ field: 'vatNumber', rule: 'COMPANY_EXISTS', existingId: id }],
    })
  })
  test.each([
    ['EL094259216', 'GR-R-009'],
    ['DK13585628', 'DK-R-014'],
    ['SE556188840401', 'SE-R-004'],
    ['IS12345', 'IS-R-002'],
  ])('a seller known by %s has the address and the registration that %s asks for', async (vatNumber, rule) => {
    const tenant = await app.tenant()
    const { peppolId: from } = await register(tenant, { vatNumber })
    const { body } = await tenant.post('/v1/documents/validate', {
      type: 'invoice',
      from,
      to: '0208:0417497106',
      document: {
        number: '1',
        issueDate: '2026-11-20',
        dueDate: '2026-12-20',
        buyerReference: 'x',
        lines: [{ description: 'x', quantity: 1, unit: 'C62', unitPrice: 1, vatRate: 25 }],
      },
    })
    expect(body.profile).toContain('peppol-ubl')
    expect(body.errors.map((finding: Body) => finding.rule)).not.toContain(rule)
  })
  test('an Estonian register number becomes a participant id of the register', async () => {
    expect((await register(shared, { vatNumber: 'EE10137319' })).peppolId).toBe('0191:10137319')
  })
})

describe('reading one company', () => {
  test('a company read by id, VAT number and participant id is the same company', async () => {
    const made = await register(shared)
    for (const ref of [
      made.id,
      `vat:${made.vatNumber}`,
      `peppol:${made.peppolId}`,
      encodeURIComponent(`peppol:${made.peppolId}`),
    ]) {
      const { status, body } = await shared.get(`/v1/companies/${ref}`)
      expect(status).toBe(200)
      expect(body).toEqual(made)
    }
  })

  test('a company that does not exist, one of others and an id of no form are the same 404', async () => {
    const other = await register(await app.tenant())
    const absent = withoutRequestId(
      await refuses(shared, () => shared.get('/v1/companies/comp_01kafm4h7vf8xbkrs9q2m3c5de'), 'COMPANY_NOT_FOUND'),
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
      expect(withoutRequestId(await shared.get(`/v1/companies/${ref}`))).toBe(absent)
  })

  test('a key of one company reads it, is refused its sisters, and knows nothing of strangers', async () => {
    const [own, sister] = [await register(shared), await register(shared)]
    const stranger = await register(await app.tenant())
    const key = await shared.keyWith(['companies.read', 'companies.write'], { companyId: own.id })
    expect((await key.get(`/v1/companies/${own.id}`)).status).toBe(200)
    for (const ref of [sister.id, `vat:${sister.vatNumber}`, `peppol:${sister.peppolId}`]) {
      expectOperationRefusal(await key.get(`/v1/companies/${ref}`), 'COMPANY_FORBIDDEN')
      await refuses(shared, () => key.patch(`/v1/companies/${ref}`, { name: 'Mine' }), 'COMPANY_FORBIDDEN')
      await refuses(shared, () => key.delete(`/v1/companies/${ref}`), 'COMPANY_FORBIDDEN')
    }
    expectOperationRefusal(await key.get(`/v1/companies/${stranger.id}`), 'COMPANY_NOT_FOUND')
    expect((await key.get('/v1/companies')).body.data.map((company: Body) => company.id)).toEqual([own.id])
    expect((await key.get('/v1/companies/search?q=de1')).body.map((company: Body) => company.id)).toEqual([own.id])
    await refuses(shared, () => key.post('/v1/companies', { vatNumber: freshVat() }), 'COMPANY_FORBIDDEN')
    expect((await shared.get(`/v1/companies/${sister.id}`)).body).toEqual(sister)
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
        await register(tenant, {
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

  test('a company that is added while pages are read shifts nothing', async () => {
    const first = await list('?limit=5')
    const added = await register(tenant)
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
      await register(tenant, { name: `Typewriter ${index}`, ...(index === 0 && { vatNumber: 'NL999999999B01' }) })
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

describe('changing a company', () => {
  test('a change of a company replaces each named field as a whole and leaves the others', async () => {
    const before = await register(shared, {
      address: { street: 'Old', city: 'Town', country: 'FR' },
      settings: { a: 1, b: 2 },
      compliance: { FR: {} },
    })
    app.clock.advance(5)
    const changes = {
      name: 'New Name',
      address: { country: 'BE', postalCode: '9000' },
      capabilities: { send: ['event'], receive: ['quote'] },
      settings: { c: [3] },
      compliance: { IT: { sdi: true } },
    }
    const { status, body } = await shared.patch(`/v1/companies/${before.id}`, changes)
    expect(status).toBe(200)
    expect(body).toEqual({
      ...before,
      ...changes,
      slug: 'new-name',
      address: { street: null, streetLine2: null, city: null, ...changes.address },
      updatedAt: timestamp,
    })
    expect(body.updatedAt > before.updatedAt).toBe(true)
    expect((await shared.get(`/v1/companies/${before.id}`)).body).toEqual(body)
    expect(
      await app.platform.db.client.address.count({
        where: { organizationId: shared.organizationId, id: before.legalAddressId },
      }),
    ).toBe(1)
  })

  test('a change finds its company by VAT number and participant id as well', async () => {
    const { id, vatNumber, peppolId } = await register(shared)
    expect((await shared.patch(`/v1/companies/vat:${vatNumber}`, { name: 'By VAT' })).body).toMatchObject({
      id,
      name: 'By VAT',
    })
    expect((await shared.patch(`/v1/companies/peppol:${peppolId}`, { name: 'By participant' })).body).toMatchObject({
      id,
      name: 'By participant',
    })
  })

  test('a new name is what search finds from then on, and the old one is not', async () => {
    const { id } = await register(shared, { name: 'Quondam' })
    await shared.patch(`/v1/companies/${id}`, { name: 'Futurum' })
    expect((await shared.get('/v1/companies?search=quondam')).body.data).toEqual([])
    expect((await shared.get('/v1/companies?search=futurum')).body.data).toMatchObject([{ id }])
  })

  test('a change announces company.updated with the names of what changed', async () => {
    const { id } = await register(shared)
    const { body } = await shared.patch(`/v1/companies/${id}`, { settings: {}, name: 'Announced', metadata: {} })
    expect((await eventsOf(shared, id)).at(-1)).toEqual({
      type: 'company.updated',
      data: { companyId: id, changes: ['metadata', 'name', 'settings'], updatedAt: body.updatedAt },
    })
  })

  test('a change of nothing announces nothing', async () => {
    const { id } = await register(shared)
    expect((await shared.patch(`/v1/companies/${id}`, {})).status).toBe(200)
    expect((await eventsOf(shared, id)).map(({ type }) => type)).toEqual(['company.created', 'company.smp_registered'])
  })

  test('a change merges metadata, and null deletes a key', async () => {
    const { id } = await register(shared, { metadata: { a: '1', b: '2' } })
    expect((await shared.patch(`/v1/companies/${id}`, { metadata: { b: '3', c: '4' } })).body.metadata).toEqual({
      a: '1',
      b: '3',
      c: '4',
    })
    expect((await shared.patch(`/v1/companies/${id}`, { metadata: { a: null, absent: null } })).body.metadata).toEqual({
      b: '3',
      c: '4',
    })
    expect((await shared.patch(`/v1/companies/${id}`, { name: 'Untouched' })).body.metadata).toEqual({ b: '3', c: '4' })
  })

  const many = (count: number, from = 0) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${from + index}`, 'v']))

  test('metadata holds 40 keys of 500 characters, and not one more', async () => {
    const { id } = await register(shared, { metadata: { ...many(39), long: '€'.repeat(500) } })
    for (const metadata of [{ extra: '1' }, many(41), { k1: 'x'.repeat(501) }])
      await refuses(shared, () => shared.patch(`/v1/companies/${id}`, { metadata }), 'INVALID_REQUEST')
    await refuses(
      shared,
      () => shared.post('/v1/companies', { vatNumber: freshVat(), metadata: many(41) }),
      'INVALID_REQUEST',
    )
    expect(
      Object.keys((await shared.patch(`/v1/companies/${id}`, { metadata: { extra: '1', k0: null } })).body.metadata),
    ).toHaveLength(40)
  })

  test('simultaneous changes of metadata lose nothing', async () => {
    const { id } = await register(shared)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        shared.patch(`/v1/companies/${id}`, { metadata: { [`from${index}`]: String(index) } }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect((await shared.get(`/v1/companies/${id}`)).body.metadata).toEqual(
      Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`from${index}`, String(index)])),
    )
  })

  test('null clears those fields of a company that may be empty', async () => {
    const { id } = await register(shared, {
      settings: { a: 1 },
      compliance: { FR: {} },
      metadata: { a: '1' },
      capabilities: { send: [], receive: [] },
    })
    const { status, body } = await shared.patch(`/v1/companies/${id}`, {
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
    expect((await shared.patch(`/v1/companies/${id}`, { address: { country: 'FR' } })).body.address).toMatchObject({
      country: 'FR',
    })
  })

  test('the name of a company cannot be cleared', async () => {
    const { id } = await register(shared)
    expect(
      (await refuses(shared, () => shared.patch(`/v1/companies/${id}`, { name: null }), 'MISSING_FIELD')).body.error
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
    const company = (await shared.get(`/v1/companies/${shared.companyId}`)).body
    const answer = await refuses(
      shared,
      () => shared.patch(`/v1/companies/${shared.companyId}`, { name: 'Not this', [name]: company[name] ?? 'x' }),
      'INVALID_REQUEST',
    )
    expect(answer.body.error.details).toEqual([expect.objectContaining({ field: name, rule: 'INVALID_REQUEST' })])
    expect((await shared.get(`/v1/companies/${shared.companyId}`)).body).toEqual(company)
  })

  test('a change of a company that does not exist is 404', async () => {
    expect(
      (
        await refuses(
          shared,
          () => shared.patch('/v1/companies/comp_01kafm4h7vf8xbkrs9q2m3c5de', { name: 'X' }),
          'COMPANY_NOT_FOUND',
        )
      ).status,
    ).toBe(404)
  })
})

describe('deregistering a company', () => {
  test('a deregistered company is inactive, answered 204 without a body, and its history stays readable', async () => {
    const made = await register(shared)
    const { status, headers, bytes } = await shared.delete(`/v1/companies/${made.id}`)
    expect({ status, length: bytes.length, type: headers['content-type'] }).toEqual({
      status: 204,
      length: 0,
      type: undefined,
    })
    await app.platform.runner?.settle()
    const smp = { status: 'none', step: 'withdrawn', lastError: null, nextTryAt: null }
    expect((await shared.get(`/v1/companies/${made.id}`)).body).toEqual({
      ...made,
      status: 'inactive',
      smpRegistered: false,
      smpRegisteredAt: null,
      smp,
      updatedAt: timestamp,
    })
    expect((await eventsOf(shared, made.id)).at(-1)).toEqual({
      type: 'company.deregistered',
      data: { companyId: made.id, peppolId: made.peppolId },
    })
  })
  test('deregistering a second time, or many times at once, changes and announces nothing more', async () => {
    const { id } = await register(shared)
    const answers = await Promise.all(Array.from({ length: 8 }, () => shared.delete(`/v1/companies/${id}`)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204))
    expect((await eventsOf(shared, id)).filter(({ type }) => type === 'company.deregistered')).toHaveLength(1)
  })
  test('deregistering a company that does not exist is 404', async () => {
    expect(
      (await refuses(shared, () => shared.delete('/v1/companies/comp_01kafm4h7vf8xbkrs9q2m3c5de'), 'COMPANY_NOT_FOUND'))
        .status,
    ).toBe(404)
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
    ['forbidden', 'INSUFFICIENT_SCOPE', async () => (await shared.keyWith(['stats'])).get('/v1/companies')],
    ['not_found', 'COMPANY_NOT_FOUND', () => shared.get('/v1/companies/nothing')],
    ['invalid_request', 'MISSING_FIELD', () => shared.post('/v1/companies', {})],
    ['invalid_request', 'INVALID_REQUEST', () => shared.send('POST', '/v1/companies', '{', {})],
    [
      'invalid_request',
      'UNSUPPORTED_MEDIA_TYPE',
      () => shared.send('POST', '/v1/companies', '<a/>', { 'content-type': 'text/xml' }),
    ],
    ['validation_error', 'VAT_NOT_FOUND', () => shared.post('/v1/companies', { vatNumber: 'FR00000000404' })],
  ] as const)(
    'the companies operations answer %s for %s, and the details keep the catalog code',
    async (spelling, code, send) => {
      const answer = await send()
      expectOperationRefusal(answer, code)
      expect(answer.body.error.code).toBe(spelling)
    },
  )
})
