import type { Db } from '../database/open.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import { newId } from '../values/ids.ts'
import type { EventData, EventType } from './catalog.ts'

/** A kind of event with its own data, and with no other's. */
export type Announcement = { [T in EventType]: { type: T; data: EventData<T> } }[EventType]

export type PendingEvent = Announcement & { organizationId: string; companyId: string | null }

/** Writes events beside the rows they announce; the relay numbers them once they are committed. */
export const appendEvents = async (db: Db, events: readonly PendingEvent[], createdAt: Date): Promise<void> => {
  const [first, ...more] = events.map((event) => ({ ...event, data: event.data as Prisma.InputJsonObject, id: newId('event'), createdAt }))
  // Prisma plans a create once, and every createMany anew.
  if (first && more.length === 0) await db.event.create({ data: first, select: { id: true } })
  else if (first) await db.event.createMany({ data: [first, ...more] })
}
