import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readFatturaPaFile } from '../../src/formats/fatturapa/invoice.ts'
import { type SdiMessage, writeSdiMessage } from '../../src/formats/fatturapa/messages.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { schemaErrors } from '../support/schemas.ts'
import { hasShared } from '../support/shared.ts'

const SECRET = 'the-secret-of-the-network'

let app: TestApp
let seller: Tenant
let from: string
let sellerId: string
beforeAll(async () => {
  app = await startApp({ NETWORK_SECRET: SECRET })
  seller = await app.tenant()
  const { body: company } = await seller.post('/v1/companies', { vatNumber: 'IT01234567897' })
  ;[from, sellerId] = [company.peppolId, company.id]
})
afterAll(() => app.close())

const settle = async (): Promise<void> => {
  await app.platform.runner?.settle()
  await app.platform.relay.drain()
}
/** The seller's clock moves beyond the time that the interchange system takes. */
const afterChecks = async (): Promise<void> => {
  await settle()
  expect((await seller.post('/v1/sandbox/clock/advance', { companyId: sellerId, by: '1h' })).status).toBe(200)
  await settle()
}

let made = 0
const address = { street: 'Via Roma 1', city: 'Torino', postalCode: '10121', country: 'IT' }
const invoice = (buyer: string, document: object = {}) => ({
  type: 'invoice',
  from,
  to: `0211:${buyer}`,
  document: {
    number: `FT-${++made}`,
    issueDate: '2026-11-20',
    dueDate: '2026-12-20',
    currency: 'EUR',
    buyerReference: 'PO-7',
    note: 'TD24',
    lines: [{ description: 'Consulenza', quantity: 2, unit: 'HUR', unitPrice: 100, vatRate: 22 }],
    parties: [{ role: 'buyer', vatNumber: buyer, name: 'Cliente Srl', address }],
    ...document,
  },
})
const send = async (buyer: string, document: object = {}): Promise<Body> => {
  const { status, body } = await seller.post('/v1/documents/send', invoice(buyer, document))
  expect({ status, body }).toMatchObject({ status: 201 })
  return body
}
const reportOf = (documentId: string): Promise<Body> =>
  app.platform.db.client.complianceReport.findFirstOrThrow({
    where: { organizationId: seller.organizationId, documentId, reportedTo: 'SDI', subject: 'invoice' },
    include: { sdiFile: { include: { messages: true } } },
  })
const events = async (tenant: Tenant, documentId: string): Promise<Body[]> =>
  (
    await app.platform.db.client.event.findMany({
      where: { organizationId: tenant.organizationId },
      orderBy: { seq: 'asc' },
    })
  ).filter(({ data }) => (data as Body).documentId === documentId)

