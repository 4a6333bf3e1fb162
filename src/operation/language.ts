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

/** Objects that callers fill as they like: a field of theirs may have the name of one of ours. */
const OF_CALLER = /"metadata":\s*\{/g
const BRACE = /"(?:[^"\\]|\\.)*"|[{}]/g

/** The place behind the object that is open at `start`. */
const endOfObject = (json: string, start: number): number => {
  BRACE.lastIndex = start
  for (let depth = 1; ;) {
    const found = BRACE.exec(json)
    if (!found) return json.length
    if (found[0] === '{') depth += 1
    if (found[0] === '}') depth -= 1
    if (depth === 0) return BRACE.lastIndex
  }
}

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
  const said = (part: string): string =>
    part.replaceAll(SENTENCE, (_whole, field: string, written: string) => `"${field}":${translated(written)}`)
  let [answer, at] = ['', 0]
  for (const { index, 0: opening } of json.matchAll(OF_CALLER)) {
    if (index < at) continue
    const end = endOfObject(json, index + opening.length)
    answer += said(json.slice(at, index)) + json.slice(index, end)
    at = end
  }
  return answer + said(json.slice(at))
}
