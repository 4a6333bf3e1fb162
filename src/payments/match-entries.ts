/** Which documents the movements of an account are payments of: by what the payer wrote, and by the amount. */
import type { Actor } from '../auth/actor.ts'
import { invoiceKindsSql } from '../documents/record/document.ts'
import { comparableSql } from '../kernel/database/like.ts'
import { type Db, PLANNED_ANEW } from '../kernel/database/open.ts'
import type { BankEntry } from '../formats/iso20022/bank-entry.ts'
import { candidatesOf, mentionsOf } from '../formats/iso20022/mentions.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { Decimal } from '../values/money.ts'
import type { ChosenCompanies } from './companies-of-account.ts'
import { type EntryMatch, matchEntry, recordedBefore } from './match-entry.ts'
import type { OwedDocument } from './owed-document.ts'
import { recordedFor } from './payment.ts'

export { type MatchResult, matchResults } from './match-entry.ts'

/** What the movements before this one in the same file leave of each document. */
export type RemainingAmounts = Map<string, Decimal>

interface Digits {
  toFixed(): string
}

interface OwedRow extends Omit<OwedDocument, 'remaining' | 'isBelowZero' | 'unproved' | 'party'> {
  due: Digits
  paid: Digits
  unproved: Digits[]
  partyName: string | null
  partyIban: string | null
  keys: string[]
  endToEnd: string[]
}

/** Documents that movements may name, by the keys of their names. */
export interface KnownDocuments {
  byKey: ReadonlyMap<string, readonly OwedDocument[]>
  byEndToEnd: ReadonlyMap<string, OwedDocument>
}

const SHORTEST = 3

