import { Prisma } from '../generated/prisma/client.ts'
import { holdNumbering } from '../engine/feed/relay.ts'
import type { Db } from '../kernel/database/open.ts'
import type { PartnerRow } from './record/partner.ts'

interface AdoptedCounts {
  sent: bigint
  received: bigint
  latest: Date | null
}

/**
 * A new partner gets the documents that its company exchanged with it before it was one, and its counters with them.
 */
export const adoptDocuments = async (db: Db, partner: PartnerRow): Promise<PartnerRow> => {
  const { organizationId, companyId, id, peppolId, vatNumber } = partner
  const ofCompany = companyId === null ? Prisma.empty : Prisma.sql`AND "companyId" = ${companyId}`
  const adopted = await db.$queryRaw<object[]>`
    WITH adopted AS (
      UPDATE documents SET "partnerId" = ${id}
      WHERE "organizationId" = ${organizationId} AND "partnerId" IS NULL ${ofCompany} AND (
        (direction = 'outgoing' AND ("receiverPeppolId" = ${peppolId} OR "receiverVatNumber" = ${vatNumber}))
        OR (direction = 'incoming' AND ("senderPeppolId" = ${peppolId} OR "senderVatNumber" = ${vatNumber})))
      RETURNING "sentAt", "receivedAt"
    )
    SELECT 1 FROM adopted WHERE COALESCE("sentAt", "receivedAt") IS NOT NULL LIMIT 1`
  if (adopted.length === 0) return partner
  // What the relay has not counted yet it counts for the new partner.
  await holdNumbering(db)
  const [counts] = await db.$queryRaw<AdoptedCounts[]>`
    WITH later AS MATERIALIZED (
      SELECT data->>'documentId' AS id FROM events
      WHERE seq IS NULL AND "organizationId" = ${organizationId} AND type IN ('document.sent', 'document.received')
    )
    SELECT count(*) FILTER (WHERE "sentAt" IS NOT NULL) AS sent,
      count(*) FILTER (WHERE direction = 'incoming') AS received, max(COALESCE("sentAt", "receivedAt")) AS latest
    FROM documents
    WHERE "organizationId" = ${organizationId} AND "partnerId" = ${id} AND id NOT IN (SELECT id FROM later)`
  if (!counts || counts.latest === null) return partner
  return db.partner.update({
    where: { organizationId_id: { organizationId, id } },
    data: {
      documentsSent: Number(counts.sent),
      documentsReceived: Number(counts.received),
      lastActivityAt: counts.latest,
    },
  })
}
