/**
 * The work of sending events to webhooks: what puts it there, and what takes it away. A delivery's work has the
 * delivery's own number, and that of a series one of its own.
 */
import { OF_MANY_TENANTS } from '../../kernel/database/distributed.ts'
import type { Db } from '../../kernel/database/open.ts'
import type { Webhook, WebhookDelivery, Work } from '../../generated/prisma/client.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { EventHead } from '../feed/envelope.ts'
import { firstKeptDelivery } from './forget-old-deliveries.ts'
import { newId, newIdAt } from '../../values/ids.ts'
import type { WorkKind } from '../work/work.ts'
import { inSeries } from './series.ts'

type DeliverySubject = Pick<EventHead, 'organizationId' | 'companyId' | 'createdAt'> & {
  eventId: string
  eventType: string
}

/** Which of the subjects that were given a webhook wants. */
interface WebhookMatch {
  webhookId: string
  place: number
}

/** Which active webhooks want which events. They are held against being deleted, until the deliveries are written. */
const matchesOf = (db: Db, events: readonly EventHead[]): Promise<WebhookMatch[]> => {
  const heads = events.map(({ organizationId, type, companyId }, place) => ({ place, organizationId, type, companyId }))
  return db.$queryRaw<WebhookMatch[]>(Prisma.sql`
    SELECT webhooks.id AS "webhookId", event.place
    FROM jsonb_to_recordset(${JSON.stringify(heads)}::jsonb)
      AS event(place int, "organizationId" text, type text, "companyId" text)
    JOIN webhooks ON webhooks."organizationId" = event."organizationId" AND webhooks.status = 'active'
      AND webhooks.events && ARRAY['*', event.type]
      AND (webhooks."companyId" IS NULL OR webhooks."companyId" = event."companyId")
    FOR KEY SHARE OF webhooks ${Prisma.raw(OF_MANY_TENANTS)}`)
}

const storeMatches = async (
  db: Db,
  matches: readonly WebhookMatch[],
  subjects: readonly DeliverySubject[],
): Promise<void> => {
  if (matches.length === 0) return
  await store(
    db,
    matches.map(({ webhookId, place }) => {
      const subject = subjects[place] as DeliverySubject
      return { ...subject, webhookId, id: newIdAt('delivery', subject.createdAt) }
    }),
  )
}

/** What sends events: one, or one after the other. */
export const SENDING = ['webhook.deliver', 'webhook.series'] as const satisfies WorkKind[]

/** The number of the work for the delivery whose `id` a statement has. */
const WORK_ID = Prisma.sql`replace(delivery.id, 'dlv_', 'work_')`

type NewDelivery = DeliverySubject & { id: string; webhookId: string }

/** The work for some deliveries to one webhook. A series goes with a company that all of it is about. */
const workOf = (deliveries: readonly NewDelivery[]) => {
  const [first, ...more] = deliveries as [NewDelivery, ...NewDelivery[]]
  const { organizationId, webhookId, id, companyId, createdAt } = first
  const shared = { organizationId, webhookId, subjectId: id, createdAt }
  if (more.length === 0)
    return { ...shared, id: id.replace('dlv_', 'work_'), kind: 'webhook.deliver', companyId, deliveries: [] }
  return {
    ...shared,
    id: newId('work'),
    kind: 'webhook.series',
    companyId: more.every((delivery) => delivery.companyId === companyId) ? companyId : null,
    deliveries: deliveries.map((delivery) => delivery.id),
  }
}

const subjectOf = ({ organizationId, id, type, companyId, createdAt }: EventHead): DeliverySubject => ({
  organizationId,
  eventId: id,
  eventType: type,
  companyId,
  createdAt,
})

/**
 * Makes the deliveries of events and the work of sending them, in the transaction that gives the events their numbers:
 * no event without its deliveries. Answers how many there are.
 */
