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

/** Adds what moved to the counters of one kind of span: those of each company, and those of the organization. */
const added = (table: string, span: 'day' | 'month', begin: Prisma.Sql): Prisma.Sql => {
  const [into, column] = [Prisma.raw(table), Prisma.raw(span)]
  return Prisma.sql`
    INSERT INTO ${into} ("organizationId", "companyId", ${column}, type, country, sent, received, delivered, failed)
    SELECT moved."organizationId", COALESCE(moved."companyId", ''), ${begin}, moved.type, moved.country,
      count(*) FILTER (WHERE moved.event = 'document.sent'),
      count(*) FILTER (WHERE moved.event = 'document.received'),
      count(*) FILTER (WHERE moved.event = 'document.delivered'),
      count(*) FILTER (WHERE moved.event = 'document.failed')
    FROM moved
    GROUP BY GROUPING SETS (
      (moved."organizationId", ${begin}, moved.type, moved.country, moved."companyId"),
      (moved."organizationId", ${begin}, moved.type, moved.country))
    ON CONFLICT ("organizationId", "companyId", ${column}, type, country) DO UPDATE SET
      sent = ${into}.sent + EXCLUDED.sent, received = ${into}.received + EXCLUDED.received,
      delivered = ${into}.delivered + EXCLUDED.delivered, failed = ${into}.failed + EXCLUDED.failed`
}

/**
 * Adds events to the counters of their day and month, in the transaction that numbers them: an event is numbered once, so it is
 * counted once, even if a process dies in between.
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
    ), monthly AS (${added('monthly_statistics', 'month', Prisma.sql`date_trunc('month', moved.day)::date`)})
    ${added('daily_statistics', 'day', Prisma.sql`moved.day`)}`)
}
