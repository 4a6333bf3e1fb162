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

const events = async (tenant: Tenant, documentId: string): Promise<string[]> => {
  const rows = await app.platform.db.client.event.findMany({
    where: { organizationId: tenant.organizationId },
    orderBy: { seq: 'asc' },
  })
  return rows.filter(({ data }) => (data as Body).documentId === documentId).map(({ type }) => type)
}

describe('an invoice from one organization to another', () => {
  test('an invoice is validated, delivered through the network, and arrives with the same bytes', async () => {
    const sent = await sender.post('/v1/documents/send', invoice())
    expect(sent).toMatchObject({
      status: 201,
      body: {
        type: 'invoice',
        direction: 'outgoing',
        status: 'draft',
        deliveryStatus: 'pending',
        lifecycleStatus: 'issued',
        grossAmount: 403.59,
        netAmount: 338.5,
        vatAmount: 65.09,
        validation: { valid: true },
      },
    })
    await settle()
    expect((await sender.get(`/v1/documents/${sent.body.id}`)).body).toMatchObject({
      status: 'delivered',
      deliveryStatus: 'delivered',
      errorMessage: null,
    })
    const [incoming] = (await receiver.get(`/v1/documents?number=${sent.body.number}`)).body.data
    expect(incoming).toMatchObject({
      direction: 'incoming',
      lifecycleStatus: 'received',
      senderPeppolId: from,
      receiverPeppolId: to,
      grossAmount: 403.59,
    })
    const body = ({ bytes }: { bytes: Buffer }): string => bytes.toString().replace(/^<\?xml[^>]*\?>\s*/, '')
    expect(body(await receiver.get(`/v1/documents/${incoming.id}/xml`))).toBe(
      body(await sender.get(`/v1/documents/${sent.body.id}/xml`)),
    )
    expect(await events(sender, sent.body.id)).toEqual(['document.sent', 'document.delivered'])
    expect(await events(receiver, incoming.id)).toEqual(['document.received'])
    expect((await sender.get(`/v1/documents/${sent.body.id}/structured`)).body.document.lines).toMatchObject([
      { quantity: 3, unitPrice: 99.5 },
      { quantity: 1, unitPrice: 40 },
    ])
    expect((await sender.get(`/v1/documents/${sent.body.id}/attempts`)).body.data).toMatchObject([
      { number: 1, channel: 'peppol', outcome: 'delivered' },
    ])
  })

  test('an invoice goes by GraphQL alike, and is read with its lines', async () => {
    const { data, errors } = await sender.graphql(
      'mutation($input: SendDocumentInput!) { sendDocument(input: $input) { document { id number ' +
        'grossAmount status } validation { valid profile } } }',
      { input: { ...invoice(), type: 'INVOICE' } },
    )
    expect(errors).toBeUndefined()
    expect(data.sendDocument).toMatchObject({
      document: { grossAmount: '403.59', status: 'DRAFT' },
      validation: { valid: true },
    })
    await settle()
    const found = await receiver.graphql(
      'query($n: String) { documents(filter: {number: {eq: $n}}) { totalCount nodes { direction ' +
        'lifecycleStatus structured attempts { outcome } company { name } } } }',
      { n: data.sendDocument.document.number },
    )
    expect(found.data.documents).toMatchObject({
      totalCount: 1,
      nodes: [
        {
          direction: 'INCOMING',
          lifecycleStatus: 'RECEIVED',
          attempts: [],
          structured: { lines: [{ description: 'Consulting', unitPrice: '99.5' }, { description: 'Travel' }] },
        },
      ],
    })
  })

  test('an invoice delivered twice in the same envelope is one document', async () => {
    const { body } = await sender.post('/v1/documents/send', invoice())
    await settle()
    const { client } = app.platform.db
    const where = { organizationId_id: { organizationId: sender.organizationId, id: body.id } }
    // As if the process had died after the handover and before it was written down.
    await client.document.update({ where, data: { status: 'draft', deliveryStatus: 'pending', sentAt: null } })
    const company = await client.company.findFirstOrThrow({
      where: { organizationId: sender.organizationId, peppolId: from },
    })
    await client.work.create({
      data: {
        organizationId: sender.organizationId,
        id: `work_again_${made}`,
        kind: 'document.deliver',
        companyId: company.id,
        subjectId: body.id,
        target: to,
        dueAt: app.clock.now(),
        createdAt: app.clock.now(),
      },
    })
    await settle()
    expect((await sender.get(`/v1/documents/${body.id}`)).body.status).toBe('delivered')
    expect((await receiver.get(`/v1/documents?number=${body.number}`)).body.data).toHaveLength(1)
  })
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

describe('a file', () => {
  test('a file that is an invoice is sent as one, by REST and by GraphQL', async () => {
    const { body } = await sender.post('/v1/documents/send', invoice())
    const xml = (await sender.get(`/v1/documents/${body.id}/xml`)).bytes.toString()
    const file = (): string =>
      Buffer.from(xml.replace(`<cbc:ID>${body.number}</cbc:ID>`, `<cbc:ID>${number()}</cbc:ID>`)).toString('base64')
    expect(
      await sender.post('/v1/documents/send', { type: 'invoice', format: 'auto', from, to, file: file() }),
    ).toMatchObject({ status: 201, body: { type: 'invoice', deliveryStatus: 'pending', grossAmount: 403.59 } })
    const { data } = await sender.graphql(
      'mutation($input: SendDocumentInput!) { sendDocument(input: $input) { document { grossAmount } } }',
      { input: { type: 'INVOICE', format: 'AUTO', from, to, file: file() } },
    )
    expect(data).toEqual({ sendDocument: { document: { grossAmount: '403.59' } } })
  })
  test('a raw file is kept as it is, and does not travel', async () => {
    const bytes = Buffer.from('anything at all')
    const sent = await sender.post('/v1/documents/send', {
      type: 'invoice',
      format: 'raw',
      from,
      to,
      file: bytes.toString('base64'),
      fileName: 'scan.bin',
    })
    expect(sent).toMatchObject({ status: 201, body: { status: 'draft', deliveryStatus: null } })
    expect((await sender.get(`/v1/documents/${sent.body.id}/original`)).bytes.equals(bytes)).toBe(true)
  })
  test('a file that is an archive is refused with what it is', async () => {
    const { details } = await expectRefused(
      { type: 'invoice', format: 'auto', from, to, file: Buffer.from('PK\u0003\u0004zip').toString('base64') },
      400,
      'INVALID_REQUEST',
    )
    expect(details).toMatchObject([{ field: 'file', message: expect.stringContaining('ZIP') }])
  })
})

describe('the door of the network', () => {
  test('the door of the network is shut without the shared secret', async () => {
    const before = await receiver.footprint()
    expect(
      await app.anyone.post('/network/inbound', '<x/>', { 'content-type': 'application/xml', 'x-token': 'wrong' }),
    ).toMatchObject({ status: 401, body: { error: { code: 'INVALID_TOKEN' } } })
    expect(await receiver.footprint()).toEqual(before)
  })
})
