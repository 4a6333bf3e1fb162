/** What registering and importing have in common: the row of a new company, and what follows from it. */
import type { Db } from '../kernel/database/open.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import type { Run } from '../operation/operation.ts'
import type { DatedEntity } from '../upstreams/registries/memory.ts'
import { withOwnWords } from './reporting-standing.ts'
import { newId } from '../values/ids.ts'
import type { VatIdentity } from '../values/vat-number.ts'
import { fullCapabilities, searchTextOf, slugOf } from './company.ts'

const REFRESH_EVERY_MS = 30 * 24 * 3_600_000

export interface NewCompany {
  organizationId: string
  vatNumber: string
  identity: VatIdentity
  told: DatedEntity
  legalAddressId: string
  now: Date
  name?: string | undefined
}

/** The row with what the registry says; the caller of this function overrides what a request gives. */
export const newCompanyRow = ({
  organizationId,
  vatNumber,
  identity,
  told: { entity, at },
  legalAddressId,
  now,
  name = entity.name,
}: NewCompany) =>
  ({
    organizationId,
    id: newId('company'),
    vatNumber,
    ...identity,
    legalAddressId,
    name,
    slug: slugOf(name),
    legalName: entity.legalName,
    taxNumber: entity.taxNumber,
    registrationNumber: entity.registrationNumber,
    searchText: searchTextOf({ name, legalName: entity.legalName, vatNumber, peppolId: identity.peppolId }),
    capabilities: fullCapabilities,
    compliance: withOwnWords(identity.country, {}, null),
    smpStatus: 'pending',
    dataProviderType: entity.provider,
    dataProviderSyncDate: at,
    createdAt: now,
    updatedAt: now,
  }) satisfies Prisma.CompanyCreateManyInput

/** Makes companies addressable on the network, emits their events, and enqueues their publication and refresh. */
export const announceCompanies = async (
  { db, now, emit, enqueue }: Pick<Run, 'now' | 'emit' | 'enqueue'> & { db: Db },
  companies: readonly { organizationId: string; id: string; vatNumber: string; peppolId: string }[],
): Promise<void> => {
  if (companies.length === 0) return
  // A createMany is planned anew each time; the statement for one company is prepared once.
  const [first] = companies
  if (first && companies.length === 1)
    await db.$executeRaw`
      INSERT INTO participants ("peppolId", "organizationId", "companyId")
      VALUES (${first.peppolId}, ${first.organizationId}, ${first.id}) ON CONFLICT DO NOTHING`
  else
    await db.participant.createMany({
      data: companies.map(({ organizationId, id: companyId, peppolId }) => ({ peppolId, organizationId, companyId })),
      skipDuplicates: true,
    })
  for (const { id, vatNumber, peppolId } of companies) {
    emit('company.created', { companyId: id, vatNumber, peppolId }, { companyId: id })
    enqueue({ kind: 'company.publish', companyId: id, subjectId: id })
    enqueue({
      kind: 'company.refresh',
      companyId: id,
      subjectId: id,
      dueAt: new Date(now.getTime() + REFRESH_EVERY_MS),
    })
  }
}
