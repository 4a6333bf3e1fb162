import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readAttachments } from '../../src/formats/pdf/attachments.ts'
import { type Body, type TestApp, startApp } from '../support/app.ts'
import { type Exchange, startExchange } from '../support/exchange.ts'

const NOBODY = '9930:DE000000400'
const NO_INVOICES = '9930:DE000000410'

let app: TestApp
let x: Exchange
let server: SMTPServer
let refusals: Error[] = []
const mails: { to: string[]; content: string }[] = []
beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(refusals.shift()),
    async onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      mails.push({ to: envelope.rcptTo.map(({ address }) => address), content: Buffer.concat(chunks).toString() })
      done()
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  app = await startApp({
    SMTP_URL: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    MAIL_FROM: 'Invoices <invoices@example.com>',
  })
  x = await startExchange(app)
  const { body } = await x.sender.get(`/v1/companies/peppol:${x.from}`)
  await x.sender.patch(`/v1/companies/${body.id}`, { settings: { emailFallback: true } })
})
beforeEach(() => {
  mails.length = 0
  refusals = []
})
afterAll(async () => {
  await app.close()
  server.close()
})

const refuse = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode })
const invoice = (to = NOBODY, email: string | null = 'buyer@example.com'): Body =>
  x.invoice(
    {
      parties: [
        {
          role: 'buyer',
          name: 'Buyer GmbH',
          address: { street: 'Weg 1', city: 'Berlin', postalCode: '10115', country: 'DE' },
          ...(email && { contact: { name: 'Accounts', email } }),
        },
      ],
    },
    { to },
  )
const documentOf = async (id: string): Promise<Body> => (await x.sender.get(`/v1/documents/${id}`)).body
const attempts = async (id: string): Promise<Body[]> => (await x.sender.get(`/v1/documents/${id}/attempts`)).body.data

describe('an invoice for somebody whom the network does not reach', () => {
  test.each([
    ['is nobody there', NOBODY],
    ['takes no invoices', NO_INVOICES],
  ])('an invoice goes by mail as a hybrid PDF when the recipient %s', async (_what, to) => {
    const sent = await x.sender.post('/v1/documents/send', invoice(to))
    expect(sent).toMatchObject({
      status: 201,
      body: { channel: 'email', deliveryStatus: 'pending', lifecycleStatus: 'issued' },
    })
    await x.settle()
    expect(await documentOf(sent.body.id)).toMatchObject({
      channel: 'email',
      status: 'delivered',
      deliveryStatus: 'delivered',
    })
    expect(await attempts(sent.body.id)).toMatchObject([
      { number: 1, channel: 'email', outcome: 'delivered', endpoint: 'mailto:buyer@example.com' },
    ])
    expect(await x.events(x.sender, sent.body.id)).toEqual(['document.sent', 'document.delivered'])
    const [mail, ...more] = mails
    expect([mail?.to, more]).toEqual([['buyer@example.com'], []])
    const pdf = Buffer.from(
      /Content-Type: application\/pdf[^]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(mail?.content ?? '')?.[1] ?? '',
      'base64',
    )
    expect(
      readAttachments(new Uint8Array(pdf)).map(({ filename, content }) => [
        filename,
        Buffer.from(content).includes(`>${sent.body.number}<`),
      ]),
    ).toEqual([['factur-x.xml', true]])
  })

  test('a dry run says that an invoice would go by mail', async () => {
    expect((await x.sender.post('/v1/documents/validate', invoice())).body).toMatchObject({
      valid: true,
      channel: 'email',
      recipient: { exists: false, canReceive: false },
    })
  })

  test('an invoice goes over the network where that is possible, although mail is allowed', async () => {
    const { body } = await x.sender.post('/v1/documents/send', invoice(x.to))
    await x.settle()
    expect([body.channel, mails]).toEqual(['peppol', []])
  })

  test('an invoice by mail is tried again as the same mail when the mail server fails for now', async () => {
    refusals = [refuse(451, 'Try later'), refuse(451, 'Try later')]
    const { body } = await x.sender.post('/v1/documents/send', invoice())
    for (let round = 0; round < 3; round++) {
      await x.settle()
      app.clock.advance(3_600_000)
    }
    expect((await attempts(body.id)).map(({ outcome, errorCode }) => [outcome, errorCode])).toEqual([
      ['failed', 'TRANSPORT_FAILURE'],
      ['failed', 'TRANSPORT_FAILURE'],
      ['delivered', null],
    ])
    expect(mails).toHaveLength(1)
    expect(mails[0]?.content).toContain(`<${body.id}@example.com>`)
  })

  test('an invoice by mail fails after five more tries, and can be sent again', { tags: 'heavy' }, async () => {
    refusals = Array.from({ length: 6 }, () => refuse(451, 'Try later'))
    const { body } = await x.sender.post('/v1/documents/send', invoice())
    for (let round = 0; round < 7; round++) {
      await x.settle()
      app.clock.advance(3_600_000)
    }
    expect(await documentOf(body.id)).toMatchObject({
      deliveryStatus: 'failed',
      errorCode: 'TRANSPORT_FAILURE',
      errorMessage: expect.stringContaining('Try later'),
    })
    expect(await x.events(x.sender, body.id)).toEqual([
      ...Array.from({ length: 5 }, () => 'document.retrying'),
      'document.failed',
    ])
    expect((await x.sender.post(`/v1/documents/${body.id}/resend`)).status).toBe(202)
    await x.settle()
    expect(await documentOf(body.id)).toMatchObject({ deliveryStatus: 'delivered', errorCode: null })
    expect((await attempts(body.id)).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  test('an invoice is rejected when the mail server refuses it for good, and frees its number', async () => {
    refusals = [refuse(550, 'No such mailbox')]
    const sent = invoice()
    const { body } = await x.sender.post('/v1/documents/send', sent)
    await x.settle()
    expect(await documentOf(body.id)).toMatchObject({
      status: 'rejected',
      deliveryStatus: 'rejected',
      errorCode: 'MAIL_REFUSED',
      errorMessage: expect.stringContaining('No such mailbox'),
    })
    expect(await x.events(x.sender, body.id)).toEqual(['document.failed'])
    expect((await x.sender.post('/v1/documents/send', sent)).status).toBe(201)
    await x.settle()
  })

  const refused = async (body: object, code: string): Promise<Body> => {
    await x.settle()
    const before = await x.sender.footprint()
    const answer = await x.sender.post('/v1/documents/send', body)
    expect(answer).toMatchObject({ status: 422, body: { error: { code } } })
    expect(await x.sender.footprint()).toEqual(before)
    return answer.body.error.details
  }

  test.each([
    ['none', null],
    ['one that is none', 'not an address'],
    ['two in one', 'a@example.com,b@example.com'],
    ['one with a line break', 'a@example.com\r\nBcc: c@example.com'],
  ])('an invoice with %s as e-mail address of its buyer is refused, with that as a reason', async (_what, email) => {
    expect(await refused(invoice(NOBODY, email), 'RECIPIENT_NOT_FOUND')).toContainEqual(
      expect.objectContaining({ rule: 'NO_EMAIL' }),
    )
  })

  test('an unreachable recipient is refused when the company does not allow mail', async () => {
    const other = (await x.sender.post('/v1/companies', { vatNumber: 'BE0123456749' })).body.peppolId
    expect(await refused({ ...invoice(), from: other }, 'RECIPIENT_NOT_FOUND')).toHaveLength(1)
    expect(await refused({ ...invoice(NO_INVOICES), from: other }, 'RECIPIENT_CANNOT_RECEIVE')).toHaveLength(1)
  })
})
