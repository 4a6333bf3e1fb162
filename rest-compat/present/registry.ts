/** What registries tell of companies, and what was imported from them. */
import { z } from 'zod'
import type { ImportView } from '../../src/companies/get-import.ts'
import { importStates } from '../../src/companies/import-progress.ts'
import type { importCompanies } from '../../src/companies/import-companies.ts'
import type { Imported } from '../../src/companies/imports.ts'
import type { ResolvedCompany } from '../../src/companies/resolve-company.ts'
import { addressShape } from './company.ts'
import { inOperationDialect, refusalShape, timestamp } from './shared.ts'

export const resolvedShape = z
  .object({
    id: z.string().nullable().describe('The company of the organization with that VAT number, where it has one.'),
    status: z.string().nullable(),
    name: z.string(),
    legalName: z.string(),
    vatNumber: z.string().nullable(),
    registrationNumber: z.string().nullable(),
    taxNumber: z.string().nullable(),
    country: z.string(),
    peppolId: z.string().nullable(),
    additionalIdentifiers: z.array(z.object({ scheme: z.string(), value: z.string() })),
    address: addressShape,
    dataProviderType: z.string(),
    dataProviderSyncDate: timestamp,
    smpRegistered: z.boolean().nullable().describe('Null where the directory cannot tell now.'),
    capabilities: z.object({ receive: z.array(z.string()) }).nullable(),
    accessPoint: z.string().nullable(),
    warnings: z.array(z.object({ field: z.string(), message: z.string() })),
  })
  .meta({ id: 'ResolvedCompany' })

export const presentResolved = ({
  receives,
  dataProviderSyncDate,
  ...company
}: ResolvedCompany): z.input<typeof resolvedShape> => ({
  ...company,
  dataProviderSyncDate: dataProviderSyncDate.toISOString(),
  capabilities: receives && { receive: receives },
})

export const importedShape = z
  .object({
    id: z.string(),
    siren: z.string(),
    peppolId: z.string(),
    name: z.string(),
    country: z.string(),
    imported: z.boolean().describe('False where all of it was here already.'),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'ImportedCompany' })

export const presentImported = ({ siret: _siret, siren, ...company }: Imported): z.input<typeof importedShape> => ({
  ...company,
  siren,
  peppolId: `0009:${siren}`,
})

export const importBatchShape = z.object({
  results: z.array(
    z.union([
      importedShape.extend({ index: z.number(), ok: z.literal(true), siret: z.string().nullable() }),
      z.object({ index: z.number(), ok: z.literal(false), siret: z.string().nullable(), error: refusalShape }),
    ]),
  ),
  imported: z.number().describe('How many of the companies are here now.'),
  failed: z.number(),
})

type Batch = Awaited<ReturnType<typeof importCompanies.run>>

export const presentImportBatch = ({ results, ...counts }: Batch) => ({
  results: results.map((result) =>
    result.ok
      ? { index: result.index, ok: true, siret: result.siret, ...presentImported(result.value) }
      : { index: result.index, ok: false, siret: result.siret, error: inOperationDialect(result.error) },
  ),
  ...counts,
})

export const importShape = z
  .object({
    id: z.string(),
    state: z.enum(importStates),
    total: z.number(),
    examined: z.number(),
    failed: z.number(),
    startedAt: timestamp,
    updatedAt: timestamp,
    finishedAt: timestamp.nullable(),
  })
  .meta({ id: 'CompanyImport' })

export const presentImport = ({
  id,
  state,
  total,
  examined,
  failed,
  startedAt,
  updatedAt,
  finishedAt,
}: ImportView): z.input<typeof importShape> => ({
  id,
  state,
  total,
  examined,
  failed,
  startedAt: startedAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
})
