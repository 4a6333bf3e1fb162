import { createTransport } from 'nodemailer'
import { type Mail, type MailReceipt, MailRefused, type Mailer } from './port.ts'

export interface SmtpOptions {
  /** `smtp://user:password@host:587` (STARTTLS where offered; `?requireTLS=true` insists), or `smtps://…:465`. */
  url: string
  from: string
  /** Each wait of a conversation: connecting, the greeting, silence. */
  timeoutMs?: number
}

const TIMEOUT_MS = 15_000

/** A mail server, spoken to with a connection for each mail. Content never names files or addresses to be fetched. */
export const smtpMailer = ({ url, from, timeoutMs = TIMEOUT_MS }: SmtpOptions): Mailer => {
  const limits = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs, dnsTimeout: timeoutMs }
  const transport = createTransport({ url, disableFileAccess: true, disableUrlAccess: true, ...limits })
  const domain = /@([^>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return {
    async send(mail, signal) {
      signal.throwIfAborted()
      try {
        const { messageId, accepted, rejected, response } = await transport.sendMail(contentOf(mail, from, domain))
        return receiptOf(messageId, accepted, rejected, response)
      } catch (error) {
        throw isFinal(error) ? new MailRefused(error.message, { cause: error }) : error
      }
    },
    close: () => Promise.resolve(transport.close()),
  }
}

const contentOf = ({ id, to, replyTo, subject, text, attachments }: Mail, from: string, domain: string) => ({
  from, to: [...to], ...(replyTo !== undefined && { replyTo }), subject, text, messageId: `<${id}@${domain}>`,
  attachments: attachments.map(({ fileName, contentType, bytes }) => ({ filename: fileName, contentType, content: Buffer.from(bytes) })),
})

const addressOf = (one: string | { address: string }): string => (typeof one === 'string' ? one : one.address)

const receiptOf = (messageId: string, accepted: readonly (string | { address: string })[], rejected: readonly (string | { address: string })[], response: string): MailReceipt => ({
  messageId, accepted: accepted.map(addressOf), rejected: rejected.map(addressOf), response,
})

/** Codes of the 500s are final, those of the 400s are not; failing to log in is ours to repair, and the mail may go later. */
const isFinal = (error: unknown): error is Error =>
  error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number' && error.responseCode >= 500 && !('code' in error && error.code === 'EAUTH')
