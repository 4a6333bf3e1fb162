import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { freshVat } from '../support/numbers.ts'
import { expectRefusal } from '../support/refusals.ts'
import { sample } from '../support/sample.ts'
import {
  type Category,
  type Country,
  type Sensible,
  bodyOf,
  categories,
  countries,
  countryCodes,
  peppolIdOf,
  sensibleBodies,
  startSenders,
} from '../support/sensible-bodies.ts'

let app: TestApp
let senders: Record<Country, Tenant>
beforeAll(async () => {
  app = await startApp()
  senders = await startSenders(app)
})
afterAll(() => app.close())

const LINE = { description: 'Work', quantity: 2, unitPrice: 10.5 }

const validated = async (given: Sensible): Promise<Body> => {
  const { status, body } = await senders[given.from].post('/v1/documents/validate', bodyOf(given))
  return { status, valid: body.valid, errors: body.errors ?? body.error }
}

const sentXml = async (given: Sensible): Promise<string> => {
  const sender = senders[given.from]
  const { status, body } = await sender.post('/v1/documents/send', bodyOf(given))
  expect({ status, body }).toMatchObject({ status: 201 })
  return (await sender.get(`/v1/documents/${body.id}/xml`)).bytes.toString()
}

/** What is refused names the field and the remedy, and leaves nothing behind. */
const expectFinding = async (given: Sensible, rule: string, field: string, fix: RegExp): Promise<void> => {
  const sender = senders[given.from]
  const before = await sender.footprint()
  const answer = await sender.post('/v1/documents/send', bodyOf(given))
  expectRefusal(answer, 'UBL_VALIDATION_FAILED')
  expect(answer.body.error.details).toContainEqual(
    expect.objectContaining({ rule, field, fix: expect.stringMatching(fix) }),
  )
  expect(await sender.footprint()).toEqual(before)
}

describe('a body that says what only its sender knows', () => {
  const sides = countryCodes.flatMap((from) => [from, from === 'FR' ? 'BE' : 'FR'].map((to) => [from, to as Country]))
  test.each(sample(sides, 1 / 3))(
    'an invoice and a credit note from %s to %s are sent with a number, a date, an account and lines',
    async (from, to) => {
      for (const kind of ['invoice', 'credit note'] as const) {
        const { status, body } = await senders[from].post('/v1/documents/send', bodyOf({ from, to, kind }))
        expect({ status, body }).toMatchObject({ status: 201, body: { status: 'sent' } })
      }
    },
  )

  const pairs = countryCodes.map((from): [Country, Country] => [from, from === 'DE' ? 'FR' : 'DE'])
  test.each(sample(pairs, 1 / 3))('an invoice from %s to %s is valid in every VAT category', async (from, to) => {
    // A Greek number begins with the tax number of the seller, which has no place outside the scope of VAT.
    const fit: Category[] = categories.filter((category) => category !== 'O' || from !== 'GR')
    for (const category of fit)
      expect(await validated({ from, to, category })).toEqual({ status: 200, valid: true, errors: [] })
  })
})

