import { z } from 'zod'
import { eventRow } from '../engine/feed/outbox.ts'
import { workRow } from '../engine/work/append.ts'
import { type Partner, Prisma } from '../generated/prisma/client.ts'
import { json, writeUnlessThere } from '../kernel/database/rows.ts'
import { AppError, overtaken } from '../kernel/errors/app-error.ts'
import { boundCompany } from '../companies/company.ts'
import { id } from '../kernel/input.ts'
import { withoutNulls } from '../kernel/metadata.ts'
import { operation } from '../operation/operation.ts'
import { newId } from '../values/ids.ts'
import { type PartnerIdentity, type PartnerFacts, acceptedPartner, completed } from './look-up.ts'
import { adoptDocuments } from './adopt-documents.ts'
import { partnerFields, partnerSearchText, refuseTaken, refuseTakenExternalId } from './record/partner.ts'
import { nextRefresh } from './refresh-partner.ts'

const { externalId, peppolId, vatNumber, name, role, contactName, contactEmail, defaults, tags, enrichment, metadata } =
  partnerFields

const input = z.strictObject({
  companyId: id('company')
    .nullish()
    .describe(
      'The company whose partner it is. When absent, the company of the caller, ' +
        'or all companies of the organization if the caller acts for none.',
    ),
  externalId: externalId.optional(),
  peppolId: peppolId.optional(),
  vatNumber: vatNumber.optional(),
  name: name.optional(),
  role: role.default('both'),
  contactName: contactName.nullish(),
  contactEmail: contactEmail.nullish(),
  defaults: defaults.nullish(),
  tags: tags.optional(),
  enrichment: enrichment.optional(),
  metadata: metadata.optional(),
})

type PartnerInput = z.output<typeof input>

const identityFrom = (given: PartnerInput): PartnerIdentity => {
  if (given.peppolId === undefined && given.vatNumber === undefined)
    throw new AppError('MISSING_FIELD', {
      message: 'A partner requires a participant id or a VAT number.',
      details: ['peppolId', 'vatNumber'].map((field) => ({
        field,
        rule: 'MISSING_FIELD',
        message: 'Give the peppolId, the vatNumber, or both.',
      })),
    })
  return completed({ peppolId: given.peppolId ?? null, vatNumber: given.vatNumber ?? null })
}

/** The columns of a partner: what the caller gives, before what directory and registry know. */
const partnerColumns = (given: PartnerInput, identity: PartnerIdentity, known: PartnerFacts) => {
  const named = {
    ...identity,
    externalId: given.externalId ?? null,
    contactName: given.contactName ?? null,
    contactEmail: given.contactEmail ?? null,
    name: given.name ?? known.name ?? identity.peppolId ?? identity.vatNumber ?? '',
  }
  return {
    ...named,
    searchText: partnerSearchText(named),
    country: known.country,
    role: given.role,
    peppolStatus: known.peppolStatus,
    defaults: json(withoutNulls(given.defaults ?? {})),
    tags: given.tags ?? [],
    enrichment: json({ ...known.enrichment, ...given.enrichment }),
    metadata: json(withoutNulls(given.metadata ?? {})),
  }
}

const COLUMNS = Object.keys(Prisma.PartnerScalarFieldEnum)

export const createPartner = operation({
  name: 'createPartner',
  summary:
    'Creates a trading partner by participant id or VAT number. Values that the ' +
    'request does not have come from the registry and the directory.',
  scope: 'partners',
  writes: true,
  input,
  errors: ['COMPANY_NOT_FOUND', 'INVALID_VAT_FORMAT', 'INVALID_CURRENCY', 'CONFLICT', 'VAT_NOT_FOUND', 'VAT_INACTIVE'],
  async prepare({ actor, db, platform, trace }, given) {
    const companyId = await boundCompany(db, actor, given.companyId)
    const identity = identityFrom(given)
    await refuseTaken(db, { organizationId: actor.organizationId, companyId }, identity)
    await refuseTakenExternalId(db, actor, given.externalId)
    return { companyId, identity, known: await acceptedPartner(platform.upstreams, trace, identity) }
  },
  async run({ db, actor: { organizationId }, now }, given, { companyId, identity, known }) {
    const id = newId('partner')
    const owned = { organizationId, companyId, id, createdAt: now, updatedAt: now }
    const dueAt = nextRefresh(now, known.incomplete)
    const row = await writeUnlessThere<Partner>(
      db,
      { table: 'partners', columns: { ...owned, ...partnerColumns(given, identity, known) } },
      [
        eventRow({ organizationId, companyId, type: 'partner.created', data: { partnerId: id, ...identity } }, now),
        workRow({ organizationId, kind: 'partner.refresh', subjectId: id, target: 'registries', dueAt }, now),
      ],
      COLUMNS,
    )
    if (!row) throw overtaken('Another request is creating the same partner. Try again in a moment.')
    return adoptDocuments(db, row)
  },
})
