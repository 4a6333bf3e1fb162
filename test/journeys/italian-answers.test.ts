import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SdiMessage, writeSdiMessage } from '../../src/formats/fatturapa/messages.ts'
import { type Body, type TestApp, startApp } from '../support/app.ts'
import { NETWORK_SECRET } from '../support/exchange.ts'
import { type ItalianSeller, startItalianSeller } from '../support/italian-seller.ts'
import { sinceStart } from '../support/trade.ts'

let app: TestApp
let x: ItalianSeller
beforeAll(async () => {
  app = await startApp({ NETWORK_SECRET })
  x = await startItalianSeller(app)
})
afterAll(() => app.close())

describe('the answer of a buyer that comes through the interchange system', () => {
  /** A message about an invoice that was sent, by the door. */
  const tell = async (
    documentId: string,
    kind: 'NE' | 'DT',
    more: Partial<SdiMessage> = {},
    count = 1,
  ): Promise<void> => {
    const {
      platformResponse: { fileName },
    } = await x.reportOf(documentId)
    const {
      sdiFile: { sdiId },
    } = await x.reportOf(documentId)
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
          'x-token': NETWORK_SECRET,
        })
      ).status,
    ).toBe(200)
    await x.settle()
  }
  const answer = (outcome: string, description?: string): Partial<SdiMessage> => ({
    answer: { sdiId: '7', outcome, ...(description && { description }) },
  })
  const issued = async (): Promise<string> => {
    const sent = await x.send('IT09876543217')
    await x.settle()
    return sent.id
  }
  const log = async (id: string): Promise<Body> =>
    sinceStart((await x.seller.get(`/v1/documents/${id}/lifecycle`)).body)

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
    expect((await x.events(x.seller, id)).filter(({ type }) => type === 'lifecycle.updated')).toMatchObject([
      { data: { previousStatus: 'issued', currentStatus: state, compliance: null } },
    ])
    expect(await x.reportOf(id)).toMatchObject({ status: 'reported', platformResponse: { message: 'NE' } })
    expect((await x.events(x.seller, id)).filter(({ type }) => type === 'compliance.reported')).toHaveLength(1)
    const { data } = await x.seller.graphql(
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
    const sent = await x.send('IT03333333334')
    await x.settle()
    const [incoming] = (await other.get(`/v1/documents?number=${sent.number}`)).body.data
    const decide = async (update: object): Promise<void> => {
      expect((await other.post(`/v1/documents/${incoming.id}/lifecycle`, update)).status).toBe(200)
      app.clock.advance(3_000)
      await x.settle()
    }
    // The interchange system is faster than the network.
    app.clock.advance(60_000)
    await tell(sent.id, 'NE', answer('EC01'))
    app.clock.advance(-60_000)
    await decide({ status: 'approved' })
    const states = async (): Promise<string[]> => (await log(sent.id)).events.map(({ status }: Body) => status)
    expect(await states()).toEqual(['approved'])
    expect((await x.events(x.seller, sent.id)).filter(({ type }) => type === 'lifecycle.updated')).toHaveLength(1)
    // The message that came second is new all the same, and is announced.
    const [message] = await app.platform.db.client.lifecycleMessage.findMany({ where: { documentId: sent.id } })
    const updates = (await x.events(x.seller, sent.id)).filter(({ type }) => type === 'document.updated')
    expect(updates.at(-1)).toMatchObject({
      data: { changes: [{ field: 'lifecycleMessages', from: null, to: message?.id }] },
    })
    app.clock.advance(120_000)
    await decide({ status: 'disputed', reasonCode: 'QTY' })
    await decide({ status: 'approved' })
    expect(await states()).toEqual(['approved', 'disputed', 'approved'])
    expect(await log(sent.id)).toMatchObject({ currentStatus: 'approved' })
  })
  test('an acceptance of what is paid by now moves nothing, and a refusal is the end', async () => {
    const id = await issued()
    expect(
      (await x.seller.post(`/v1/payments/documents/${id}/pay`, { amount: 244, date: '2026-12-01' })).body,
    ).toMatchObject({ lifecycleStatus: 'paid' })
    await tell(id, 'NE', answer('EC01'))
    expect(await log(id)).toMatchObject({ currentStatus: 'paid', events: [{ status: 'paid' }] })
    expect((await x.reportOf(id)).sdiFile.messages.map(({ kind }: Body) => kind)).toEqual(['NE'])
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
    expect(await x.reportOf(id)).toMatchObject({ status: 'reported', platformResponse: { message: 'DT' } })
    expect(
      (await x.events(x.seller, id))
        .map(({ type }) => type)
        .filter((type) => type === 'lifecycle.updated' || type === 'compliance.reported'),
    ).toEqual(['compliance.reported'])
    expect(
      (await x.seller.post(`/v1/payments/documents/${id}/pay`, { amount: 244, date: '2026-12-01' })).body,
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
  const knock = (body: string, token = NETWORK_SECRET) =>
    app.anyone.send('POST', '/network/sdi', Buffer.from(body), { 'content-type': 'text/xml', 'x-token': token })

  test('the door of SDI takes a receipt once, however often it comes, and knows the file by its name', async () => {
    const sent = await x.send('IT09876543217')
    await x.settle()
    const {
      platformResponse: { fileName },
    } = await x.reportOf(sent.id)
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
    await x.settle()
    expect(await x.reportOf(sent.id)).toMatchObject({ status: 'reported', sdiFile: { messages: [{ kind: 'RC' }] } })
    expect((await x.events(x.seller, sent.id)).filter(({ type }) => type === 'compliance.reported')).toHaveLength(1)
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
