/** Reads and writes of many deliveries at once: a statement for each would cost more than the deliveries themselves. */
import DataLoader from 'dataloader'
import type { Client } from '../../kernel/database/open.ts'
import type { NumberedEvent } from '../feed/envelope.ts'
import { Prisma, type WebhookDelivery, type Work } from '../../generated/prisma/client.ts'
import type { Attempt, WebhookTarget } from './post.ts'
import { MOST_ATTEMPTS } from './schedule.ts'
import { dropWorkOfPaused } from './queue.ts'

const MOST_AT_ONCE = 500

/** What gathers while one batch is under way is the next. */
const inTurn = <Item, Result>(batch: (items: readonly Item[]) => Promise<Result[]>): DataLoader<Item, Result> => {
  let last: Promise<unknown> = Promise.resolve()
  return new DataLoader<Item, Result>(
    (items) => {
      const mine = batch(items)
      last = mine.catch(() => undefined)
      return mine
    },
    { cache: false, maxBatchSize: MOST_AT_ONCE, batchScheduleFn: (run) => void last.then(() => setImmediate(run)) },
  )
}

/** A delivery as it is sent: to whom, and what. */
export interface Sendable {
  delivery: Pick<WebhookDelivery, 'id' | 'attempts' | 'eventId' | 'eventType'>
  target: WebhookTarget
  /** Absent when the event is no longer kept. */
  event: Pick<NumberedEvent, 'seq' | 'createdAt' | 'data'> | null
}

type SendableRow = WebhookTarget & {
  deliveryId: string
  attempts: number
  eventId: string
  eventType: string
  seq: bigint | null
  eventAt: Date
  data: NumberedEvent['data']
}

const readBatch = async (client: Client, works: readonly Work[]): Promise<(Sendable | null)[]> => {
  const rows = await client.$queryRaw<SendableRow[]>(Prisma.sql`
    SELECT webhooks."organizationId", webhooks.id, webhooks.url, webhooks.secret, webhooks."previousSecrets",
      delivery.id AS "deliveryId", delivery.attempts, delivery."eventId", delivery."eventType", events.seq, events."createdAt" AS "eventAt", events.data
    FROM unnest(${works.map((work) => work.organizationId)}::text[], ${works.map((work) => work.subjectId)}::text[]) AS wanted("organizationId", id)
    JOIN webhook_deliveries AS delivery ON delivery."organizationId" = wanted."organizationId" AND delivery.id = wanted.id AND delivery.status = 'pending'
    JOIN webhooks ON webhooks."organizationId" = delivery."organizationId" AND webhooks.id = delivery."webhookId" AND webhooks.status = 'active'
    LEFT JOIN events ON events."organizationId" = delivery."organizationId" AND events.id = delivery."eventId"`)
  const found = new Map(
    rows.map(
      ({ deliveryId, attempts, eventId, eventType, seq, eventAt, data, ...target }) =>
        [
          deliveryId,
          {
            target,
            delivery: { id: deliveryId, attempts, eventId, eventType },
            event: seq === null ? null : { seq, createdAt: eventAt, data },
          },
        ] as const,
    ),
  )
  return works.map(({ subjectId }) => found.get(subjectId) ?? null)
}

