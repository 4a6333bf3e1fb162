import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordOutcome } from '../../src/exchange/deliver/record-outcome.ts'
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

describe('a delivery that goes wrong', () => {
  test('a rejection by the recipient ends a delivery, and frees the number', async () => {
    const body = { ...invoice(), to: '9930:DE000000420' }
    const sent = await sender.post('/v1/documents/send', body)
    await settle()
    expect((await sender.get(`/v1/documents/${sent.body.id}`)).body).toMatchObject({
      status: 'rejected',
      deliveryStatus: 'rejected',
      errorCode: 'AP_REJECTED',
    })
    expect(await events(sender, sent.body.id)).toEqual(['document.failed'])
    expect((await sender.post('/v1/documents/send', { ...body, to })).status).toBe(201)
  })
  test('a delivery is tried five times more, and then has failed and can be sent again', async () => {
    const sent = await sender.post('/v1/documents/send', { ...invoice(), to: '9930:DE000000430' })
    for (let round = 0; round < 6; round++) {
      await settle()
      app.clock.advance(3_600_000)
    }
    await settle()
    expect((await sender.get(`/v1/documents/${sent.body.id}`)).body).toMatchObject({
      status: 'draft',
      deliveryStatus: 'failed',
      errorCode: 'TRANSPORT_FAILURE',
    })
    expect(
      (await sender.get(`/v1/documents/${sent.body.id}/attempts`)).body.data.map(({ outcome }: Body) => outcome),
    ).toEqual(Array.from({ length: 6 }, () => 'failed'))
    expect(await events(sender, sent.body.id)).toEqual(['document.failed'])
    expect(await sender.post(`/v1/documents/${sent.body.id}/resend`)).toMatchObject({
      status: 202,
      body: { deliveryStatus: 'pending' },
    })
    const delivered = await sender.post(`/v1/documents/${sent.body.id}/resend`)
    expect(delivered).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } })
  })
  test('a failed document is not sent again for a company that is gone', async () => {
    const company = (await sender.post('/v1/companies', { vatNumber: 'BE0501234533' })).body
    const sent = await sender.post('/v1/documents/send', {
      ...invoice(),
      from: company.peppolId,
      to: '9930:DE000000430',
    })
    for (let round = 0; round < 6; round++) {
      await settle()
      app.clock.advance(3_600_000)
    }
    await sender.delete(`/v1/companies/${company.id}`)
    const before = await sender.footprint()
    expect(await sender.post(`/v1/documents/${sent.body.id}/resend`)).toMatchObject({
      status: 409,
      body: { error: { code: 'CONFLICT', message: 'The company of the document is inactive: it sends nothing.' } },
    })
    expect(await sender.footprint()).toEqual(before)
    expect((await sender.get(`/v1/documents/${sent.body.id}`)).body).toMatchObject({ deliveryStatus: 'failed' })
  })
  test('a delivery keeps its six tries through any number of deaths of the process that made them', async () => {
    const sent = await sender.post('/v1/documents/send', { ...invoice(), to: '9930:DE000000435' })
    const work = { organizationId: sender.organizationId, subjectId: sent.body.id, kind: 'document.deliver' }
    await settle()
    await app.platform.db.client.work.updateMany({
      where: work,
      data: { attempts: 9, lost: 7, dueAt: app.clock.now(), leaseUntil: new Date(app.clock.now().getTime() - 1_000) },
    })
    for (let round = 0; round < 5; round++) {
      await settle()
      expect((await sender.get(`/v1/documents/${sent.body.id}`)).body).toMatchObject({
        deliveryStatus: round < 4 ? 'pending' : 'delivered',
      })
      app.clock.advance(3_600_000)
    }
    expect(
      (await sender.get(`/v1/documents/${sent.body.id}/attempts`)).body.data.map(({ outcome }: Body) => outcome),
    ).toEqual([...Array.from({ length: 5 }, () => 'failed'), 'delivered'])
    expect(await app.platform.db.client.work.count({ where: work })).toBe(0)
  })
  test('a delivery whose answer got lost is asked for, and happens once', async () => {
    const sent = await sender.post('/v1/documents/send', { ...invoice(), to: '9930:DE000000440' })
    await settle()
    app.clock.advance(60_000)
    await settle()
    expect((await sender.get(`/v1/documents/${sent.body.id}`)).body).toMatchObject({ status: 'delivered' })
    const { instanceId } = await app.platform.db.client.document.findFirstOrThrow({ where: { id: sent.body.id } })
    expect(
      await app.platform.db.client.simulatedMessage.findUniqueOrThrow({ where: { instanceId: String(instanceId) } }),
    ).toMatchObject({ sends: 1 })
  })
})

