/**
 * Work: brings what e-reporting tells of a document in line with the document. Safe to run twice: what is collected
 * already stays, and what no longer holds is taken back.
 */
import { automaticAuthority } from '../../companies/authorities.ts'
import { holdCompany } from '../../companies/company.ts'
import { readFile } from '../../documents/record/files.ts'
import { type PendingWork, appendWork } from '../../engine/work/append.ts'
import type { Company, Document, EReportingEntry, Work } from '../../generated/prisma/client.ts'
import type { Db } from '../../kernel/database/open.ts'
import { newTrace } from '../../kernel/trace.ts'
import { sirenOf } from '../../lifecycle/messages/facts.ts'
import type { Platform } from '../../operation/platform.ts'
import { type Told, isSame, replaceRows } from './collect.ts'
import { type ReportedInvoice, readReported } from './read-reported.ts'
import { type KindRow, type Telling, rowsOfDocument } from './what-is-told.ts'

type Found = Document & { company: Company }

const find = (db: Db, { organizationId, subjectId: id }: Work): Promise<Found | null> =>
  db.document.findUnique({ where: { organizationId_id: { organizationId, id } }, include: { company: true } })

const isReporting = (company: Company): boolean =>
  company.country === 'FR' && sirenOf(company) !== undefined && automaticAuthority(company) === 'PPF'

/** What the file says; its document never gets another. */
const readInvoice = async (
  platform: Platform,
  { organizationId, fileHash }: Document,
): Promise<ReportedInvoice | null> => {
  if (fileHash === null) return null
  const { client } = platform.db
  const trace = newTrace(platform.clock.now(), organizationId)
  const bytes = await readFile(platform.upstreams.storage, client, trace, organizationId, fileHash)
  return platform.heavy.run(readReported, { bytes }, organizationId)
}

const tellingOf = async (db: Db, document: Document, invoice: ReportedInvoice): Promise<Telling> => {
  const { organizationId, id: documentId } = document
  const flow =
    document.lifecycleStatus === 'draft'
      ? await db.flow.findFirst({ where: { organizationId, documentId }, select: { processingRule: true } })
      : null
  const payments = await db.payment.findMany({
    where: { organizationId, documentId, reversedAt: null },
    orderBy: { id: 'asc' },
  })
  return { document, keptAs: flow?.processingRule ?? null, invoice, payments }
}

const isOf =
  (row: KindRow) =>
  (entry: EReportingEntry): boolean =>
    entry.kind === row.kind &&
    entry.paymentId === (row.paymentId ?? null) &&
    entry.problem === (row.problem ?? null) &&
    isSame(entry, row)

/** Takes away what holds no more and adds what is new, kind by kind: a period has one. */
const bringInLine = async (db: Db, { company, ...document }: Found, rows: readonly KindRow[], now: Date) => {
  const { organizationId, id: documentId } = document
  const left = await db.eReportingEntry.findMany({ where: { organizationId, documentId }, orderBy: { id: 'asc' } })
  const added = rows.filter((row) => {
    const known = left.findIndex(isOf(row))
    if (known >= 0) left.splice(known, 1)
    return known < 0
  })
  const due: PendingWork[] = []
  const run: Told['run'] = { db, now, enqueue: (work) => void due.push({ organizationId, ...work }) }
  for (const kind of new Set([...left, ...added].map((one) => one.kind))) {
    const ofKind = <R extends { kind: string }>(all: readonly R[]): R[] => all.filter((one) => one.kind === kind)
    await replaceRows({ run, company, kind }, ofKind(left), ofKind(added))
  }
  await appendWork(db, due, now)
}

export const collectDocument = async (platform: Platform, work: Work): Promise<void> => {
  const found = await find(platform.db.client, work)
  if (!found || !isReporting(found.company)) return
  const invoice = await readInvoice(platform, found)
  if (invoice === null) return
  const now = platform.clock.now()
  await platform.db.transaction(async (db) => {
    // Who tells something of the company, and other documents of it, wait for their turn.
    await holdCompany(db, found.organizationId, found.companyId)
    const document = await find(db, work)
    if (!document) return
    await bringInLine(db, document, rowsOfDocument(await tellingOf(db, document, invoice)), now)
  })
}
