import { join } from 'node:path'
import { translatorOf } from '../values/translation.ts'

export const TEXTS = join(import.meta.dirname, 'texts')

/** The message or the fix of a finding in French or German. */
export const translateFinding = translatorOf(TEXTS)
