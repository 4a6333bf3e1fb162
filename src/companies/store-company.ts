/** What registering and onboarding have in common: the questions before, and the rows of a company that is new. */
import { z } from 'zod'
import { withOwnWords } from './reporting-standing.ts'
import type { Company } from '../generated/prisma/client.ts'
import { type AppError, refusal, overtaken } from '../kernel/errors/app-error.ts'
import type { Db } from '../kernel/database/open.ts'
import { type NewRow, json, writeNew, writeRows } from '../kernel/database/rows.ts'
import { vatNumber } from '../kernel/input.ts'
import { withoutNulls } from '../kernel/metadata.ts'
import { asStored } from '../kernel/stored-json.ts'
import type { Run } from '../operation/operation.ts'
import type { DatedEntity } from '../upstreams/registries/memory.ts'
import { newId } from '../values/ids.ts'
import type { VatIdentity } from '../values/vat-number.ts'
import { externalIdTaken } from '../operation/external-id.ts'
import { type CompanyRow, companyFields, fullCapabilities, identifierInput } from './company.ts'
import { type CompanyDefaults, WHOLE, columnsOfDefaults } from './brand.ts'
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
const existsAlready = (vatNumber: string, existing: { id: string; vatNumber: string }): AppError => {
  const written = existing.vatNumber === vatNumber ? '' : `, as ${existing.vatNumber}`
  return refusal('COMPANY_EXISTS', 'vatNumber', 'This organization already registered the VAT number.', {
    summary: `The VAT number ${vatNumber} is already registered${written}.`,
    facts: { existingId: existing.id },
  })
}

interface Known {
  existing: { id: string; vatNumber: string } | null
  namedSo: string | null
  defaults: CompanyDefaults | null
}

/** Refuses what the organization has already; answers what its new companies begin with. One statement for all. */
export const requireNew = async (
  db: Db,
  organizationId: string,
  { vatNumber, externalId = null }: { vatNumber: string; externalId?: string | null | undefined },
  { peppolId }: VatIdentity,
): Promise<CompanyDefaults> => {
  const [known] = await db.$queryRaw<Known[]>`
    SELECT
      (SELECT json_build_object('id', id, 'vatNumber', "vatNumber") FROM companies
        WHERE "organizationId" = ${organizationId} AND ("vatNumber" = ${vatNumber} OR "peppolId" = ${peppolId}) LIMIT 1
      ) AS existing,
      (SELECT id FROM companies WHERE "organizationId" = ${organizationId} AND "externalId" = ${externalId}) AS "namedSo",
      (SELECT defaults FROM tenant_settings WHERE "organizationId" = ${organizationId} AND "companyId" = ${WHOLE})
        AS defaults`
  if (known?.existing) throw existsAlready(vatNumber, known.existing)
  if (known?.namedSo) throw externalIdTaken(known.namedSo)
  return known?.defaults ?? {}
}

export interface CompanyFacts {
  identity: VatIdentity
  told: DatedEntity
  defaults: CompanyDefaults
}

/** What a company is before anything was said of it. */
const BLANK = {
  isPublic: true,
  status: 'active',
  smpRegistered: false,
  smpRegisteredAt: null,
  documentsSent: 0,
  documentsReceived: 0,
  clockOffsetMs: 0n,
  receivesDocuments: true,
  suspendedAt: null,
  suspensionReason: null,
  bouncesWhileSuspended: false,
  offboardedAt: null,
  documentsPerMonth: null,
  storageMegabytes: null,
  requestsPerMinute: null,
  toldRequirements: null,
} as const satisfies Partial<Company>

const rowOf = ({ clockOffsetMs, ...company }: Company): NewRow => ({
  table: 'companies',
  columns: {
    ...company,
    clockOffsetMs: Number(clockOffsetMs),
    additionalIdentifiers: json(company.additionalIdentifiers),
    capabilities: json(company.capabilities),
    compliance: json(company.compliance),
    settings: json(company.settings),
    metadata: json(company.metadata),
  },
})

type GivenAddress = { country: string } & {
  [part in 'street' | 'streetLine2' | 'city' | 'postalCode']?: string | null | undefined
}

const addressRow = (
  organizationId: string,
  { street = null, streetLine2 = null, city = null, postalCode = null, country }: GivenAddress,
) => ({ organizationId, id: newId('address'), street, streetLine2, city, postalCode, country })

/** Writes a new company with its address, and what follows from it; refuses one that is there. */
export const storeCompany = async (
  run: Run,
  given: z.output<typeof registration>,
  { identity, told, defaults }: CompanyFacts,
  more: MoreColumns = {},
): Promise<CompanyRow> => {
  const {
    db,
    now,
    actor: { organizationId },
  } = run
  const { vatNumber, name, externalId } = given
  const legalAddress = addressRow(organizationId, given.address ?? told.entity.address)
  const { id: legalAddressId } = legalAddress
  await writeRows(db, [{ table: 'addresses', columns: legalAddress }])
  const company: Company = {
    ...BLANK,
    ...newCompanyRow({ organizationId, vatNumber, identity, told, legalAddressId, now, name, externalId }),
    additionalIdentifiers: asStored(given.additionalIdentifiers ?? []) as object[],
    capabilities: { ...fullCapabilities, ...defaults.capabilities, ...given.capabilities },
    settings: asStored({ ...defaults.settings, ...given.settings }) as object,
    compliance: asStored(withOwnWords(identity.country, {}, given.compliance ?? {})) as object,
    metadata: asStored(withoutNulls(given.metadata ?? {})) as object,
    ...columnsOfDefaults(defaults),
    ...more,
  }
  if (!(await writeNew(db, rowOf(company)))) {
    // Another request has registered the same company meanwhile, and its row is visible now.
    await requireNew(db, organizationId, given, identity)
    throw overtaken('Another request registered the same company and removed it. Send the request again.')
  }
  const waiting = await announceCompanies(run, [company])
  return { ...company, ...waiting.get(company.id), legalAddress }
}
