/** What follows from a batch of attempts, written in one statement. */
import { OF_MANY_TENANTS } from '../../kernel/database/distributed.ts'
import type { Client } from '../../kernel/database/open.ts'
import { Prisma, type Webhook, type Work } from '../../generated/prisma/client.ts'
import type { Attempt } from './post.ts'
import { keyOf } from './read-batch.ts'
import { MOST_ATTEMPTS } from './schedule.ts'

/** How an attempt ended, and when the next one is due; without a next one the delivery is over. */
export interface PostOutcome {
  work: Pick<Work, 'organizationId' | 'id' | 'attempts'>
  /** Whether the work, a series, is about other deliveries too, and stays. */
  goesOn?: boolean
  webhookId: string
  deliveryId: string
  attempt: Attempt
  next: Date | null
}

interface Health {
  organizationId: string
  id: string
  succeeded: boolean
  failures: number
  deliveredAt: string | null
  exhausted: boolean
}

/**
 * How late a webhook may tell when it was last delivered to. Each delivery refers to its webhook, and takes the longer
 * the more often the webhook was written meanwhile.
 */
const TOLD_WITHIN = Prisma.sql`interval '1 second'`

/** What the attempts of a batch, in their order, say of each webhook: the failures after its last success. */
const healthOf = (outcomes: readonly PostOutcome[]): Health[] => {
  const found = new Map<string, Health>()
  for (const {
    work: { organizationId },
    webhookId: id,
    attempt,
    next,
  } of outcomes) {
    const key = keyOf({ organizationId, id })
    const known = found.get(key) ?? {
      organizationId,
      id,
      succeeded: false,
      failures: 0,
      deliveredAt: null,
      exhausted: false,
    }
    found.set(
      key,
      attempt.error === null
        ? { ...known, succeeded: true, failures: 0, deliveredAt: attempt.at }
        : {
            ...known,
            failures: known.failures + 1,
            exhausted: known.exhausted || (next === null && attempt.number >= MOST_ATTEMPTS),
          },
    )
  }
  return [...found.values()]
}

/**
 * The outcomes as a table, written without what is null. The limit tells the planner how few rows there are: it would read
 * whole tables for the hundred that it assumes.
 */
const outcomeTable = (outcomes: readonly PostOutcome[]): Prisma.Sql => {
  const rows = outcomes.map(({ work, goesOn = false, deliveryId, attempt, next }) => ({
    organizationId: work.organizationId,
    delivery: deliveryId,
    attempt,
    ...(!goesOn && { work: work.id, claim: work.attempts }),
    ...(attempt.error !== null && { next, error: attempt.error }),
  }))
  return Prisma.sql`
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS row("organizationId" text, work text, claim int, delivery text, attempt jsonb,
          next timestamptz(3), error text)
      LIMIT ${rows.length}`
}

const healthTable = (health: readonly Health[]): Prisma.Sql => Prisma.sql`
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(health)}::jsonb)
        AS row("organizationId" text, id text, succeeded boolean, failures int, "deliveredAt" timestamptz(3),
          exhausted boolean)
      LIMIT ${health.length}`

const updatedDeliveries = (now: Date): Prisma.Sql => Prisma.sql`
      UPDATE webhook_deliveries AS delivery
      SET attempts = delivery.attempts + 1, log = delivery.log || outcome.attempt,
        status = CASE
          WHEN delivery.status = 'delivered' OR outcome.error IS NULL THEN 'delivered'
          WHEN outcome.next IS NULL THEN 'failed'
          ELSE delivery.status END::"WebhookDeliveryStatus",
        "deliveredAt" = CASE WHEN outcome.error IS NULL THEN ${now} ELSE delivery."deliveredAt" END
      FROM outcome
      WHERE delivery."organizationId" = outcome."organizationId" AND delivery.id = outcome.delivery`

/** Work that belongs to this very attempt: with its lease lost, it belongs to another. */
const OWN_WORK = Prisma.sql`
        work."organizationId" = outcome."organizationId" AND work.id = outcome.work AND work.attempts = outcome.claim`

const updatedWebhooks = (now: Date): Prisma.Sql => Prisma.sql`
      UPDATE webhooks
      SET "failureCount" = health.failures + CASE WHEN health.succeeded THEN 0 ELSE webhooks."failureCount" END,
        "lastDeliveredAt" = greatest(webhooks."lastDeliveredAt", health."deliveredAt"),
        "pausedAt" = CASE
          WHEN health.exhausted AND webhooks.status = 'active' THEN ${now} ELSE webhooks."pausedAt" END,
        "pausedByFailures" = webhooks."pausedByFailures" OR (health.exhausted AND webhooks.status = 'active'),
        status = CASE WHEN health.exhausted THEN 'paused' ELSE webhooks.status END::"WebhookStatus"
      FROM health JOIN held USING ("organizationId", id)
      WHERE webhooks."organizationId" = health."organizationId" AND webhooks.id = health.id
      RETURNING webhooks."organizationId", webhooks.id, webhooks."companyId",
        health.exhausted AND webhooks."pausedAt" = ${now} AS paused`

const mailOfPaused = (now: Date): Prisma.Sql => Prisma.sql`, mail AS (
      INSERT INTO work ("organizationId", id, kind, "companyId", "subjectId", target, "dueAt", "createdAt")
      SELECT "organizationId", 'work_' || id || '_' || ${String(now.getTime())}, 'webhook.paused', "companyId", id, id,
        ${now}, ${now}
      FROM updated WHERE paused
      ON CONFLICT ("organizationId", id) DO NOTHING
    )`

/**
 * One statement for everything that follows from a batch of attempts: log and state of the deliveries, their work
 * (guarded by the attempt, in case the lease was lost), the health of the webhooks, and the mail about those that are
 * paused by it. Webhooks are locked in one order, so that workers do not wait for each other in a circle. Returns those
 * that are paused by it.
 */
export const recordBatch = (
  client: Client,
  outcomes: readonly PostOutcome[],
  now: Date,
): Promise<Pick<Webhook, 'organizationId' | 'id'>[]> => {
  const health = healthOf(outcomes)
  return client.$queryRaw<Pick<Webhook, 'organizationId' | 'id'>[]>(Prisma.sql`
    WITH outcome AS (${outcomeTable(outcomes)}
    ), health AS (${healthTable(health)}
    ), logged AS (${updatedDeliveries(now)}
    ), done AS (
      DELETE FROM work USING outcome WHERE outcome.next IS NULL AND ${OWN_WORK}
    ), again AS (
      UPDATE work SET "dueAt" = outcome.next, "leaseUntil" = NULL, "lastError" = outcome.error
      FROM outcome WHERE outcome.next IS NOT NULL AND ${OWN_WORK}
    ), held AS MATERIALIZED (
      SELECT webhooks."organizationId", webhooks.id FROM webhooks JOIN health USING ("organizationId", id)
      WHERE health.failures > 0 OR webhooks."failureCount" > 0
        OR coalesce(webhooks."lastDeliveredAt" < health."deliveredAt" - ${TOLD_WITHIN}, TRUE)
      ORDER BY webhooks."organizationId", webhooks.id FOR NO KEY UPDATE OF webhooks ${Prisma.raw(OF_MANY_TENANTS)}
    ), updated AS (${updatedWebhooks(now)}
    )${health.some(({ exhausted }) => exhausted) ? mailOfPaused(now) : Prisma.empty}
    SELECT "organizationId", id FROM updated WHERE paused`)
}
