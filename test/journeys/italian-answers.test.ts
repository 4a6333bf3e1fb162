import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SdiMessage, writeSdiMessage } from '../../src/formats/fatturapa/messages.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'

const SECRET = 'the-secret-of-the-network'

let app: TestApp
let seller: Tenant
let from: string
beforeAll(async () => {
  app = await startApp({ NETWORK_SECRET: SECRET })
  seller = await app.tenant()
  const { body: company } = await seller.post('/v1/companies', { vatNumber: 'IT01234567897' })
  from = company.peppolId
})
afterAll(() => app.close())

const settle = async (): Promise<void> => {
  await app.platform.runner?.settle()
  await app.platform.relay.drain()
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