describe('an invoice of an Italian company', () => {
  test('an Italian invoice goes to SDI as FatturaPA of its note’s class, reported by the receipt', async () => {
    const sent = await send('IT09876543217')
    await settle()
    const waiting = await reportOf(sent.id)
    expect(waiting).toMatchObject({
      status: 'pending',
      country: 'IT',
      platformReference: expect.stringMatching(/^\d+$/),
      platformResponse: { fileName: expect.stringMatching(/^IT01234567897_[A-Z0-9]{5}\.xml$/) },
    })
    await afterChecks()
    const told = await reportOf(sent.id)
    expect(told).toMatchObject({
      status: 'reported',
      errorCode: null,
      nextCheckAt: null,
      platformResponse: { message: 'RC' },
      sdiFile: { messages: [{ kind: 'RC' }] },
    })
    const { bytes } = await app.platform.db.client.storedFile.findFirstOrThrow({
      where: { organizationId: seller.organizationId, hash: told.fileHash },
    })
    const xml = Buffer.from(bytes).toString()
    expect(hasShared ? schemaErrors(xml) : []).toEqual([])
    const {
      document: [read],
      transmission,
    } = readFatturaPaFile(xml)
    expect(read).toMatchObject({ number: sent.number, notes: [{ text: 'TD24' }] })
    expect(`${transmission.sender.country}${transmission.sender.code}_${transmission.progressive}.xml`).toBe(
      waiting.platformResponse.fileName,
    )
    expect(
      (await events(seller, sent.id))
        .map(({ type, data }) => [type, data.status])
        .filter(([type]) => type === 'compliance.reported'),
    ).toEqual([['compliance.reported', 'reported']])
  })

  test.each([
    ['IT00000000200', '00200'],
    ['IT00000000305', '00305'],
    ['IT00000000306', '00306'],
  ])('an invoice to %s is rejected by SDI with %s, and its number may be used again', async (buyer, code) => {
    const sent = await send(buyer)
    await afterChecks()
    expect(await reportOf(sent.id)).toMatchObject({
      status: 'failed',
      errorCode: code,
      errorMessage: expect.stringContaining(code),
      platformResponse: { message: 'NS' },
    })
    expect((await events(seller, sent.id)).at(-1)).toMatchObject({
      type: 'compliance.reported',
      data: { reportedTo: 'SDI', status: 'failed' },
    })
    expect(
      (
        await seller.post('/v1/documents/send', {
          ...invoice('IT09876543217'),
          document: { ...invoice('IT09876543217').document, number: sent.number },
        })
      ).status,
    ).toBe(201)
  })

  test('an invoice whose recipient SDI cannot reach is issued all the same', async () => {
    const sent = await send('IT00000000320')
    await afterChecks()
    expect(await reportOf(sent.id)).toMatchObject({ status: 'reported', platformResponse: { message: 'MC' } })
  })

  test('an invoice is sent again under the same name while SDI is down', async () => {
    const sent = await send('IT00000000332')
    await settle()
    const {
      sdiFile: { progressive },
    } = await reportOf(sent.id)
    expect(await reportOf(sent.id)).toMatchObject({ status: 'pending', errorCode: 'UPSTREAM_UNAVAILABLE', attempts: 1 })
    app.clock.advance(31_000)
    await settle()
    app.clock.advance(121_000)
    await settle()
    await afterChecks()
    expect(await reportOf(sent.id)).toMatchObject({ status: 'reported', sdiFile: { progressive } })
  })

  test('an invoice that FatturaPA cannot say is refused with the reason by name, and nothing leaves', async () => {
    const before = await app.platform.db.client.simulatedSdiFile.count()
    const sent = await send('IT09876543217', { number: 'A-NUMBER-OF-MORE-THAN-TWENTY-1' })
    await afterChecks()
    expect(await reportOf(sent.id)).toMatchObject({
      status: 'failed',
      errorCode: '00200',
      errorMessage: expect.stringContaining('BT-1'),
    })
    expect(await app.platform.db.client.simulatedSdiFile.count()).toBe(before)
    const file = await seller.get(`/v1/documents/${sent.id}/fatturapa`)
    expect(file).toMatchObject({
      status: 422,
      body: { error: { code: 'CANNOT_RENDER', details: [{ field: 'BT-1' }] } },
    })
  })

  test('an invoice of an Italian company can be had as FatturaPA', async () => {
    const sent = await send('IT09876543217')
    const file = await seller.get(`/v1/documents/${sent.id}/fatturapa`)
    expect(file).toMatchObject({ status: 200, headers: { 'content-type': 'application/xml' } })
    expect(readFatturaPaFile(file.bytes).document[0]?.number).toBe(sent.number)
  })

  test('an invoice is not reported to SDI where that is switched off, and a Belgian one never', async () => {
    const quiet = await app.tenant()
    const { body: company } = await quiet.post('/v1/companies', {
      vatNumber: 'IT01111111115',
      settings: { autoReporting: { IT: false } },
    })
    const { body: belgian } = await quiet.post('/v1/companies', { vatNumber: 'BE0403019261' })
    for (const sender of [company, belgian])
      expect(
        (await quiet.post('/v1/documents/send', { ...invoice('IT09876543217'), from: sender.peppolId })).status,
      ).toBe(201)
    await settle()
    expect(
      await app.platform.db.client.complianceReport.count({ where: { organizationId: quiet.organizationId } }),
    ).toBe(0)
  })
})