/** How an attempt ended, and when the next one is due; without a next one the delivery is over. */
export interface AttemptOutcome {
  work: Pick<Work, 'organizationId' | 'id' | 'attempts'>
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

/** What the attempts of a batch, in their order, say of each webhook: the failures after its last success. */
const healthOf = (outcomes: readonly AttemptOutcome[]): Health[] => {
  const found = new Map<string, Health>()
  for (const {
    work: { organizationId },
    webhookId: id,
    attempt,
    next,
  } of outcomes) {
    const known = found.get(id) ?? {
      organizationId,
      id,
      succeeded: false,
      failures: 0,
      deliveredAt: null,
      exhausted: false,
    }
    found.set(
      id,
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
 * One statement for everything that follows from a batch of attempts: log and state of the deliveries, their work (guarded
 * by the attempt, in case the lease was lost), the health of the webhooks, and the mail about those that are paused by it.
 * Webhooks are locked in one order, so that workers do not wait for each other in a circle.
 */
const recordBatch = (client: Client, outcomes: readonly AttemptOutcome[], now: Date): Promise<{ id: string }[]> => {
  const rows = JSON.stringify(
    outcomes.map(({ work, deliveryId, attempt, next }) => ({
      organizationId: work.organizationId,
      work: work.id,
      claim: work.attempts,
      delivery: deliveryId,
      attempt,
      failed: attempt.error !== null,
      next,
      error: attempt.error,
    })),
  )
  const health = healthOf(outcomes)
  // The limits tell the planner how few rows there are: it would read whole tables for the hundred that it assumes.
  return client.$queryRaw<{ id: string }[]>(Prisma.sql`
    WITH outcome AS (
      SELECT * FROM jsonb_to_recordset(${rows}::jsonb) AS row("organizationId" text, work text, claim int, delivery text, attempt jsonb, failed boolean, next timestamptz(3), error text) LIMIT ${outcomes.length}
    ), health AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(health)}::jsonb) AS row("organizationId" text, id text, succeeded boolean, failures int, "deliveredAt" timestamptz(3), exhausted boolean) LIMIT ${health.length}
    ), logged AS (
      UPDATE webhook_deliveries AS delivery SET attempts = delivery.attempts + 1, log = delivery.log || outcome.attempt,
        status = CASE WHEN delivery.status = 'delivered' OR NOT outcome.failed THEN 'delivered' WHEN outcome.next IS NULL THEN 'failed' ELSE delivery.status END::"WebhookDeliveryStatus",
        "deliveredAt" = CASE WHEN outcome.failed THEN delivery."deliveredAt" ELSE ${now} END
      FROM outcome WHERE delivery."organizationId" = outcome."organizationId" AND delivery.id = outcome.delivery
    ), done AS (
      DELETE FROM work USING outcome WHERE outcome.next IS NULL AND work."organizationId" = outcome."organizationId" AND work.id = outcome.work AND work.attempts = outcome.claim
    ), again AS (
      UPDATE work SET "dueAt" = outcome.next, "leaseUntil" = NULL, "lastError" = outcome.error
      FROM outcome WHERE outcome.next IS NOT NULL AND work."organizationId" = outcome."organizationId" AND work.id = outcome.work AND work.attempts = outcome.claim
    ), held AS MATERIALIZED (
      SELECT webhooks."organizationId", webhooks.id FROM webhooks JOIN health USING ("organizationId", id) ORDER BY webhooks."organizationId", webhooks.id FOR NO KEY UPDATE OF webhooks
    ), told AS (
      UPDATE webhooks SET "failureCount" = health.failures + CASE WHEN health.succeeded THEN 0 ELSE webhooks."failureCount" END,
        "lastDeliveredAt" = greatest(webhooks."lastDeliveredAt", health."deliveredAt"),
        "pausedAt" = CASE WHEN health.exhausted AND webhooks.status = 'active' THEN ${now} ELSE webhooks."pausedAt" END,
        status = CASE WHEN health.exhausted THEN 'paused' ELSE webhooks.status END::"WebhookStatus"
      FROM health JOIN held USING ("organizationId", id)
      WHERE webhooks."organizationId" = health."organizationId" AND webhooks.id = health.id
      RETURNING webhooks."organizationId", webhooks.id, webhooks."companyId", health.exhausted AND webhooks."pausedAt" = ${now} AS paused
    )${health.some(({ exhausted }) => exhausted) ? mailOfPaused(now) : Prisma.empty}
    SELECT id FROM told WHERE paused`)
}

const mailOfPaused = (now: Date): Prisma.Sql => Prisma.sql`, mail AS (
  INSERT INTO work ("organizationId", id, kind, "companyId", "subjectId", target, "dueAt", "createdAt")
  SELECT "organizationId", 'work_' || id || '_' || ${String(now.getTime())}, 'webhook.paused', "companyId", id, id, ${now}, ${now}
  FROM told WHERE paused
  ON CONFLICT ("organizationId", id) DO NOTHING
)`

export interface Batches {
  read(work: Work): Promise<Sendable | null>
  /** Resolves when the outcome is stored. */
  record(outcome: AttemptOutcome): Promise<void>
}

export const newBatches = (client: Client, now: () => Date): Batches => {
  const reads = inTurn<Work, Sendable | null>((works) => readBatch(client, works))
  const records = inTurn<AttemptOutcome, undefined>(async (outcomes) => {
    const paused = await recordBatch(client, outcomes, now())
    const pausedIds = paused.map(({ id }) => id)
    if (pausedIds.length > 0) await dropWorkOfPaused(client, pausedIds)
    return outcomes.map(() => undefined)
  })
  return { read: (work) => reads.load(work), record: (outcome) => records.load(outcome) }
}
