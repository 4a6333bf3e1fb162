import { grantOwnerless } from '../companies/claims.ts'
import { forgetOldEvents } from '../engine/feed/forget-old-events.ts'
import { forgetOldDeliveries } from '../engine/webhooks/forget-old-deliveries.ts'
import { forgetBefore } from '../kernel/database/old-rows.ts'
import { transactionsOf } from '../kernel/database/open.ts'
import { dropMonths } from '../kernel/database/partitions.ts'
import { wasStopped } from '../kernel/database/patience.ts'
import { forgetOldAccess, restWebhooksOfAgents } from '../oauth/forget-old.ts'
import type { Platform } from '../operation/platform.ts'
import { deleteRowsOf } from '../portability/deletion/delete-organization.ts'
import { sweepFiles } from '../documents/record/sweep-files.ts'
import { forgetOldAnswers } from '../operation/idempotency.ts'
import { makeComingMonths } from './coming-months.ts'

import { KEPT_RESULT_DAYS } from '../bulk/bulk-operation.ts'
import { DAY_MS } from '../values/dates.ts'

const EVERY_MS = 3_600_000
const FIRST_AFTER_MS = 60_000
const KEPT_SIMULATION_DAYS = 30
const KEPT_IMPORT_DAYS = 30
/** As long as a shop may post the same cart again. */
const KEPT_VISIT_DAYS = 30
const KEPT_FAILURES_DAYS = 90
/** For chores that read many rows: once in so many hourly turns. */
const DAILY = 24

/** Each takes all its rows along, and a statement may not take long. */
const SANDBOXES_AT_ONCE = 20

type Chore = (platform: Platform, now: Date) => Promise<unknown>

/** What one statement does not delete in its time goes some rows at a time. */
const deleteSandboxes = async (platform: Platform, ids: string[]): Promise<void> => {
  const where = { id: { in: ids } }
  try {
    await platform.db.client.organization.deleteMany({ where })
  } catch (error) {
    if (!wasStopped(error)) throw error
    for (const id of ids) await deleteRowsOf(platform, id)
    await platform.db.client.organization.deleteMany({ where })
  }
}

const forgetEndedSandboxes = async (platform: Platform, now: Date): Promise<void> => {
  const { client } = platform.db
  const where = { expiresAt: { lt: new Date(now.getTime() - DAY_MS) } }
  let found: number
  do {
    const ended = await client.organization.findMany({ where, select: { id: true }, take: SANDBOXES_AT_ONCE })
    const ids = ended.map(({ id }) => id)
    found = ids.length
    // With Citus no foreign key leads from these.
    await client.participant.deleteMany({ where: { organizationId: { in: ids } } })
    await client.domain.deleteMany({ where: { organizationId: { in: ids } } })
    await deleteSandboxes(platform, ids)
  } while (found === SANDBOXES_AT_ONCE)
}

/** What is removed when it is old enough. Each chore is safe to run at any time, by any number of instances. */
const chores: Record<string, Chore | { every: number; chore: Chore }> = {
  'stored answers': (platform) => forgetOldAnswers(platform),
  'partitions of the coming months': makeComingMonths,
  'request logs': async ({ db, env }, now) => {
    const before = new Date(now.getTime() - env.REQUEST_LOG_DAYS * DAY_MS)
    await dropMonths(transactionsOf(db), 'request_logs', before)
    // They say who asked for what, in which words: no row waits for the end of its month.
    await forgetBefore(before, (startedAt) => db.client.requestLog.deleteMany({ where: { startedAt } }))
  },
  events: ({ db }, now) => forgetOldEvents(db, now),
  'webhook deliveries': ({ db }, now) => forgetOldDeliveries(db, now),
  'work that failed for good': ({ db }, now) =>
    db.client.work.deleteMany({ where: { failedAt: { lt: new Date(now.getTime() - KEPT_FAILURES_DAYS * DAY_MS) } } }),
  'progress of imports': ({ db }, now) =>
    db.client.companyImport.deleteMany({
      where: { startedAt: { lt: new Date(now.getTime() - KEPT_IMPORT_DAYS * DAY_MS) } },
    }),
  'bulk operations': ({ db }, now) =>
    db.client.bulkOperation.deleteMany({
      where: { endedAt: { lt: new Date(now.getTime() - KEPT_RESULT_DAYS * DAY_MS) } },
    }),
  'answers of registries': ({ db }, now) => db.client.registryAnswer.deleteMany({ where: { keptUntil: { lt: now } } }),
  'simulated messages': ({ db }, now) =>
    forgetBefore(new Date(now.getTime() - KEPT_SIMULATION_DAYS * DAY_MS), (receivedAt) =>
      db.client.simulatedMessage.deleteMany({ where: { receivedAt } }),
    ),
  'files that nothing names': { every: DAILY, chore: sweepFiles },
  'visits to shops': ({ db }, now) =>
    db.client.cartSession.deleteMany({
      where: { expiresAt: { lt: new Date(now.getTime() - KEPT_VISIT_DAYS * DAY_MS) } },
    }),
  'webhooks of agents that ended': ({ db }, now) => restWebhooksOfAgents(db, now),
  'old access of agents': ({ db }, now) => forgetOldAccess(db.client, now),
  // A sandbox organization goes with everything it has, a day after its keys have ended.
  'sandbox organizations': async (platform, now) => {
    await forgetEndedSandboxes(platform, now)
    await grantOwnerless(platform)
  },
}

/** One round of chores; `turn` counts the hours. */
export const tidy = async (platform: Platform, turn = 0): Promise<void> => {
  for (const [what, entry] of Object.entries(chores)) {
    const { every, chore } = typeof entry === 'function' ? { every: 1, chore: entry } : entry
    if (turn % every !== 0) continue
    try {
      await chore(platform, platform.clock.now())
    } catch (error) {
      platform.log.error({ err: error, what }, 'Housekeeping failed; it is tried again later')
    }
  }
}

/**
 * Tidies every hour, and for the first time soon after the start, so that a process that is restarted often tidies too.
 * Returns the function that stops it.
 */
export const startHousekeeping = (platform: Platform): (() => Promise<void>) => {
  let running: Promise<void> = Promise.resolve()
  let turn = 0
  let timer: NodeJS.Timeout
  const after = (ms: number): void => {
    timer = setTimeout(() => {
      running = tidy(platform, turn++)
      after(EVERY_MS)
    }, ms).unref()
  }
  after(FIRST_AFTER_MS)
  return () => {
    clearTimeout(timer)
    return running
  }
}