describe('an invoice between two Italian companies', () => {
  test('an invoice between Italians is issued, delivered, reported, decided and seen, in that order', async () => {
    const other = await app.tenant()
    const { body: company } = await other.post('/v1/companies', { vatNumber: 'IT02222222223' })
    await app.platform.runner?.settle()
    const sent = await send('IT02222222223')
    await afterChecks()
    const [incoming] = (await other.get(`/v1/documents?number=${sent.number}`)).body.data
    expect(incoming).toMatchObject({ direction: 'incoming', companyId: company.id, lifecycleStatus: 'received' })
    expect((await other.post(`/v1/documents/${incoming.id}/lifecycle`, { status: 'approved' })).body).toMatchObject({
      currentStatus: 'approved',
      compliance: { reportedTo: 'SDI', status: 'pending' },
    })
    app.clock.advance(2_000)
    await settle()
    const decision = await app.platform.db.client.complianceReport.findFirstOrThrow({
      where: { organizationId: other.organizationId, documentId: incoming.id },
    })
    expect(decision).toMatchObject({ status: 'reported', reportedTo: 'SDI', platformResponse: { outcome: 'EC01' } })
    expect((await reportOf(sent.id)).sdiFile.messages.map(({ kind }: Body) => kind).toSorted()).toEqual(['NE', 'RC'])
    // The seller's copy has moved by the answer of the network.
    expect((await seller.get(`/v1/documents/${sent.id}`)).body.lifecycleStatus).toBe('approved')
    expect(
      (await seller.post(`/v1/payments/documents/${sent.id}/pay`, { amount: 244, date: '2026-12-01' })).body,
    ).toMatchObject({ lifecycleStatus: 'paid', status: 'paid' })
    await settle()
    const told = async (tenant: Tenant, id: string) =>
      (await events(tenant, id)).map(({ type, data }) =>
        type === 'lifecycle.updated'
          ? `${type} ${data.currentStatus}`
          : type === 'compliance.reported'
            ? `${type} ${data.status}`
            : type,
      )
    expect(await told(seller, sent.id)).toEqual([
      'document.sent',
      'document.delivered',
      'compliance.reported reported',
      'lifecycle.updated approved',
      'lifecycle.updated paid',
    ])
    expect(await told(other, incoming.id)).toEqual([
      'document.received',
      'lifecycle.updated approved',
      'compliance.reported reported',
    ])
  })

  test('the buyer refuses an invoice once through SDI, and a second decision is discarded', async () => {
    const other = await app.tenant()
    await other.post('/v1/companies', { vatNumber: 'IT00000000350' })
    await app.platform.runner?.settle()
    const sent = await send('IT00000000350')
    await afterChecks()
    const [incoming] = (await other.get(`/v1/documents?number=${sent.number}`)).body.data
    await other.post(`/v1/documents/${incoming.id}/lifecycle`, {
      status: 'rejected',
      reasonCode: 'OTH',
      reason: 'Ordine sconosciuto',
    })
    await settle()
    expect(
      await app.platform.db.client.complianceReport.findFirstOrThrow({
        where: { organizationId: other.organizationId, documentId: incoming.id },
      }),
    ).toMatchObject({ status: 'failed', errorCode: 'SE' })
  })
})

