/** Which documents the movements of an account are payments of: by what the payer wrote, and by the amount. */
import type { Actor } from '../auth/actor.ts'
import { type Db, PLANNED_ANEW } from '../kernel/database/open.ts'
import { type BankEntry, candidatesOf } from '../formats/iso20022/bank-file.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { Decimal } from '../values/money.ts'
import { isRecordable, recordedEntries } from './payment.ts'

export const matchResults = ['exact', 'partial', 'over', 'ambiguous', 'already_recorded', 'unmatched'] as const
export type MatchResult = (typeof matchResults)[number]

export interface EntryMatch {
  entry: BankEntry
  result: MatchResult
  documentId: string | null
  number: string | null
  /** Whether it may be recorded without a person looking: the payer named one document, and it is still open. */
  certain: boolean
  /** Whether French statuses apply to it. */
  french: boolean
  /** Why it was taken for a payment of that document, or why for none. */
  because: string
}

interface OwedDocument {
  id: string
  number: string
  direction: string
  selfBilled: boolean
  currency: string | null
  remaining: Decimal
  reference: string | null
  french: boolean
}
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
  // `OFFSET 0` keeps each word a look into an index, however little the planner knows of the table; kept, the plan would forget it.
  return db.$queryRaw<OwedRow[]>(Prisma.sql`${Prisma.raw(PLANNED_ANEW)}
    WITH named AS (
      SELECT found.id FROM unnest(${words}::text[]) AS word, LATERAL (SELECT id FROM documents WHERE "organizationId" = ${organizationId} AND ${stripped('number')} = word OFFSET 0) AS found
      UNION SELECT found.id FROM unnest(${words}::text[]) AS word, LATERAL (SELECT id FROM documents WHERE "organizationId" = ${organizationId} AND ${stripped('"paymentReference"')} = word OFFSET 0) AS found
      UNION SELECT found."documentId" FROM unnest(${endToEnd}::text[]) AS word, LATERAL (SELECT "documentId" FROM payment_export_transfers WHERE "organizationId" = ${organizationId} AND "endToEndId" = word OFFSET 0) AS found)
    SELECT d.id, d.number, d.direction::text, d."selfBilled", d.currency, d."paymentReference" AS reference, d."frenchStatus" IS NOT NULL AS french,
      COALESCE(d."amountDue", d."grossAmount", 0) AS due,
      COALESCE((SELECT sum(amount) FROM payments p WHERE p."organizationId" = d."organizationId" AND p."documentId" = d.id), 0) AS paid,
      ARRAY[${stripped('d.number')}, ${stripped('COALESCE(d."paymentReference", \'\')')}] AS keys,
      ARRAY(SELECT "endToEndId" FROM payment_export_transfers t WHERE t."organizationId" = d."organizationId" AND t."documentId" = d.id) AS "endToEnd"
    FROM named, LATERAL (SELECT * FROM documents WHERE "organizationId" = ${organizationId} AND id = named.id OFFSET 0) AS d
    WHERE d.type IN ('invoice', 'debit-note') AND d.currency IS NOT NULL ${mine}`)
}

/** Money comes for what was sold, and goes for what was bought. */
const isPaidBy = ({ direction, selfBilled }: OwedDocument, entry: BankEntry): boolean =>
  (entry.direction === 'credit') === ((direction === 'outgoing') !== selfBilled)

/** What the movements before this one in the same file leave of each document. */
export type RemainingAmounts = Map<string, Decimal>

