import { inContent } from '../support/send-content.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, type TestApp, startApp } from '../support/app.ts'
import { type Exchange, acceptedDelivery, startExchange } from '../support/exchange.ts'

let app: TestApp
let x: Exchange
beforeAll(async () => {
  app = await startApp()
  x = await startExchange(app)
})
afterAll(() => app.close())

let made = 0
const number = (): string => `INV-${++made}`

describe('an invoice from one organization to another', () => {
  test('an invoice is validated, delivered through the network, and arrives with the same bytes', async () => {
    const sent = await x.sender.post('/v1/documents/send', x.invoice())
    expect(sent).toMatchObject({
      status: 201,
      body: {
        type: 'invoice',
        direction: 'outgoing',
        status: 'sent',
        deliveryStatus: 'pending',
        lifecycleStatus: 'issued',
        grossAmount: 403.59,
        netAmount: 338.5,
        vatAmount: 65.09,
        validation: { valid: true },
      },
    })
    await x.settle()
    expect((await x.sender.get(`/v1/documents/${sent.body.id}`)).body).toMatchObject({
      status: 'delivered',
      deliveryStatus: 'delivered',
      errorMessage: null,
    })
    const [incoming] = (await x.receiver.get(`/v1/documents?number=${sent.body.number}`)).body.data
    expect(incoming).toMatchObject({
      direction: 'incoming',
      lifecycleStatus: 'received',
      senderPeppolId: x.from,
      receiverPeppolId: x.to,
      grossAmount: 403.59,
    })
    const body = ({ bytes }: { bytes: Buffer }): string => bytes.toString().replace(/^<\?xml[^>]*\?>\s*/, '')
    expect(body(await x.receiver.get(`/v1/documents/${incoming.id}/xml`))).toBe(
      body(await x.sender.get(`/v1/documents/${sent.body.id}/xml`)),
    )
    expect(acceptedDelivery).toContainEqual(await x.events(x.sender, sent.body.id))
    expect(await x.events(x.receiver, incoming.id)).toEqual(['document.received', 'document.updated'])
    expect((await x.sender.get(`/v1/documents/${sent.body.id}/structured`)).body.document.lines).toMatchObject([
      { quantity: 3, unitPrice: 99.5 },
      { quantity: 1, unitPrice: 40 },
    ])
    expect((await x.sender.get(`/v1/documents/${sent.body.id}/attempts`)).body.data).toMatchObject([
      { number: 1, channel: 'peppol', outcome: 'delivered' },
    ])
  })

  test('an invoice goes by GraphQL alike, and is read with its lines', async () => {
    const { data, errors } = await x.sender.graphql(
      'mutation($input: SendDocumentInput!) { sendDocument(input: $input) { document { id number ' +
        'grossAmount status } validation { valid profile } } }',
      { input: { ...inContent(x.invoice()), type: 'INVOICE' } },
    )
    expect(errors).toBeUndefined()
    expect(data.sendDocument).toMatchObject({
      document: { grossAmount: '403.59', status: 'SENT' },
      validation: { valid: true },
    })
    await x.settle()
    const found = await x.receiver.graphql(
      'query($n: String) { documents(filter: {number: {eq: $n}}) { totalCount nodes { direction ' +
        'lifecycleStatus structured { currency totals { payable } lines { description unitPrice } } attempts { outcome } company { name } } } }',
      { n: data.sendDocument.document.number },
    )
    expect(found.data.documents).toMatchObject({
      totalCount: 1,
      nodes: [
        {
          direction: 'INCOMING',
          lifecycleStatus: 'RECEIVED',
          attempts: [],
          structured: {
            currency: 'EUR',
            totals: { payable: '403.59' },
            lines: [{ description: 'Consulting', unitPrice: '99.5' }, { description: 'Travel' }],
          },
        },
      ],
    })
  })

  test('an invoice delivered twice in the same envelope is one document', async () => {
    const { body } = await x.sender.post('/v1/documents/send', x.invoice())
    await x.settle()
    const { client } = app.platform.db
    const where = { organizationId_id: { organizationId: x.sender.organizationId, id: body.id } }
    // As if the process had died after the handover and before it was written down.
    await client.document.update({
      where,
      data: { status: 'sent', takenOver: false, deliveryStatus: 'pending', sentAt: null },
    })
    const company = await client.company.findFirstOrThrow({
      where: { organizationId: x.sender.organizationId, peppolId: x.from },
    })
    await client.work.create({
      data: {
        organizationId: x.sender.organizationId,
        id: `work_again_${made}`,
        kind: 'document.deliver',
        companyId: company.id,
        subjectId: body.id,
        target: x.to,
        dueAt: app.clock.now(),
        createdAt: app.clock.now(),
      },
    })
    await x.settle()
    expect((await x.sender.get(`/v1/documents/${body.id}`)).body.status).toBe('delivered')
    expect((await x.receiver.get(`/v1/documents?number=${body.number}`)).body.data).toHaveLength(1)
  })
})

