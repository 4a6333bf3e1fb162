/**
 * Finds documents that e-reporting tells, in the rounds of the relay: whatever door they came through, and whatever
 * moved them. Each becomes work, which looks at the document as it is then.
 */
import { invoiceKindsSql } from '../../documents/record/document.ts'
import type { EventHead } from '../../engine/feed/envelope.ts'
import type { SettledFlow } from '../../engine/webhooks/queue.ts'
import { appendWork } from '../../engine/work/append.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Db } from '../../kernel/database/open.ts'

interface Moved {
  organizationId: string
  companyId: string
  documentId: string
}

const append = (db: Db, moved: readonly Moved[], now: Date): Promise<void> =>
  appendWork(
    db,
    moved.map(({ organizationId, companyId, documentId: subjectId }) => ({
      organizationId,
      companyId,
      kind: 'compliance.collect',
      subjectId,
      target: companyId,
    })),
    now,
  )

/** After these an invoice is told differently, or no more. */
const TELLING: ReadonlySet<string> = new Set([
  'document.sent',
  'document.delivered',
  'document.failed',
  'lifecycle.updated',
  'payment.reversed',
])

/** Of French companies, without what both sides have in France: that is no matter of e-reporting. */
const ABROAD_OR_CONSUMERS = Prisma.sql`
  JOIN companies ON companies."organizationId" = documents."organizationId" AND companies.id = documents."companyId"
    AND companies.country = 'FR'
  WHERE documents.type IN (${invoiceKindsSql})`

const WORK = Prisma.sql`
  FROM work WHERE work."organizationId" = documents."organizationId" AND work."subjectId" = documents.id
    AND work.kind = 'compliance.collect'`

/** What nobody has begun sees the document as it is by then. */
const NOT_WAITING = Prisma.sql`AND NOT EXISTS (SELECT ${WORK} AND work.attempts = 0)`

/**
 * That it was handed over, or has arrived, changes nothing for what is told already: a document that had failed is not.
 * While there is work, that is about to change.
 */
const IS_NEWS = Prisma.sql`AND (events.type NOT IN ('document.sent', 'document.delivered') OR EXISTS (SELECT ${WORK})
  OR NOT EXISTS (
    SELECT FROM e_reporting_entries AS told WHERE told."organizationId" = documents."organizationId"
      AND told."documentId" = documents.id))`

export const followEvents = async (db: Db, events: readonly EventHead[]): Promise<void> => {
  const telling = events.filter(({ type }) => TELLING.has(type))
  if (telling.length === 0) return
  const heads = telling.map(({ organizationId, id }) => ({ organizationId, id }))
  const moved = await db.$queryRaw<Moved[]>(Prisma.sql`
    SELECT DISTINCT documents."organizationId", documents."companyId", documents.id AS "documentId"
    FROM jsonb_to_recordset(${JSON.stringify(heads)}::jsonb) AS told("organizationId" text, id text)
    JOIN events ON events."organizationId" = told."organizationId" AND events.id = told.id
    JOIN documents ON documents."organizationId" = events."organizationId"
      AND documents.id = events.data ->> 'documentId'
    ${ABROAD_OR_CONSUMERS}
      AND (documents."senderVatNumber" LIKE 'FR%' AND documents."receiverVatNumber" LIKE 'FR%') IS NOT TRUE
      ${NOT_WAITING} ${IS_NEWS}`)
  await append(db, moved, telling.at(-1)?.createdAt ?? new Date(0))
}

const RULES: ReadonlySet<string> = new Set(['B2BInt', 'B2C'])
const INVOICES: ReadonlySet<string> = new Set(['CustomerInvoice', 'SupplierInvoice'])

export const followFlows = async (db: Db, flows: readonly SettledFlow[], now: Date): Promise<void> => {
  const invoices = flows.filter(({ type, processingRule }) => INVOICES.has(type) && RULES.has(processingRule))
  if (invoices.length === 0) return
  const heads = invoices.map(({ organizationId, id }) => ({ organizationId, id }))
  const moved = await db.$queryRaw<Moved[]>(Prisma.sql`
    SELECT DISTINCT documents."organizationId", documents."companyId", documents.id AS "documentId"
    FROM jsonb_to_recordset(${JSON.stringify(heads)}::jsonb) AS told("organizationId" text, id text)
    JOIN flows ON flows."organizationId" = told."organizationId" AND flows.id = told.id
    JOIN documents ON documents."organizationId" = flows."organizationId" AND documents.id = flows."documentId"
    ${ABROAD_OR_CONSUMERS} ${NOT_WAITING}`)
  await append(db, moved, now)
}
