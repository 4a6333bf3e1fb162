/** Work: brings the messages of a request to the other platform by mail. Safe to run twice: a mail has a number. */
import { triesOf } from '../engine/work/tries.ts'
import type { PortabilityRequest, Work } from '../generated/prisma/client.ts'
import type { Db } from '../kernel/database/open.ts'
import { newTrace } from '../kernel/trace.ts'
import type { Platform } from '../operation/platform.ts'
import { MailRefused } from '../upstreams/mail/port.ts'
import { keptMessage } from '../values/text.ts'
import { type KeptMessage, messagesOf } from './request.ts'

export const MAIL_DELAYS_SECONDS = [60, 300, 1_800, 7_200, 43_200] as const

const note = async (
  db: Db,
  { organizationId, id }: PortabilityRequest,
  messageId: string,
  outcome: Pick<KeptMessage, 'dispatch' | 'error'>,
): Promise<void> => {
  const key = { organizationId_id: { organizationId, id } }
  await db.$queryRaw`
    SELECT 1 FROM portability_requests WHERE "organizationId" = ${organizationId} AND id = ${id} FOR UPDATE`
  const request = await db.portabilityRequest.findUnique({ where: key })
  if (!request) return
  const messages = messagesOf(request).map((one) => (one.id === messageId ? { ...one, ...outcome } : one))
  await db.portabilityRequest.update({ where: key, data: { messages } })
}

const send = async (
  { upstreams, clock }: Platform,
  { organizationId }: PortabilityRequest,
  { id, mailTo, subject, csv }: KeptMessage,
): Promise<void> => {
  const attachment = { fileName: 'portability.csv', contentType: 'text/csv', bytes: Buffer.from(csv ?? '') }
  await upstreams.mail.send(newTrace(clock.now(), organizationId), {
    id,
    to: [mailTo ?? ''],
    subject,
    text: 'The table of this message about changing platforms is attached.\n',
    attachments: [attachment],
  })
}

export const mailMessage = async (platform: Platform, work: Work): Promise<void> => {
  const { organizationId, subjectId: id } = work
  const request = await platform.db.client.portabilityRequest.findUnique({
    where: { organizationId_id: { organizationId, id } },
  })
  if (!request) return
  const keep = (messageId: string, outcome: Pick<KeptMessage, 'dispatch' | 'error'>): Promise<void> =>
    platform.db.transaction((db) => note(db, request, messageId, outcome))
  for (const message of messagesOf(request).filter(({ dispatch }) => dispatch === 'pending'))
    try {
      await send(platform, request, message)
      await keep(message.id, { dispatch: 'sent', error: null })
    } catch (error) {
      const isLast = error instanceof MailRefused || triesOf(work) > MAIL_DELAYS_SECONDS.length
      if (!isLast) throw error
      await keep(message.id, { dispatch: 'failed', error: keptMessage((error as Error).message) })
    }
}