export const makeDeliveries = async (db: Db, events: readonly EventHead[]): Promise<number> => {
  if (events.length === 0) return 0
  const matches = await matchesOf(db, events)
  await storeMatches(db, matches, events.map(subjectOf))
  return matches.length
}

/** A flow that has got its moment, for those who wait for flows like it. */
export interface SettledFlow {
  organizationId: string
  id: string
  companyId: string | null
  type: string
  direction: string
  processingRule: string
  ackStatus: string
}

/** The kind of a delivery that brings a flow. */
const FLOW_DELIVERY = 'flow'

/** The same for flows: a delivery for each webhook of flows that wants it. */
export const deliverFlows = async (db: Db, flows: readonly SettledFlow[], now: Date): Promise<void> => {
  if (flows.length === 0) return
  const heads = flows.map((flow, place) => ({ ...flow, place }))
  const matches = await db.$queryRaw<WebhookMatch[]>(Prisma.sql`
    SELECT webhooks.id AS "webhookId", flow.place
    FROM jsonb_to_recordset(${JSON.stringify(heads)}::jsonb) AS flow(place int, "organizationId" text,
      "companyId" text, type text, direction text, "processingRule" text, "ackStatus" text)
    JOIN webhooks ON webhooks."organizationId" = flow."organizationId" AND webhooks.status = 'active'
      AND webhooks.delivers = 'flows'
      AND (webhooks."companyId" IS NULL OR webhooks."companyId" = flow."companyId")
      AND (webhooks."flowTypes" = '{}' OR flow.type = ANY(webhooks."flowTypes"))
      AND (webhooks."flowRules" = '{}' OR flow."processingRule" = ANY(webhooks."flowRules"))
      AND (webhooks."flowDirection" IS NULL OR webhooks."flowDirection"::text = flow.direction)
      AND (webhooks."flowAckStatus" IS NULL OR webhooks."flowAckStatus"::text = flow."ackStatus")
    FOR KEY SHARE OF webhooks ${Prisma.raw(OF_MANY_TENANTS)}`)
  const subjects = flows.map((flow) => subjectOf({ ...flow, type: FLOW_DELIVERY, createdAt: now }))
  await storeMatches(db, matches, subjects)
}

/** One event to one webhook once more: a delivery of its own. */
export const deliverAgain = async (db: Db, webhookId: string, event: EventHead): Promise<WebhookDelivery> => {
  const [id, { organizationId }] = [newIdAt('delivery', event.createdAt), event]
  await store(db, [{ ...subjectOf(event), id, webhookId }])
  return db.webhookDelivery.findUniqueOrThrow({ where: { organizationId_id: { organizationId, id } } })
}

const store = (db: Db, deliveries: readonly NewDelivery[]): Promise<number> =>
  db.$executeRaw(Prisma.sql`
    WITH made AS (
      INSERT INTO webhook_deliveries ("organizationId", id, "webhookId", "eventId", "eventType", "createdAt")
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb)
        AS row("organizationId" text, id text, "webhookId" text, "eventId" text, "eventType" text,
          "createdAt" timestamptz(3))
    )
    INSERT INTO work
      ("organizationId", id, kind, "companyId", "subjectId", target, deliveries, "dueAt", "createdAt")
    SELECT "organizationId", id, kind, "companyId", "subjectId", "webhookId", deliveries, "createdAt", "createdAt"
    FROM jsonb_to_recordset(${JSON.stringify(inSeries(deliveries).map(workOf))}::jsonb)
      AS row("organizationId" text, id text, kind text, "companyId" text, "subjectId" text, "webhookId" text,
        deliveries text[], "createdAt" timestamptz(3))`)

/**
 * Makes deliveries that waited while a webhook was paused due now. Work that still exists belongs to an attempt in
 * flight: counting it as claimed once more keeps that attempt from ending it.
 */
