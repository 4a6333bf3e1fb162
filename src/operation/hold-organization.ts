import type { Db } from '../kernel/database/open.ts'

/**
 * Holds the row of an organization until the transaction ends. Who makes one more of what an organization may have a
 * number of waits here for others who do, and then counts with theirs; nobody else waits.
 */
export const holdOrganization = (db: Db, id: string): Promise<unknown> =>
  db.$queryRaw`SELECT 1 FROM organizations WHERE id = ${id} FOR NO KEY UPDATE`
