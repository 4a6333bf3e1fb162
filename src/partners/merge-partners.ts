import { z } from 'zod'
import { moveTags } from '../categorization/assignments.ts'
import { holdNumbering } from '../engine/feed/relay.ts'
import { PartnerRole } from '../generated/prisma/enums.ts'
import type { Db } from '../kernel/database/open.ts'
import { refusal } from '../kernel/errors/app-error.ts'
import { mergedMetadata } from '../kernel/metadata.ts'
import { operation } from '../operation/operation.ts'
import {
  type PartnerRow,
  holdPartners,
  othersFoundBy,
  ownPartner,
  partnerRef,
  partnerSearchText,
  visiblePartner,
} from './record/partner.ts'
import { numbersOf, referenceTo, referencesTo } from './record/references.ts'

const latest = (dates: readonly (Date | null)[]): Date | null =>
  dates.reduce((best, one) => (one !== null && (best === null || one > best) ? one : best), null)

/** Columns of the kept partner afterwards: where both say something, its own words count. */
const mergedColumns = (kept: PartnerRow, gone: PartnerRow) => {
  const filled = {
    externalId: kept.externalId ?? gone.externalId,
    peppolId: kept.peppolId ?? gone.peppolId,
    vatNumber: kept.vatNumber ?? gone.vatNumber,
    country: kept.country ?? gone.country,
    contactName: kept.contactName ?? gone.contactName,
    contactEmail: kept.contactEmail ?? gone.contactEmail,
  }
  const own = numbersOf(filled)
  const aliases = [...new Set([...kept.aliases, ...referencesTo(gone)])].filter((one) => !own.includes(one))
  return {
    ...filled,
    aliases,
    searchText: partnerSearchText({ ...kept, ...filled, aliases }),
    role: kept.role === gone.role ? kept.role : PartnerRole.both,
    tags: [...new Set([...kept.tags, ...gone.tags])],
    defaults: { ...(gone.defaults as object), ...(kept.defaults as object) },
    metadata: mergedMetadata(gone.metadata as object, kept.metadata as Record<string, string>),
    peppolStatus: (kept.peppolId === null ? gone : kept).peppolStatus,
    enrichment: { ...(gone.enrichment as object), ...(kept.enrichment as object) },
    documentsSent: kept.documentsSent + gone.documentsSent,
    documentsReceived: kept.documentsReceived + gone.documentsReceived,
    lastActivityAt: latest([kept.lastActivityAt, gone.lastActivityAt]),
  }
}

/** The deleted partner without the numbers by which a third partner of the owner is found. */
const withoutTaken = async (db: Db, kept: PartnerRow, gone: PartnerRow): Promise<PartnerRow> => {
  const others = await othersFoundBy(db, kept, referencesTo(gone), [kept.id, gone.id])
  const taken = new Set(others.flatMap(referencesTo))
  const free = (name: 'peppolId' | 'vatNumber'): string | null =>
    gone[name] === null || taken.has(referenceTo(name, gone[name])) ? null : gone[name]
  return {
    ...gone,
    peppolId: free('peppolId'),
    vatNumber: free('vatNumber'),
    aliases: gone.aliases.filter((alias) => !taken.has(alias)),
  }
}

export const mergePartners = operation({
  name: 'mergePartners',
  summary:
    'Merges two partners into one. Documents, counters and tags move to the kept partner, its empty fields are filled, ' +
    'and the other partner is deleted. Its further numbers become aliases of the kept one.',
  scope: 'partners',
  writes: true,
  input: z.strictObject({
    partnerId: partnerRef.describe('The partner to keep.'),
    duplicateId: partnerRef.describe('The partner to merge into the kept one and to delete.'),
  }),
  errors: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  async run({ db, actor, now, emit }, { partnerId, duplicateId }) {
    const [{ organizationId, companyId, id }, { id: goneId, companyId: goneCompany }] = [
      await ownPartner(db, actor, partnerId),
      await ownPartner(db, actor, duplicateId),
    ]
    if (id === goneId) throw refusal('INVALID_REQUEST', 'duplicateId', 'A partner cannot be merged with itself.')
    // A shared partner may keep one of a company; the other way round, the other companies would lose it.
    if (companyId !== null && companyId !== goneCompany)
      throw refusal('CONFLICT', 'duplicateId', 'The two partners do not belong to the same company.', {
        summary: 'A partner of a company can keep only another partner of that company. A shared partner can keep any.',
      })
    // Documents that were announced and not counted yet count for the partner that they have then.
    await holdNumbering(db)
    await holdPartners(db, organizationId, [goneId, id])
    const [kept, gone] = [await visiblePartner(db, actor, id), await visiblePartner(db, actor, goneId)]
    await moveTags(db, organizationId, gone, kept)
    await db.document.updateMany({ where: { organizationId, partnerId: goneId }, data: { partnerId: id } })
    await db.shop.updateMany({ where: { organizationId, partnerId: goneId }, data: { partnerId: id } })
    await db.cart.updateMany({ where: { organizationId, partnerId: goneId }, data: { partnerId: id } })
    await db.work.deleteMany({ where: { organizationId, kind: 'partner.refresh', subjectId: goneId } })
    await db.partner.delete({ where: { organizationId_id: { organizationId, id: goneId } } })
    const partner = await db.partner.update({
      where: { organizationId_id: { organizationId, id } },
      data: { ...mergedColumns(kept, await withoutTaken(db, kept, gone)), updatedAt: now },
    })
    emit('partner.deleted', { partnerId: goneId, mergedInto: id }, { companyId })
    emit('partner.updated', { partnerId: id, changes: ['merged'] }, { companyId })
    return { ...partner, deletedId: goneId }
  },
})
