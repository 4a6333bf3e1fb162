export interface Mail {
  /** Ours: the same for every attempt, so that a mail that arrives twice can be recognised. */
  id: string
  to: readonly string[]
  replyTo?: string | undefined
  /** What the sender is called; the address stays ours. */
  senderName?: string | undefined
  subject: string
  text: string
  attachments: readonly { fileName: string; contentType: string; bytes: Uint8Array }[]
}

export interface MailReceipt {
  messageId: string
  accepted: readonly string[]
  rejected: readonly string[]
  /** What the server said. */
  response: string
}

export interface Mailer {
  /** Throws MailRefused when nobody will take it, MailDeferred or anything else when it may be tried again. */
  send(mail: Mail, signal: AbortSignal): Promise<MailReceipt>
  close(): Promise<void>
}

/** The server has judged the mail or its recipients: sending it again is of no use. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
  readonly code = 'MAIL_REFUSED'
  /** The mail server works: its circuit stays closed. */
  readonly beyondUpstream = true
}

/**
 * The server does not take the mail at this moment, because of its recipient or content. Servers with grey lists do so
 * on purpose.
 */
export class MailDeferred extends Error {
  override readonly name = 'MailDeferred'
  readonly beyondUpstream = true
}
