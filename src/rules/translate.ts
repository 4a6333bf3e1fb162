import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type TextRow, textRows, translatorOf } from '../values/translation.ts'

const FOLDER = join(import.meta.dirname, 'texts')

export const readTexts = (): TextRow[] =>
  readdirSync(FOLDER).flatMap((file) => textRows(readFileSync(join(FOLDER, file), 'utf8')))

/** The message or the fix of a finding in French or German. */
export const translateFinding = translatorOf(readTexts)
