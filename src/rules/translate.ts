import { readTable } from '../values/table.ts'
import { type TextRow, languages, translatorOf } from '../values/translation.ts'

const FOLDER = `${import.meta.dirname}/texts`

const tables = [
  'belgium',
  'en16931',
  'fatturapa',
  'france',
  'france-lifecycle',
  'france-reporting',
  'ours',
  'peppol',
  'peppol-post-award',
  'peppol-responses',
  'schema',
  'shared',
  'words',
]

export const readTexts = (): TextRow[] => tables.flatMap((name) => [...readTable(FOLDER, name, languages).values()])

/** The message or the fix of a finding in French or German. */
export const translateFinding = translatorOf(readTexts)
