import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { SettingsError, readEnv } from '../../src/kernel/env.ts'
import { AppError } from '../../src/kernel/errors/app-error.ts'
import { receiveFromNetwork, takeOver } from '../../src/exchange/receive/network-door.ts'
import { type Body, type Tenant, type TestApp, startApp } from '../support/app.ts'
import { type Exchange, NETWORK_SECRET, enveloped, startExchange } from '../support/exchange.ts'
import { freshVat } from '../support/numbers.ts'

const CERTIFICATE = 'AB:CD:'.repeat(16).slice(0, -1)
const SHA256 = CERTIFICATE.replaceAll(':', '').toLowerCase()

let app: TestApp
let x: Exchange
let xml: string
beforeAll(async () => {
  app = await startApp({
    NETWORK_SECRET,
    TRUST_PROXY: 'true',
    NETWORK_CERT_HEADER: 'X-Client-Cert',
    NETWORK_CERT_SHA256: `${'0'.repeat(64)}, ${CERTIFICATE}`,
  })
  x = await startExchange(app)
  const { body } = await x.sender.post('/v1/documents/send', x.invoice())
  xml = (await x.sender.get(`/v1/documents/${body.id}/xml`)).bytes.toString()
  await x.settle()
})
afterAll(() => app.close())

let made = 0
const fresh = (): string => xml.replace(/<cbc:ID>X-\d+</, `<cbc:ID>IN-${++made}<`)
const invoice = (payload: string | Uint8Array = fresh(), more = {}): Uint8Array =>
  enveloped({ payload, sender: x.from, receiver: x.to, kind: 'invoice', ...more })
const received = async (id: string): Promise<Body> => (await x.receiver.get(`/v1/documents/${id}`)).body

describe('who may enter', () => {
  test.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['another secret', { 'x-token': 'the secret of somebody else' }],
    ['an empty secret', { 'x-token': '' }],
    ['another certificate', { 'x-client-cert': 'AA'.repeat(32) }],
    ['an empty certificate', { 'x-client-cert': '' }],
  ])('who presents %s may not enter, and nothing is stored', async (_what, headers) => {
    const before = await x.receiver.footprint()
    expect(await x.knock(invoice(), headers)).toMatchObject({ status: 401, body: { error: { code: 'INVALID_TOKEN' } } })
    expect(await x.receiver.footprint()).toEqual(before)
  })
  test.each<[string, Record<string, string>]>([
    ['the secret', { 'x-token': NETWORK_SECRET }],
    ['a certificate that is let in, however it is written', { 'x-client-cert': SHA256 }],
    ['the same with colons', { 'x-client-cert': CERTIFICATE }],
  ])('who presents %s may enter', async (_what, headers) => {
    expect((await x.knock(invoice(), headers)).status).toBe(201)
  })
  test('a header of a proxy is believed only where a proxy is trusted, and both its settings are there', () => {
    expect(() => readEnv({ NETWORK_CERT_HEADER: 'X-Cert', NETWORK_CERT_SHA256: SHA256 })).toThrow(SettingsError)
    expect(() => readEnv({ TRUST_PROXY: 'true', NETWORK_CERT_HEADER: 'X-Cert' })).toThrow('NETWORK_CERT_SHA256')
    expect(() => readEnv({ TRUST_PROXY: 'true', NETWORK_CERT_HEADER: 'X-Cert', NETWORK_CERT_SHA256: 'abc' })).toThrow(
      'fingerprints',
    )
  })
})

