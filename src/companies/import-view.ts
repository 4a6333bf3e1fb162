/** What was brought over from a registry. */
import { choice, choiceOf, country, flag, id, instant, integer, peppolId, text, view } from '../operation/view.ts'
import type { ImportView } from './get-import.ts'
import { importStates } from './import-progress.ts'
import type { ImportedCompany } from './store-imports.ts'

export const importedView = view<ImportedCompany>()('ImportedCompany', 'An imported company.', {
  id: id('Identifier of the company, `comp_…`.').onlyIn('rest'),
  name: text('Display name.'),
  country: country('Country code of the company.'),
  imported: flag(
    'True when the import created or changed the company. False when it was here already with the same data.',
  ),
  warnings: text('Values that look wrong, such as a check digit.').list(),
  siret: text('SIRET of the import.').orNull().onlyIn('graphql'),
  siren: text('SIREN of the company.'),
  peppolId: peppolId('Participant id of the company.')
    .by(['siren'], ({ siren }: Pick<ImportedCompany, 'siren'>) => `0009:${siren}`)
    .onlyIn('rest'),
})

const importStateChoice = choiceOf('ImportState', Object.keys(importStates), importStates)

/** No identity in GraphQL: it is that of the request, and caches would take the two for one object. */
const request = id("Identifier of the import's request, `req_…`.")

export const companyImportView = view<ImportView>()('CompanyImport', 'Progress of an import of companies.', {
  id: request.onlyIn('rest'),
  requestId: request.from('id').onlyIn('graphql'),
  state: choice(
    importStateChoice,
    'State of the import: `running`; `finished`, with everything stored; or `interrupted`, with nothing stored.',
  ),
  total: integer('Number of items in the import.'),
  examined: integer('Number of items that were examined so far.'),
  failed: integer('Number of examined items that were refused.'),
  startedAt: instant('When the import started.'),
  updatedAt: instant('When the progress was last written.'),
  finishedAt: instant('When everything was stored. Null while the import runs, and after an interruption.').orNull(),
})
