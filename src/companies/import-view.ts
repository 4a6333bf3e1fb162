/** What was brought over from a registry. */
import { choice, choiceOf, country, flag, id, instant, integer, peppolId, text, view } from '../operation/view.ts'
import type { ImportView } from './get-import.ts'
import { importStates } from './import-progress.ts'
import type { ImportedCompany } from './store-imports.ts'

export const importedView = view<ImportedCompany>()('ImportedCompany', 'A company that was brought over.', {
  id: id('The company, `comp_…`.'),
  name: text('Display name.'),
  country: country('Country.'),
  imported: flag('False where all of it was here already.'),
  warnings: text('What looks wrong, such as a check digit.').list(),
  siret: text('The SIRET that it was imported by.').orNull().onlyIn('graphql'),
  siren: text('Its SIREN.'),
  peppolId: peppolId('Its participant id.')
    .by(['siren'], ({ siren }: Pick<ImportedCompany, 'siren'>) => `0009:${siren}`)
    .onlyIn('rest'),
})

const importStateChoice = choiceOf('ImportState', importStates)

export const companyImportView = view<ImportView>()('CompanyImport', 'How far an import of many companies is.', {
  id: id('The id of its request.'),
  state: choice(
    importStateChoice,
    'Whether it runs, has stored what it found, or has ended without a word and stored nothing.',
  ),
  total: integer('How many items it has.'),
  examined: integer('How many of them are looked at.'),
  failed: integer('Of these, refused ones.'),
  startedAt: instant('When it began.'),
  updatedAt: instant('When it last told.'),
  finishedAt: instant('When everything was stored.').orNull(),
})
