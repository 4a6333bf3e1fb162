import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, test } from 'vitest'
import { newTrace } from '../../src/kernel/trace.ts'
import { type Mail, MailRefused, type Mailer } from '../../src/upstreams/mail/port.ts'
import { sandboxMailer } from '../../src/upstreams/mail/sandbox.ts'
import { smtpMailer } from '../../src/upstreams/mail/smtp.ts'
import { startApp } from '../support/app.ts'
import { patient } from '../support/envelope.ts'

const mail = (more: Partial<Mail> = {}): Mail => ({
  id: 'doc_01kafm4h7vf8xbkrs9q2m3c5de',
  to: ['buyer@example.com'],
  subject: 'Invoice F-1 – Müller',
  text: 'Please find the invoice attached.',
  attachments: [{ fileName: 'F-1.pdf', contentType: 'application/pdf', bytes: Buffer.from('%PDF-1.7 …') }],
  ...more,
})

interface Taken {
  from: string
  to: string[]
  content: string
  user: string | undefined
}
interface MailServer {
  url: string
  taken: Taken[]
  stop(): Promise<void>
}

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const failure = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode })

/** A mail server on loopback that wants a password; `judge` may refuse a recipient or the content. */
const startMailServer = async (
  judge: { recipient?: (address: string) => Error | undefined; content?: () => Error | undefined } = {},
): Promise<MailServer> => {
  const taken: Taken[] = []
  const server = new SMTPServer({
    authOptional: false,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      password === 'secret' ? done(null, { user: username }) : done(failure(535, 'Invalid login')),
    onRcptTo: ({ address }, _, done) => done(judge.recipient?.(address)),
    async onData(stream, session, done) {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      const refusal = judge.content?.()
      const from = session.envelope.mailFrom
      if (!refusal)
        taken.push({
          from: from === false ? '' : from.address,
          to: session.envelope.rcptTo.map(({ address }) => address),
          content: Buffer.concat(chunks).toString('utf8'),
          user: session.user,
        })
      done(refusal)
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const stop = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()))
  closing.push(stop)
  return { url: `smtp://invoices:secret@127.0.0.1:${(server.server.address() as AddressInfo).port}`, taken, stop }
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

  test('a mail that the server refuses for good is refused', async () => {
    const server = await startMailServer({ content: () => failure(554, 'Not wanted here') })
    await expect(mailer(server.url).send(mail(), patient)).rejects.toMatchObject({
      name: 'MailRefused',
      message: expect.stringContaining('Not wanted here'),
    })
  })

  test('a mail to a mailbox that does not exist is refused', async () => {
    const server = await startMailServer({ recipient: () => failure(550, 'No such mailbox') })
    await expect(mailer(server.url).send(mail(), patient)).rejects.toBeInstanceOf(MailRefused)
  })

  test('a mail tells which of several recipients were not taken', async () => {
    const server = await startMailServer({
      recipient: (address) => (address.startsWith('gone') ? failure(550, 'No such mailbox') : undefined),
    })
    expect(
      await mailer(server.url).send(mail({ to: ['buyer@example.com', 'gone@example.com'] }), patient),
    ).toMatchObject({ accepted: ['buyer@example.com'], rejected: ['gone@example.com'] })
  })

  test.each<[string, (server: MailServer) => string]>([
    ['a server that is busy', ({ url }) => url],
    ['a password that is wrong', ({ url }) => url.replace('secret', 'guessed')],
    ['a server that does not answer', () => 'smtp://invoices:secret@127.0.0.1:1'],
  ])('a mail may be tried again after %s', async (_, urlOf) => {
    const server = await startMailServer({ content: () => failure(451, 'Try again later') })
    const error = await mailer(urlOf(server))
      .send(mail(), patient)
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Error)
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

  test('some mailboxes of the sandbox behave badly on purpose', async () => {
    const kept = sandboxMailer()
    await expect(kept.send(mail({ to: ['refused@example.com'] }), patient)).rejects.toBeInstanceOf(MailRefused)
    await expect(kept.send(mail({ to: ['unavailable@example.com'] }), patient)).rejects.toThrow('not available')
    expect(kept.outbox).toEqual([])
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
    const server = await startMailServer({ recipient: () => failure(550, 'No such mailbox') })
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
