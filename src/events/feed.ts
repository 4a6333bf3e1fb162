/** What operations on events share: which events a caller sees, how far back the feed reaches, and its pages. */
import { z } from 'zod'
import type { Actor } from '../auth/actor.ts'
import { ownedBy, readableBy, requireOwner } from '../auth/visibility.ts'
import { visibleCompany } from '../companies/company.ts'
import type { Db } from '../kernel/database/open.ts'
import { AppError, refusal } from '../kernel/errors/app-error.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import { id } from '../kernel/input.ts'
import type { Platform } from '../operation/platform.ts'
import { type PageInput, readPage } from '../operation/pagination.ts'
import { eventTypes } from '../engine/feed/catalog.ts'
import { foundSince } from '../engine/feed/forget-old-events.ts'
import type { NumberedEvent } from '../engine/feed/envelope.ts'

const SEQ = /^\d{1,17}$/

/** How inputs name a place in the feed. */
export const seqInput = z
  .string()
  .max(200)
  .meta({ examples: ['0'] })
export const eventFilters = {
  types: z
    .array(z.enum(eventTypes).meta({ graphql: 'EventType' }))
    .min(1)
    .max(eventTypes.length)
    .optional()
    .describe('Only events of these kinds.'),
  companyId: id('company').optional().describe('Only events about this company.'),
}

const numbered = { seq: { not: null } } as const satisfies Prisma.EventWhereInput

/** For a caller of one company, there are its own events and those about what the companies share. */
const visibleTo = (actor: Actor): Prisma.EventWhereInput => ({ ...readableBy(actor), ...numbered })

/** Of these, its own alone are acknowledged, so they alone stand in the list that is worked off. */
const workedOffBy = (actor: Actor): Prisma.EventWhereInput => ({ ...ownedBy(actor), ...numbered })

/** An event as its reader sees it. */
export type ShownEvent = NumberedEvent & { livemode: boolean }

const unknownEvent = (field: string) => ({ field, rule: 'RESOURCE_NOT_FOUND', message: 'The event was not found.' })

export const visibleEvent = async (db: Db, actor: Actor, eventId: string, now: Date): Promise<ShownEvent> => {
  const event = await db.event.findFirst({
    where: { ...visibleTo(actor), id: eventId, createdAt: { gte: foundSince(now) } },
  })
  if (!event) throw new AppError('RESOURCE_NOT_FOUND', { message: 'The event was not found.' })
  return { ...(event as NumberedEvent), livemode: !actor.testMode }
}

/** Those of these events that the caller sees, in this order. */
export const visibleEvents = async (db: Db, actor: Actor, eventIds: readonly string[]): Promise<ShownEvent[]> => {
  const found = await db.event.findMany({ where: { ...visibleTo(actor), id: { in: [...eventIds] } } })
  const byId = new Map(found.map((event) => [event.id, { ...(event as NumberedEvent), livemode: !actor.testMode }]))
  return eventIds.flatMap((one) => byId.get(one) ?? [])
}

/** The event, if the caller may acknowledge it or have it sent again. */
export const ownEvent = async (db: Db, actor: Actor, eventId: string, now: Date): Promise<ShownEvent> => {
  const event = await visibleEvent(db, actor, eventId, now)
  requireOwner(actor, event, 'event')
  return event
}

/** The events of these ids, all of them or a refusal that names the others. */
export const ownEvents = async (db: Db, actor: Actor, eventIds: readonly string[]): Promise<{ id: string }[]> => {
  const found = await db.event.findMany({
    where: { ...visibleTo(actor), id: { in: [...eventIds] } },
    select: { id: true, companyId: true },
  })
  const known = new Set(found.map((event) => event.id))
  const unknown = eventIds.flatMap((one, index) => (known.has(one) ? [] : [unknownEvent(`eventIds[${index}]`)]))
  if (unknown.length > 0)
    throw new AppError('RESOURCE_NOT_FOUND', {
      message: 'Some of the events were not found, so none was acknowledged. `details` names them.',
      details: unknown,
    })
  for (const event of found) requireOwner(actor, event, 'event')
  return found
}

/** Marks events as seen; those that were before keep their time. */
export const acknowledge = async (db: Db, actor: Actor, eventIds: readonly string[], now: Date): Promise<number> =>
  (
    await db.event.updateMany({
      where: { ...workedOffBy(actor), id: { in: [...eventIds] }, acknowledgedAt: null },
      data: { acknowledgedAt: now },
    })
  ).count

