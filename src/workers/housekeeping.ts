import { forgetOldEvents } from '../events/forget-old-events.ts'
import type { Platform } from '../platform.ts'
import { forgetOldAnswers } from '../requests/idempotency.ts'

const EVERY_MS = 3_600_000
const DAY_MS = 24 * 3_600_000
const KEPT_LOG_DAYS = 30
const KEPT_DELIVERY_DAYS = 30

/** What is removed when its time is over. Each is safe to run at any time, by any number of instances. */
const chores: Record<string, (platform: Platform, now: Date) => Promise<unknown>> = {
  'stored answers': (platform) => forgetOldAnswers(platform),
  'request logs': ({ db }, now) => db.client.requestLog.deleteMany({ where: { startedAt: { lt: new Date(now.getTime() - KEPT_LOG_DAYS * DAY_MS) } } }),
  events: forgetOldEvents,
  'webhook deliveries': ({ db }, now) => db.client.webhookDelivery.deleteMany({ where: { createdAt: { lt: new Date(now.getTime() - KEPT_DELIVERY_DAYS * DAY_MS) } } }),
  // A sandbox organization goes with everything it has, a day after its keys have ended.
  'sandbox organizations': ({ db }, now) => db.client.organization.deleteMany({ where: { expiresAt: { lt: new Date(now.getTime() - DAY_MS) } } }),
}

export const tidy = async (platform: Platform): Promise<void> => {
  for (const [what, chore] of Object.entries(chores)) {
    try {
      await chore(platform, platform.clock.now())
    } catch (error) {
      platform.log.error({ err: error, what }, 'Housekeeping failed; it is tried again in an hour')
    }
  }
}

/** Tidies every hour; returns the function that stops it. */
export const startHousekeeping = (platform: Platform): (() => Promise<void>) => {
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => void (running = tidy(platform)), EVERY_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
    return running
  }
}
