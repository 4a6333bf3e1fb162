/** What the service sends on its own: webhooks and mails. */
import { z } from 'zod'
import { flag, nameServers, url } from './forms.ts'

export const outgoingSettings = {
  /** For tests and a sandbox of one machine: webhooks may go to any address, and by http. */
  WEBHOOK_ALLOW_PRIVATE: flag.default(false),
  /** Which servers resolve the names of webhooks; those of the machine when absent. */
  WEBHOOK_DNS: nameServers.optional(),

  /** With a mail server, mails leave; without, the sandbox keeps them and a live deployment refuses them. */
  SMTP_URL: url('smtp', 'smtps').optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^@\r\n]*[^@\s<]@[^@\s>]+>?$/, 'expected an address such as `Invoices <invoices@example.com>`')
    .optional(),

  /** Whether messages about changing platforms go to the other platform by mail. */
  PORTABILITY_MAIL: flag.default(false),
}
