import type { BatchResult } from '../batch.ts'
import { builder } from '../graphql/builder.ts'
import { mutation } from '../graphql/field.ts'
import { RefusalType, refusalIn } from '../graphql/refusal.ts'
import { Company } from './schema.ts'
import { importCompanies } from './import-companies.ts'
import { importCompany } from './import-company.ts'
import type { Imported } from './imports.ts'

const ImportedCompany = builder.objectRef<Imported>('ImportedCompany').implement({
  description: 'A company that was brought over.',
  authScopes: { access: 'companies.read' },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The company, `comp_…`.' }),
    company: t.field({ type: Company, description: 'The company itself.', resolve: async ({ id }, _args, { loaders }) => (await loaders.company.load(id)) as never }),
    siren: t.exposeString('siren', { description: 'Its SIREN.' }),
    siret: t.exposeString('siret', { nullable: true, description: 'The SIRET that it was imported by.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    country: t.expose('country', { type: 'CountryCode', description: 'Country.' }),
    imported: t.exposeBoolean('imported', { description: 'False where all of it was here already.' }),
    warnings: t.exposeStringList('warnings', { description: 'What looks wrong, such as a check digit.' }),
  }),
})

const ImportResult = builder.objectRef<BatchResult<Imported> & { siret: string | null }>('ImportResult').implement({
  description: 'What became of one item of an import.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Its place in the batch, from 0.' }),
    ok: t.exposeBoolean('ok', { description: 'Whether the company is here now.' }),
    siret: t.exposeString('siret', { nullable: true, description: 'The SIRET that was given.' }),
    company: t.field({ type: ImportedCompany, nullable: true, description: 'The company.', resolve: (result) => (result.ok ? result.value : null) }),
    error: t.field({ type: RefusalType, nullable: true, description: 'Why it was refused.', resolve: refusalIn }),
  }),
})

mutation(importCompany, 'POST /v1/companies/import', (t) => ({ company: t.field({ type: ImportedCompany, description: 'The company that is here now.', resolve: (imported) => imported }) }))
mutation(importCompanies, 'POST /v1/companies/import/batch', (t) => ({
  results: t.field({ type: [ImportResult], description: 'One for each item, in their order.', resolve: ({ results }) => results }),
  imported: t.exposeInt('imported', { description: 'How many of the companies are here now.' }),
  failed: t.exposeInt('failed', { description: 'How many items were refused.' }),
}))
