/** What registering and onboarding have in common: the questions before, and the rows of a company that is new. */
import { z } from 'zod'
import { withOwnWords } from './reporting-standing.ts'
import { refusal, overtaken } from '../kernel/errors/app-error.ts'
import type { Db } from '../kernel/database/open.ts'
import { vatNumber } from '../kernel/input.ts'
import { withoutNulls } from '../kernel/metadata.ts'
import type { Run } from '../operation/operation.ts'
import type { DatedEntity } from '../upstreams/registries/memory.ts'
import { newId } from '../values/ids.ts'
import type { VatIdentity } from '../values/vat-number.ts'
import { type CompanyRow, companyFields, fullCapabilities, identifierInput, refuseTakenExternalId } from './company.ts'
import { columnsOfDefaults, defaultsOf } from './brand.ts'
import { announceCompanies, newCompanyRow } from './new-company.ts'

export const registrationFields = {
  vatNumber: vatNumber.describe('VAT number: two capital letters for the country, then the number.'),
  externalId: companyFields.externalId.optional(),
  name: companyFields.name.optional(),
  address: companyFields.address.optional(),
  additionalIdentifiers: z
    .array(identifierInput)
    .max(20)
    .optional()
    .describe('Other identifiers, such as GLN, DUNS or SIRET.'),
  capabilities: companyFields.capabilities.optional(),
  settings: companyFields.settings.optional(),
  compliance: companyFields.compliance.optional(),
  metadata: companyFields.metadata.optional(),
}

const registration = z.strictObject(registrationFields)

/** Columns that only onboarding gives. */
type MoreColumns = Partial<
  Pick<CompanyRow, 'receivesDocuments' | 'smpStatus' | 'documentsPerMonth' | 'requestsPerMinute' | 'storageMegabytes'>
>

/** One number may be written in several ways, such as a Belgian one without its zero: a participant is one company. */
export const refuseExisting = async (
  db: Db,
  organizationId: string,
  vat: string,
  { peppolId }: VatIdentity,
): Promise<void> => {
  const existing = await db.company.findFirst({
    where: { organizationId, OR: [{ vatNumber: vat }, { peppolId }] },
    select: { id: true, vatNumber: true },
  })
  if (!existing) return
  const written = existing.vatNumber === vat ? '' : `, as ${existing.vatNumber}`
  throw refusal('COMPANY_EXISTS', 'vatNumber', 'This organization already registered the VAT number.', {
    summary: `The VAT number ${vat} is already registered${written}.`,
    facts: { existingId: existing.id },
  })
}

export interface CompanyFacts {
  identity: VatIdentity
  told: DatedEntity
}

/** Writes a new company with its address, and what follows from it; refuses one that is there. */
export const storeCompany = async (
  run: Run,
  given: z.output<typeof registration>,
  { identity, told }: CompanyFacts,
  more: MoreColumns = {},
): Promise<CompanyRow> => {
  const {
    db,
    now,
    actor: { organizationId },
  } = run
  const { vatNumber, name, externalId } = given
  const legalAddressId = newId('address')
  const defaults = await defaultsOf(db, organizationId)
  const legalAddress = await db.address.create({
    data: { organizationId, id: legalAddressId, ...(given.address ?? told.entity.address) },
  })
  const [row] = await db.company.createManyAndReturn({
    skipDuplicates: true,
    data: {
      ...newCompanyRow({ organizationId, vatNumber, identity, told, legalAddressId, now, name, externalId }),
      additionalIdentifiers: given.additionalIdentifiers ?? [],
      capabilities: { ...fullCapabilities, ...defaults.capabilities, ...given.capabilities },
      settings: { ...defaults.settings, ...given.settings } as object,
      compliance: withOwnWords(identity.country, {}, given.compliance ?? {}),
      metadata: withoutNulls(given.metadata ?? {}),
      ...columnsOfDefaults(defaults),
      ...more,
    },
  })
  if (!row) {
    // Another request has registered the same company meanwhile, and its row is visible now.
    await refuseExisting(db, organizationId, vatNumber, identity)
    await refuseTakenExternalId(db, organizationId, externalId)
    throw overtaken('Another request registered the same company and removed it. Send the request again.')
  }
  const waiting = await announceCompanies(run, [row])
  return { ...row, ...waiting.get(row.id), legalAddress }
}
