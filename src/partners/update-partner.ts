import { z } from 'zod'
import { changeHeld } from '../kernel/database/held-rows.ts'
import { constraintOf } from '../kernel/database/open.ts'
import { json } from '../kernel/database/rows.ts'
import { AppError, refusal, overtaken } from '../kernel/errors/app-error.ts'
import { mergedMetadata, withoutNulls } from '../kernel/metadata.ts'
import { operation } from '../operation/operation.ts'
import { changedAt, ifUpdatedAt, refuseChanged } from '../operation/precondition.ts'
import { type PartnerIdentity, type PartnerFacts, acceptedPartner, refuseMalformed } from './look-up.ts'
import { nextRefresh } from './refresh-partner.ts'
import {
  type PartnerRow,
  ownPartner,
  partnerFields,
  partnerRef,
  partnerSearchText,
  partnerToChange,
  refuseTaken,
  refuseTakenExternalId,
} from './record/partner.ts'
import { type Numbers, numbersOf } from './record/references.ts'

const { externalId, peppolId, vatNumber, name, role, contactName, contactEmail, defaults, tags, enrichment, metadata } =
  partnerFields

/** The identity of the partner after the change. */
const identityWith = (
  partner: PartnerIdentity,
  { peppolId: participant, vatNumber: vat }: { [Name in keyof PartnerIdentity]?: PartnerIdentity[Name] | undefined },
): PartnerIdentity => ({
  peppolId: participant === undefined ? partner.peppolId : participant,
  vatNumber: vat === undefined ? partner.vatNumber : vat,
})

const isSame = (one: PartnerIdentity, other: PartnerIdentity): boolean =>
  one.peppolId === other.peppolId && one.vatNumber === other.vatNumber

const input = z.strictObject({
  partnerId: partnerRef,
  externalId: externalId.nullish(),
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
  aliases: z
    .array(z.string().max(300))
    .max(1_000)
    .nullish()
    .meta({ examples: [[]] })
    .describe('The aliases to keep. One that is left out finds the partner no more, and another partner may have it.'),
  ifUpdatedAt,
})

type PartnerChanges = Omit<z.output<typeof input>, 'partnerId' | 'ifUpdatedAt' | keyof PartnerIdentity>

const namesIn = (changes: object): string[] =>
  Object.entries(changes).flatMap(([field, value]) => (value === undefined ? [] : [field]))

/** Without those that were left out, and those that are numbers of the partner now. Only a merge adds one. */
const aliasesAfter = (partner: PartnerRow, kept: readonly string[] | null | undefined, after: Numbers): string[] => {
  const stranger = kept?.find((alias) => !partner.aliases.includes(alias))
  if (stranger !== undefined)
    throw refusal('INVALID_REQUEST', 'aliases', `The partner does not have the alias ${stranger}.`, {
      summary: 'Aliases come from partners that are merged. You can only keep or remove the ones that the partner has.',
    })
  const own = numbersOf(after)
  return partner.aliases.filter((alias) => (kept === undefined || kept?.includes(alias)) && !own.includes(alias))
}

/** The columns that change: what the caller gives, and where there is a new identity what is known of it. */
const changedColumns = (
  partner: PartnerRow,
  changes: PartnerChanges,
  identified: (PartnerIdentity & Pick<PartnerRow, 'peppolStatus' | 'country'>) | undefined,
  known: PartnerFacts | undefined,
) => {
  const plain = Object.fromEntries(
    (['externalId', 'name', 'role', 'contactName', 'contactEmail'] as const).flatMap((field) =>
      changes[field] === undefined ? [] : [[field, changes[field]]],
    ),
  )
  const after = { ...partner, ...plain, ...identified }
  const aliases = aliasesAfter(partner, changes.aliases, after)
  return {
    ...plain,
    ...identified,
    aliases,
    searchText: partnerSearchText({ ...after, aliases }),
    ...(changes.defaults !== undefined && { defaults: json(withoutNulls(changes.defaults ?? {})) }),
    ...(changes.tags !== undefined && { tags: changes.tags ?? [] }),
    enrichment: json(
      changes.enrichment === undefined
        ? { ...(partner.enrichment as object), ...known?.enrichment }
        : { ...known?.enrichment, ...changes.enrichment },
    ),
    ...(changes.metadata !== undefined && {
      metadata: json(mergedMetadata(partner.metadata as object, changes.metadata)),
    }),
  }
}

export const updatePartner = operation({
  name: 'updatePartner',
  summary:
    'Changes a partner. A given field replaces the old value, and null ' +
    'clears it. `metadata` is merged: a value of null deletes a name.',
  scope: 'partners',
  writes: true,
  input,
  errors: [
    'RESOURCE_NOT_FOUND',
    'CONFLICT',
    'INVALID_VAT_FORMAT',
    'INVALID_CURRENCY',
    'VAT_NOT_FOUND',
    'VAT_INACTIVE',
    'PRECONDITION_FAILED',
  ],
  /** Looks up a new identity; any other change needs no upstream. */
  async prepare({ db, actor, platform, trace }, given) {
    if (given.peppolId === undefined && given.vatNumber === undefined) return undefined
    refuseMalformed(given.vatNumber)
    const partner = await ownPartner(db, actor, given.partnerId)
    const identity = identityWith(partner, given)
    if (identity.peppolId === null && identity.vatNumber === null)
      throw refusal(
        'MISSING_FIELD',
        'peppolId',
        'A partner requires a peppolId or a vatNumber, so you cannot clear both.',
      )
    await refuseTaken(db, partner, identity, partner.id)
    return { identity, known: await acceptedPartner(platform.upstreams, trace, identity) }
  },
  async run(
    { db, actor, now, emit },
    { partnerId, ifUpdatedAt, peppolId: newPeppolId, vatNumber: newVatNumber, ...changes },
    lookedUp,
  ) {
    const partner = await partnerToChange(db, actor, partnerId)
    refuseChanged(partner, ifUpdatedAt)
    const { organizationId, companyId, id } = partner
    await refuseTakenExternalId(db, actor, changes.externalId, id)
    const identity = identityWith(partner, { peppolId: newPeppolId, vatNumber: newVatNumber })
    if (lookedUp && !isSame(lookedUp.identity, identity))
      throw overtaken('Another request changed the identity of the partner at the same time. Send the request again.')
    const identified = lookedUp && {
      ...lookedUp.identity,
      peppolStatus: lookedUp.known.peppolStatus,
      country: lookedUp.known.country,
    }
    const columns = changedColumns(partner, changes, identified, lookedUp?.known)
    const updated = await changeHeld(db, 'partners', partner, { ...columns, updatedAt: changedAt(partner, now) }).catch(
      (error: unknown) => {
        throw constraintOf(error) === undefined
          ? error
          : new AppError('CONFLICT', { message: 'Another partner already has that participant id or VAT number.' })
      },
    )
    if (lookedUp)
      await db.work.updateMany({
        where: { organizationId, kind: 'partner.refresh', subjectId: id },
        data: { dueAt: nextRefresh(now, lookedUp.known.incomplete), attempts: 0, lost: 0, failedAt: null },
      })
    const names = [...Object.keys(identified ?? {}), ...namesIn(changes)]
    const about = { companyId, updatedAt: updated.updatedAt }
    if (names.length > 0) emit('partner.updated', { partnerId: id, changes: names.sort() }, about)
    return updated
  },
})
