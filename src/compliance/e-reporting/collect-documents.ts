/**
 * Work: brings what e-reporting tells of documents of a company in line with them. Safe to run twice: what is collected
 * already stays, and what no longer holds is taken back.
 */
import { automaticAuthority } from '../../companies/authorities.ts'
import { holdCompany } from '../../companies/company.ts'
import { readFile, readFitting } from '../../documents/record/files.ts'
import { worksEnd } from '../../engine/work/record.ts'
import { type AlreadyRecorded, RECORDED } from '../../engine/work/work.ts'
import type { Company, Document, EReportingEntry, Work } from '../../generated/prisma/client.ts'
import type { Db } from '../../kernel/database/open.ts'
import { newTrace } from '../../kernel/trace.ts'
import { sirenOf } from '../../lifecycle/messages/facts.ts'
import type { Platform } from '../../operation/platform.ts'
import { isDueOnCollection } from '../reports/what-is-reported.ts'
import { isSame, replaceRows } from './collect.ts'
import { type ReportedInvoice, readReported } from './read-reported.ts'
import type { ReportedRow } from './reported-rows.ts'
import { rowsOfDocument } from './what-is-told.ts'

/** So much of the files is in memory at once, and beside it one of those that do not fit. */
const MOST_BYTES = 8 * 1024 * 1024

type Found = Document & { company: Company }

const find = (db: Db, organizationId: string, ids: readonly string[]): Promise<Found[]> =>
  db.document.findMany({
    where: { organizationId, id: { in: [...ids] } },
    include: { company: true },
    orderBy: { id: 'asc' },
  })

const isReporting = (company: Company): boolean =>
  company.country === 'FR' && sirenOf(company) !== undefined && automaticAuthority(company) === 'PPF'

/** What the files say, by document; a document never gets another. */
const readInvoices = async (
  { db, clock, heavy, upstreams: { storage } }: Platform,
  organizationId: string,
  documents: readonly Document[],
  signal: AbortSignal,
): Promise<Map<string, ReportedInvoice>> => {
  const trace = newTrace(clock.now(), organizationId)
  const files = documents.flatMap(({ id, fileHash }) => (fileHash === null ? [] : [{ id, fileHash }]))
  const hashes = files.map(({ fileHash }) => fileHash)
  const read = await readFitting(storage, db.client, trace, organizationId, hashes, MOST_BYTES)
  const invoices = new Map<string, ReportedInvoice>()
  for (const [index, { id, fileHash }] of files.entries()) {
    const bytes = read[index] ?? (await readFile(storage, db.client, trace, organizationId, fileHash))
    const invoice = await heavy.run(readReported, { bytes }, organizationId)
    if (invoice) invoices.set(id, invoice)
    // Beyond its time others attempt it again: then each is tried alone.
    signal.throwIfAborted()
  }
  return invoices
}

const isDraft = ({ lifecycleStatus }: Document): boolean => lifecycleStatus === 'draft'

/**
 * Of what goes to nobody, what is a sale to a consumer: the flow says so, once and for all. The conditions are those of
 * the index, because the flows of an organization are many.
 */
const keptSales = async (db: Db, organizationId: string, documents: readonly Document[]): Promise<Set<string>> => {
  const drafts = documents.filter(isDraft).map(({ id }) => id)
  if (drafts.length === 0) return new Set()
  const flows = await db.$queryRaw<{ documentId: string }[]>`
    SELECT "documentId" FROM flows WHERE "organizationId" = ${organizationId} AND "documentId" = ANY(${drafts})
      AND "documentId" IS NOT NULL AND "processingRule" = 'B2C'`
  return new Set(flows.map(({ documentId }) => documentId))
}

/** What belongs to documents, by document: asked for where there may be something. */
const readBeside = async (db: Db, organizationId: string, documents: readonly Document[]) => {
  const among = (some: readonly Document[]) => ({ organizationId, documentId: { in: some.map(({ id }) => id) } })
  const collecting = documents.filter(isDueOnCollection)
  const payments =
    collecting.length > 0
      ? await db.payment.findMany({ where: { ...among(collecting), reversedAt: null }, orderBy: { id: 'asc' } })
      : []
  return {
    payments: Map.groupBy(payments, ({ documentId }) => documentId),
    entries: await db.eReportingEntry.findMany({ where: among(documents), orderBy: { id: 'asc' } }),
  }
}

const isOf =
  (row: ReportedRow) =>
  (entry: EReportingEntry): boolean =>
    entry.documentId === row.documentId &&
    entry.kind === row.kind &&
    entry.paymentId === (row.paymentId ?? null) &&
    entry.problem === (row.problem ?? null) &&
    isSame(entry, row)

/** What holds no more, and what is new. */
const differencesOf = (entries: readonly EReportingEntry[], rows: readonly ReportedRow[]) => {
  const left = [...entries]
  const added = rows.filter((row) => {
    const known = left.findIndex(isOf(row))
    if (known >= 0) left.splice(known, 1)
    return known < 0
  })
  return { left, added }
}

export const collectDocuments = async (
  platform: Platform,
  work: Work,
  signal: AbortSignal,
  others: readonly Work[] = [],
): Promise<void | AlreadyRecorded> => {
  const { organizationId } = work
  const works = [work, ...others] as const
  const found = await find(
    platform.db.client,
    organizationId,
    works.map(({ subjectId }) => subjectId),
  )
  const [first] = found
  if (!first || !isReporting(first.company)) return undefined
  const sales = await keptSales(platform.db.client, organizationId, found)
  const invoices = await readInvoices(platform, organizationId, found, signal)
  const now = platform.clock.now()
  await platform.db.transaction(async (db) => {
    // Who tells something of the company, and other documents of it, wait for their turn.
    await holdCompany(db, organizationId, first.companyId)
    const documents = await find(db, organizationId, [...invoices.keys()])
    const { payments, entries } = await readBeside(db, organizationId, documents)
    const rows = documents.flatMap(({ company: _company, ...document }) =>
      rowsOfDocument({
        document,
        isKeptSale: isDraft(document) && sales.has(document.id),
        invoice: invoices.get(document.id) as ReportedInvoice,
        payments: payments.get(document.id) ?? [],
      }),
    )
    const { left, added } = differencesOf(entries, rows)
    const company = documents[0]?.company ?? first.company
    await replaceRows({ db, now, company }, left, added, [worksEnd(works)])
  })
  return RECORDED
}
