/**
 * Work: several deliveries to one webhook, one after the other. The first that fails, or takes long, ends the series: what
 * is left becomes work by itself.
 */
import type { Work } from '../generated/prisma/client.ts'
import { type SingleDelivery, breakUp } from '../engine/webhooks/queue.ts'
import type { Sendable } from '../engine/webhooks/read-batch.ts'
import { ANSWER_TIMEOUT_MS, SERIES_MS } from '../engine/webhooks/schedule.ts'
import { withinTime } from '../engine/work/time-limit.ts'
import type { AlreadyRecorded } from '../engine/work/work.ts'
import type { Platform } from '../operation/platform.ts'
import { type FlowPosting, tryDelivery } from './deliver-event.ts'

export const deliverSeriesWith =
  (postFlow: FlowPosting) =>
  async (platform: Platform, work: Work): Promise<AlreadyRecorded | 'over'> => {
    const { organizationId, target: webhookId, dueAt } = work
    const { sender, db, clock } = platform
    const read = await Promise.all(work.deliveries.map((id) => sender.read({ organizationId, webhookId, id })))
    // After the death of a process some were delivered already.
    const sendables = read.filter((sendable) => sendable !== null)
    const singly = (some: readonly Sendable[]): SingleDelivery[] => some.map(({ delivery: { id } }) => ({ id, dueAt }))
    const began = performance.now()
    // While one is posted, the one before is recorded.
    let recorded: Promise<void> | undefined
    for (const [index, sendable] of sendables.entries()) {
      const posted = withinTime(ANSWER_TIMEOUT_MS, (signal) => tryDelivery(platform, work, sendable, postFlow, signal))
      // What could not be tried is tried by itself, and says there why: here it would hold up the others.
      const [tried] = await Promise.all([posted.catch(() => null), recorded])
      if (!tried) {
        await breakUp(db.client, work, singly(sendables.slice(index)), clock.now())
        return { recorded: 'failure' }
      }
      const { attempt, next } = tried
      const deliveryId = sendable.delivery.id
      const [outcome, rest] = [{ work, webhookId, deliveryId, attempt, next }, singly(sendables.slice(index + 1))]
      if (attempt.error === null && rest.length > 0 && performance.now() - began < SERIES_MS) {
        recorded = sender.record({ ...outcome, goesOn: true })
        continue
      }
      const left = next ? [{ id: deliveryId, dueAt: next }, ...rest] : rest
      await sender.record({ ...outcome, goesOn: left.length > 0 })
      if (left.length > 0) await breakUp(db.client, work, left, clock.now())
      return attempt.error === null ? { recorded: 'success', times: index + 1 } : { recorded: 'failure' }
    }
    return 'over'
  }
