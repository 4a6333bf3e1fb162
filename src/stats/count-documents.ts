import { OF_MANY_TENANTS } from '../kernel/database/distributed.ts'
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

/** Of rows of a table that are held in one order, because others hold several of them too. */
const heldOf = (table: string, column: string): Prisma.Sql => {
  const named = `("organizationId", id) IN (SELECT "organizationId", "${column}" FROM moved)`
  return Prisma.raw(
    `SELECT "organizationId", id FROM ${table} WHERE ${named} ORDER BY 1, 2 FOR NO KEY UPDATE ${OF_MANY_TENANTS}`,
  )
}

/** What was handed over and what came counts for the partner that the document has now. */
const ofPartners = Prisma.sql`
  UPDATE partners SET "documentsSent" = partners."documentsSent" + sums.sent,
    "documentsReceived" = partners."documentsReceived" + sums.received,
    "lastActivityAt" = greatest(partners."lastActivityAt", sums.latest)
  FROM (
    SELECT moved."organizationId", moved."partnerId", count(*) FILTER (WHERE moved.event = 'document.sent') AS sent,
      count(*) FILTER (WHERE moved.event = 'document.received') AS received, max(moved.at) AS latest
    FROM moved WHERE moved.event IN ('document.sent', 'document.received') GROUP BY 1, 2
  ) AS sums JOIN held_partners AS held ON held."organizationId" = sums."organizationId" AND held.id = sums."partnerId"
  WHERE partners."organizationId" = held."organizationId" AND partners.id = held.id`

/** What was delivered and what came counts for the company. */
const inAll = Prisma.sql`
  UPDATE companies SET "documentsSent" = companies."documentsSent" + sums.sent,
    "documentsReceived" = companies."documentsReceived" + sums.received
  FROM (
    SELECT moved."organizationId", moved."companyId", count(*) FILTER (WHERE moved.event = 'document.delivered') AS sent,
      count(*) FILTER (WHERE moved.event = 'document.received') AS received
    FROM moved WHERE moved.event IN ('document.delivered', 'document.received') GROUP BY 1, 2
  ) AS sums JOIN held_companies AS held ON held."organizationId" = sums."organizationId" AND held.id = sums."companyId"
  WHERE companies."organizationId" = held."organizationId" AND companies.id = held.id`

/**
 * Adds events to the counters of their day, month and year, and to those of company and partner, in the transaction
 * that numbers them: an event is numbered once, so it is counted once, even if a process dies in between. The row of a
 * partner to whom thousands of documents go is written once for all events of a batch, and no delivery waits for it.
 */
export const countDocuments = async (db: Db, events: readonly EventHead[]): Promise<void> => {
  const counted = events
    .filter(({ type }) => COUNTED.has(type))
    .map(({ organizationId, id }) => ({ organizationId, id }))
  if (counted.length === 0) return
  await db.$executeRaw(Prisma.sql`
    WITH moved AS (
      SELECT documents."organizationId", documents."companyId", documents."partnerId", documents.type,
        events."createdAt" AS at, (events."createdAt" AT TIME ZONE 'UTC')::date AS day, events.type AS event,
        ${COUNTRY} AS country
      FROM jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) AS numbered("organizationId" text, id text)
      JOIN events ON events."organizationId" = numbered."organizationId" AND events.id = numbered.id
      JOIN documents
        ON documents."organizationId" = events."organizationId" AND documents.id = events.data ->> 'documentId'
      CROSS JOIN LATERAL (${OTHER_SIDE}) AS other
    ), monthly AS (${monthly}), spans AS (${ofCompanies}),
    held_companies AS MATERIALIZED (${heldOf('companies', 'companyId')}), in_all AS (${inAll}),
    held_partners AS MATERIALIZED (${heldOf('partners', 'partnerId')}), of_partners AS (${ofPartners})
    ${daily}`)
}
