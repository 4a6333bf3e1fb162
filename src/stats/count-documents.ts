import type { Db } from '../kernel/database/open.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { schemeCountries } from '../values/peppol-schemes.ts'
import type { EventHead } from '../engine/feed/envelope.ts'

const COUNTED = new Set(['document.sent', 'document.received', 'document.delivered', 'document.failed'])

const SCHEMES = JSON.stringify(schemeCountries)

/**
 * The country of the other side: that of the scheme of its participant id, or else that of its VAT number, which writes
 * Greece and Northern Ireland differently.
 */
const COUNTRY = Prisma.sql`
  COALESCE(${SCHEMES}::jsonb ->> left(other."peppolId", 4),
    CASE left(other."vatNumber", 2) WHEN 'EL' THEN 'GR' WHEN 'XI' THEN 'GB' ELSE left(other."vatNumber", 2) END, '')`

/** The participant id and the VAT number of the other side. */
const OTHER_SIDE = Prisma.sql`
  SELECT
    CASE documents.direction WHEN 'outgoing' THEN documents."receiverPeppolId" ELSE documents."senderPeppolId" END
      AS "peppolId",
    CASE documents.direction WHEN 'outgoing' THEN documents."receiverVatNumber" ELSE documents."senderVatNumber" END
      AS "vatNumber"`

/** What is counted, of rows that are grouped. */
const NUMBERS = Prisma.raw(
  ['sent', 'received', 'delivered', 'failed']
    .map((name) => `count(*) FILTER (WHERE moved.event = 'document.${name}')`)
    .join(', '),
)

/** Adds them to the rows of a table with this key. */
const addedTo = (table: string, key: string, rows: Prisma.Sql): Prisma.Sql => {
  const plus = (name: string): string => `${name} = ${table}.${name} + EXCLUDED.${name}`
  const sums = ['sent', 'received', 'delivered', 'failed'].map(plus).join(', ')
  return Prisma.sql`
    INSERT INTO ${Prisma.raw(table)} (${Prisma.raw(key)}, sent, received, delivered, failed) ${rows}
    ON CONFLICT (${Prisma.raw(key)}) DO UPDATE SET ${Prisma.raw(sums)}`
}

/** By day: rows of each company, and those of the organization. */
const daily = addedTo(
  'daily_statistics',
  '"organizationId", "companyId", day, type, country',
  Prisma.sql`
    SELECT moved."organizationId", COALESCE(moved."companyId", ''), moved.day, moved.type, moved.country, ${NUMBERS}
    FROM moved
    GROUP BY GROUPING SETS (
      (moved."organizationId", moved.day, moved.type, moved.country, moved."companyId"),
      (moved."organizationId", moved.day, moved.type, moved.country))`,
)

/** Of the organization by month. */
const monthly = addedTo(
  'monthly_statistics',
  '"organizationId", month, type, country',
  Prisma.sql`
    SELECT moved."organizationId", date_trunc('month', moved.day)::date, moved.type, moved.country, ${NUMBERS}
    FROM moved GROUP BY 1, 2, 3, 4`,
)

/** Of each company by month and by year. */
const ofCompanies = addedTo(
  'company_statistics',
  '"organizationId", span, start, "companyId"',
  Prisma.sql`
    SELECT moved."organizationId", spans.span, date_trunc(spans.span, moved.day)::date, moved."companyId", ${NUMBERS}
    FROM moved CROSS JOIN (VALUES ('month'), ('year')) AS spans(span) GROUP BY 1, 2, 3, 4`,
)

/**
 * Adds events to the counters of their day, month and year, in the transaction that numbers them: an event is numbered
 * once, so it is counted once, even if a process dies in between.
 */
export const countDocuments = async (db: Db, events: readonly EventHead[]): Promise<void> => {
  const counted = events
    .filter(({ type }) => COUNTED.has(type))
    .map(({ organizationId, id }) => ({ organizationId, id }))
  if (counted.length === 0) return
  await db.$executeRaw(Prisma.sql`
    WITH moved AS (
      SELECT documents."organizationId", documents."companyId", documents.type,
        (events."createdAt" AT TIME ZONE 'UTC')::date AS day, events.type AS event, ${COUNTRY} AS country
      FROM jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) AS numbered("organizationId" text, id text)
      JOIN events ON events."organizationId" = numbered."organizationId" AND events.id = numbered.id
      JOIN documents
        ON documents."organizationId" = events."organizationId" AND documents.id = events.data ->> 'documentId'
      CROSS JOIN LATERAL (${OTHER_SIDE}) AS other
    ), monthly AS (${monthly}), companies AS (${ofCompanies})
    ${daily}`)
}
