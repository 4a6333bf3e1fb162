import type { BatchResult } from '../operation/batch.ts'
import { builder } from '../graphql/builder.ts'
import { enumOf } from '../graphql/enums.ts'
import { args, describe, mutation, read, runs } from '../graphql/field.ts'
import { RefusalType, refusalIn } from '../graphql/refusal.ts'
import { Company } from './schema.ts'
import { importCompanies } from './import-companies.ts'
import { type ImportView, getCompanyImport } from './get-import.ts'
import { importCompany } from './import-company.ts'
import { importStates } from './import-progress.ts'
import type { Imported } from './imports.ts'

const ImportedCompany = builder.objectRef<Imported>('ImportedCompany').implement({
  description: 'A company that was brought over.',
  authScopes: { access: 'companies.read' },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The company, `comp_…`.' }),
    company: t.field({
      type: Company,
      description: 'The company itself.',
      resolve: async ({ id }, _args, { loaders }) => (await loaders.company.load(id)) as never,
    }),
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
    company: t.field({
      type: ImportedCompany,
      nullable: true,
      description: 'The company.',
      resolve: (result) => (result.ok ? result.value : null),
    }),
    error: t.field({ type: RefusalType, nullable: true, description: 'Why it was refused.', resolve: refusalIn }),
  }),
})

mutation(importCompany, 'POST /v1/companies/import', (t) => ({
  company: t.field({
    type: ImportedCompany,
    description: 'The company that is here now.',
    resolve: (imported) => imported,
  }),
}))
mutation(importCompanies, 'POST /v1/companies/import/batch', (t) => ({
  results: t.field({
    type: [ImportResult],
    description: 'One for each item, in their order.',
    resolve: ({ results }) => results,
  }),
  imported: t.exposeInt('imported', { description: 'How many of the companies are here now.' }),
  failed: t.exposeInt('failed', { description: 'How many items were refused.' }),
}))

const CompanyImport = builder.objectRef<ImportView>('CompanyImport').implement({
  description: 'How far an import of many companies is.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of its request.' }),
    state: t.field({
      type: enumOf('ImportState', importStates),
      description: 'Whether it runs, has stored what it found, or has ended without a word and stored nothing.',
      resolve: ({ state }) => state,
    }),
    total: t.exposeInt('total', { description: 'How many items it has.' }),
    examined: t.exposeInt('examined', { description: 'How many of them are looked at.' }),
    failed: t.exposeInt('failed', { description: 'Of these, refused ones.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When it began.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last told.' }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When everything was stored.',
    }),
  }),
})

builder.queryField('companyImport', (t) =>
  t.field({
    type: CompanyImport,
    description: describe(getCompanyImport, 'GET /v1/companies/import/batch/{request_id}'),
    args: args(getCompanyImport, t),
    extensions: runs(getCompanyImport),
    resolve: (_root, given, context) => read(getCompanyImport, given, context),
  }),
)
