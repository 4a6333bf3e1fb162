import { expect, test } from 'vitest'
import { type Mail, MailDeferred, MailRefused, type Mailer } from '../../../src/upstreams/mail/port.ts'
import { sandboxMailer } from '../../../src/upstreams/mail/sandbox.ts'
import { smtpMailer } from '../../../src/upstreams/mail/smtp.ts'
import { behindCircuit, forEachImplementation, rejectionOf, soon, tooLate } from '../../support/conformance.ts'
import { patient } from '../../support/envelope.ts'
import { smtpFailure, startFakeMailServer } from '../../support/fake-mail-server.ts'

interface Opened {
  mailer: Mailer
  /** How many mails were taken. */
  taken(): number
  close(): Promise<void>
}

let last = 0
const mailTo = (...to: string[]): Mail => ({
  id: `doc_${++last}`,
  to,
  subject: 'Invoice F-1 – Müller',
  text: 'Please find the invoice attached.',
  attachments: [{ fileName: 'F-1.pdf', contentType: 'application/pdf', bytes: Buffer.from('%PDF-1.7 …') }],
})

const simulator = async (): Promise<Opened> => {
  const mailer = sandboxMailer()
  return { mailer, taken: () => mailer.outbox.length, close: () => mailer.close() }
}

const driverFor = (url: string): Mailer =>
  smtpMailer({ url, from: 'Invoices <invoices@sender.example>', timeoutMs: 2_000 })

const smtp = async (): Promise<Opened> => {
  const server = await startFakeMailServer({
    recipient: (address) =>
      ({
        refused: smtpFailure(550, 'The mailbox does not exist'),
        unavailable: smtpFailure(450, 'The mailbox is not available at this moment'),
      })[address.split('@')[0] ?? ''],
  })
  const mailer = driverFor(server.url)
  return {
    mailer,
    taken: () => server.taken.length,
    async close() {
      await mailer.close()
      await server.stop()
    },
  }
}

forEachImplementation('mail', { simulator, smtp }, (opened) => {
  test('a mail that was taken has a receipt with its identifier, its recipients and an answer', async () => {
    const { mailer, taken } = opened()
    const before = taken()
    const mail = mailTo('buyer@example.com', 'office@example.com')
    expect(await mailer.send(mail, patient)).toEqual({
      messageId: expect.stringMatching(new RegExp(`^<${mail.id}@[\\w.]+>$`)),
      accepted: mail.to,
      rejected: [],
      response: expect.stringMatching(/^250 /),
    })
    expect(taken()).toBe(before + 1)
  })

  test('a mail that is sent again has the identifier that it had, so that its recipient can tell', async () => {
    const mail = mailTo('buyer@example.com')
    const receipts = [await opened().mailer.send(mail, patient), await opened().mailer.send(mail, patient)]
    expect(new Set(receipts.map(({ messageId }) => messageId)).size).toBe(1)
  })

  test('a mail to a mailbox that does not exist is refused for good, and is no fault of the mail server', async () => {
    const { mailer, taken } = opened()
    const before = taken()
    const error = await rejectionOf(behindCircuit((signal) => mailer.send(mailTo('refused@example.com'), signal)))
    expect(error).toBeInstanceOf(MailRefused)
    expect(error).toMatchObject({ code: 'MAIL_REFUSED', beyondUpstream: true, message: expect.stringContaining('550') })
    expect(taken()).toBe(before)
  })

  test('a mail to a mailbox that is full may be tried again, and is no fault of the mail server', async () => {
    const { mailer, taken } = opened()
    const before = taken()
    const error = await rejectionOf(behindCircuit((signal) => mailer.send(mailTo('unavailable@example.com'), signal)))
    expect(error).toBeInstanceOf(MailDeferred)
    expect(error).toMatchObject({ beyondUpstream: true, message: expect.stringContaining('450') })
    expect(taken()).toBe(before)
  })

  test.each(['refused@example.com', 'unavailable@example.com'])(
    'a mail to several goes to those whose mailboxes are there, and its receipt names the other: %s',
    async (other) => {
      const { mailer, taken } = opened()
      const before = taken()
      expect(await mailer.send(mailTo('buyer@example.com', other), patient)).toMatchObject({
        accepted: ['buyer@example.com'],
        rejected: [other],
      })
      expect(taken()).toBe(before + 1)
    },
  )

  test('no mail is sent when the time is over before', async () => {
    const { mailer, taken } = opened()
    const before = taken()
    expect(await rejectionOf(mailer.send(mailTo('buyer@example.com'), tooLate))).not.toBeInstanceOf(MailRefused)
    expect(taken()).toBe(before)
  })
})

test('a mail server that keeps silent is left when the time is over, and the mail may be tried again', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const server = await startFakeMailServer({ patience: () => promise, content: () => smtpFailure(554, 'Too late') })
  const mailer = driverFor(server.url)
  const error = await rejectionOf(mailer.send(mailTo('buyer@example.com'), soon()))
  expect(error).not.toBeInstanceOf(MailRefused)
  expect(error).toMatchObject({ code: 'EABORT' })
  resolve()
  await server.stop()
  expect(server.taken).toEqual([])
})

test('a mail server that cannot be reached is an upstream that is not available', async () => {
  const mailer = driverFor('smtp://invoices:secret@127.0.0.1:1')
  expect(await rejectionOf(behindCircuit((signal) => mailer.send(mailTo('buyer@example.com'), signal)))).toMatchObject({
    code: 'UPSTREAM_UNAVAILABLE',
  })
})

test('a mail that the server does not take at this moment may be tried again', async () => {
  const server = await startFakeMailServer({ content: () => smtpFailure(451, 'Try again later') })
  const error = await rejectionOf(driverFor(server.url).send(mailTo('buyer@example.com'), patient))
  expect(error).toBeInstanceOf(MailDeferred)
  expect(server.taken).toEqual([])
  await server.stop()
})

test('a mail whose content the server refuses is refused for good, with the words of the server', async () => {
  const server = await startFakeMailServer({ content: () => smtpFailure(554, 'Not wanted here') })
  const error = await rejectionOf(driverFor(server.url).send(mailTo('buyer@example.com'), patient))
  expect(error).toBeInstanceOf(MailRefused)
  expect(error.message).toContain('Not wanted here')
  await server.stop()
})
