import type { Db } from '../../kernel/database/open.ts'
import { type NewRow, json, writeRows } from '../../kernel/database/rows.ts'
import { newIdAt } from '../../values/ids.ts'
import { type Announced, type EventType, eventCatalog } from './catalog.ts'

/** A kind of event with its own data, and with no other's. */
export type Announcement = { [T in EventType]: { type: T; data: Announced<T> } }[EventType]

export type PendingEvent = Announcement & {
  organizationId: string
  companyId: string | null
  /** The version that the object has now, which is later than the time where it changed twice in a millisecond. */
  updatedAt?: Date | undefined
}

export const eventRow = (
  { organizationId, type, companyId, data, updatedAt }: PendingEvent,
  createdAt: Date,
): NewRow => ({
  table: 'events',
  columns: {
    organizationId,
    id: newIdAt('event', createdAt),
    type,
    companyId,
    data: json(dated(type, data, updatedAt ?? createdAt)),
    createdAt,
  },
})

const dated = (type: EventType, data: object, updatedAt: Date): object =>
  'updatedAt' in eventCatalog[type].shape ? { ...data, updatedAt: updatedAt.toISOString() } : data

/** Writes events beside the rows they announce; the relay numbers them once they are committed. */
export const appendEvents = (db: Db, events: readonly PendingEvent[], createdAt: Date): Promise<void> =>
  writeRows(
    db,
    events.map((event) => eventRow(event, createdAt)),
  )
