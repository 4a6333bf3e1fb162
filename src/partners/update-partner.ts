import { z } from 'zod'
import { constraintOf } from '../database/open.ts'
import { AppError } from '../errors/app-error.ts'
import { mergedMetadata, withoutNulls } from '../metadata.ts'
import { operation } from '../operation.ts'
import { lookUpPartner } from './look-up.ts'
import { partnerFields, partnerRef, partnerSearchText, partnerToChange, refuseTaken, visiblePartner } from './partner.ts'

const { peppolId, vatNumber, name, role, contactName, contactEmail, defaults, tags, enrichment, metadata } = partnerFields

export const updatePartner = operation({
  name: 'updatePartner',
  summary: 'Changes a partner. Each field is replaced as a whole and null clears it; `metadata` is merged, and null deletes a name.',
  scope: 'partners',
  writes: true,
  input: z.strictObject({
    partnerId: partnerRef, peppolId: peppolId.nullish(), vatNumber: vatNumber.nullish(), name: name.optional(), role: role.optional(), contactName: contactName.nullish(), contactEmail: contactEmail.nullish(),
    defaults: defaults.nullish(), tags: tags.nullish(), enrichment: enrichment.nullish(), metadata: metadata.nullish(),
  }),
  errors: ['RESOURCE_NOT_FOUND', 'CONFLICT', 'INVALID_CURRENCY', 'VAT_NOT_FOUND', 'VAT_INACTIVE'],
  /** A new identity is looked up; everything else needs nobody. */
  async prepare({ db, actor, platform, trace }, { partnerId, peppolId: participant, vatNumber: vat }) {
    if (participant === undefined && vat === undefined) return undefined
    const partner = await visiblePartner(db, actor, partnerId)
    const identity = { peppolId: participant === undefined ? partner.peppolId : participant, vatNumber: vat === undefined ? partner.vatNumber : vat }
    if (identity.peppolId === null && identity.vatNumber === null) throw new AppError('MISSING_FIELD', { details: [{ field: 'peppolId', rule: 'MISSING_FIELD', message: 'A partner keeps at least one of peppolId and vatNumber.' }] })
    await refuseTaken(db, actor.organizationId, identity, partner.id)
    const { peppolStatus, country } = await lookUpPartner(platform.upstreams, trace, identity)
    return { ...identity, peppolStatus, country }
  },
  async run({ db, actor, now, emit }, { partnerId, peppolId: _participant, vatNumber: _vat, ...given }, identity) {
    const partner = await partnerToChange(db, actor, partnerId)
    const { organizationId, id } = partner
    const plain = Object.fromEntries((['name', 'role', 'contactName', 'contactEmail'] as const).flatMap((field) => (given[field] === undefined ? [] : [[field, given[field]]])))
    const updated = await db.partner.update({
      where: { organizationId_id: { organizationId, id } },
      data: {
        ...plain, ...identity, updatedAt: now, searchText: partnerSearchText({ ...partner, ...plain, ...identity }),
        ...(given.defaults !== undefined && { defaults: withoutNulls(given.defaults ?? {}) }),
        ...(given.tags !== undefined && { tags: given.tags ?? [] }),
        ...(given.enrichment !== undefined && { enrichment: (given.enrichment ?? {}) as object }),
        ...(given.metadata !== undefined && { metadata: mergedMetadata(partner.metadata as object, given.metadata) }),
      },
    }).catch((error: unknown) => {
      throw constraintOf(error) === undefined ? error : new AppError('CONFLICT', { message: 'Another partner has that identity.' })
    })
    const changes = [...Object.keys(identity ?? {}), ...Object.entries(given).filter(([, value]) => value !== undefined).map(([field]) => field)]
    if (changes.length > 0) emit('partner.updated', { partnerId: id, changes: changes.sort(), updatedAt: now.toISOString() })
    return updated
  },
})
