import { type ComplianceReport, type LifecycleEntry, type LifecycleMessage, type Payment, Prisma } from '../generated/prisma/client.ts'
import type { Db } from './open.ts'

/** Tables that are written many rows at once, with what a whole row of each is. */
interface Rows {
  compliance_reports: ComplianceReport
  lifecycle_entries: LifecycleEntry
  lifecycle_messages: LifecycleMessage
  payments: Payment
}

/**
 * Writes rows with one statement, whose text is the same however many there are: it is planned once, where Prisma plans
 * every createMany anew. The columns take from JSON what they are made of.
 */
export const insertRows = async <T extends keyof Rows>(db: Db, table: T, rows: readonly Rows[T][]): Promise<void> => {
  if (rows.length === 0) return
  const name = Prisma.raw(`"${table}"`)
  await db.$executeRaw`INSERT INTO ${name} SELECT * FROM json_populate_recordset(NULL::${name}, ${JSON.stringify(rows)}::json)`
}
