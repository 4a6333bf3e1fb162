import { readTable } from '../../values/table.ts'
import { type TextRow, languages, translatorOf } from '../../values/translation.ts'
import { type ErrorCode, catalog } from './catalog.ts'

/** The messages of the catalog, by code. */
export const readErrorTexts = (): ReadonlyMap<string, Omit<TextRow, 'en'>> =>
  readTable(`${import.meta.dirname}/catalog`, 'messages', ['code', 'fr', 'de'])

/** The messages about single fields of a request. */
export const readInputTexts = (): TextRow[] => [...readTable(import.meta.dirname, 'inputs', languages).values()]

const texts = (): TextRow[] => [
  ...[...readErrorTexts()].map(([code, row]) => ({ ...row, en: catalog[code as ErrorCode].message })),
  ...readInputTexts(),
]

/** The message of an error or of a field in French or German; undefined for sentences of a single case. */
export const translateError = translatorOf(texts)
