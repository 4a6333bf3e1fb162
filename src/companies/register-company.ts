import { z } from 'zod'
import { withOwnWords } from './reporting-standing.ts'
import { refusal, overtaken } from '../kernel/errors/app-error.ts'
import type { Db } from '../kernel/database/open.ts'
import { vatNumber } from '../kernel/input.ts'
import { withoutNulls } from '../kernel/metadata.ts'
import { operation } from '../operation/operation.ts'
import type { DatedEntity } from '../upstreams/registries/memory.ts'
import { newId } from '../values/ids.ts'
import type { VatIdentity } from '../values/vat-number.ts'
import { type CompanyRow, companyFields, fullCapabilities, identifierInput } from './company.ts'
import { identify } from './identify.ts'
import { announceCompanies, newCompanyRow } from './new-company.ts'

const input = z.strictObject({
  vatNumber: vatNumber.describe('VAT number: two capital letters for the country, then the number.'),
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
})

/** One number may be written in several ways, such as a Belgian one without its zero: a participant is one company. */
const refuseExisting = async (
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

interface CompanyFacts {
  identity: VatIdentity
  told: DatedEntity
}

export const registerCompany = operation({
  name: 'registerCompany',
  summary:
    'Registers a company by its VAT number. Name, legal name and address ' +
    'come from the national registry unless the request has them.',
  scope: 'companies.write',
  writes: true,
  ofOrganization: true,
  input,
  errors: [
    'INVALID_VAT_FORMAT',
    'INVALID_CURRENCY',
    'COMPANY_EXISTS',
    'VAT_NOT_FOUND',
    'VAT_INACTIVE',
    'UPSTREAM_ERROR',
    'UPSTREAM_UNAVAILABLE',
    'UPSTREAM_TIMEOUT',
  ],
  async prepare({ actor, db, platform, trace }, { vatNumber: vat }): Promise<CompanyFacts> {
    const identity = identify(vat)
    await refuseExisting(db, actor.organizationId, vat, identity)
    return { identity, told: await platform.upstreams.registries.byVat(trace, vat) }
  },
  async run(run, given, { identity, told }) {
    const {
      db,
      now,
      actor: { organizationId },
    } = run
    const { vatNumber } = given
    const legalAddressId = newId('address')
    const legalAddress = await db.address.create({
      data: { organizationId, id: legalAddressId, ...(given.address ?? told.entity.address) },
    })
    const [row] = await db.company.createManyAndReturn({
      skipDuplicates: true,
      data: {
        ...newCompanyRow({ organizationId, vatNumber, identity, told, legalAddressId, now, name: given.name }),
        additionalIdentifiers: given.additionalIdentifiers ?? [],
        capabilities: { ...fullCapabilities, ...given.capabilities },
        settings: (given.settings ?? {}) as object,
        compliance: withOwnWords(identity.country, {}, given.compliance ?? {}),
        metadata: withoutNulls(given.metadata ?? {}),
      },
    })
    if (!row) {
      // Another request has registered the same company meanwhile, and its row is visible now.
      await refuseExisting(db, organizationId, vatNumber, identity)
      throw overtaken('Another request registered the same company and removed it. Send the request again.')
    }
    const waiting = await announceCompanies(run, [row])
    return { ...row, ...waiting.get(row.id), legalAddress } satisfies CompanyRow
  },
})
