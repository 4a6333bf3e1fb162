import { type Mail, MailDeferred, MailRefused, type Mailer } from './port.ts'

/** How many mails are remembered. */
const KEPT = 100

/** Recipients whom the simulated mail server does not take on purpose, with its words. Listed in the README. */
const magicMailboxes: Readonly<Record<string, Error>> = {
  refused: new MailRefused('550 5.1.1 The mailbox does not exist.'),
  unavailable: new MailDeferred('450 4.2.0 The mailbox is not available at this moment.'),
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
      const faults = new Map(mail.to.map((address) => [address, magicMailboxes[address.split('@', 1)[0] ?? '']]))
      const accepted = mail.to.filter((address) => !faults.get(address))
      const rejected = mail.to.filter((address) => faults.get(address))
      // As a mail server does: it takes the mail for those whom it knows, and fails only where there are none.
      const fault = faults.get(rejected.at(-1) ?? '')
      if (accepted.length === 0 && fault) throw fault
      outbox.push(mail)
      outbox.splice(0, outbox.length - KEPT)
      return { messageId: `<${mail.id}@sandbox.invalid>`, accepted, rejected, response: '250 2.0.0 Kept' }
    },
    close: () => Promise.resolve(),
  }
}
