/** @module-tag services */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readEnvelope } from '../../src/formats/sbdh/envelope.ts'
import { readXml } from '../../src/formats/xml/tree.ts'
import { validate } from '../../src/rules/validate.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import {
  type Exchange,
  NETWORK_SECRET,
  REJECTION,
  acceptedDelivery,
  enveloped,
  startExchange,
  statusXml,
} from '../support/exchange.ts'
import { storedBytes } from '../support/stored-bytes.ts'

let app: TestApp
let x: Exchange
beforeAll(async () => {
  app = await startApp({ NETWORK_SECRET })
  x = await startExchange(app)
})
afterAll(() => app.close())

const statuses = async (tenant: Tenant, id: string): Promise<Body[]> =>
  (await tenant.get(`/v1/documents/${id}/message-statuses`)).body.data
const documentOf = async (tenant: Tenant, id: string): Promise<Body> => (await tenant.get(`/v1/documents/${id}`)).body
const send = async (to = x.to): Promise<Body> => (await x.sender.post('/v1/documents/send', x.invoice({}, { to }))).body
const status = (instanceId: string, more = {}, envelope = {}): Uint8Array =>
  enveloped({
    payload: statusXml(instanceId, more),
    sender: '0242:000001',
    receiver: '0242:000000',
    kind: 'mls',
    ...envelope,
  })
/** A document whose recipient never answers by itself, so that the test does. */
const silent = async (): Promise<{ id: string; instanceId: string }> => {
  const { id } = await send('9930:DE000000442')
  return { id, instanceId: await x.instanceOf(id) }
}

describe('a document that arrives', () => {
  test('an incoming document is answered with a status over the network, which both sides read', async () => {
    const { id, number } = await send()
    await x.settle()
    const [incoming] = (await x.receiver.get(`/v1/documents?number=${number}`)).body.data
    const [ours] = await statuses(x.receiver, incoming.id)
    expect(ours).toMatchObject({ kind: 'mls', code: 'AP', senderId: '0242:000000', issues: [] })
    expect(await statuses(x.sender, id)).toMatchObject([
      { kind: 'mls', code: 'AP', instanceId: ours.instanceId, issuedAt: ours.issuedAt },
    ])
    expect(acceptedDelivery).toContainEqual(await x.events(x.sender, id))
    const { data } = await x.sender.graphql(
      'query($id: ID!) { document(id: $id) { messageStatuses { code issues { reason } } } ' +
        'messageStatuses(documentId: $id) { senderId } }',
      { id },
    )
    expect(data).toEqual({
      document: { messageStatuses: [{ code: 'AP', issues: [] }] },
      messageStatuses: [{ senderId: '0242:000000' }],
    })
  })

  test('an incoming document is answered once, however often the work is done', async () => {
    const { number } = await send()
    await x.settle()
    const [incoming] = (await x.receiver.get(`/v1/documents?number=${number}`)).body.data
    const now = app.clock.now()
    await app.platform.db.client.work.create({
      data: {
        organizationId: x.receiver.organizationId,
        id: `work_${randomUUID()}`,
        kind: 'message-status.send',
        companyId: incoming.companyId,
        subjectId: incoming.id,
        target: '0242:000000',
        dueAt: now,
        createdAt: now,
      },
    })
    await x.settle()
    const [ours, ...more] = await statuses(x.receiver, incoming.id)
    expect(more).toEqual([])
    expect(await app.platform.db.client.simulatedMessage.count({ where: { instanceId: ours.instanceId } })).toBe(1)
  })

  test('an incoming document that breaks rules is kept, and answered with each rule that it breaks', async () => {
    const { id } = await send()
    const xml = (await x.sender.get(`/v1/documents/${id}/xml`)).bytes
      .toString()
      .replace('<cbc:BuyerReference>PO-77</cbc:BuyerReference>', '')
      .replace(/<cbc:ID>X-\d+</, '<cbc:ID>BROKEN-1<')
    const instanceId = randomUUID()
    const answer = await x.knock(
      enveloped({
        payload: xml,
        sender: '9930:DE123456789',
        receiver: x.to,
        kind: 'invoice',
        instanceId,
        mlsTo: '0242:000001',
        mlsType: 'FAILURE_ONLY',
      }),
    )
    expect(answer.status).toBe(201)
    await x.settle()
    expect(await documentOf(x.receiver, answer.body.documentId)).toMatchObject({
      direction: 'incoming',
      number: 'BROKEN-1',
    })
    const [sent] = await statuses(x.receiver, answer.body.documentId)
    expect(sent).toMatchObject({
      code: 'RE',
      issues: expect.arrayContaining([
        {
          place: expect.stringContaining('Invoice'),
          reason: 'BV',
          message: expect.stringContaining('PEPPOL-EN16931-R003'),
        },
      ]),
    })
    // What was sent keeps the rules of statuses itself.
    const status = await app.platform.db.client.messageStatus.findFirstOrThrow({
      where: { instanceId: sent.instanceId },
    })
    const read = readEnvelope(await storedBytes(app, status))
    expect(read.document).toMatchObject({ sender: { value: '0242:000000' }, receiver: { value: '0242:000001' } })
    expect(validate(readXml(read.payload), ['peppol-mls']).flatMap(({ findings }) => findings)).toEqual([])
  })

  test.each([
    ['asks for failures only', 'FAILURE_ONLY', '0242:000001'],
    ['asks for nothing', undefined, undefined],
    ['names no service provider', 'ALWAYS_SEND', '0208:0417497106'],
  ])('an incoming document from a side that %s is not answered when all is well', async (_what, mlsType, mlsTo) => {
    const { id } = await send()
    const xml = (await x.sender.get(`/v1/documents/${id}/xml`)).bytes
    const { body } = await x.knock(
      enveloped({
        payload: xml,
        sender: x.from,
        receiver: x.to,
        kind: 'invoice',
        ...(mlsTo && { mlsTo }),
        ...(mlsType && { mlsType }),
      }),
    )
    await x.settle()
    expect(await statuses(x.receiver, body.documentId)).toEqual([])
  })
})

