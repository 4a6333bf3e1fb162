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
    description: 'The company itself.',
    resolve: async ({ id }, _args, { loaders }) => (await loaders.company.load(id)) as never,
  }),
)

const ImportResult = builder
  .objectRef<BatchResult<ImportedCompany> & { siret: string | null }>('ImportResult')
  .implement({
    description: 'What became of one item of an import.',
    fields: (t) => ({
      index: t.exposeInt('index', { description: 'Its place in the batch, from 0.' }),
      ok: t.exposeBoolean('ok', { description: 'Whether the company is here now.' }),
      siret: t.exposeString('siret', { nullable: true, description: 'The SIRET that was given.' }),
      company: t.field({
        type: ImportedCompany,
        nullable: true,
        description: 'The company.',
        resolve: (result) => (result.ok ? result.value : null),
      }),
      error: t.field({ type: RefusalType, nullable: true, description: 'Why it was refused.', resolve: refusalIn }),
    }),
  })

mutationOf(importCompany, 'company', ImportedCompany, 'The company that is here now.')
mutation(importCompanies, (t) => ({
  results: t.field({
    type: [ImportResult],
    description: 'One for each item, in their order.',
    resolve: ({ results }) => results,
  }),
  imported: t.exposeInt('imported', { description: 'How many of the companies are here now.' }),
  failed: t.exposeInt('failed', { description: 'How many items were refused.' }),
}))

query('companyImport', getCompanyImport, objectOf(companyImportView))
