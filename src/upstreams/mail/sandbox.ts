import { type Mail, MailRefused, type Mailer } from './port.ts'

/** How many mails are remembered. */
const KEPT = 100

/** Recipients with whom the simulated mail server behaves badly on purpose. Listed in the README. */
const magicMailboxes: Readonly<Record<string, () => never>> = {
  refused: () => {
    throw new MailRefused('550 5.1.1 The mailbox does not exist.')
  },
  unavailable: () => {
    throw new Error('421 4.3.2 The mail server is not available.')
  },
}

interface SandboxMailer extends Mailer {
  /** The last mails, oldest first. Nothing leaves the machine. */
  readonly outbox: readonly Mail[]
}

export const sandboxMailer = (): SandboxMailer => {
  const outbox: Mail[] = []
  return {
    outbox,
    async send(mail, signal) {
      signal.throwIfAborted()
      for (const address of mail.to) magicMailboxes[address.split('@', 1)[0] ?? '']?.()
      outbox.push(mail)
      outbox.splice(0, outbox.length - KEPT)
      return { messageId: `<${mail.id}@sandbox.invalid>`, accepted: mail.to, rejected: [], response: '250 2.0.0 Kept' }
    },
    close: () => Promise.resolve(),
  }
}
