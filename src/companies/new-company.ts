/** What registering and importing have in common: the row of a new company, and what follows from it. */
import type { Prisma } from '../generated/prisma/client.ts'
import type { Run } from '../operation/operation.ts'
import type { DatedEntity } from '../upstreams/registries/memory.ts'
import { withOwnWords } from './reporting-standing.ts'
import { newId } from '../values/ids.ts'
import type { VatIdentity } from '../values/vat-number.ts'
import { claimParticipants } from './claims.ts'
import { fullCapabilities, searchTextOf, slugOf } from './company.ts'
import { type PendingColumns, grantedColumns } from './ownership.ts'

const REFRESH_EVERY_MS = 30 * 24 * 3_600_000

export interface NewCompany {
  organizationId: string
  vatNumber: string
  identity: VatIdentity
  told: DatedEntity
  legalAddressId: string
  now: Date
  name?: string | undefined
  externalId?: string | undefined
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
  externalId,
}: NewCompany) =>
  ({
    organizationId,
    id: newId('company'),
    vatNumber,
    ...identity,
    legalAddressId,
    externalId: externalId ?? null,
    name,
    slug: slugOf(name),
    legalName: entity.legalName,
    taxNumber: entity.taxNumber,
    registrationNumber: entity.registrationNumber,
    searchText: searchTextOf({
      name,
      legalName: entity.legalName,
      vatNumber,
      peppolId: identity.peppolId,
      externalId: externalId ?? null,
    }),
    capabilities: fullCapabilities,
    compliance: withOwnWords(identity.country, {}, null),
    ...grantedColumns(now),
    dataProviderType: entity.provider,
    dataProviderSyncDate: at,
    createdAt: now,
    updatedAt: now,
  }) satisfies Prisma.CompanyCreateManyInput

/**
 * Claims the participants of companies, emits their events, and enqueues their publication and refresh. Answers the
 * columns of those that another organization, or a missing proof, keeps waiting.
 */
export const announceCompanies = async (
  run: Run,
  companies: readonly {
    organizationId: string
    id: string
    vatNumber: string
    peppolId: string
    receivesDocuments?: boolean
  }[],
): Promise<Map<string, PendingColumns>> => {
  if (companies.length === 0) return new Map()
  const { now, emit, enqueue } = run
  for (const { id, vatNumber, peppolId } of companies)
    emit('company.created', { companyId: id, vatNumber, peppolId }, { companyId: id })
  const waiting = await claimParticipants(run, run.platform.env, companies)
  for (const { id, receivesDocuments = true } of companies) {
    if (receivesDocuments && !waiting.has(id)) enqueue({ kind: 'company.publish', companyId: id, subjectId: id })
    enqueue({
      kind: 'company.refresh',
      companyId: id,
      subjectId: id,
      dueAt: new Date(now.getTime() + REFRESH_EVERY_MS),
    })
  }
  return waiting
}
