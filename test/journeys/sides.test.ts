/**
 * Who sends a document and who gets it: in what it says, in what both parties are shown, and in whose name it may be
 * sent.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type TestApp, startApp } from '../support/app.ts'
import { type Exchange, NETWORK_SECRET, enveloped, startExchange } from '../support/exchange.ts'
import { expectRefusal } from '../support/refusals.ts'

let app: TestApp
let x: Exchange
beforeAll(async () => {
  app = await startApp({ NETWORK_SECRET })
  x = await startExchange(app)
})
afterAll(() => app.close())

let made = 0
const lines = [{ description: 'Desk', quantity: 2, unit: 'C62', unitPrice: 100, vatRate: 21 }]
const body = (type: string, document: object = {}): Body => ({
  type,
  from: x.from,
  to: x.to,
  document: { number: `S-${++made}`, issueDate: '2026-11-20', lines, ...document },
})
const sent = async (type: string, document?: object): Promise<Body> => {
  const answer = await x.sender.post('/v1/documents/send', body(type, document))
  expect(answer).toMatchObject({ status: 201 })
  await x.settle()
  return answer.body
}
const twinOf = async ({ number }: Body): Promise<Body> =>
  (await x.receiver.get(`/v1/documents?direction=incoming&number=${number}`)).body.data[0]
const xmlOf = async ({ id }: Body): Promise<string> => (await x.sender.get(`/v1/documents/${id}/xml`)).bytes.toString()
const partyIn = (xml: string, element: string): string =>
  new RegExp(`<cac:${element}>[^]*?<cbc:EndpointID[^>]*>([^<]*)<`).exec(xml)?.[1] ?? ''
const digits = (peppolId: string): string => peppolId.slice(5)

describe('a document', () => {
  test.each([
    ['purchase-order', 'buyer'],
    ['purchase-request', 'buyer'],
    ['quote', 'seller'],
    ['sales-order', 'seller'],
  ])('a document of the kind %s is sent by the %s, and both parties see who sent it to whom', async (type, role) => {
    const document = await sent(type)
    const xml = await xmlOf(document)
    const [buyer, seller] = [
      partyIn(xml, xml.includes('BuyerCustomerParty') ? 'BuyerCustomerParty' : 'OriginatorCustomerParty'),
      partyIn(xml, 'SellerSupplierParty'),
    ]
    expect(role === 'buyer' ? { from: buyer, to: seller } : { from: seller, to: buyer }).toEqual({
      from: digits(x.from),
      to: digits(x.to),
    })
    const told = {
      senderPeppolId: x.from,
      senderName: document.senderName,
      receiverPeppolId: x.to,
      receiverName: document.receiverName,
    }
    expect(document.senderName).not.toBe(document.receiverName)
    expect(await twinOf(document)).toMatchObject({ ...told, status: 'delivered' })
  })
  test('an order comes without an envelope from the buyer that it names', async () => {
    const xml = (await xmlOf(await sent('purchase-order'))).replace(/<cbc:ID>S-\d+</, '<cbc:ID>BARE-1<')
    const {
      status,
      body: { documentId },
    } = await x.knock(xml)
    expect(status).toBe(201)
    expect((await x.receiver.get(`/v1/documents/${documentId}`)).body).toMatchObject({
      type: 'purchase-order',
      senderPeppolId: x.from,
      receiverPeppolId: x.to,
    })
  })
  test('an answer to no order in particular has no order, and belongs to no other such answer', async () => {
    const [one, other] = [await sent('sales-order'), await sent('sales-order')]
    expect(await xmlOf(one)).toContain('<cbc:ID>NA</cbc:ID>')
    expect([one.orderReference, other.orderReference]).toEqual([null, null])
    expect((await x.sender.get(`/v1/documents/${one.id}/related`)).body.data).toEqual([])
    expect((await x.sender.get(`/v1/documents/${one.id}/structured`)).body.document).not.toHaveProperty(
      'orderReference',
    )
  })
  test('an order may not have the number of an earlier one of its own buyer', async () => {
    const order = await sent('purchase-order')
    expectRefusal(
      await x.sender.post('/v1/documents/send', body('purchase-order', { number: order.number })),
      'DUPLICATE_NUMBER',
    )
  })
})

describe('names of others', () => {
  const terms = { dueDate: '2026-12-20', buyerReference: 'PO-77' }
  const foreign = {
    role: 'seller',
    id: '0208:0403170701',
    name: 'Somebody else',
    vatNumber: 'BE0403170701',
    address: { country: 'BE' },
  }
  test('nothing is sent in the name of somebody else, as JSON or as XML, and nothing is stored', async () => {
    const own = await xmlOf(await sent('invoice', terms))
    const xml = own.replaceAll(digits(x.from), '0403170701').replace(/<cbc:ID>S-\d+</, '<cbc:ID>FORGED-1<')
    const before = await x.sender.footprint()
    for (const given of [
      body('invoice', { ...terms, parties: [foreign] }),
      { type: 'invoice', format: 'ubl-xml', from: x.from, to: x.to, xml },
    ]) {
      const answer = await x.sender.post('/v1/documents/send', given)
      expect(answer.status).toBe(400)
      expect(answer.body.error.details).toMatchObject([
        { field: 'from', rule: 'INVALID_REQUEST', message: expect.stringContaining('0208:0403170701') },
      ])
      expect((await x.sender.post('/v1/documents/validate', given)).status).toBe(400)
    }
    expect(await x.sender.footprint()).toEqual(before)
  })
  test('a sender may name itself by another of its addresses or VAT numbers', async () => {
    expect(await sent('invoice', { ...terms, parties: [{ role: 'seller', id: '9925:be0403019261' }] })).toMatchObject({
      senderPeppolId: x.from,
    })
    expect(await sent('invoice', { ...terms, parties: [{ role: 'seller', vatNumber: 'DE811569869' }] })).toMatchObject({
      senderPeppolId: x.from,
    })
  })
})

test('a company that was removed sends nothing, and sends again when it is back', async () => {
  const { id, peppolId } = (await x.sender.post('/v1/companies', { vatNumber: 'BE0123456749' })).body
  await x.sender.delete(`/v1/companies/${id}`)
  const before = await x.sender.footprint()
  const given = x.invoice({}, { from: peppolId })
  for (const path of ['/v1/documents/send', '/v1/documents/validate']) {
    const answer = await x.sender.post(path, given)
    expectRefusal(answer, 'CONFLICT')
    expect(answer.body.error.details).toMatchObject([{ field: 'from', message: expect.stringContaining('inactive') }])
  }
  expect(await x.sender.footprint()).toEqual(before)
  await x.sender.post(`/v1/companies/${id}/register`)
  expect((await x.sender.post('/v1/documents/send', given)).status).toBe(201)
})

test('another document in the envelope of an earlier one is refused, so that it is not lost unseen', async () => {
  const document = await sent('invoice', { dueDate: '2026-12-20', buyerReference: 'PO-77' })
  const xml = (await xmlOf(document)).replace(/<cbc:ID>S-\d+</, '<cbc:ID>ENV-1<')
  const instanceId = randomUUID()
  const envelope = (payload: string): Uint8Array =>
    enveloped({ payload, sender: x.from, receiver: x.to, kind: 'invoice', instanceId })
  const first = await x.knock(envelope(xml))
  expect(first.status).toBe(201)
  const before = await x.receiver.footprint()
  const other = await x.knock(envelope(xml.replace('ENV-1', 'ENV-2')))
  expect(other).toMatchObject({
    status: 400,
    body: { error: { details: [{ rule: 'SBDH_ERROR', message: expect.stringContaining(instanceId) }] } },
  })
  expect(await x.receiver.footprint()).toEqual(before)
  expect(await x.knock(envelope(xml))).toMatchObject({
    status: 200,
    body: { documentId: first.body.documentId, repeated: true },
  })
})
