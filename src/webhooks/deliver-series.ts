/**
 * Work: several deliveries to one webhook, one after the other. The first that fails, or takes long, ends the series: what
 * is left becomes work by itself.
 */
import type { Work } from '../generated/prisma/client.ts'
import type { Sendable } from '../engine/webhooks/read-batch.ts'
import type { SingleWork } from '../engine/webhooks/record-batch.ts'
import { ANSWER_TIMEOUT_MS, SERIES_MS } from '../engine/webhooks/schedule.ts'
import { withinTime } from '../engine/work/time-limit.ts'
import type { AlreadyRecorded } from '../engine/work/work.ts'
import type { Platform } from '../operation/platform.ts'
import { type FlowPosting, tryDelivery } from './deliver-event.ts'

/** What is not delivered becomes work by itself: due when `next` says, or at once. */
const singly = ({ dueAt }: Work, { delivery, event }: Sendable, next: Date | null = null): SingleWork => ({
  id: delivery.id,
  companyId: event?.companyId ?? null,
  dueAt: next ?? dueAt,
})

export const deliverSeriesWith =
  (postFlow: FlowPosting) =>
  async (platform: Platform, work: Work): Promise<AlreadyRecorded | 'over'> => {
    const { organizationId, target: webhookId } = work
    const read = await Promise.all(work.deliveries.map((id) => platform.sender.read({ organizationId, webhookId, id })))
    // After the death of a process some were delivered already.
    const sendables = read.filter((sendable) => sendable !== null)
    const began = performance.now()
    // While one is posted, the one before is recorded.
    let recorded: Promise<void> | undefined
    for (const [index, sendable] of sendables.entries()) {
      const posted = withinTime(ANSWER_TIMEOUT_MS, (signal) => tryDelivery(platform, work, sendable, postFlow, signal))
      const [{ attempt, next }] = await Promise.all([posted, recorded])
      const left = sendables.slice(index + 1)
      const outcome = { work, webhookId, deliveryId: sendable.delivery.id, attempt, next }
      if (attempt.error === null && left.length > 0 && performance.now() - began < SERIES_MS) {
        recorded = platform.sender.record({ ...outcome, goesOn: true })
        continue
      }
      const rest = left.map((one) => singly(work, one))
      await platform.sender.record({ ...outcome, rest: next ? [singly(work, sendable, next), ...rest] : rest })
      return { recorded: attempt.error === null ? 'success' : 'failure' }
    }
    return 'over'
  }
