import { createTransport } from 'nodemailer'
import { type Mail, MailDeferred, type MailReceipt, MailRefused, type Mailer } from './port.ts'

interface SmtpOptions {
  /** `smtp://user:password@host:587` (STARTTLS where offered; `?requireTLS=true` insists), or `smtps://…:465`. */
  url: string
  from: string
  /** Each wait of a conversation: connecting, the greeting, silence. */
  timeoutMs?: number
}

const TIMEOUT_MS = 15_000

/** A mail server, spoken to with a connection for each mail. Content never names files or addresses to be fetched. */
export const smtpMailer = ({ url, from, timeoutMs = TIMEOUT_MS }: SmtpOptions): Mailer => {
  const limits = {
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  }
  const transport = createTransport({ url, disableFileAccess: true, disableUrlAccess: true, ...limits })
  const domain = /@([^>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return {
    async send(mail, signal) {
      signal.throwIfAborted()
      try {
        const { messageId, accepted, rejected, response } = await transport.sendMail({
          ...contentOf(mail, from, domain),
          signal,
        })
        return receiptOf(messageId, accepted, rejected, response)
      } catch (error) {
        throw judged(error)
      }
    },
    close: () => Promise.resolve(transport.close()),
  }
}

/** `Invoices <invoices@example.com>` */
const bareAddress = (from: string): string => /<([^>]+)>\s*$/.exec(from)?.[1] ?? from

const contentOf = (
  { id, to, replyTo, senderName, subject, text, attachments }: Mail,
  from: string,
  domain: string,
) => ({
  from: senderName === undefined ? from : { name: senderName, address: bareAddress(from) },
  to: [...to],
  ...(replyTo !== undefined && { replyTo }),
  subject,
  text,
  messageId: `<${id}@${domain}>`,
  attachments: attachments.map(({ fileName, contentType, bytes }) => ({
    filename: fileName,
    contentType,
    content: Buffer.from(bytes),
  })),
})

const addressOf = (one: string | { address: string }): string => (typeof one === 'string' ? one : one.address)

const receiptOf = (
  messageId: string,
  accepted: readonly (string | { address: string })[],
  rejected: readonly (string | { address: string })[],
  response: string,
): MailReceipt => ({
  messageId,
  accepted: accepted.map(addressOf),
  rejected: rejected.map(addressOf),
  response,
})

/**
 * What the server answered: codes of the 500s are final, those of the 400s are not. Failing to log in is ours to
 * repair.
 */
const codeOf = (error: Error): number =>
  'responseCode' in error && typeof error.responseCode === 'number' && !('code' in error && error.code === 'EAUTH')
    ? error.responseCode
    : 0

/** A recipient or a mail that is turned away says nothing against the mail server. */
const judged = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  if (codeOf(error) >= 500) return new MailRefused(error.message, { cause: error })
  const aboutTheMail = 'command' in error && /^(?:RCPT TO|DATA)/.test(String(error.command))
  return codeOf(error) >= 400 && aboutTheMail ? new MailDeferred(error.message, { cause: error }) : error
}
