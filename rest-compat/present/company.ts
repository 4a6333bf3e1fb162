import { z } from 'zod'
import type { CompanyRow } from '../../src/companies/company.ts'
import type { Company } from '../../src/generated/prisma/client.ts'
import { complianceOf } from '../../src/companies/reporting-standing.ts'
import { iso, timestamp } from './shared.ts'

export const addressShape = z.object({
  street: z.string().nullable(),
  streetLine2: z.string().nullable(),
  city: z.string().nullable(),
  postalCode: z.string().nullable(),
  country: z.string(),
})

export const companyShape = z
  .object({
    id: z.string(),
    organizationId: z.string(),
    name: z.string(),
    legalName: z.string().nullable(),
    slug: z.string(),
    vatNumber: z.string(),
    taxNumber: z.string().nullable(),
    registrationNumber: z.string().nullable(),
    country: z.string(),
    peppolId: z.string(),
    additionalIdentifiers: z.array(z.object({ scheme: z.string(), value: z.string() })),
    legalAddressId: z.string().nullable(),
    address: addressShape
      .nullable()
      .optional()
      .describe('Absent where it was not asked for (`include_address=false`).'),
    isPublic: z.boolean(),
    dataProviderType: z.string().nullable(),
    dataProviderSyncDate: timestamp.nullable(),
    capabilities: z.object({ send: z.array(z.string()), receive: z.array(z.string()) }),
    status: z.string(),
    smpRegistered: z.boolean(),
    smpRegisteredAt: timestamp.nullable(),
    smp: z
      .object({
        status: z.string(),
        step: z.string().nullable(),
        lastError: z.string().nullable(),
        nextTryAt: timestamp.nullable(),
      })
      .describe('How far the publication on the network is.'),
    compliance: z.record(z.string(), z.unknown()),
    settings: z.record(z.string(), z.unknown()),
    stats: z.object({ sent: z.number(), received: z.number() }),
    metadata: z.record(z.string(), z.string()),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Company' })

const presentAddress = (address: CompanyRow['legalAddress']) =>
  address && {
    street: address.street,
    streetLine2: address.streetLine2,
    city: address.city,
    postalCode: address.postalCode,
    country: address.country,
  }

type Shown = z.input<typeof companyShape>

/** A company as REST shows it; without an address where it was not asked for. */
export const presentCompany = ({
  legalAddress,
  ...company
}: Company & { legalAddress?: CompanyRow['legalAddress'] }): Shown => ({
  id: company.id,
  organizationId: company.organizationId,
  name: company.name,
  legalName: company.legalName,
  slug: company.slug,
  vatNumber: company.vatNumber,
  taxNumber: company.taxNumber,
  registrationNumber: company.registrationNumber,
  country: company.country,
  peppolId: company.peppolId,
  additionalIdentifiers: company.additionalIdentifiers as Shown['additionalIdentifiers'],
  legalAddressId: company.legalAddressId,
  ...(legalAddress !== undefined && { address: presentAddress(legalAddress) }),
  isPublic: company.isPublic,
  dataProviderType: company.dataProviderType,
  dataProviderSyncDate: iso(company.dataProviderSyncDate),
  capabilities: company.capabilities as Shown['capabilities'],
  status: company.status,
  smpRegistered: company.smpRegistered,
  smpRegisteredAt: iso(company.smpRegisteredAt),
  smp: {
    status: company.smpStatus,
    step: company.smpStep,
    lastError: company.smpError,
    nextTryAt: iso(company.smpNextTryAt),
  },
  compliance: complianceOf(company),
  settings: company.settings as Shown['settings'],
  stats: { sent: company.documentsSent, received: company.documentsReceived },
  metadata: company.metadata as Shown['metadata'],
  createdAt: company.createdAt.toISOString(),
  updatedAt: company.updatedAt.toISOString(),
})

export const foundCompanyShape = z.object({
  id: z.string(),
  name: z.string(),
  vatNumber: z.string(),
  country: z.string(),
  peppolId: z.string(),
})
export const presentFound = ({
  id,
  name,
  vatNumber,
  country,
  peppolId,
}: Company): z.input<typeof foundCompanyShape> => ({ id, name, vatNumber, country, peppolId })

/** The compact form. */
export const compactCompanyShape = foundCompanyShape.extend({ status: z.string() }).meta({ id: 'CompactCompany' })

export const registrationShape = z.object({
  id: z.string(),
  peppolId: z.string(),
  registered: z.boolean(),
  smpStatus: z.string(),
  activatedAt: timestamp.nullable(),
})
export const presentRegistration = ({
  id,
  peppolId,
  smpRegistered,
  smpStatus,
  smpRegisteredAt,
}: Company): z.input<typeof registrationShape> => ({
  id,
  peppolId,
  registered: smpRegistered,
  smpStatus,
  activatedAt: iso(smpRegisteredAt),
})