describe('what the product finds out by itself', () => {
  test('an intra-Community supply goes to the country of the buyer on the day of the invoice', async () => {
    const xml = await sentXml({ from: 'BE', to: 'FR', category: 'K' })
    expect(xml).toMatch(/<cac:Delivery><cbc:ActualDeliveryDate>2026-11-20<[^]*<cbc:IdentificationCode>FR</)
  })
  test('an intra-Community supply goes where and when its body says', async () => {
    const delivery = { date: '2026-11-18', address: { city: 'Porto', country: 'PT' } }
    const xml = await sentXml({ from: 'BE', to: 'FR', category: 'K', document: { delivery } })
    expect(xml).toMatch(/<cac:Delivery><cbc:ActualDeliveryDate>2026-11-18<[^]*Porto[^]*<cbc:IdentificationCode>PT</)
  })
  test('an intra-Community supply of a period keeps the period instead of a day', async () => {
    const period = { start: '2026-11-01', end: '2026-11-30' }
    const xml = await sentXml({ from: 'BE', to: 'FR', category: 'K', document: { period } })
    expect(xml).not.toContain('ActualDeliveryDate')
  })
  test.each<[string, object, string]>([
    ['with an IBAN', { paymentIban: 'DK5000400440116243' }, '58'],
    ['with an account', { paymentMeans: [{ iban: '0440116243', bic: '0040' }] }, '42'],
  ])('a Danish invoice in kroner %s %j names a payment that Denmark uses: %s', async (_with, document, code) => {
    const xml = await sentXml({
      from: 'DK',
      to: 'DK',
      document: { paymentIban: undefined, currency: 'DKK', ...document },
    })
    expect(xml).toMatch(new RegExp(`<cbc:PaymentMeansCode[^>]*>${code}<`))
  })
  test.each<Country>(['FR', 'DK', 'SE', 'NO', 'NL', 'GR'])(
    'the VAT number and the address of a buyer in %s come from the registry',
    async (to) => {
      const xml = await sentXml({ from: 'BE', to, category: 'AE' })
      const buyer = /<cac:AccountingCustomerParty>[^]*<.cac:AccountingCustomerParty>/.exec(xml)?.[0] ?? ''
      expect(buyer).toContain(`<cbc:CompanyID>${countries[to].buyer}</cbc:CompanyID>`)
      expect(buyer).toContain('<cbc:CityName>')
    },
  )
  test.each<Sensible['kind']>(['invoice', 'self-billed'])(
    'a French %s has the SIREN of both sides, also of the one that its body does not name',
    async (kind) => {
      const xml = await sentXml({ from: 'FR', to: 'FR', kind })
      const sirens = [countries.FR.seller, countries.FR.buyer].map((vatNumber) => vatNumber.slice(4))
      for (const siren of sirens) expect(xml).toContain(`<cbc:CompanyID schemeID="0002">${siren}</cbc:CompanyID>`)
    },
  )
  test('a partner tells the VAT number and the address that a location number does not, to its own company only', async () => {
    const tenant = await app.tenant('white_label')
    const [own, other] = [
      (await tenant.post('/v1/companies', { vatNumber: freshVat() })).body,
      (await tenant.post('/v1/companies', { vatNumber: freshVat() })).body,
    ]
    await app.platform.runner?.settle()
    const peppolId = '0088:5410000000002'
    const partner = { peppolId, vatNumber: 'FR83404833048', companyId: own.id }
    expect(await tenant.post('/v1/partners', partner)).toMatchObject({ status: 201 })
    await app.platform.runner?.settle()
    const body = { ...bodyOf({ from: 'DE', to: 'FR', category: 'AE' }), to: peppolId }
    const sent = await tenant.post('/v1/documents/send', { ...body, from: own.peppolId })
    expect(sent).toMatchObject({ status: 201, body: { receiverVatNumber: 'FR83404833048' } })
    expect((await tenant.get(`/v1/documents/${sent.body.id}/xml`)).bytes.toString()).toContain('Lyon')
    const before = await tenant.footprint()
    const refused = await tenant.post('/v1/documents/send', { ...body, from: other.peppolId })
    expectRefusal(refused, 'UBL_VALIDATION_FAILED')
    expect(refused.body.error.details).toContainEqual(
      expect.objectContaining({
        rule: 'BR-AE-02',
        field: 'document.parties',
        fix: expect.stringMatching(/of the buyer/),
      }),
    )
    expect(await tenant.footprint()).toEqual(before)
  })
  test('what the body says of the buyer goes before what the registry knows', async () => {
    const parties = [
      { role: 'buyer', name: 'Own Words', address: { street: 'Own Street', city: 'Own City', country: 'NL' } },
    ]
    const xml = await sentXml({ from: 'BE', to: 'NL', document: { parties } })
    expect(xml).toContain('Own City')
    expect(xml).not.toContain('Utrecht')
  })
  test('an invoice leaves although the registry does not know the buyer, or does not answer', async () => {
    for (const number of ['000000404', '000000502', '000000503'])
      expect(
        await senders.BE.post('/v1/documents/send', { ...bodyOf({ from: 'BE', to: 'DE' }), to: `9930:DE${number}` }),
      ).toMatchObject({ status: number === '000000404' ? 422 : 201 })
  })
})

describe('numbers that a program computed', () => {
  test('float noise is rounded: ten decimals in prices, quantities and rates, two in amounts', async () => {
    const document = {
      prepaidAmount: 0.1 + 0.2,
      lines: [
        { ...LINE, quantity: 1.1 * 3, unitPrice: 1 / 3, vatRate: 21.000000000000004, charges: [{ amount: 1.1 * 1.1 }] },
      ],
    }
    const xml = await sentXml({ from: 'BE', to: 'FR', document })
    expect(xml).toContain('>3.3</cbc:InvoicedQuantity>')
    expect(xml).toContain('>0.3333333333</cbc:PriceAmount>')
    expect(xml).toContain('<cbc:Percent>21</cbc:Percent>')
    expect(xml).toContain('>0.30</cbc:PrepaidAmount>')
    expect(xml).toContain('>1.21</cbc:Amount>')
  })
  test('a text is never rounded', async () => {
    const sender = senders.BE
    for (const [document, field] of [
      [{ lines: [{ ...LINE, unitPrice: '0.30000000000000004', vatRate: 21 }] }, 'document.lines[0].unitPrice'],
      [{ lines: [{ ...LINE, quantity: '1.00000000001', vatRate: 21 }] }, 'document.lines[0].quantity'],
    ] as const) {
      const before = await sender.footprint()
      const answer = await sender.post('/v1/documents/send', bodyOf({ from: 'BE', to: 'FR', document }))
      expectRefusal(answer, 'INVALID_REQUEST')
      expect(answer.body.error.details).toEqual([expect.objectContaining({ field })])
      expect(await sender.footprint()).toEqual(before)
    }
  })
})

