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

/** Numbers stay as they are written, which reading and writing them again would not promise. */
export const jsonInLanguage = (json: string, language: Language): string =>
  json.replaceAll(
    SENTENCE,
    (_whole, field: string, value: string) =>
      `"${field}":${JSON.stringify(inLanguage(JSON.parse(value) as string, language))}`,
  )