describe('the answer of a buyer that comes through the interchange system', () => {
  const events = (documentId: string) =>
    app.platform.db.client.event.findMany({
      where: { organizationId: seller.organizationId, data: { path: ['documentId'], equals: documentId } },
      orderBy: { position: 'asc' },
    })
  /** A message about an invoice that was sent, by the door. */
  const tell = async (
    documentId: string,
    kind: 'NE' | 'DT',
    more: Partial<SdiMessage> = {},
    count = 1,
  ): Promise<void> => {
    const {
      platformResponse: { fileName },
    } = await reportOf(documentId)
    const {
      sdiFile: { sdiId },
    } = await reportOf(documentId)
    const xml = writeSdiMessage({ kind, sdiId, fileName, messageId: '7', errors: [], ...more })
    const body =
      '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body>' +
      '<ns:notifica xmlns:ns="http://www.fatturapa.gov.it/sdi/ws/trasmissione/v1.0/types">' +
      `<IdentificativoSdI>${sdiId}</IdentificativoSdI><NomeFile>` +
      `${fileName.replace('.xml', `_${kind}_00${count}.xml`)}</NomeFile><File>` +
      `${Buffer.from(xml).toString('base64')}</File></ns:notifica></soapenv:Body></soapenv:Envelope>`
    expect(
      (
        await app.anyone.send('POST', '/network/sdi', Buffer.from(body), {
          'content-type': 'text/xml',
          'x-token': SECRET,
        })
      ).status,
    ).toBe(200)
    await settle()
  }
  const answer = (outcome: string, description?: string): Partial<SdiMessage> => ({
    answer: { sdiId: '7', outcome, ...(description && { description }) },
  })
  const issued = async (): Promise<string> => {
    const sent = await send('IT09876543217')
    await settle()
    return sent.id
  }
  const log = async (id: string): Promise<Body> => (await seller.get(`/v1/documents/${id}/lifecycle`)).body

  test.each([
    ['EC01', 'approved', undefined],
    ['EC02', 'rejected', 'Ordine sconosciuto'],
  ])('the SDI outcome %s moves the invoice to %s, as a decision of the buyer, once', async (outcome, state, words) => {
    const id = await issued()
    for (const count of [1, 1, 2]) await tell(id, 'NE', answer(outcome, words), count)
    expect(await log(id)).toMatchObject({
      currentStatus: state,
      events: [{ status: state, party: 'buyer', source: 'network', author: 'SDI', reason: words ?? null }],
    })
    expect((await events(id)).filter(({ type }) => type === 'lifecycle.updated')).toMatchObject([
      { data: { previousStatus: 'issued', currentStatus: state, compliance: null } },
    ])
    expect(await reportOf(id)).toMatchObject({ status: 'reported', platformResponse: { message: 'NE' } })
    expect((await events(id)).filter(({ type }) => type === 'compliance.reported')).toHaveLength(1)
    const { data } = await seller.graphql(
      'query($id: ID!) { document(id: $id) { timeline { source what by text } } }',
      { id },
    )
    expect(data.document.timeline.filter(({ source }: Body) => source === 'INTERCHANGE_MESSAGE')).toMatchObject([
      { what: 'NE', by: 'SDI', text: 'The public body has answered.' },
      { what: 'NE' },
    ])
  })
  test('a decision told by SDI and by the network is one, and a later one is another', async () => {
    const other = await app.tenant()
    await other.post('/v1/companies', { vatNumber: 'IT03333333334' })
    await app.platform.runner?.settle()
    const sent = await send('IT03333333334')
    await settle()
    const [incoming] = (await other.get(`/v1/documents?number=${sent.number}`)).body.data
    const decide = async (update: object): Promise<void> => {
      expect((await other.post(`/v1/documents/${incoming.id}/lifecycle`, update)).status).toBe(200)
      app.clock.advance(3_000)
      await settle()
    }
    // The interchange system is faster than the network.
    app.clock.advance(60_000)
    await tell(sent.id, 'NE', answer('EC01'))
    app.clock.advance(-60_000)
    await decide({ status: 'approved' })
    const states = async (): Promise<string[]> => (await log(sent.id)).events.map(({ status }: Body) => status)
    expect(await states()).toEqual(['approved'])
    expect((await events(sent.id)).filter(({ type }) => type === 'lifecycle.updated')).toHaveLength(1)
    app.clock.advance(120_000)
    await decide({ status: 'disputed', reasonCode: 'QTY' })
    await decide({ status: 'approved' })
    expect(await states()).toEqual(['approved', 'disputed', 'approved'])
    expect(await log(sent.id)).toMatchObject({ currentStatus: 'approved' })
  })
  test('an acceptance of what is paid by now moves nothing, and a refusal is the end', async () => {
    const id = await issued()
    expect(
      (await seller.post(`/v1/payments/documents/${id}/pay`, { amount: 244, date: '2026-12-01' })).body,
    ).toMatchObject({ lifecycleStatus: 'paid' })
    await tell(id, 'NE', answer('EC01'))
    expect(await log(id)).toMatchObject({ currentStatus: 'paid', events: [{ status: 'paid' }] })
    expect((await reportOf(id)).sdiFile.messages.map(({ kind }: Body) => kind)).toEqual(['NE'])
    await tell(id, 'NE', answer('EC02', 'Doppia'), 2)
    expect(await log(id)).toMatchObject({
      currentStatus: 'rejected',
      allowedTransitions: [],
      currentStatusReason: { reason: 'Doppia' },
    })
  })
  test('an SDI outcome that is none moves nothing', async () => {
    const id = await issued()
    await tell(id, 'NE', answer('EC09'))
    expect(await log(id)).toMatchObject({ currentStatus: 'issued', events: [] })
  })
  test('a term that has run out (DT) closes the report and decides nothing', async () => {
    const id = await issued()
    await tell(id, 'DT', { description: 'Decorrenza termini' })
    expect(await log(id)).toMatchObject({
      currentStatus: 'issued',
      events: [],
      compliance: { IT: { status: 'reported' } },
    })
    expect(await reportOf(id)).toMatchObject({ status: 'reported', platformResponse: { message: 'DT' } })
    expect(
      (await events(id))
        .map(({ type }) => type)
        .filter((type) => type === 'lifecycle.updated' || type === 'compliance.reported'),
    ).toEqual(['compliance.reported'])
    expect(
      (await seller.post(`/v1/payments/documents/${id}/pay`, { amount: 244, date: '2026-12-01' })).body,
    ).toMatchObject({ lifecycleStatus: 'paid' })
  })
})