describe('what only the sender knows is asked for by its field', () => {
  test.each<[string, Sensible, string, string, RegExp]>([
    [
      'a supply within one country as intra-Community',
      { from: 'BE', to: 'BE', category: 'K' },
      'BR-IC-12',
      'document.delivery.address.country',
      /country/,
    ],
    [
      'a Greek invoice without M.AR.K.',
      { from: 'GR', to: 'GR', document: { attachments: undefined } },
      'GR-R-004-1',
      'document.attachments',
      /M\.AR\.K/,
    ],
    [
      'a Greek invoice with a number of its own',
      { from: 'GR', to: 'GR', document: { number: '17' } },
      'GR-R-001-1',
      'document.number',
      /tax number/,
    ],
    [
      'a German invoice without a means of payment',
      { from: 'DE', to: 'DE', document: { paymentIban: undefined } },
      'DE-R-001',
      'document.paymentMeans',
      /means of payment/,
    ],
    [
      'an Italian number that SDI does not take',
      { from: 'IT', to: 'IT', document: { number: 'A-NUMBER-OF-MORE-THAN-20' } },
      'FATTURAPA-BT-1',
      'document.number',
      /20/,
    ],
    [
      'an Italian buyer without a street',
      {
        from: 'IT',
        to: 'IT',
        document: { parties: [{ role: 'buyer', address: { city: 'Roma', postalCode: '00100', country: 'IT' } }] },
      },
      'FATTURAPA-BT-50',
      'document.parties[0].address.street',
      /street/,
    ],
  ])('%s is refused with its field and its remedy', async (_what, given, rule, field, fix) => {
    await expectFinding(given, rule, field, fix)
  })
  test('a German invoice asks for the contact of a seller that has set none', async () => {
    const tenant = await app.tenant()
    await tenant.post('/v1/companies', { vatNumber: 'DE129273398' })
    const body = { ...bodyOf({ from: 'DE', to: 'DE' }), from: peppolIdOf('DE129273398') }
    const before = await tenant.footprint()
    const answer = await tenant.post('/v1/documents/send', body)
    expectRefusal(answer, 'UBL_VALIDATION_FAILED')
    expect(answer.body.error.details).toContainEqual(
      expect.objectContaining({ rule: 'DE-R-002', field: 'document.parties', fix: expect.stringMatching(/contact/) }),
    )
    expect(await tenant.footprint()).toEqual(before)
  })
})

describe('an invoice for the Italian interchange system', () => {
  test.each<Category>(['S', 'AE', 'O'])('an Italian invoice of the category %s is taken by SDI', async (category) => {
    const { status, body } = await senders.IT.post('/v1/documents/send', bodyOf({ from: 'IT', to: 'IT', category }))
    expect({ status, body }).toMatchObject({ status: 201 })
    await app.platform.runner?.settle()
    const report = await app.platform.db.client.complianceReport.findFirstOrThrow({
      where: { organizationId: senders.IT.organizationId, documentId: body.id, subject: 'invoice' },
    })
    expect(report).toMatchObject({
      status: 'pending',
      errorCode: null,
      platformReference: expect.stringMatching(/^\d+$/),
    })
    const file = await senders.IT.get(`/v1/documents/${body.id}/fatturapa`)
    expect(file.bytes.toString()).toMatch(/<CessionarioCommittente>[^]*<IdCodice>09876543217</)
  })
})

/** `npm run test:long -- sensible` runs the long form. */
const BODIES = Number(process.env['SENSIBLE_BODIES'] ?? 40)

test(
  'of generated bodies of twelve countries and eight kinds, each that keeps to the law is valid',
  { timeout: 30_000 + BODIES * 100 },
  async () => {
    const refused: string[] = []
    for (const given of fc.sample(sensibleBodies, { numRuns: BODIES, seed: 11 })) {
      app.clock.advance(1_000)
      const { valid, errors } = await validated(given)
      if (valid !== true)
        refused.push(`${given.from} ${given.to} ${given.kind} ${given.category} ${JSON.stringify(errors)}`)
    }
    expect(refused).toEqual([])
  },
)
