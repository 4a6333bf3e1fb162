import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'

let app: TestApp
let sender: Tenant
let receiver: Tenant
let from: string
let to: string
beforeAll(async () => {
  app = await startApp()
  ;[sender, receiver] = [await app.tenant('white_label'), await app.tenant('white_label')]
  from = (await sender.post('/v1/companies', { vatNumber: 'BE0403019261' })).body.peppolId
  to = (await receiver.post('/v1/companies', { vatNumber: 'BE0417497106' })).body.peppolId
  // Both are on the network once they are published.
  await settle()
})
afterAll(() => app.close())

/** Everything that is due happens, and what it announces is numbered. */
const settle = async (): Promise<void> => {
  await app.platform.runner?.settle()
  await app.platform.relay.drain()
}

let made = 0
const number = (): string => `INV-${++made}`

const lines = [
  { description: 'Consulting', quantity: 3, unit: 'HUR', unitPrice: '99.50', vatRate: 21 },
  { description: 'Travel', quantity: 1, unit: 'C62', unitPrice: 40, vatRate: 6 },
]

const invoice = (document: object = {}, rest: object = {}) => ({
  type: 'invoice',
  from,
  to,
  document: {
    number: number(),
    issueDate: '2026-11-20',
    dueDate: '2026-12-20',
    currency: 'EUR',
    buyerReference: 'PO-77',
    lines,
    ...document,
  },
  ...rest,
})

/** Sends, and asserts that what is refused leaves nothing behind. */
const expectRefused = async (body: object, status: number, code: string): Promise<Body> => {
  await settle()
  const before = await sender.footprint()
  const answer = await sender.post('/v1/documents/send', body)
  expect({ status: answer.status, code: answer.body.error?.code }).toEqual({ status, code })
  expect(await sender.footprint()).toEqual(before)
  return answer.body.error
}

describe('the rules of sending', () => {
  test.each([
    ['type', { type: undefined }],
    ['to', { to: undefined }],
    [
      'document.lines[0].quantity',
      { document: { ...invoice().document, lines: [{ description: 'Consulting', unitPrice: 1, vatRate: 21 }] } },
    ],
  ])('a send without %s is refused', async (field, change) => {
    const { details } = await expectRefused({ ...invoice(), ...change }, 400, 'MISSING_FIELD')
    expect(details).toContainEqual(expect.objectContaining({ field, rule: 'MISSING_FIELD' }))
  })
  test.each([{ paymentIban: 'BE68539007547035' }, { paymentMeans: [{ code: '58', iban: 'BE68 5390 0754 703' }] }])(
    'a send with a mistyped IBAN is refused: %j',
    async (document) => {
      await expectRefused(invoice(document), 400, 'INVALID_IBAN')
    },
  )
  test('a send takes an account where there are no IBANs', async () => {
    expect(await sender.post('/v1/documents/validate', invoice({ paymentIban: '062-000 1234 5678' }))).toMatchObject({
      status: 200,
      body: { valid: true },
    })
  })
  test.each(['21 %', '1e5', '2'.repeat(50)])('a send refuses %s as a VAT rate', async (vatRate) => {
    const { details } = await expectRefused(
      invoice({ lines: [{ description: 'Consulting', quantity: 1, unitPrice: 1, vatRate }] }),
      400,
      'INVALID_REQUEST',
    )
    expect(details).toEqual([expect.objectContaining({ field: 'document.lines[0].vatRate' })])
  })
  test.each([
    ['documentSubtype', 'PREPAYMENT_INVOICE'],
    ['selfBilled', true],
  ])('a send with %s on any type other than invoice is refused', async (field, value) => {
    const { details } = await expectRefused({ ...invoice(), type: 'quote', [field]: value }, 400, 'INVALID_REQUEST')
    expect(details).toContainEqual(expect.objectContaining({ field }))
  })
  test.each([
    [undefined, '380'],
    ['PREPAYMENT_INVOICE', '386'],
    ['SELF_BILLED_INVOICE', '389'],
    ['395', '395'],
  ])('the subtype %s writes the type code %s', async (documentSubtype, code) => {
    const { body } = await sender.post('/v1/documents/validate', invoice({}, { documentSubtype }))
    expect(body.errors ?? []).toEqual([])
    const sent = await sender.post('/v1/documents/send', invoice({}, { documentSubtype }))
    expect(sent.body).toMatchObject({ typeCode: code })
  })
  test('a self-billed invoice makes the sender the buyer', async () => {
    const { body } = await sender.post('/v1/documents/send', invoice({}, { selfBilled: true }))
    const xml = (await sender.get(`/v1/documents/${body.id}/xml`)).bytes.toString()
    const [, supplier = '', customer = ''] =
      /AccountingSupplierParty>([^]*)<\/cac:AccountingSupplierParty>[^]*AccountingCustomerParty>([^]*)<\/cac:AccountingCustomerParty>/.exec(
        xml,
      ) ?? []
    expect({ supplier: supplier.includes(to.slice(5)), customer: customer.includes(from.slice(5)) }).toEqual({
      supplier: true,
      customer: true,
    })
  })
  test('a document that breaks rules is refused with each rule, its place and its remedy', async () => {
    const { details } = await expectRefused(invoice({ buyerReference: undefined }), 422, 'UBL_VALIDATION_FAILED')
    expect(details).toContainEqual(
      expect.objectContaining({ rule: 'PEPPOL-EN16931-R003', fix: expect.any(String), terms: expect.any(Array) }),
    )
  })
  test('a send to a recipient that is not on the network is refused', async () => {
    await expectRefused({ ...invoice(), to: '9930:DE000000400' }, 422, 'RECIPIENT_NOT_FOUND')
  })
  test('a send to a recipient that takes no invoices is refused', async () => {
    await expectRefused({ ...invoice(), to: '9930:DE000000410' }, 422, 'RECIPIENT_CANNOT_RECEIVE')
  })
  test('a number that was sent before is refused with the id of the document that has it', async () => {
    const first = invoice()
    const { body } = await sender.post('/v1/documents/send', first)
    const { details } = await expectRefused(first, 409, 'DUPLICATE_NUMBER')
    expect(details).toMatchObject([{ existingId: body.id }])
  })
  test('a send from a company that is not the caller’s is refused', async () => {
    await expectRefused({ ...invoice(), from: to }, 404, 'COMPANY_NOT_FOUND')
  })
  test('an event is stored as a record without transport', async () => {
    const { status, body } = await sender.post('/v1/documents/send', {
      type: 'event',
      from,
      document: { number: 'EV-1', metadata: { step: 'packed' } },
    })
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        type: 'event',
        status: 'delivered',
        deliveryStatus: null,
        receiverPeppolId: null,
        metadata: { step: 'packed' },
      },
    })
    expect((await sender.get(`/v1/documents/${body.id}/attempts`)).body.data).toEqual([])
  })
  test('a dry run answers rules, recipient and totals, and stores nothing', async () => {
    await settle()
    const before = await sender.footprint()
    const { status, body } = await sender.post(
      '/v1/documents/validate',
      invoice({ buyerReference: undefined }, { to: '9930:DE000000400' }),
    )
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        valid: false,
        recipient: { exists: false, canReceive: false, reason: 'NOT_IN_SML' },
        totals: { grossAmount: 403.59, netAmount: 338.5 },
      },
    })
    expect(await sender.footprint()).toEqual(before)
  })
})