/** The number of the newest event, and of the last one that is not shown any more. */
const sequenceOf = async (db: Db, organizationId: string): Promise<{ last: bigint; forgotten: bigint }> =>
  (await db.eventSequence.findUnique({ where: { organizationId } })) ?? { last: 0n, forgotten: 0n }

interface Extent {
  /** The lowest number that the feed can be read on from. */
  first: bigint
  /** The number of the newest event. */
  last: bigint
}

/** The newest number is read first: an event that is numbered meanwhile is found then, and not taken for a lost one. */
const extentOf = async (db: Db, organizationId: string): Promise<Extent> => {
  const { last, forgotten } = await sequenceOf(db, organizationId)
  const oldest = await db.event.findFirst({
    where: { organizationId, seq: { gt: forgotten } },
    orderBy: { seq: 'asc' },
    select: { seq: true },
  })
  return { first: oldest?.seq ? oldest.seq - 1n : last, last }
}

/** Reads a place in the feed that a caller names, if the feed still has everything after it. */
export const placeInFeed = async (db: Db, organizationId: string, text: string, field: string): Promise<bigint> => {
  const invalid = (message: string): AppError => refusal('INVALID_REQUEST', field, message)
  if (!SEQ.test(text)) throw invalid('Expected the `seq` of an event.')
  const seq = BigInt(text)
  const { first, last } = await extentOf(db, organizationId)
  if (seq < first)
    throw refusal('CURSOR_EXPIRED', field, `The feed can be read from ${first} on. Older events are no longer kept.`, {
      facts: { oldest: String(first) },
    })
  if (seq > last) throw invalid(`This number is higher than that of the newest event, which is ${last}.`)
  return seq
}

interface FeedQuery extends PageInput {
  afterSeq?: string | undefined
  types?: readonly string[] | undefined
  companyId?: string | undefined
  includeAcked?: boolean | undefined
}

/** A place may also be named by the cursor of the page that ends there. */
const isCursor = (afterSeq: string | undefined): afterSeq is string => afterSeq !== undefined && !SEQ.test(afterSeq)

/** One page of the feed, oldest first. */
export const readFeed = async (
  name: string,
  { db, actor, platform }: { db: Db; actor: Actor; platform: Pick<Platform, 'cursors'> },
  given: FeedQuery,
) => {
  const { first, after: cursor, last, before, afterSeq, ...others } = given
  const { organizationId } = actor
  const filters = { ...others, afterSeq: isCursor(afterSeq) ? undefined : afterSeq }
  const [after, field] = cursor === undefined && isCursor(afterSeq) ? [afterSeq, 'afterSeq'] : [cursor, 'after']
  const company = filters.companyId === undefined ? undefined : await visibleCompany(db, actor, filters.companyId)
  // A cursor that was kept for a month is refused like a number of that age.
  if (after !== undefined)
    await placeInFeed(db, organizationId, platform.cursors.read(name, filters, after, field), field)
  const begin =
    filters.afterSeq === undefined
      ? (await sequenceOf(db, organizationId)).forgotten
      : await placeInFeed(db, organizationId, filters.afterSeq, 'afterSeq')
  const where: Prisma.EventWhereInput = {
    AND: [
      filters.includeAcked ? visibleTo(actor) : workedOffBy(actor),
      { seq: { gt: begin } },
      filters.types ? { type: { in: [...filters.types] } } : {},
      company ? { companyId: company.id } : {},
      filters.includeAcked ? {} : { acknowledgedAt: null },
    ],
  }
  const livemode = !actor.testMode
  return readPage<ShownEvent>(platform.cursors, {
    name,
    filters,
    page: { first, after, last, before },
    order: 'asc',
    keyOf: ({ seq }) => String(seq),
    async find(range, order, take) {
      const events = await db.event.findMany({
        where: { AND: [where, { seq: between(range) }] },
        orderBy: { seq: order },
        take,
      })
      return events.map((event) => ({ ...(event as NumberedEvent), livemode }))
    },
    count: () => db.event.count({ where }),
  })
}

const between = (range: { lt?: string; gt?: string } = {}): Prisma.BigIntNullableFilter => ({
  ...(range.gt !== undefined && { gt: BigInt(range.gt) }),
  ...(range.lt !== undefined && { lt: BigInt(range.lt) }),
})
