/** What a company exchanged with a partner that it shares: how much the others did is not told. */
import type { Actor } from '../auth/actor.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { ownColumns } from '../kernel/database/compiled/unread.ts'
import type { Db } from '../kernel/database/open.ts'
import type { PartnerRow } from './record/partner.ts'

export type PartnerCounts = Pick<PartnerRow, 'documentsSent' | 'documentsReceived' | 'lastActivityAt'>

const NOTHING: PartnerCounts = { documentsSent: 0, documentsReceived: 0, lastActivityAt: null }

/** The counts of a company for each of these partners, in their order. */
export const countsOfCompany = async (
  db: Db,
  { organizationId, companyId }: Pick<Actor, 'organizationId' | 'companyId'>,
  partnerIds: readonly string[],
): Promise<PartnerCounts[]> => {
  const rows = await db.$queryRaw<({ partnerId: string } & PartnerCounts)[]>(Prisma.sql`
    SELECT "partnerId", count("sentAt")::int AS "documentsSent",
      (count(*) FILTER (WHERE direction = 'incoming'))::int AS "documentsReceived",
      max(COALESCE("sentAt", "receivedAt")) AS "lastActivityAt"
    FROM documents
    WHERE "organizationId" = ${organizationId} AND "companyId" = ${companyId} AND "partnerId" = ANY(${[...partnerIds]})
    GROUP BY 1`)
  const byPartner = new Map(rows.map(({ partnerId, ...counts }) => [partnerId, counts]))
  return partnerIds.map((id) => byPartner.get(id) ?? NOTHING)
}

/** Whether the caller is told its own counts, and not those of the partner. */
export const isCutFor = (actor: Pick<Actor, 'companyId'>, partner: Pick<PartnerRow, 'companyId'>): boolean =>
  actor.companyId !== null && partner.companyId === null

const cut = async <Row extends PartnerRow>(db: Db, actor: Actor, partners: readonly Row[]): Promise<Row[]> => {
  const shared = partners.filter((partner) => isCutFor(actor, partner)).map(({ id }) => id)
  if (shared.length === 0) return [...partners]
  const counts = await countsOfCompany(db, actor, shared)
  return partners.map((partner) => ({ ...ownColumns(partner), ...counts[shared.indexOf(partner.id)] }))
}

/** For the doors that show whole rows; GraphQL asks for the counts by itself where they are selected. */
export const rowsWithOwnCounts = async <Row extends PartnerRow>(
  db: Db,
  actor: Actor,
  partners: Row[],
  select: object,
): Promise<Row[]> => (Object.keys(select).length > 0 ? partners : cut(db, actor, partners))

export const withOwnCounts = async <Row extends PartnerRow>(
  db: Db,
  actor: Actor,
  partner: Row,
  select: object,
): Promise<Row> => (await rowsWithOwnCounts(db, actor, [partner], select))[0] ?? partner
