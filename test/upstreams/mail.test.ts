import { afterEach, describe, expect, test } from 'vitest'
import { newTrace } from '../../src/kernel/trace.ts'
import { type Mail, MailRefused, type Mailer } from '../../src/upstreams/mail/port.ts'
import { sandboxMailer } from '../../src/upstreams/mail/sandbox.ts'
import { smtpMailer } from '../../src/upstreams/mail/smtp.ts'
import { startApp } from '../support/app.ts'
import { rejectionOf } from '../support/conformance.ts'
import { patient } from '../support/envelope.ts'
import { type FakeMailServer, type MailJudge, smtpFailure, startFakeMailServer } from '../support/fake-mail-server.ts'

const mail = (more: Partial<Mail> = {}): Mail => ({
  id: 'doc_01kafm4h7vf8xbkrs9q2m3c5de',
  to: ['buyer@example.com'],
  subject: 'Invoice F-1 – Müller',
  text: 'Please find the invoice attached.',
  attachments: [{ fileName: 'F-1.pdf', contentType: 'application/pdf', bytes: Buffer.from('%PDF-1.7 …') }],
  ...more,
})

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const startMailServer = async (judge: MailJudge = {}): Promise<FakeMailServer> => {
  const server = await startFakeMailServer(judge)
  closing.push(() => server.stop())
  return server
}

const mailer = (url: string): Mailer => {
  const made = smtpMailer({ url, from: 'Invoices <invoices@sender.example>', timeoutMs: 2_000 })
  closing.push(() => made.close())
  return made
}

describe('a mail', () => {
  test('a mail arrives with sender, subject, text and attachment, and an identifier that stays the same', async () => {
    const server = await startMailServer()
    const receipts = [
      await mailer(server.url).send(mail(), patient),
      await mailer(server.url).send(mail({ replyTo: 'seller@example.com' }), patient),
    ]
    for (const receipt of receipts)
      expect(receipt).toMatchObject({
        messageId: '<doc_01kafm4h7vf8xbkrs9q2m3c5de@sender.example>',
        accepted: ['buyer@example.com'],
        rejected: [],
      })
    const [first, second] = server.taken
    expect(first).toMatchObject({ from: 'invoices@sender.example', to: ['buyer@example.com'], user: 'invoices' })
    for (const line of [
      'From: Invoices <invoices@sender.example>',
      'Message-ID: <doc_01kafm4h7vf8xbkrs9q2m3c5de@sender.example>',
      'Subject: =?UTF-8?Q?Invoice_F-1_=E2=80=93_M=C3=BCller?=',
      'filename=F-1.pdf',
      Buffer.from('%PDF-1.7 …').toString('base64'),
    ])
      expect(first?.content).toContain(line)
    expect(second?.content).toContain('Reply-To: seller@example.com')
  })

  test('a mail cannot smuggle in headers or recipients', async () => {
    const server = await startMailServer()
    await mailer(server.url).send(mail({ subject: 'F-1\r\nBcc: victim@example.com' }), patient)
    expect(server.taken[0]?.to).toEqual(['buyer@example.com'])
    expect(server.taken[0]?.content).not.toMatch(/^Bcc:/m)
  })

  test('a mail may be tried again after a password that is wrong, which is ours to repair', async () => {
    const server = await startMailServer()
    const error = await rejectionOf(mailer(server.url.replace('secret', 'guessed')).send(mail(), patient))
    expect(error).not.toBeInstanceOf(MailRefused)
    expect(server.taken).toEqual([])
  })
})

describe('in the sandbox', () => {
  test('the sandbox keeps the last hundred mails, and none leaves', async () => {
    const kept = sandboxMailer()
    for (let number = 0; number < 103; number += 1) await kept.send(mail({ id: `mail-${number}` }), patient)
    expect(kept.outbox).toHaveLength(100)
    expect(kept.outbox.at(0)?.id).toBe('mail-3')
    expect(kept.outbox.at(-1)?.id).toBe('mail-102')
  })
})

describe('behind its circuit', () => {
  test('the mailer of the sandbox shows what it kept behind its circuit', async () => {
    const app = await startApp()
    closing.push(() => app.close())
    await app.platform.upstreams.mail.send(newTrace(app.clock.now(), null), mail())
    expect(app.platform.upstreams.mail.outbox.map(({ id }) => id)).toEqual([mail().id])
  })

  test('refused mails leave the circuit closed, and a mail server that is away opens it', async () => {
    const server = await startMailServer({ recipient: () => smtpFailure(550, 'No such mailbox') })
    const app = await startApp({ SMTP_URL: server.url, MAIL_FROM: 'invoices@sender.example' })
    closing.push(() => app.close())
    const send = (): Promise<unknown> => app.platform.upstreams.mail.send(newTrace(app.clock.now(), null), mail())
    for (let attempt = 0; attempt < 8; attempt += 1) await expect(send()).rejects.toBeInstanceOf(MailRefused)
    const circuit = app.platform.upstreams.circuits.find(({ name }) => name === 'mail')
    expect(circuit?.view()).toMatchObject({ state: 'closed', failures: 0 })
    await server.stop()
    for (let attempt = 0; attempt < 5; attempt += 1)
      await expect(send()).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
    expect(circuit?.view()).toMatchObject({ state: 'open', failures: 5 })
  })
})
