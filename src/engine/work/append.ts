import type { Db } from '../../kernel/database/open.ts'
import { type NewRow, writeRows } from '../../kernel/database/rows.ts'
import { newId } from '../../values/ids.ts'
import type { WorkKind } from './work.ts'

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

export const workRow = (
  { organizationId, companyId = null, kind, subjectId, target = subjectId, dueAt }: PendingWork,
  now: Date,
): NewRow => ({
  table: 'work',
  columns: {
    organizationId,
    id: newId('work'),
    kind,
    companyId,
    subjectId,
    target,
    dueAt: dueAt ?? now,
    createdAt: now,
  },
})

/** Writes work beside the rows that cause it. */
export const appendWork = (db: Db, work: readonly PendingWork[], now: Date): Promise<void> =>
  writeRows(
    db,
    work.map((one) => workRow(one, now)),
  )
