import type { Db } from '../database/open.ts'
import { Prisma } from '../generated/prisma/client.ts'
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
  if (work.length === 0) return
  // Prisma plans every createMany anew; this is written beside nearly every change.
  const rows = work.map(({ organizationId, companyId = null, kind, subjectId, target = subjectId, dueAt = now }) => Prisma.sql`(${organizationId}, ${newId('work')}, ${kind}, ${companyId}, ${subjectId}, ${target}, ${dueAt}, ${now})`)
  await db.$executeRaw`INSERT INTO work ("organizationId", id, kind, "companyId", "subjectId", target, "dueAt", "createdAt") VALUES ${Prisma.join(rows)}`
}