describe('the door of the interchange system', () => {
  const soap = (name: string, xml: string): string =>
    '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body>' +
    '<ns:ricevutaConsegna xmlns:ns="http://www.fatturapa.gov.it/sdi/ws/trasmissione/v1.0/types">' +
    `<IdentificativoSdI>1</IdentificativoSdI><NomeFile>${name}</NomeFile><File>` +
    `${Buffer.from(xml).toString('base64')}</File></ns:ricevutaConsegna></soapenv:Body>` +
    '</soapenv:Envelope>'
  const knock = (body: string, token = SECRET) =>
    app.anyone.send('POST', '/network/sdi', Buffer.from(body), { 'content-type': 'text/xml', 'x-token': token })

  test('the door of SDI takes a receipt once, however often it comes, and knows the file by its name', async () => {
    const sent = await send('IT09876543217')
    await settle()
    const {
      platformResponse: { fileName },
    } = await reportOf(sent.id)
    const receipt = soap(
      fileName.replace('.xml', '_RC_001.xml'),
      writeSdiMessage({
        kind: 'RC',
        sdiId: '999999999',
        fileName,
        receivedAt: '2026-11-20T12:00:00Z',
        deliveredAt: '2026-11-20T12:00:00Z',
        recipient: { code: 'AAAAAA', name: 'Cliente' },
        messageId: '1',
        errors: [],
      }),
    )
    for (let times = 0; times < 3; times += 1) expect((await knock(receipt)).status).toBe(200)
    await settle()
    expect(await reportOf(sent.id)).toMatchObject({ status: 'reported', sdiFile: { messages: [{ kind: 'RC' }] } })
    expect((await events(seller, sent.id)).filter(({ type }) => type === 'compliance.reported')).toHaveLength(1)
  })
  test.each([
    [
      'about a file of others',
      () =>
        knock(
          soap(
            'IT99999999999_00001_RC_001.xml',
            writeSdiMessage({ kind: 'RC', sdiId: '888888888', fileName: 'IT99999999999_00001.xml', errors: [] }),
          ),
        ),
      404,
    ],
    ['without the secret', () => knock(soap('a.xml', '<a/>'), 'wrong'), 401],
    ['that is none of its own', () => knock(soap('a.xml', '<a/>')), 400],
    ['that declares a document type', () => knock('<!DOCTYPE a><a/>'), 400],
  ])('the door of SDI refuses a message %s', async (_name, call, status) => {
    const before = await app.platform.db.client.sdiMessage.count()
    expect((await call()).status).toBe(status)
    expect(await app.platform.db.client.sdiMessage.count()).toBe(before)
  })
})