test('a document that comes while too many large ones are read is not rejected: it comes again', async () => {
  const { platform } = app
  const envelope = invoice()
  const busy = vi.spyOn(platform.heavy, 'run').mockRejectedValue(new AppError('RATE_LIMITED', { retryAfter: 2 }))
  await expect(takeOver(platform, envelope)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  expect(busy).toHaveBeenCalled()
  busy.mockRestore()
  expect(await takeOver(platform, envelope)).toEqual({ outcome: 'accepted' })
})

describe('what comes in', () => {
  test('a document in its envelope is kept byte for byte, given to its recipient, and announced', async () => {
    const payload = fresh()
    const { status, body } = await x.knock(invoice(payload))
    expect(status).toBe(201)
    expect((await x.receiver.get(`/v1/documents/${body.documentId}/xml`)).bytes.toString()).toBe(
      payload.replace(/^<\?xml[^>]*\?>\s*/, ''),
    )
    expect(await received(body.documentId)).toMatchObject({
      direction: 'incoming',
      senderPeppolId: x.from,
      receiverPeppolId: x.to,
      lifecycleStatus: 'received',
    })
    await x.settle()
    expect(await x.events(x.receiver, body.documentId)).toEqual(['document.received'])
    expect((await x.sender.get(`/v1/documents/${body.documentId}`)).status).toBe(404)
  })
  test('a document that comes twice in the same envelope is one, also at the same moment', async () => {
    const envelope = invoice()
    const answers = await Promise.all([x.knock(envelope), x.knock(envelope), x.knock(envelope)])
    // Who comes at the same moment is told to come again; then it is the same document.
    expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1)
    for (const { status } of answers) expect([200, 201, 409]).toContain(status)
    const again = await x.knock(envelope)
    expect(again).toMatchObject({
      status: 200,
      body: { repeated: true, documentId: answers.find(({ status }) => status === 201)?.body.documentId },
    })
  })
  test('a document without an envelope goes to the buyer that it names, known again by its bytes', async () => {
    const payload = fresh()
    const first = await x.knock(payload)
    expect(first.status).toBe(201)
    expect((await x.receiver.get(`/v1/documents/${first.body.documentId}/original`)).bytes.toString()).toBe(payload)
    expect(await x.knock(payload)).toMatchObject({
      status: 200,
      body: { documentId: first.body.documentId, repeated: true },
    })
  })
  test.each([
    ['sender', { sender: `0208:${randomBytes(2_000).toString('hex')}` }],
    ['receiver', { receiver: `0208:${randomBytes(2_000).toString('hex')}` }],
    ['instance identifier', { instanceId: randomBytes(2_000).toString('hex') }],
  ])('an envelope whose %s is longer than any is refused, and not tried again', async (_what, more) => {
    const { status, body } = await x.knock(invoice(fresh(), more))
    expect([status, body.error.details[0].rule]).toEqual([400, 'SBDH_ERROR'])
  })
  test('a document whose participant changes hands while it is examined is for the new owner, and for nobody else', async () => {
    const vatNumber = freshVat()
    const [before, after] = [await app.tenant(), await app.tenant()]
    const register = async (tenant: Tenant): Promise<Body> => (await tenant.post('/v1/companies', { vatNumber })).body
    const [{ id, peppolId }] = [await register(before), await register(after)]
    const handOver = async (): Promise<void> => void (await before.delete(`/v1/companies/${id}`))
    const { upstreams } = app.platform
    const storage = { external: { put: handOver } as unknown as NonNullable<typeof upstreams.storage.external> }
    const envelope = invoice(fresh(), { receiver: peppolId })
    await expect(
      receiveFromNetwork({ ...app.platform, upstreams: { ...upstreams, storage } }, envelope),
    ).rejects.toMatchObject({ code: 'CONFLICT', retryAfter: 1 })
    expect((await x.knock(envelope)).status).toBe(201)
    const [one, other] = [await before.get('/v1/documents'), await after.get('/v1/documents')]
    expect([one.body.data.length, other.body.data.length]).toEqual([0, 1])
  })
  test.each<[encoding: string, bytes: (text: string) => Buffer]>([
    ['ISO-8859-1', (text) => Buffer.from(text, 'latin1')],
    ['UTF-16', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ])('the XML of a document that came in %s is shown with its letters', async (encoding, bytes) => {
    const text = fresh()
      .replace('Consulting', 'Crème')
      .replace(/encoding="[^"]*"/, `encoding="${encoding}"`)
    const { body } = await x.knock(bytes(text))
    const path = `/v1/documents/${body.documentId}`
    expect((await x.receiver.get(`${path}/structured`)).body.xml).toBe(text)
    expect((await x.receiver.get(path)).body.xml).toBe(text)
    expect((await x.receiver.get(`${path}/xml`)).bytes).toEqual(bytes(text))
  })
  test('a document with prefixes that only its envelope declares is read all the same', async () => {
    const payload = fresh()
      .replace(/^<\?xml[^>]*\?>\s*/, '')
      .replace(/ xmlns:cbc="[^"]*"/, '')
    const envelope = Buffer.from(invoice(payload))
      .toString()
      .replace(
        '<sbd:StandardBusinessDocument ',
        '<sbd:StandardBusinessDocument ' +
          'xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2" ',
      )
    const { body } = await x.knock(envelope)
    expect(await received(body.documentId)).toMatchObject({ type: 'invoice', number: `IN-${made}` })
  })
  test('a document that breaks rules is kept with what is wrong, never lost', async () => {
    const { body } = await x.knock(invoice(fresh().replace('<cbc:BuyerReference>PO-77</cbc:BuyerReference>', '')))
    const { data } = await x.receiver.graphql(
      'query($id: ID!) { document(id: $id) { validation { valid errors { rule } } } }',
      { id: body.documentId },
    )
    expect(data.document.validation).toMatchObject({
      valid: false,
      errors: expect.arrayContaining([{ rule: 'PEPPOL-EN16931-R003' }]),
    })
  })
  test.each([
    ['not well-formed', '<Invoice><a></Invoice>'],
    ['a document type declaration', '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'],
    ['no XML at all', 'AAAA'],
    ['nobody knows what', '<x xmlns="urn:x"/>'],
  ])('a document that is %s inside its envelope is kept and marked, byte for byte', async (_what, payload) => {
    const { status, body } = await x.knock(invoice(payload))
    expect(status).toBe(201)
    expect((await x.receiver.get(`/v1/documents/${body.documentId}/original`)).bytes.toString()).toBe(payload)
    const { data } = await x.receiver.graphql(
      'query($id: ID!) { document(id: $id) { validation { valid errors { rule fix } } } }',
      { id: body.documentId },
    )
    expect(data.document.validation).toMatchObject({
      valid: false,
      errors: [{ rule: expect.any(String), fix: expect.any(String) }],
    })
  })
  test('a document for a participant written in other case finds the same company', async () => {
    const { status } = await x.knock(invoice(fresh(), { receiver: x.to.toUpperCase() }))
    expect(status).toBe(201)
  })
  test.each<[string, number, string, () => Uint8Array | string]>([
    ['without a byte', 400, 'INVALID_REQUEST', () => ''],
    [
      'for a participant of nobody',
      422,
      'RECIPIENT_NOT_FOUND',
      () => invoice(fresh(), { receiver: '0208:0999999922' }),
    ],
    ['in an envelope without an identifier', 400, 'INVALID_REQUEST', () => invoice(fresh(), { instanceId: ' ' })],
    [
      'in an envelope with an endless identifier',
      400,
      'INVALID_REQUEST',
      () => invoice(fresh(), { instanceId: 'x'.repeat(201) }),
    ],
    [
      'in an envelope that is not closed',
      400,
      'INVALID_REQUEST',
      () => Buffer.from(invoice()).toString().replace('</sbd:StandardBusinessDocument>', ''),
    ],
    [
      'in an envelope without a header',
      400,
      'INVALID_REQUEST',
      () =>
        '<StandardBusinessDocument ' +
        'xmlns="http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader"><a/></StandardBusinessDocument>',
    ],
    [
      'without an envelope and for nobody',
      400,
      'INVALID_REQUEST',
      () => fresh().replace(/<cbc:EndpointID[^>]*>[^<]*<\/cbc:EndpointID>/g, ''),
    ],
    ['without an envelope and unreadable', 400, 'INVALID_REQUEST', () => '<Invoice'],
  ])('what comes in %s is refused with what is wrong, and nothing is stored', async (_what, status, code, make) => {
    const before = await x.receiver.footprint()
    expect(await x.knock(make())).toMatchObject({
      status,
      body: { error: { code, message: expect.stringMatching(/\w+ \w+/) } },
    })
    expect(await x.receiver.footprint()).toEqual(before)
  })
})

test('two companies of one organization exchange documents through the network as others do', async () => {
  const other = (await x.sender.post('/v1/companies', { vatNumber: 'BE0123456749' })).body.peppolId
  await x.settle()
  const { body } = await x.sender.post('/v1/documents/send', x.invoice({}, { to: other }))
  await x.settle()
  const { data } = (await x.sender.get(`/v1/documents?number=${body.number}`)).body
  expect(data.map(({ direction, status }: Body) => [direction, status]).sort()).toEqual([
    ['incoming', 'delivered'],
    ['outgoing', 'delivered'],
  ])
  for (const { id } of data)
    expect((await x.sender.get(`/v1/documents/${id}/message-statuses`)).body.data).toMatchObject([{ code: 'AP' }])
})
