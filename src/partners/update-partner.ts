import { z } from 'zod'
import { constraintOf } from '../kernel/database/open.ts'
import { AppError, refusal } from '../kernel/errors/app-error.ts'
import { mergedMetadata, withoutNulls } from '../kernel/metadata.ts'
import { operation } from '../operation/operation.ts'
import { type Identity, acceptedPartner, refuseMalformed } from './look-up.ts'
import { nextRefresh } from './refresh-partner.ts'
import {
  partnerFields,
  partnerRef,
  partnerSearchText,
  partnerToChange,
  refuseTaken,
  visiblePartner,
} from './record/partner.ts'

const { peppolId, vatNumber, name, role, contactName, contactEmail, defaults, tags, enrichment, metadata } =
  partnerFields

/** Who the partner is with what is given, where something is. */
const identityWith = (
  partner: Identity,
  { peppolId: participant, vatNumber: vat }: { [Name in keyof Identity]?: Identity[Name] | undefined },
): Identity => ({
  peppolId: participant === undefined ? partner.peppolId : participant,
  vatNumber: vat === undefined ? partner.vatNumber : vat,
})

const isSame = (one: Identity, other: Identity): boolean =>
  one.peppolId === other.peppolId && one.vatNumber === other.vatNumber

export const updatePartner = operation({
  name: 'updatePartner',
  summary:
    'Changes a partner. Each field is replaced as a whole and null clears it; `metadata` is merged, and null deletes a name.',
  scope: 'partners',
  writes: true,
  input: z.strictObject({
    partnerId: partnerRef,
    peppolId: peppolId.nullish(),
    vatNumber: vatNumber.nullish(),
    name: name.optional(),
    role: role.optional(),
    contactName: contactName.nullish(),
    contactEmail: contactEmail.nullish(),
    defaults: defaults.nullish(),
    tags: tags.nullish(),
    enrichment: enrichment.nullish(),
    metadata: metadata.nullish(),
  }),
  errors: ['RESOURCE_NOT_FOUND', 'CONFLICT', 'INVALID_VAT_FORMAT', 'INVALID_CURRENCY', 'VAT_NOT_FOUND', 'VAT_INACTIVE'],
  /** A new identity is looked up; everything else needs nobody. */
  async prepare({ db, actor, platform, trace }, given) {
    if (given.peppolId === undefined && given.vatNumber === undefined) return undefined
    refuseMalformed(given.vatNumber)
    const partner = await visiblePartner(db, actor, given.partnerId)
    const identity = identityWith(partner, given)
    if (identity.peppolId === null && identity.vatNumber === null)
      throw refusal('MISSING_FIELD', 'peppolId', 'A partner keeps at least one of peppolId and vatNumber.')
    await refuseTaken(db, actor.organizationId, identity, partner.id)
    return { identity, known: await acceptedPartner(platform.upstreams, trace, identity) }
  },
  async run(
    { db, actor, now, emit },
    { partnerId, peppolId: newPeppolId, vatNumber: newVatNumber, ...given },
    lookedUp,
  ) {
    const partner = await partnerToChange(db, actor, partnerId)
    const { organizationId, id } = partner
    if (
      lookedUp &&
      !isSame(lookedUp.identity, identityWith(partner, { peppolId: newPeppolId, vatNumber: newVatNumber }))
    )
      throw new AppError('CONFLICT', {
        message: 'The identity of the partner has changed at this moment. Look at it again.',
      })
    const known = lookedUp?.known
    const identity = lookedUp && {
      ...lookedUp.identity,
      peppolStatus: lookedUp.known.peppolStatus,
      country: lookedUp.known.country,
    }
    const plain = Object.fromEntries(
      (['name', 'role', 'contactName', 'contactEmail'] as const).flatMap((field) =>
        given[field] === undefined ? [] : [[field, given[field]]],
      ),
    )
    const updated = await db.partner
      .update({
        where: { organizationId_id: { organizationId, id } },
        data: {
          ...plain,
          ...identity,
          updatedAt: now,
          searchText: partnerSearchText({ ...partner, ...plain, ...identity }),
          ...(given.defaults !== undefined && { defaults: withoutNulls(given.defaults ?? {}) }),
          ...(given.tags !== undefined && { tags: given.tags ?? [] }),
          enrichment: (given.enrichment === undefined
            ? { ...(partner.enrichment as object), ...known?.enrichment }
            : { ...known?.enrichment, ...given.enrichment }) as object,
          ...(given.metadata !== undefined && { metadata: mergedMetadata(partner.metadata as object, given.metadata) }),
        },
      })
      .catch((error: unknown) => {
        throw constraintOf(error) === undefined
          ? error
          : new AppError('CONFLICT', { message: 'Another partner has that identity.' })
      })
    if (known)
      await db.work.updateMany({
        where: { organizationId, kind: 'partner.refresh', subjectId: id },
        data: { dueAt: nextRefresh(now, known.incomplete), attempts: 0, lost: 0, failedAt: null },
      })
    const changes = [
      ...Object.keys(identity ?? {}),
      ...Object.entries(given)
        .filter(([, value]) => value !== undefined)
        .map(([field]) => field),
    ]
    if (changes.length > 0)
      emit('partner.updated', { partnerId: id, changes: changes.sort(), updatedAt: now.toISOString() })
    return updated
  },
})
