import type { Db } from '../database/open.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { newId } from '../values/ids.ts'
import type { EventData, EventType } from './catalog.ts'

/** A kind of event with its own data, and with no other's. */
export type Announcement = { [T in EventType]: { type: T; data: EventData<T> } }[EventType]

export type PendingEvent = Announcement & { organizationId: string; companyId: string | null }

/** Writes events beside the rows they announce; the relay numbers them once they are committed. */
export const appendEvents = async (db: Db, events: readonly PendingEvent[], createdAt: Date): Promise<void> => {
  if (events.length === 0) return
  // Prisma plans every createMany anew; this is written beside nearly every change.
  const rows = events.map(({ organizationId, type, companyId, data }) => Prisma.sql`(${organizationId}, ${newId('event')}, ${type}, ${companyId}, ${JSON.stringify(data)}::jsonb, ${createdAt})`)
  await db.$executeRaw`INSERT INTO events ("organizationId", id, type, "companyId", data, "createdAt") VALUES ${Prisma.join(rows)}`
}
