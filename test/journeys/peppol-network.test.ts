import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type TestApp, type Tenant, startApp } from '../support/app.ts'
import { NETWORK_SECRET } from '../support/exchange.ts'
import { type FakeAccessPoint, TOKEN, startFakeAccessPoint } from '../support/fake-access-points.ts'
import { type Network, startNetwork } from '../support/network.ts'

let app: TestApp
let network: Network
let accessPoint: FakeAccessPoint
let sender: Tenant
let receiver: Tenant

beforeAll(async () => {
  accessPoint = await startFakeAccessPoint('phoss')
  network = await startNetwork({ endpointUrl: `${accessPoint.url}/as4` })
  app = await startApp({
    ...network.settings,
    NETWORK_SECRET,
    ACCESS_POINT: 'phoss',
    ACCESS_POINT_URL: accessPoint.url,
    ACCESS_POINT_TOKEN: TOKEN,
  })
  sender = await app.tenant('white_label')
  receiver = await app.tenant('white_label')
})
afterAll(async () => {
  await app.close()
  await accessPoint.close()
  await network.close()
})

const settle = async (): Promise<void> => {
  await app.platform.runner?.settle()
  await app.platform.relay.drain()
}

describe('a company on the network, with real protocols at every step', () => {
  let from: string
  let to: Body
  const verify = async (): Promise<Body> =>
    (await sender.post('/v1/directory/verify?trace=true', { peppolId: to.peppolId, documentType: 'INVOICE' })).body

  test('a company is registered nowhere before it is published', async () => {
    from = (await sender.post('/v1/companies', { vatNumber: 'BE0403019261' })).body.peppolId
    await settle()
    to = { peppolId: '0208:0417497106' }
    expect(await verify()).toMatchObject({ exists: false, canReceive: false, reason: 'NOT_IN_SML' })
  })

  test('a company is published at the SMP, listed in the SML, and verified by its signed record', async () => {
    to = (await receiver.post('/v1/companies', { vatNumber: 'BE0417497106', capabilities: { receive: ['invoice'] } }))
      .body
    await settle()
    const { trace, ...found } = await verify()
    expect(found).toEqual({
      peppolId: to.peppolId,
      exists: true,
      canReceive: true,
      reason: null,
      recipientName: to.name,
      documentType: 'INVOICE',
      accessPoint: 'POP000777',
    })
    expect(trace.map(({ step, outcome }: Body) => `${step} ${outcome}`)).toEqual([
      'sml OK',
      'service-group OK',
      'service-metadata OK',
      'signature OK',
      'endpoint OK',
    ])
    expect(trace[0]).toMatchObject({
      target: expect.stringMatching(/^NAPTR [A-Z2-7]{52}\.iso6523-actorid-upis\./),
      answered: network.dns.address,
      detail: network.smpUrl,
    })
    expect(trace[3]).toMatchObject({ answered: 'C=BE, O=Loopback SMP, CN=PSMP000777' })
    expect(trace[4]).toMatchObject({ answered: 'POP000777', detail: `${accessPoint.url}/as4` })
  })

  test('a company gets an invoice that was looked up and handed to the access point', async () => {
    const document = {
      number: 'N-1',
      issueDate: '2026-11-20',
      dueDate: '2026-12-20',
      currency: 'EUR',
      buyerReference: 'PO-77',
      lines: [{ description: 'Consulting', quantity: 3, unit: 'HUR', unitPrice: '99.50', vatRate: 21 }],
    }
    const { status, body: sent } = await sender.post('/v1/documents/send', {
      type: 'invoice',
      from,
      to: to.peppolId,
      document,
    })
    expect({ status, sent }).toMatchObject({ status: 201 })
    await settle()
    expect((await sender.get(`/v1/documents/${sent.id}`)).body).toMatchObject({ deliveryStatus: 'delivered' })
    const [handed] = accessPoint.requests.filter(({ path }) => path === '/api/outbound/submit-sbd')
    const arrived = await app.anyone.send('POST', '/network/inbound', Buffer.from(handed?.body ?? ''), {
      'content-type': 'application/xml',
      'x-token': NETWORK_SECRET,
    })
    expect(arrived.status).toBe(201)
    expect((await receiver.get('/v1/documents?direction=incoming&number=N-1')).body.data).toMatchObject([
      { senderPeppolId: from, receiverPeppolId: to.peppolId },
    ])
  })

  test('a company is refused what it does not take, with the reason, and nothing is sent', async () => {
    const before = await sender.footprint()
    const answer = await sender.post('/v1/documents/send', {
      type: 'purchase-order',
      from,
      to: to.peppolId,
      document: {
        number: 'PO-1',
        issueDate: '2026-11-20',
        lines: [{ description: 'x', quantity: 1, unit: 'C62', unitPrice: 1, vatRate: 21 }],
      },
    })
    expect(answer).toMatchObject({
      status: 422,
      body: {
        error: { code: 'RECIPIENT_CANNOT_RECEIVE', details: [{ field: 'to', reason: 'DOCUMENT_TYPE_NOT_SUPPORTED' }] },
      },
    })
    expect(await sender.footprint()).toEqual(before)
  })

  test('a company is registered nowhere any more once it is removed', async () => {
    await receiver.delete(`/v1/companies/${to.id}`)
    await settle()
    expect([...network.published.keys()].filter((path) => path.includes(to.peppolId))).toEqual([])
    expect(await verify()).toMatchObject({ exists: false, canReceive: false, reason: 'NOT_IN_SML' })
  })
})