/** Matches a portion of the movements of a file: two statements, however many movements. */
export const matchEntries = async (
  db: Db,
  actor: Actor,
  entries: readonly BankEntry[],
  remaining: RemainingAmounts,
): Promise<EntryMatch[]> => {
  const rows = await documentsFor(db, actor, entries)
  const before = await recordedEntries(
    db,
    actor.organizationId,
    entries.map(({ key }) => key),
  )
  const owed = rows.map((row) => ({ ...row, remaining: new Decimal(row.due.toFixed()).minus(row.paid.toFixed()) }))
  const byKey = Map.groupBy(
    owed.flatMap((one) => [...new Set(one.keys.filter((key) => key.length >= 3))].map((key) => ({ key, one }))),
    ({ key }) => key,
  )
  const byEndToEnd = new Map(owed.flatMap((one) => one.endToEnd.map((key) => [key, one] as const)))
  return entries.map((entry) => {
    const known = before.get(entry.key)
    // A key of one company is not told of the documents of another.
    const isMine = actor.companyId === null || known?.companyId === actor.companyId
    if (known)
      return {
        entry,
        result: 'already_recorded',
        documentId: isMine ? known.documentId : null,
        number: null,
        certain: false,
        french: false,
        because: 'The movement was recorded before.',
      }
    const ordered = entry.endToEndId === undefined ? undefined : byEndToEnd.get(entry.endToEndId)
    const named = ordered
      ? [ordered]
      : [...new Set(candidatesOf(entry).flatMap((key) => (byKey.get(key) ?? []).map(({ one }) => one)))]
    return judge(entry, named, ordered !== undefined, remaining)
  })
}

const none = (entry: BankEntry, result: 'unmatched' | 'ambiguous', because: string): EntryMatch => ({
  entry,
  result,
  documentId: null,
  number: null,
  certain: false,
  french: false,
  because,
})

const firstOf = <T>(preferred: readonly T[], otherwise: readonly T[]): readonly T[] =>
  preferred.length > 0 ? preferred : otherwise

const judge = (
  entry: BankEntry,
  named: readonly OwedDocument[],
  ordered: boolean,
  remaining: RemainingAmounts,
): EntryMatch => {
  const leftOf = (one: OwedDocument): Decimal => remaining.get(one.id) ?? one.remaining
  if (!isRecordable(entry.amount)) return none(entry, 'unmatched', 'A payment is of more than 0, to the cent.')
  if (named.length === 0)
    return none(entry, 'unmatched', 'No document has a number or a payment reference that the payer wrote.')
  const fitting = named.filter((one) => isPaidBy(one, entry))
  if (fitting.length === 0)
    return none(
      entry,
      'unmatched',
      entry.direction === 'credit'
        ? 'Money came, and the document named is one to be paid.'
        : 'Money went, and the document named is one to be collected.',
    )
  const same = fitting.filter(({ currency }) => currency === entry.currency)
  if (same.length === 0)
    return none(
      entry,
      'unmatched',
      `The movement is in ${entry.currency}, the document named in ${fitting[0]?.currency}.`,
    )
  // A reference that comes every month means the document that is open; of several, the one of that amount.
  const open = firstOf(
    same.filter((one) => leftOf(one).gt(0)),
    same,
  )
  const [only, ...others] = firstOf(
    open.filter((one) => leftOf(one).eq(entry.amount)),
    open,
  )
  if (!only || others.length > 0)
    return none(
      entry,
      'ambiguous',
      `More than one document fits: ${same
        .map(({ number }) => number)
        .slice(0, 10)
        .join(', ')}.`,
    )
  const left = leftOf(only)
  const certain = left.gt(0)
  if (certain) remaining.set(only.id, left.minus(entry.amount))
  const how = ordered ? 'the transfer that was ordered' : `the number or reference of ${only.number}`
  const result = entry.amount.eq(left) ? 'exact' : entry.amount.lt(left) ? 'partial' : 'over'
  const what = {
    exact: 'the amount is what remains',
    partial: `${left.toFixed(2)} remain`,
    over: certain ? `only ${left.toFixed(2)} remain` : 'nothing remains of it, so a person has to look',
  }[result]
  return {
    entry,
    result,
    documentId: only.id,
    number: only.number,
    certain,
    french: only.french,
    because: `It names ${how}; ${what}.`,
  }
}
