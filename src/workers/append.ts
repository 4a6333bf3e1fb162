import type { Db } from '../database/open.ts'
import { newId } from '../values/ids.ts'
import type { WorkKind } from './kinds.ts'

export interface PendingWork {
  organizationId: string
  companyId?: string | null
  kind: WorkKind
  subjectId: string
  /** Attempts against one target share its limit; by default the subject. */
  target?: string
  /** When it is due; at once when absent. */
  dueAt?: Date
}

/** Writes work beside the rows that cause it. */
export const appendWork = async (db: Db, work: readonly PendingWork[], now: Date): Promise<void> => {
  const [first, ...more] = work.map(({ target, dueAt, companyId, ...rest }) => ({
    ...rest, companyId: companyId ?? null, target: target ?? rest.subjectId, dueAt: dueAt ?? now, id: newId('work'), createdAt: now,
  }))
  // Prisma plans a create once, and every createMany anew.
  if (first && more.length === 0) await db.work.create({ data: first, select: { id: true } })
  else if (first) await db.work.createMany({ data: [first, ...more] })
}
