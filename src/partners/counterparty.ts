/**
 * The partner on the other side of a document: found, or kept on the first exchange where the company wants that. It is
 * the company's own then.
 */
import { wantsPartners } from '../companies/settings.ts'
import type { Db } from '../kernel/database/open.ts'
import { writeUnlessThere } from '../kernel/database/rows.ts'
import { eventRow } from '../engine/feed/outbox.ts'
import { type Company, Prisma } from '../generated/prisma/client.ts'
import { PartnerRole } from '../generated/prisma/enums.ts'
import { isFromBuyer } from '../values/document-types.ts'
import { newId } from '../values/ids.ts'
import { schemeOf } from '../values/peppol-schemes.ts'
import { workRow } from '../engine/work/append.ts'
import { partnerSearchText } from './record/partner.ts'
import { hasAlias } from './record/references.ts'

type Exchanged = Pick<
  Prisma.DocumentUncheckedCreateInput,
  | 'organizationId'
  | 'companyId'
  | 'direction'
  | 'type'
  | 'selfBilled'
  | 'senderPeppolId'
  | 'senderName'
  | 'senderVatNumber'
  | 'receiverPeppolId'
  | 'receiverName'
  | 'receiverVatNumber'
>

interface Counterparty {
  peppolId: string | null
  vatNumber: string | null
  name: string | null
}

const counterpartyOf = (row: Exchanged): Counterparty =>
  row.direction === 'outgoing'
    ? {
        peppolId: row.receiverPeppolId ?? null,
        vatNumber: row.receiverVatNumber ?? null,
        name: row.receiverName ?? null,
      }
    : { peppolId: row.senderPeppolId ?? null, vatNumber: row.senderVatNumber ?? null, name: row.senderName ?? null }

type Trade = Pick<Exchanged, 'direction' | 'type' | 'selfBilled'>

const roleOf = (row: Trade): PartnerRole =>
  (row.direction === 'outgoing') === isFromBuyer(row) ? PartnerRole.supplier : PartnerRole.buyer

const makesPartners = async (db: Db, organizationId: string, id: string): Promise<boolean> => {
  const company = await db.company.findUnique({
    where: { organizationId_id: { organizationId, id } },
    select: { settings: true },
  })
  return company === null || wantsPartners(company)
}

const keep = async (
  db: Db,
  row: Exchanged,
  { peppolId, vatNumber, name }: Counterparty,
  now: Date,
): Promise<string | null> => {
  const { organizationId, companyId } = row
  const identity = { peppolId, vatNumber, name: name ?? peppolId ?? '' }
  const id = newId('partner')
  const columns = {
    organizationId,
    companyId,
    id,
    ...identity,
    country: peppolId === null ? null : (schemeOf(peppolId)?.country ?? null),
    role: roleOf(row),
    tags: [],
    createdAt: now,
    updatedAt: now,
    searchText: partnerSearchText({ ...identity, contactName: null, contactEmail: null }),
  }
  const made = await writeUnlessThere(
    db,
    { table: 'partners', columns },
    [
      eventRow(
        { organizationId, companyId, type: 'partner.created', data: { partnerId: id, peppolId, vatNumber } },
        now,
      ),
      workRow({ organizationId, kind: 'partner.refresh', subjectId: id, target: 'registries' }, now),
    ],
    ['id'],
  )
  // Somebody else kept the same one a moment ago: it is found by whoever asks next.
  return made ? id : ((await find(db, row, identity))?.id ?? null)
}

/**
 * A partner of the company, or else one that it shares with the others of the organization. The participant id counts
 * before the VAT number, and a number before an alias.
 */
const matching = (
  { organizationId, companyId }: { [name in 'organizationId' | 'companyId']: Prisma.Sql | string },
  { peppolId, vatNumber }: { [name in 'peppolId' | 'vatNumber']: Prisma.Sql | string | null },
): Prisma.Sql => {
  const aliases = [Prisma.sql`'peppol:' || ${peppolId}::text`, Prisma.sql`'vat:' || ${vatNumber}::text`] as const
  return Prisma.sql`
  FROM partners WHERE "organizationId" = ${organizationId} AND ("companyId" = ${companyId} OR "companyId" IS NULL)
    AND ("peppolId" = ${peppolId} OR "vatNumber" = ${vatNumber} OR ${hasAlias(aliases)})
  ORDER BY "companyId" NULLS LAST, "peppolId" = ${peppolId} DESC NULLS LAST, ${hasAlias([aliases[0]])} DESC,
    "vatNumber" = ${vatNumber} DESC NULLS LAST LIMIT 1`
}

const find = async (
  db: Db,
  of: Pick<Exchanged, 'organizationId' | 'companyId'>,
  other: Pick<Counterparty, 'peppolId' | 'vatNumber'>,
): Promise<{ id: string; role: PartnerRole } | undefined> => {
  const [known] = await db.$queryRaw<
    { id: string; role: PartnerRole }[]
  >`SELECT id, role::text AS role ${matching(of, other)}`
  return known
}

/** True if the role of the partner covers the document. */
export const plays = (row: Trade, role: PartnerRole): boolean => role === PartnerRole.both || role === roleOf(row)

/** The partner of a document that goes out and is `given` by a statement, of one organization or of several. */
export const partnerOfGiven = (organizationId: string | undefined): Prisma.Sql =>
  Prisma.sql`(SELECT id ${matching(
    { organizationId: organizationId ?? Prisma.sql`given."organizationId"`, companyId: Prisma.sql`given."companyId"` },
    { peppolId: Prisma.sql`given."receiverPeppolId"`, vatNumber: Prisma.sql`given."receiverVatNumber"` },
  )})`

/** Null where there is no other side, or the company, which may be known already, keeps no partners by itself. */
export const partnerOf = async (
  db: Db,
  row: Exchanged,
  now: Date,
  company?: Pick<Company, 'settings'>,
): Promise<string | null> => {
  const other = counterpartyOf(row)
  if (row.type === 'event' || other.peppolId === null) return null
  const { organizationId } = row
  const known = await find(db, row, other)
  if (!known) {
    const keepsThem = company ? wantsPartners(company) : await makesPartners(db, organizationId, row.companyId)
    return keepsThem ? keep(db, row, other, now) : null
  }
  if (!plays(row, known.role))
    await db.partner.update({
      where: { organizationId_id: { organizationId, id: known.id } },
      data: { role: PartnerRole.both },
    })
  return known.id
}
