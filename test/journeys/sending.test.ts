import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type TestApp, startApp } from '../support/app.ts'
import { type Exchange, startExchange } from '../support/exchange.ts'

let app: TestApp
let x: Exchange
beforeAll(async () => {
  app = await startApp()
  x = await startExchange(app)
})
afterAll(() => app.close())

/** Sends, and asserts that what is refused leaves nothing behind. */
const expectRefused = async (body: object, status: number, code: string): Promise<Body> => {
  await x.settle()
  const before = await x.sender.footprint()
  const answer = await x.sender.post('/v1/documents/send', body)
  expect({ status: answer.status, code: answer.body.error?.code }).toEqual({ status, code })
  expect(await x.sender.footprint()).toEqual(before)
  return answer.body.error
}

describe('the rules of sending', () => {
  test.each([
    ['type', {}, { type: undefined }],
    ['to', {}, { to: undefined }],
    ['document.lines[0].quantity', { lines: [{ description: 'Consulting', unitPrice: 1, vatRate: 21 }] }, {}],
  ])('a send without %s is refused', async (field, document, rest) => {
    const { details } = await expectRefused(x.invoice(document, rest), 400, 'MISSING_FIELD')
    expect(details).toContainEqual(expect.objectContaining({ field, rule: 'MISSING_FIELD' }))
  })
  test.each([{ paymentIban: 'BE68539007547035' }, { paymentMeans: [{ code: '58', iban: 'BE68 5390 0754 703' }] }])(
    'a send with a mistyped IBAN is refused: %j',
    async (document) => {
      await expectRefused(x.invoice(document), 400, 'INVALID_IBAN')
    },
  )
  test('a send takes an account where there are no IBANs', async () => {
    expect(
      await x.sender.post('/v1/documents/validate', x.invoice({ paymentIban: '062-000 1234 5678' })),
    ).toMatchObject({
      status: 200,
      body: { valid: true },
    })
  })
  test.each(['21 %', '1e5', '2'.repeat(50)])('a send refuses %s as a VAT rate', async (vatRate) => {
    const { details } = await expectRefused(
      x.invoice({ lines: [{ description: 'Consulting', quantity: 1, unitPrice: 1, vatRate }] }),
      400,
      'INVALID_REQUEST',
    )
    expect(details).toEqual([expect.objectContaining({ field: 'document.lines[0].vatRate' })])
  })
  test.each([
    ['documentSubtype', 'PREPAYMENT_INVOICE'],
    ['selfBilled', true],
  ])('a send with %s on any type other than invoice is refused', async (field, value) => {
    const { details } = await expectRefused({ ...x.invoice(), type: 'quote', [field]: value }, 400, 'INVALID_REQUEST')
    expect(details).toContainEqual(expect.objectContaining({ field }))
  })
  test.each([
    [undefined, '380'],
    ['PREPAYMENT_INVOICE', '386'],
    ['SELF_BILLED_INVOICE', '389'],
    ['395', '395'],
  ])('the subtype %s writes the type code %s', async (documentSubtype, code) => {
    const { body } = await x.sender.post('/v1/documents/validate', x.invoice({}, { documentSubtype }))
    expect(body.errors ?? []).toEqual([])
    const sent = await x.sender.post('/v1/documents/send', x.invoice({}, { documentSubtype }))
    expect(sent.body).toMatchObject({ typeCode: code })
  })
  test('a self-billed invoice makes the sender the buyer', async () => {
    const { body } = await x.sender.post('/v1/documents/send', x.invoice({}, { selfBilled: true }))
    const xml = (await x.sender.get(`/v1/documents/${body.id}/xml`)).bytes.toString()
    const within = (role: string): string | undefined => new RegExp(`<cac:${role}>([^]*)</cac:${role}>`).exec(xml)?.[1]
    expect(within('AccountingSupplierParty')).toContain(x.to.slice(5))
    expect(within('AccountingCustomerParty')).toContain(x.from.slice(5))
  })
  test('a document that breaks rules is refused with each rule, its place and its remedy', async () => {
    const { details } = await expectRefused(x.invoice({ buyerReference: undefined }), 422, 'UBL_VALIDATION_FAILED')
    expect(details).toContainEqual(
      expect.objectContaining({ rule: 'PEPPOL-EN16931-R003', fix: expect.any(String), terms: expect.any(Array) }),
    )
  })
  test('a send to a recipient that is not on the network is refused', async () => {
    await expectRefused({ ...x.invoice(), to: '9930:DE000000400' }, 422, 'RECIPIENT_NOT_FOUND')
  })
  test('a send to a recipient that takes no invoices is refused', async () => {
    await expectRefused({ ...x.invoice(), to: '9930:DE000000410' }, 422, 'RECIPIENT_CANNOT_RECEIVE')
  })
  test('a number that was sent before is refused with the id of the document that has it', async () => {
    const first = x.invoice()
    const { body } = await x.sender.post('/v1/documents/send', first)
    const { details } = await expectRefused(first, 409, 'DUPLICATE_NUMBER')
    expect(details).toMatchObject([{ existingId: body.id }])
  })
  test('a send from a company that is not the caller’s is refused', async () => {
    await expectRefused({ ...x.invoice(), from: x.to }, 404, 'COMPANY_NOT_FOUND')
  })
  test('an event is stored as a record without transport', async () => {
    const { status, body } = await x.sender.post('/v1/documents/send', {
      type: 'event',
      from: x.from,
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
    expect((await x.sender.get(`/v1/documents/${body.id}/attempts`)).body.data).toEqual([])
  })
  test('a dry run answers rules, recipient and totals, and stores nothing', async () => {
    await x.settle()
    const before = await x.sender.footprint()
    const { status, body } = await x.sender.post(
      '/v1/documents/validate',
      x.invoice({ buyerReference: undefined }, { to: '9930:DE000000400' }),
    )
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        valid: false,
        recipient: { exists: false, canReceive: false, reason: 'NOT_IN_SML' },
        totals: { grossAmount: 403.59, netAmount: 338.5 },
      },
    })
    expect(await x.sender.footprint()).toEqual(before)
  })
})
