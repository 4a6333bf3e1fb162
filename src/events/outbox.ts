import type { Db } from '../database/open.ts'
import { newId } from '../values/ids.ts'
import type { EventType } from './catalog.ts'

export interface PendingEvent {
  organizationId: string
  companyId: string | null
  type: EventType
  data: object
}

/** Writes events beside the rows they announce; the relay numbers them once they are committed. */
export const appendEvents = async (db: Db, events: readonly PendingEvent[], createdAt: Date): Promise<void> => {
  const [first, ...more] = events.map((event) => ({ ...event, id: newId('event'), createdAt }))
  // Prisma plans a create once, and every createMany anew.
  if (first && more.length === 0) await db.event.create({ data: first, select: { id: true } })
  else if (first) await db.event.createMany({ data: [first, ...more] })
}
