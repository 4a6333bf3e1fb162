/** Work: one attempt to bring one event to one webhook. Safe to run twice: receivers deduplicate by the event's id. */
import type { Work } from '../generated/prisma/client.ts'
import type { Platform } from '../operation/platform.ts'
import type { AlreadyRecorded } from '../engine/work/work.ts'
import { bodyOf } from './document.ts'
import { nextDue } from '../engine/work/next-due.ts'
import type { Sendable } from '../engine/webhooks/read-batch.ts'
import { type Attempt, type WebhookTarget, postEvent } from '../engine/webhooks/post.ts'
import { ATTEMPT_DELAYS_SECONDS } from '../engine/webhooks/schedule.ts'

/** `delivers` of webhooks that flows are posted to. */
const FLOWS = 'flows'

const gone = (number: number, now: Date): Attempt => ({
  number,
  at: now.toISOString(),
  durationMs: 0,
  status: null,
  error: 'The event is no longer kept, so it cannot be sent.',
  response: null,
})

/** What a webhook of flows posts: its door says how. */
export type FlowPosting = (
  platform: Platform,
  target: WebhookTarget,
  delivery: Sendable['delivery'],
  now: Date,
  signal: AbortSignal,
) => Promise<Attempt | null>

const attempted = async (
  platform: Platform,
  sendable: Sendable,
  postFlow: FlowPosting,
  now: Date,
  signal: AbortSignal,
): Promise<Attempt> => {
  const { target, delivery } = sendable
  if (target.delivers !== FLOWS) return eventAttempt(platform, sendable, now, signal)
  return (await postFlow(platform, target, delivery, now, signal)) ?? gone(delivery.attempts + 1, now)
}

const eventAttempt = async (
  platform: Platform,
  { target, delivery, event }: Sendable,
  now: Date,
  signal: AbortSignal,
): Promise<Attempt> => {
  const number = delivery.attempts + 1
  if (!event) return gone(number, now)
  const {
    sender: { endpoints },
    secretBox,
  } = platform
  const known = { organizationId: target.organizationId, id: delivery.eventId, type: delivery.eventType, ...event }
  const posting = { deliveryId: delivery.id, number, event: known, body: await bodyOf(platform, target, known) }
  return postEvent({ endpoints, secretBox }, target, posting, now, signal)
}

/** An event that is no longer kept; a flow is kept as long as its organization. */
const isGone = ({ target, event }: Sendable): boolean => target.delivers !== FLOWS && !event

interface Tried {
  attempt: Attempt
  /** When the next attempt is due. */
  next: Date | null
}

/** One attempt at a delivery of due work. */
export const tryDelivery = async (
  platform: Platform,
  work: Work,
  sendable: Sendable,
  postFlow: FlowPosting,
  signal: AbortSignal,
): Promise<Tried> => {
  const attempt = await attempted(platform, sendable, postFlow, platform.clock.now(), signal)
  const delay = attempt.error === null || isGone(sendable) ? undefined : ATTEMPT_DELAYS_SECONDS[attempt.number]
  return { attempt, next: delay === undefined ? null : nextDue(work, platform.clock.now(), delay) }
}

export const deliverWith =
  (postFlow: FlowPosting) =>
  async (platform: Platform, work: Work, signal: AbortSignal): Promise<AlreadyRecorded | 'over'> => {
    const { organizationId, subjectId: deliveryId, target: webhookId } = work
    const sendable = await platform.sender.read({ organizationId, webhookId, id: deliveryId })
    // Delivered already, paused or deleted: a paused webhook takes up its deliveries again by itself.
    if (!sendable) return 'over'
    const { attempt, next } = await tryDelivery(platform, work, sendable, postFlow, signal)
    await platform.sender.record({ work, webhookId, deliveryId, attempt, next })
    return { recorded: attempt.error === null ? 'success' : 'failure' }
  }