/** Sends, and asserts that what is refused leaves nothing behind. */
const expectRefused = async (body: object, status: number, code: string): Promise<Body> => {
  await x.settle()
  const before = await x.sender.footprint()
  const answer = await x.sender.post('/v1/documents/send', body)
  expect({ status: answer.status, code: answer.body.error?.code }).toEqual({ status, code })
  expect(await x.sender.footprint()).toEqual(before)
  return answer.body.error
}

describe('a file', () => {
  test('a file that is an invoice is sent as one, by REST and by GraphQL', async () => {
    const { body } = await x.sender.post('/v1/documents/send', x.invoice())
    const xml = (await x.sender.get(`/v1/documents/${body.id}/xml`)).bytes.toString()
    const file = (): string =>
      Buffer.from(xml.replace(`<cbc:ID>${body.number}</cbc:ID>`, `<cbc:ID>${number()}</cbc:ID>`)).toString('base64')
    expect(
      await x.sender.post('/v1/documents/send', {
        type: 'invoice',
        format: 'auto',
        from: x.from,
        to: x.to,
        file: file(),
      }),
    ).toMatchObject({ status: 201, body: { type: 'invoice', deliveryStatus: 'pending', grossAmount: 403.59 } })
    const { data } = await x.sender.graphql(
      'mutation($input: SendDocumentInput!) { sendDocument(input: $input) { document { grossAmount } } }',
      { input: { type: 'INVOICE', from: x.from, to: x.to, content: { file: file() } } },
    )
    expect(data).toEqual({ sendDocument: { document: { grossAmount: '403.59' } } })
  })
  test('a raw file is kept as it is, and does not travel', async () => {
    const bytes = Buffer.from('anything at all')
    const sent = await x.sender.post('/v1/documents/send', {
      type: 'invoice',
      format: 'raw',
      from: x.from,
      to: x.to,
      file: bytes.toString('base64'),
      fileName: 'scan.bin',
    })
    expect(sent).toMatchObject({ status: 201, body: { status: 'draft', deliveryStatus: null } })
    expect((await x.sender.get(`/v1/documents/${sent.body.id}/original`)).bytes.equals(bytes)).toBe(true)
  })
  test('a file that is an archive is refused with what it is', async () => {
    const { details } = await expectRefused(
      {
        type: 'invoice',
        format: 'auto',
        from: x.from,
        to: x.to,
        file: Buffer.from('PK\u0003\u0004zip').toString('base64'),
      },
      422,
      'UNSUPPORTED_FILE',
    )
    expect(details).toMatchObject([{ field: 'file', message: expect.stringContaining('ZIP') }])
  })
})

describe('the door of the network', () => {
  test('the door of the network is shut without the shared secret', async () => {
    const before = await x.receiver.footprint()
    expect(
      await app.anyone.post('/network/inbound', '<x/>', { 'content-type': 'application/xml', 'x-token': 'wrong' }),
    ).toMatchObject({ status: 401, body: { error: { code: 'INVALID_TOKEN' } } })
    expect(await x.receiver.footprint()).toEqual(before)
  })
})