/** One statement for a whole portion of movements. */
const rowsFor = async (
  db: Db,
  { organizationId, companyId }: Pick<Actor, 'organizationId' | 'companyId'>,
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
        WHERE "organizationId" = ${organizationId} AND ${comparableSql('number')} = word OFFSET 0) AS found
      UNION SELECT found.id FROM unnest(${words}::text[]) AS word, LATERAL (
        SELECT id FROM documents
        WHERE "organizationId" = ${organizationId} AND ${comparableSql('"paymentReference"')} = word OFFSET 0) AS found
      UNION SELECT found."documentId" FROM unnest(${endToEnd}::text[]) AS word, LATERAL (
        SELECT "documentId" FROM payment_export_transfers
        WHERE "organizationId" = ${organizationId} AND "endToEndId" = word OFFSET 0) AS found)
    SELECT d.id, d."companyId", d.number, d.type, d.direction::text, d."selfBilled", d.currency,
      d."frenchStatus" IS NOT NULL AS french,
      CASE d.direction WHEN 'incoming' THEN d."senderName" ELSE d."receiverName" END AS "partyName",
      CASE WHEN (d.direction = 'incoming') <> d."selfBilled" THEN d."paymentIban" END AS "partyIban",
      COALESCE(d."amountDue", d."grossAmount", 0) AS due,
      COALESCE((
        SELECT sum(amount) FROM payments p
        WHERE p."organizationId" = ${organizationId} AND p."documentId" = d.id
          AND p."reversedAt" IS NULL), 0) AS paid,
      ARRAY(
        SELECT amount FROM payments p
        WHERE p."organizationId" = ${organizationId} AND p."documentId" = d.id
          AND p."reversedAt" IS NULL AND p.source <> 'statement') AS unproved,
      ARRAY[${comparableSql('d.number')}, ${comparableSql('COALESCE(d."paymentReference", \'\')')}] AS keys,
      ARRAY(
        SELECT "endToEndId" FROM payment_export_transfers t
        WHERE t."organizationId" = ${organizationId} AND t."documentId" = d.id) AS "endToEnd"
    FROM named, LATERAL (
      SELECT * FROM documents WHERE "organizationId" = ${organizationId} AND id = named.id OFFSET 0) AS d
    WHERE d.type IN (${invoiceKindsSql}) AND d.currency IS NOT NULL ${mine}`)
}

const documentOf = (row: OwedRow, remaining: RemainingAmounts): OwedDocument => {
  const { due, paid, unproved, partyName: name, partyIban: iban, keys: _keys, endToEnd: _orders, ...document } = row
  return {
    ...document,
    isBelowZero: new Decimal(due.toFixed()).lt(0),
    // A credit note may be written with amounts below zero.
    remaining: remaining.get(row.id) ?? new Decimal(due.toFixed()).abs().minus(paid.toFixed()),
    unproved: unproved.map((one) => new Decimal(one.toFixed())),
    party: { name, iban },
  }
}

/** The documents that movements of these entries may name. */
export const documentsFor = async (
  db: Db,
  actor: Pick<Actor, 'organizationId' | 'companyId'>,
  entries: readonly BankEntry[],
  remaining: RemainingAmounts,
): Promise<KnownDocuments> => {
  const rows = await rowsFor(db, actor, entries)
  const owed = rows.map((row) => ({ row, document: documentOf(row, remaining) }))
  const named = owed.flatMap(({ row, document }) =>
    [...new Set(row.keys.filter((key) => key.length >= SHORTEST))].map((key) => ({ key, document })),
  )
  const byKey = Map.groupBy(named, ({ key }) => key)
  return {
    byKey: new Map(Array.from(byKey, ([key, found]) => [key, found.map(({ document }) => document)])),
    byEndToEnd: new Map(owed.flatMap(({ row, document }) => row.endToEnd.map((key) => [key, document] as const))),
  }
}

/** What a movement names among the documents of the companies whose account it is of. */
export const namedBy = (entry: BankEntry, known: KnownDocuments, chosen: ChosenCompanies) => {
  const isChosen = ({ companyId }: OwedDocument): boolean => chosen.ids === null || chosen.ids.has(companyId)
  const documentsOf = (key: string): readonly OwedDocument[] => (known.byKey.get(key) ?? []).filter(isChosen)
  const keys = new Set(candidatesOf(entry).filter((key) => documentsOf(key).length > 0))
  const ordered = entry.endToEndId === undefined ? undefined : known.byEndToEnd.get(entry.endToEndId)
  return { mentions: mentionsOf(entry, keys), documentsOf, ordered: ordered && isChosen(ordered) ? ordered : undefined }
}

/** An account that is of no known company says nothing of whose documents are paid. */
const ofKnownAccount = (match: EntryMatch, { isSure }: ChosenCompanies, ordered: boolean): EntryMatch =>
  isSure || ordered || !match.certain
    ? match
    : {
        ...match,
        certain: false,
        because:
          `${match.because.slice(0, -1)}, but the account ${match.entry.account} is of no known company: ` +
          'give companyId.',
      }

const subtract = (known: KnownDocuments, { parts, certain }: EntryMatch, remaining: RemainingAmounts): void => {
  if (!certain) return
  const left = new Map(parts.map(({ documentId, amount }) => [documentId, amount]))
  for (const document of new Set([...[...known.byKey.values()].flat(), ...known.byEndToEnd.values()])) {
    const amount = left.get(document.id)
    if (amount === undefined) continue
    document.remaining = document.remaining.minus(amount)
    remaining.set(document.id, document.remaining)
  }
}

/** Matches a portion of the movements of a file: a few statements, however many movements. */
export const matchEntries = async (
  db: Db,
  actor: Actor,
  entries: readonly BankEntry[],
  remaining: RemainingAmounts,
  chosenFor: (account: string) => Promise<ChosenCompanies>,
): Promise<EntryMatch[]> => {
  const known = await documentsFor(db, actor, entries, remaining)
  const before = await recordedFor(
    db,
    actor,
    entries.flatMap(({ sameAs }) => sameAs),
  )
  const seen = new Set<string>()
  const matches: EntryMatch[] = []
  for (const entry of entries) {
    const earlier = entry.sameAs.flatMap((key) => before.get(key) ?? [])[0]
    if (earlier || entry.sameAs.some((key) => seen.has(key))) {
      matches.push(recordedBefore(entry, earlier?.documentId ?? null))
      continue
    }
    const chosen = await chosenFor(entry.account)
    const { mentions, documentsOf, ordered } = namedBy(entry, known, chosen)
    const match = ofKnownAccount(matchEntry(entry, mentions, documentsOf, ordered), chosen, ordered !== undefined)
    subtract(known, match, remaining)
    if (match.certain) for (const key of entry.keys) seen.add(key)
    matches.push(match)
  }
  return matches
}
