/** Work: the mail to the organization's contact about a webhook that was paused. */
import { brandOf, mailWords } from '../companies/brand.ts'
import type { Work } from '../generated/prisma/client.ts'
import type { Platform } from '../operation/platform.ts'
import { newTrace } from '../kernel/trace.ts'
import { MailRefused } from '../upstreams/mail/port.ts'
import type { Attempt } from '../engine/webhooks/post.ts'
import { MOST_ATTEMPTS } from '../engine/webhooks/schedule.ts'

const textOf = (
  webhook: { id: string; url: string },
  failed: { eventId: string; eventType: string; log: unknown } | null,
): string => {
  const last = (failed?.log as Attempt[] | undefined)?.at(-1)
  return [
    `The webhook ${webhook.id} is paused because ${MOST_ATTEMPTS} attempts to deliver an event ` +
      `failed. Its address is`,
    '',
    `  ${webhook.url}`,
    '',
    ...(failed && last
      ? [`The event was ${failed.eventId} (${failed.eventType}). The last attempt, at ${last.at}: ${last.error}`, '']
      : []),
    'The webhook gets no more events. All events stay in the feed: GET /v1/events.',
    `When the endpoint works again, activate the webhook: PATCH /v1/webhooks/${webhook.id} ` +
      `with {"status": "active"}.`,
    'Waiting deliveries are then sent. Events that happened in between ' +
      'can be sent again: POST /v1/events/{event_id}/replay.',
    '',
  ].join('\n')
}

export const tellOfPause = async (platform: Platform, work: Work): Promise<void> => {
  const { organizationId, subjectId: id } = work
  const { client } = platform.db
  const webhook = await client.webhook.findUnique({
    where: { organizationId_id: { organizationId, id } },
    include: { organization: { select: { contactEmail: true } } },
  })
  const to = webhook?.organization.contactEmail
  if (!webhook || !to) return
  const failed = await client.webhookDelivery.findFirst({
    where: { organizationId, webhookId: id, status: 'failed' },
    orderBy: { id: 'desc' },
  })
  try {
    await platform.upstreams.mail.send(newTrace(platform.clock.now(), organizationId), {
      ...mailWords(await brandOf(client, organizationId, webhook.companyId)),
      id: work.id,
      to: [to],
      subject: `Webhook paused: ${new URL(webhook.url).host}`,
      text: textOf(webhook, failed),
      attachments: [],
    })
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
    platform.log.warn({ err: error, webhook: id }, 'The mail about a paused webhook was refused')
  }
}
