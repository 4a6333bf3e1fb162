/** How far an import of many companies is, which can be read by the id of its request while it runs. */
import type { CompanyImport } from '../generated/prisma/client.ts'
import type { Preparation, Run } from '../operation/operation.ts'

const WRITTEN_EVERY_MS = 250
/** An import without progress for so long counts as interrupted: its process has ended. */
const SILENT_MS = 60_000

export const importStates = {
  running: 'The import goes on.',
  finished: 'Every item was looked at.',
  interrupted: 'The import ended before every item was looked at. Send the items again.',
} as const

export interface ImportProgress {
  /** One more item was looked at. */
  note(isRefused: boolean): Promise<void>
}

/** Stores that an import begins; a request that is repeated under its id begins again. */
export const beginImport = async (
  { db, platform, actor: { organizationId }, requestId: id }: Preparation,
  total: number,
): Promise<ImportProgress> => {
  const startedAt = platform.clock.now()
  const begun = { total, examined: 0, failed: 0, startedAt, updatedAt: startedAt, finishedAt: null }
  await db.companyImport.upsert({
    where: { organizationId_id: { organizationId, id } },
    create: { organizationId, id, ...begun },
    update: begun,
  })
  let [examined, failed, writtenAt] = [0, 0, Number.NEGATIVE_INFINITY]
  return {
    async note(isRefused) {
      examined += 1
      if (isRefused) failed += 1
      if (performance.now() - writtenAt < WRITTEN_EVERY_MS) return
      writtenAt = performance.now()
      await db.companyImport.updateMany({
        where: { organizationId, id, examined: { lt: examined } },
        data: { examined, failed, updatedAt: platform.clock.now() },
      })
    },
  }
}

/** Stores that an import is finished, in the transaction that stores the companies. */
export const finishImport = (
  { db, now, actor: { organizationId } }: Run,
  id: string,
  { examined, failed }: { examined: number; failed: number },
): Promise<unknown> =>
  db.companyImport.updateMany({
    where: { organizationId, id },
    data: { examined, failed, updatedAt: now, finishedAt: now },
  })

export const stateOf = ({ finishedAt, updatedAt }: CompanyImport, now: Date): keyof typeof importStates =>
  finishedAt !== null ? 'finished' : now.getTime() - updatedAt.getTime() > SILENT_MS ? 'interrupted' : 'running'
