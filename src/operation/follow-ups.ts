import type { Announced, EventType } from '../engine/feed/catalog.ts'
import { type PendingEvent, eventRow } from '../engine/feed/outbox.ts'
import { type PendingWork, workRow } from '../engine/work/append.ts'
import type { Db } from '../kernel/database/open.ts'
import { writeRows } from '../kernel/database/rows.ts'

export interface Following {
  emit<T extends EventType>(
    type: T,
    data: Announced<T>,
    about?: { companyId?: string | null; organizationId?: string; updatedAt?: Date },
  ): void
  enqueue(work: Omit<PendingWork, 'organizationId'> & { organizationId?: string }): void
}

/**
 * What follows from a change: gathered while its transaction runs, and written at its end in one statement. It belongs
 * to the organization that calls, unless it says another; with neither it is not written.
 */
export class FollowUps implements Following {
  readonly #events: PendingEvent[] = []
  readonly #work: PendingWork[] = []
  readonly #organizationId: string

  constructor(organizationId = '') {
    this.#organizationId = organizationId
  }

  readonly emit: Following['emit'] = (type, data, about) =>
    void this.#events.push({
      organizationId: about?.organizationId ?? this.#organizationId,
      companyId: about?.companyId ?? null,
      updatedAt: about?.updatedAt,
      type,
      data,
    } as PendingEvent)

  readonly enqueue: Following['enqueue'] = (item) =>
    void this.#work.push({ organizationId: this.#organizationId, ...item })

  write(db: Db, now: Date): Promise<void> {
    return writeRows(db, [
      ...this.#events.map((event) => eventRow(event, now)),
      ...this.#work.map((one) => workRow(one, now)),
    ])
  }
}
