/** Which documents the movements of an account are payments of: by what the payer wrote, and by the amount. */
import type { Actor } from '../auth/actor.ts'
import { mayRead } from '../auth/visibility.ts'
import { type Db, PLANNED_ANEW } from '../kernel/database/open.ts'
import { type BankEntry, candidatesOf } from '../formats/iso20022/bank-file.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { Decimal } from '../values/money.ts'
import { type EntryMatch, type OwedDocument, type RemainingAmounts, matchEntry, recordedBefore } from './match-entry.ts'
import { recordedEntries } from './payment.ts'

export { type MatchResult, matchResults } from './match-entry.ts'

interface OwedRow extends Omit<OwedDocument, 'remaining'> {
  due: { toFixed(): string }
  paid: { toFixed(): string }
  keys: string[]
  endToEnd: string[]
}

/** Letters and digits of a reference, as `comparable` makes them. */
const stripped = (column: string): Prisma.Sql => Prisma.raw(`regexp_replace(upper(${column}), '[^A-Z0-9]+', '', 'g')`)

/** Documents that the movements may name, with what remains of them: one statement for a whole portion of movements. */
const documentsFor = async (
  db: Db,
  { organizationId, companyId }: Actor,
  entries: readonly BankEntry[],
): Promise<OwedRow[]> => {
  const words = [...new Set(entries.flatMap(candidatesOf))]
  const endToEnd = entries.flatMap(({ endToEndId }) => endToEndId ?? [])
  const mine = companyId === null ? Prisma.empty : Prisma.sql`AND d."companyId" = ${companyId}`
  // `OFFSET 0` keeps each word a look into an index, however little the planner knows of the table. A plan that is kept
  // would lose that: it is planned anew each time.
  return db.$queryRaw<OwedRow[]>(Prisma.sql`${Prisma.raw(PLANNED_ANEW)}
    WITH named AS (
      SELECT found.id FROM unnest(${words}::text[]) AS word, LATERAL (
        SELECT id FROM documents
        WHERE "organizationId" = ${organizationId} AND ${stripped('number')} = word OFFSET 0) AS found
      UNION SELECT found.id FROM unnest(${words}::text[]) AS word, LATERAL (
        SELECT id FROM documents
        WHERE "organizationId" = ${organizationId} AND ${stripped('"paymentReference"')} = word OFFSET 0) AS found
      UNION SELECT found."documentId" FROM unnest(${endToEnd}::text[]) AS word, LATERAL (
        SELECT "documentId" FROM payment_export_transfers
        WHERE "organizationId" = ${organizationId} AND "endToEndId" = word OFFSET 0) AS found)
    SELECT d.id, d.number, d.direction::text, d."selfBilled", d.currency, d."paymentReference" AS reference,
      d."frenchStatus" IS NOT NULL AS french,
      COALESCE(d."amountDue", d."grossAmount", 0) AS due,
      COALESCE((
        SELECT sum(amount) FROM payments p
        WHERE p."organizationId" = d."organizationId" AND p."documentId" = d.id), 0) AS paid,
      ARRAY[${stripped('d.number')}, ${stripped('COALESCE(d."paymentReference", \'\')')}] AS keys,
      ARRAY(
        SELECT "endToEndId" FROM payment_export_transfers t
        WHERE t."organizationId" = d."organizationId" AND t."documentId" = d.id) AS "endToEnd"
    FROM named, LATERAL (
      SELECT * FROM documents WHERE "organizationId" = ${organizationId} AND id = named.id OFFSET 0) AS d
    WHERE d.type IN ('invoice', 'debit-note') AND d.currency IS NOT NULL ${mine}`)
}

/** Matches a portion of the movements of a file: two statements, however many movements. */
export const matchEntries = async (
  db: Db,
  actor: Actor,
  entries: readonly BankEntry[],
  remaining: RemainingAmounts,
): Promise<EntryMatch[]> => {
  const rows = await documentsFor(db, actor, entries)
  const recorded = await recordedEntries(
    db,
    actor.organizationId,
    entries.map(({ key }) => key),
  )
  // A caller of one company is not told what another has recorded, and is not held up by it.
  const before = new Map(recorded.filter((row) => mayRead(actor, row)).map((row) => [row.entryKey, row.documentId]))
  const owed = rows.map((row) => ({ ...row, remaining: new Decimal(row.due.toFixed()).minus(row.paid.toFixed()) }))
  const byKey = Map.groupBy(
    owed.flatMap((one) => [...new Set(one.keys.filter((key) => key.length >= 3))].map((key) => ({ key, one }))),
    ({ key }) => key,
  )
  const byEndToEnd = new Map(owed.flatMap((one) => one.endToEnd.map((key) => [key, one] as const)))
  return entries.map((entry) => {
    const known = before.get(entry.key)
    if (known !== undefined) return recordedBefore(entry, known)
    const ordered = entry.endToEndId === undefined ? undefined : byEndToEnd.get(entry.endToEndId)
    const named = ordered
      ? [ordered]
      : [...new Set(candidatesOf(entry).flatMap((key) => (byKey.get(key) ?? []).map(({ one }) => one)))]
    return matchEntry(entry, named, ordered !== undefined, remaining)
  })
}