describe('a status that comes back', () => {
  test('a status from a far end outside of this deployment is recorded with the document', async () => {
    const { id } = await send('9930:DE123456789')
    await x.settle()
    expect(await statuses(x.sender, id)).toMatchObject([{ code: 'AP', senderId: '0242:000001' }])
    expect(await documentOf(x.sender, id)).toMatchObject({ status: 'delivered', deliveryStatus: 'delivered' })
    expect((await x.sender.get(`/v1/documents/${id}/attempts`)).body.data).toMatchObject([
      { number: 1, outcome: 'delivered' },
    ])
  })

  test('a status that rejects ends the document, although its receipt said otherwise', async () => {
    const { id } = await send('9930:DE000000443')
    await x.settle()
    expect(await documentOf(x.sender, id)).toMatchObject({
      status: 'rejected',
      deliveryStatus: 'rejected',
      errorCode: 'AP_REJECTED',
      errorMessage: 'The recipient could not be reached behind the access point.',
      sentAt: expect.any(String),
    })
    // The sandbox answers faster than its receipt is recorded: that the document was handed over is announced all the
    // same.
    expect(await x.events(x.sender, id)).toEqual(['document.sent', 'document.failed'])
    expect((await statuses(x.sender, id))[0]).toMatchObject({ code: 'RE', issues: [{ place: 'NA', reason: 'FD' }] })
  })

  test('a status before the answer of the access point delivers the document, announced in order', async () => {
    const { id, instanceId } = await silent()
    expect(await x.knock(status(instanceId))).toMatchObject({ status: 201, body: { documentId: id, repeated: false } })
    await x.settle()
    expect(await documentOf(x.sender, id)).toMatchObject({ status: 'delivered', deliveryStatus: 'delivered' })
    expect(await x.events(x.sender, id)).toEqual(['document.sent', 'document.delivered'])
  })

  test('a status that comes twice is one', async () => {
    const { id, instanceId } = await silent()
    const envelope = status(instanceId)
    expect((await x.knock(envelope)).status).toBe(201)
    expect(await x.knock(envelope)).toMatchObject({ status: 200, body: { documentId: id, repeated: true } })
    await x.settle()
    expect(await statuses(x.sender, id)).toHaveLength(1)
    expect(await x.events(x.sender, id)).toEqual(['document.sent', 'document.delivered'])
  })

  test('a status after another verdict is kept, and changes nothing', async () => {
    const { id, instanceId } = await silent()
    await x.knock(status(instanceId))
    await x.knock(status(instanceId, REJECTION))
    await x.settle()
    expect((await statuses(x.sender, id)).map(({ code }) => code)).toEqual(['AP', 'RE'])
    expect(await documentOf(x.sender, id)).toMatchObject({ status: 'delivered', errorCode: null })
  })

  test('of statuses that arrive at the same moment one moves the document, and each is kept once', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, instanceId } = await silent()
      const [accepted, rejected] = [status(instanceId), status(instanceId, REJECTION)]
      const answers = await Promise.all([accepted, rejected, accepted, rejected].map((envelope) => x.knock(envelope)))
      expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 200, 201, 201])
      await x.settle()
      expect((await statuses(x.sender, id)).map(({ code }) => code).toSorted()).toEqual(['AP', 'RE'])
      const { deliveryStatus } = await documentOf(x.sender, id)
      const end = deliveryStatus === 'rejected' ? 'document.failed' : 'document.delivered'
      expect(await x.events(x.sender, id)).toEqual(['document.sent', end, 'document.updated'])
    }
  })

  test('a status with more text than is kept is cut between characters', async () => {
    const long = `${'a'.repeat(999)}\u{1F600}b`
    const lines = [{ place: 'NA', description: long, statuses: [{ reasonCode: 'FD', conditions: [] }] }]
    for (const more of [
      { ...REJECTION, description: long },
      { ...REJECTION, lines },
      { ...REJECTION, description: 'a'.repeat(998), lines: [{ ...lines[0], description: '\u{1F600}' }] },
    ] as object[]) {
      const { id, instanceId } = await silent()
      expect((await x.knock(status(instanceId, more))).status).toBe(201)
      await x.settle()
      expect(await documentOf(x.sender, id)).toMatchObject({ deliveryStatus: 'rejected' })
    }
  })

  test('a status for a document that was given up shows that it has arrived', async () => {
    const { id } = await send('9930:DE000000430')
    for (let round = 0; round < 7; round++) {
      await x.settle()
      app.clock.advance(3_600_000)
    }
    expect((await documentOf(x.sender, id)).deliveryStatus).toBe('failed')
    await x.knock(status(await x.instanceOf(id), { code: 'AB' }))
    expect(await documentOf(x.sender, id)).toMatchObject({
      status: 'delivered',
      deliveryStatus: 'delivered',
      errorCode: null,
    })
  })

  test('a Message Level Response is for the participant that sent the document', async () => {
    const { id, instanceId } = await silent()
    const response = statusXml(instanceId, {
      specification: 'urn:fdc:peppol.eu:poacc:trns:mlr:3',
      process: 'urn:fdc:peppol.eu:poacc:bis:mlr:3',
      ...REJECTION,
    })
    const mlr = (receiver: string) =>
      enveloped({ payload: response, sender: '9930:DE000000442', receiver, kind: 'mlr' })
    expect(await x.knock(mlr(x.to))).toMatchObject({ status: 404, body: { error: { code: 'DOCUMENT_NOT_FOUND' } } })
    expect((await x.knock(mlr(x.from))).status).toBe(201)
    await x.settle()
    expect(await documentOf(x.sender, id)).toMatchObject({ status: 'rejected', errorCode: 'AP_REJECTED' })
    expect(await statuses(x.sender, id)).toMatchObject([{ kind: 'mlr', code: 'RE' }])
  })

  test.each<[string, number, string, (instanceId: string) => Uint8Array]>([
    ['about a message that was never sent', 404, 'DOCUMENT_NOT_FOUND', () => status(randomUUID())],
    [
      'for another service provider',
      404,
      'DOCUMENT_NOT_FOUND',
      (instanceId) => status(instanceId, {}, { receiver: '0242:000009' }),
    ],
    [
      'that is an invoice',
      400,
      'INVALID_REQUEST',
      (instanceId) =>
        status(
          instanceId,
          {},
          { payload: '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>' },
        ),
    ],
    ['that is not XML', 400, 'INVALID_REQUEST', (instanceId) => status(instanceId, {}, { payload: '<a' })],
    [
      'with a document type declaration',
      400,
      'INVALID_REQUEST',
      (instanceId) => status(instanceId, {}, { payload: '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' }),
    ],
    ['with an unknown verdict', 400, 'INVALID_REQUEST', (instanceId) => status(instanceId, { code: 'XX' })],
    ['that rejects and does not say why', 400, 'INVALID_REQUEST', (instanceId) => status(instanceId, { code: 'RE' })],
    ['that names no message', 400, 'INVALID_REQUEST', () => status('')],
  ])('a status %s is refused and harms nothing', async (_what, expected, code, make) => {
    const { id, instanceId } = await silent()
    await x.settle()
    const before = [await x.sender.footprint(), await documentOf(x.sender, id)]
    expect(await x.knock(make(instanceId))).toMatchObject({ status: expected, body: { error: { code } } })
    expect([await x.sender.footprint(), await documentOf(x.sender, id)]).toEqual(before)
    expect(await statuses(x.sender, id)).toEqual([])
  })
})

test('where the access point sees to statuses by itself, none is asked for and none is sent', async () => {
  const { ownServiceProvider } = await import('../../src/exchange/deliver/outgoing-message.ts')
  const { readEnv } = await import('../../src/kernel/env.ts')
  const live = { ACCESS_POINT: 'phoss', ACCESS_POINT_URL: 'http://127.0.0.1:1', ACCESS_POINT_TOKEN: 'x' }
  expect([ownServiceProvider(readEnv(live)), ownServiceProvider(readEnv({ ...live, PEPPOL_SEAT: '000123' }))]).toEqual([
    undefined,
    '0242:000123',
  ])
})
