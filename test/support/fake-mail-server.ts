/** A mail server on loopback that wants a password. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface FakeMailServer {
  url: string
  taken: { from: string; to: string[]; content: string; user: string | undefined }[]
  stop(): Promise<void>
}

/** Whom or what the server turns away. */
export interface MailJudge {
  recipient?(address: string): Error | undefined
  content?(): Error | undefined
  /** Resolves when the content is to be answered. */
  patience?(): Promise<void>
}

export const smtpFailure = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode })

export const startFakeMailServer = async (judge: MailJudge = {}): Promise<FakeMailServer> => {
  const taken: FakeMailServer['taken'] = []
  const server = new SMTPServer({
    authOptional: false,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    closeTimeout: 100,
    onAuth: ({ username, password }, _, done) =>
      password === 'secret' ? done(null, { user: username }) : done(smtpFailure(535, 'Invalid login')),
    onRcptTo: ({ address }, _, done) => done(judge.recipient?.(address)),
    async onData(stream, session, done) {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      await judge.patience?.()
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
  return {
    url: `smtp://invoices:secret@127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    taken,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