describe('the outcome of an attempt', () => {
  test('the outcome of an attempt is written once, whatever people did with the document meanwhile', async () => {
    const idle = await startApp({ WORKERS: 'off' })
    try {
      const tenant = await idle.tenant()
      const { body } = await tenant.post('/v1/documents/send', { ...invoice(), from: tenant.peppolId })
      const { client } = idle.platform.db
      const loaded = await client.document.findFirstOrThrow({ where: { id: body.id } })
      await tenant.post(`/v1/documents/${body.id}/actions`, { action: 'mark_read' })
      const attempt = {
        number: 1,
        startedAt: idle.clock.now(),
        durationMs: 1,
        answer: { outcome: 'accepted', endpoint: null, receipt: null, confirmed: true },
      } as const
      await recordOutcome(idle.platform, loaded, attempt)
      await recordOutcome(idle.platform, loaded, attempt)
      expect((await tenant.get(`/v1/documents/${body.id}`)).body).toMatchObject({
        status: 'delivered',
        deliveryStatus: 'delivered',
        read: true,
      })
      expect((await tenant.get(`/v1/documents/${body.id}/attempts`)).body.data).toHaveLength(1)
      expect(
        await client.event.count({ where: { organizationId: tenant.organizationId, type: 'document.delivered' } }),
      ).toBe(1)
    } finally {
      await idle.close()
    }
  })
})

describe('finding documents', () => {
  test('documents are found by words of number, parties and lines, by filters, in every order', async () => {
    const sent = await sender.post(
      '/v1/documents/send',
      invoice({
        lines: [{ description: 'Zeppelin mooring mast', quantity: 1, unit: 'C62', unitPrice: '7777.77', vatRate: 21 }],
      }),
    )
    expect((await sender.get('/v1/documents?q=zeppelin%20mast')).body.data.map(({ id }: Body) => id)).toEqual([
      sent.body.id,
    ])
    const found = await sender.post('/v1/documents/search', {
      any: [
        { all: [{ field: 'grossAmount', op: 'gte', value: '9000' }] },
        { all: [{ status: 'rejected' }, { direction: 'incoming' }] },
      ],
    })
    expect(found.body.data.map(({ id }: Body) => id)).toEqual([sent.body.id])
    for (const field of ['createdAt', 'issueDate', 'dueDate', 'grossAmount', 'number']) {
      const all: string[] = []
      let cursor: string | null = null
      do {
        const { body }: Body = await sender.post('/v1/documents/search', {
          sort: [{ field, order: 'asc' }],
          limit: 5,
          ...(cursor && { cursor }),
        })
        all.push(...body.data.map(({ id }: Body) => id))
        cursor = body.cursor
      } while (cursor)
      expect(new Set(all).size).toBe(
        await app.platform.db.client.document.count({ where: { organizationId: sender.organizationId } }),
      )
      expect(all).toHaveLength(new Set(all).size)
    }
  })
  test('an action on a document changes it once, and is announced only then', async () => {
    const { body } = await sender.post('/v1/documents/send', invoice())
    const act = (action: string, more: object = {}) =>
      sender.post(`/v1/documents/${body.id}/actions`, { action, ...more })
    expect((await act('tag', { tag: 'urgent' })).body.changes).toEqual([{ field: 'tags', from: null, to: 'urgent' }])
    expect((await act('tag', { tag: 'urgent' })).body.changes).toEqual([])
    expect((await act('archive')).body.changes).toEqual([{ field: 'archived', from: false, to: true }])
    expect((await sender.get('/v1/documents?tag=urgent&archived=true')).body.data.map(({ id }: Body) => id)).toEqual([
      body.id,
    ])
    await app.platform.relay.drain()
    expect((await events(sender, body.id)).filter((type) => type === 'document.updated')).toHaveLength(2)
  })
})

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