export const resumeDeliveries = (
  db: Db,
  { organizationId, id }: Pick<Webhook, 'organizationId' | 'id'>,
  now: Date,
): Promise<number> =>
  db.$executeRaw(Prisma.sql`
    INSERT INTO work ("organizationId", id, kind, "companyId", "subjectId", target, "dueAt", "createdAt")
    SELECT delivery."organizationId", ${WORK_ID}, 'webhook.deliver', events."companyId", delivery.id,
      delivery."webhookId", ${now}, ${now}
    FROM webhook_deliveries AS delivery
    LEFT JOIN events ON events."organizationId" = delivery."organizationId" AND events.id = delivery."eventId"
    WHERE delivery."organizationId" = ${organizationId} AND delivery."webhookId" = ${id} AND delivery.status = 'pending'
      AND delivery.id >= ${firstKeptDelivery(now)}
    ON CONFLICT ("organizationId", id) DO UPDATE
    SET attempts = work.attempts + 1, "leaseUntil" = NULL, "failedAt" = NULL, "dueAt" = EXCLUDED."dueAt"`)

/** A delivery of a series that becomes work by itself. */
export interface SingleDelivery {
  id: string
  dueAt: Date
}

/**
 * Ends a series before all of it is delivered: what is left becomes work by itself, each about the company of its event.
 * Nothing where the work is somebody else's by now.
 */
export const breakUp = (
  db: Db,
  { organizationId, id, attempts }: Work,
  left: readonly SingleDelivery[],
  now: Date,
): Promise<number> =>
  db.$executeRaw(Prisma.sql`
    WITH series AS (
      DELETE FROM work WHERE "organizationId" = ${organizationId} AND id = ${id} AND attempts = ${attempts}
      RETURNING "companyId", target, advanced
    )
    INSERT INTO work ("organizationId", id, kind, "companyId", "subjectId", target, "dueAt", "createdAt", advanced)
    SELECT ${organizationId}, ${WORK_ID}, 'webhook.deliver', coalesce(events."companyId", series."companyId"), delivery.id,
      series.target, single."dueAt", ${now}, series.advanced
    FROM jsonb_to_recordset(${JSON.stringify(left)}::jsonb) AS single(id text, "dueAt" timestamptz(3))
    CROSS JOIN series
    JOIN webhook_deliveries AS delivery ON delivery."organizationId" = ${organizationId} AND delivery.id = single.id
    LEFT JOIN events ON events."organizationId" = ${organizationId} AND events.id = delivery."eventId"
    ON CONFLICT ("organizationId", id) DO NOTHING`)

/** Takes back what waits for a webhook, as a part of a statement; its deliveries stay as they are. */
export const dropWork = ({ organizationId, id }: Pick<Webhook, 'organizationId' | 'id'>): Prisma.Sql => Prisma.sql`
  DELETE FROM work WHERE "organizationId" = ${organizationId} AND kind = ANY(${[...SENDING]}::text[]) AND target = ${id}
    AND "failedAt" IS NULL`

/**
 * The same for webhooks that were paused because of their failures, each tenant's together. A webhook that somebody has
 * resumed meanwhile keeps its work: it is held, so that nobody resumes it in between.
 */
export const dropWorkOfPaused = async (
  db: Db,
  webhooks: readonly Pick<Webhook, 'organizationId' | 'id'>[],
): Promise<void> => {
  for (const [organizationId, own] of Map.groupBy(webhooks, (webhook) => webhook.organizationId))
    await db.$executeRaw(Prisma.sql`
      WITH paused AS MATERIALIZED (
        SELECT id FROM webhooks
        WHERE "organizationId" = ${organizationId} AND id = ANY(${own.map(({ id }) => id)}::text[])
          AND status = 'paused' FOR SHARE)
      DELETE FROM work USING paused
      WHERE work."organizationId" = ${organizationId} AND work.kind = ANY(${[...SENDING]}::text[])
        AND work.target = paused.id
        AND work."failedAt" IS NULL`)
}
