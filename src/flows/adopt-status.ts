import { Prisma } from '../generated/prisma/client.ts'
import type { Db } from '../kernel/database/open.ts'
import type { FlowRow } from './flow.ts'
import { flowIdOf } from './record/flow-rows.ts'

/** Puts a submitted flow in the place of the one that its status was written with. */
export const adoptStatus = (db: Db, { organizationId, id }: FlowRow, entryId: string): Promise<unknown> =>
  db.$executeRaw(Prisma.sql`
    WITH written AS (
      DELETE FROM flows WHERE "organizationId" = ${organizationId} AND id = ${flowIdOf(entryId)} RETURNING *
    )
    UPDATE flows SET "ackStatus" = 'ok', "entryId" = ${entryId}, "documentId" = written."documentId",
      "companyId" = written."companyId", type = written.type, unsettled = true, caller = NULL,
      "processingRule" = CASE WHEN flows."ruleGiven" THEN flows."processingRule" ELSE written."processingRule" END
    FROM written WHERE flows."organizationId" = ${organizationId} AND flows.id = ${id}`)
