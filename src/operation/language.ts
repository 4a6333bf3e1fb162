/** Answers in the language of the reader. Programs and stored answers have English. */
import { translateError } from '../kernel/errors/translate.ts'
import { translateFinding } from '../rules/translate.ts'
import type { Language } from '../values/translation.ts'

/** The sentence in the language, or as it is if it is none of ours. */
export const inLanguage = (sentence: string, language: Language | undefined): string =>
  language === undefined || language === 'en'
    ? sentence
    : (translateFinding(sentence, language) ?? translateError(sentence, language) ?? sentence)

/** Fields of an answer that hold a sentence of ours. */
export const SENTENCES = ['message', 'fix'] as const
const SENTENCE = new RegExp(String.raw`"(${SENTENCES.join('|')})":\s*("(?:[^"\\]|\\.)*")`, 'g')

/** Distinct sentences of an answer that are looked up: as many findings as an answer shows. */
const MOST_SENTENCES = 400

/** Numbers stay as they are written, which reading and writing them again would not promise. */
export const jsonInLanguage = (json: string, language: Language): string => {
  const known = new Map<string, string>()
  const translated = (written: string): string => {
    const before = known.get(written)
    if (before !== undefined) return before
    if (known.size >= MOST_SENTENCES) return written
    const made = JSON.stringify(inLanguage(JSON.parse(written) as string, language))
    known.set(written, made)
    return made
  }
  return json.replaceAll(SENTENCE, (_whole, field: string, written: string) => `"${field}":${translated(written)}`)
}
