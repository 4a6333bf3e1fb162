import type { BatchResult } from '../operation/batch.ts'
import { builder } from '../graphql/builder.ts'
import { mutation, mutationOf } from '../graphql/field.ts'
import { objectOf } from '../graphql/object.ts'
import { query } from '../graphql/query.ts'
import { RefusalType, refusalIn } from '../graphql/refusal.ts'
import { Company } from './schema.ts'
import { importCompanies } from './import-companies.ts'
import { getCompanyImport } from './get-import.ts'
import { importCompany } from './import-company.ts'
import { companyImportView, importedView } from './import-view.ts'
import type { ImportedCompany } from './store-imports.ts'

const ImportedCompany = objectOf(importedView, { authScopes: { access: 'companies.read' } })

builder.objectField(ImportedCompany, 'company', (t) =>
  t.field({
    type: Company,
    description: 'The imported company.',
    resolve: async ({ id }, _args, { loaders }) => (await loaders.company.load(id)) as never,
  }),
)

const ImportResult = builder
  .objectRef<BatchResult<ImportedCompany> & { siret: string | null }>('ImportResult')
  .implement({
    description: 'The result of one item of an import.',
    fields: (t) => ({
      index: t.exposeInt('index', { description: 'Position in the batch, from 0.' }),
      ok: t.exposeBoolean('ok', { description: 'Whether the item was imported, or was here already.' }),
      siret: t.exposeString('siret', {
        nullable: true,
        description: 'SIRET of the item. Null when the item has none.',
      }),
      company: t.field({
        type: ImportedCompany,
        nullable: true,
        description: 'The company. Null when the item was refused.',
        resolve: (result) => (result.ok ? result.value : null),
      }),
      error: t.field({
        type: RefusalType,
        nullable: true,
        description: 'Why the item was refused. Null when it was imported.',
        resolve: refusalIn,
      }),
    }),
  })

mutationOf(importCompany, 'company', ImportedCompany, 'The imported company.')
mutation(importCompanies, (t) => ({
  results: t.field({
    type: [ImportResult],
    description: 'One result for each item, in the same order.',
    resolve: ({ results }) => results,
  }),
  imported: t.exposeInt('imported', { description: 'Number of items that were imported, or were here already.' }),
  failed: t.exposeInt('failed', { description: 'Number of items that were refused.' }),
}))

query('companyImport', getCompanyImport, objectOf(companyImportView))
