/** Names of countries by language: written out, so that a document gives the same bytes on every machine. */
import { readTable } from '../../values/table.ts'
import { type Language, languages } from './labels.ts'

let names: ReadonlyMap<string, Readonly<Record<Language, string>>> | undefined

/** The name of a country; a code that is none is shown as it is. */
export const showCountry = (code: string, language: Language): string => {
  names ??= readTable(import.meta.dirname, 'countries', ['code', ...languages])
  return names.get(code)?.[language] ?? code
}
