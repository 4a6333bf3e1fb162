/** Sentences in the language of the reader. Programs get English, which is also what is stored. */

export const languages = ['en', 'fr', 'de'] as const
export type Language = (typeof languages)[number]
type Translated = Exclude<Language, 'en'>

const isLanguage = (name: string): name is Language => (languages as readonly string[]).includes(name)

/** The language of ours that an `Accept-Language` header likes best; English if it names none. */
export const languageIn = (accepted = ''): Language => {
  let best: Language = 'en'
  let most = 0
  for (const one of accepted.toLowerCase().split(',', 20)) {
    const [tag = '', ...parameters] = one.split(';').map((part) => part.trim())
    const name = tag.split('-', 1).join()
    const quality = Number(parameters.find((part) => part.startsWith('q='))?.slice(2) ?? 1)
    if (!isLanguage(name) || !(quality > most)) continue
    best = name
    most = quality
  }
  return best
}

/**
 * A row of a table of texts. `{name}` stands for a value that differs from one sentence to the next, and `<name>` for
 * words that have rows of their own. A `{path}` has no blanks.
 */
export type TextRow = Readonly<Record<Language, string>>

const PLACEHOLDER = /(\{\w+\}|<\w+>)/

export const placeholdersIn = (text: string): string[] =>
  text.split(PLACEHOLDER).filter((_part, index) => index % 2 === 1)

/** Callers may put texts of their own where a sentence is expected: what is longer or deeper is none of ours. */
const MOST_CHARACTERS = 1_200
const MOST_DEPTH = 4

/** One word that is not in small letters. */
const CODE = /^(?![a-z]+$)\S+$/

type Template = { readonly pattern: RegExp; readonly row: TextRow; readonly literals: number }

const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

const group = (name: string): string => (name === 'path' ? String.raw`(?<path>\S+)` : `(?<${name}>.+?)`)

const templateOf = (row: TextRow): Template => {
  const parts = row.en.split(PLACEHOLDER)
  const pattern = parts.map((part, index) => (index % 2 === 1 ? group(part.slice(1, -1)) : literal(part))).join('')
  const literals = parts.filter((_part, index) => index % 2 === 0).join('').length
  return { pattern: new RegExp(`^${pattern}$`, 's'), row, literals }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const small = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

class Translations {
  readonly #sentences: ReadonlyMap<string, TextRow>
  readonly #templates: readonly Template[]

  constructor(rows: readonly TextRow[]) {
    const isTemplate = ({ en }: TextRow): boolean => PLACEHOLDER.test(en)
    this.#sentences = new Map(rows.filter((row) => !isTemplate(row)).map((row) => [row.en, row]))
    // If several fit, the one that says most by itself is meant.
    this.#templates = rows
      .filter(isTemplate)
      .map(templateOf)
      .sort((one, other) => other.literals - one.literals)
  }

  find(text: string, language: Translated, depth = 0): string | undefined {
    const known = this.#sentences.get(text)
    if (known) return known[language]
    if (text.length > MOST_CHARACTERS || depth > MOST_DEPTH) return undefined
    for (const { pattern, row } of this.#templates) {
      const values = pattern.exec(text)?.groups
      const filled = values && this.#filled(row[language], values, language, depth)
      if (filled !== undefined) return filled
    }
    return undefined
  }

  /** Undefined if a part that is to be translated has no translation. */
  #filled(
    sentence: string,
    values: Readonly<Record<string, string>>,
    language: Translated,
    depth: number,
  ): string | undefined {
    let isComplete = true
    const filled = sentence.split(PLACEHOLDER).map((part, index) => {
      if (index % 2 === 0) return part
      const value = values[part.slice(1, -1)] ?? ''
      if (part.startsWith('{')) return value
      const words = this.#words(value, language, depth)
      isComplete &&= words !== undefined
      return index === 1 && sentence.startsWith(part) ? capital(words ?? '') : words
    })
    return isComplete ? filled.join('') : undefined
  }

  /** As they stand, or as the beginning of a sentence; the terms that follow in parentheses stay, and so does a code. */
  #words(value: string, language: Translated, depth: number): string | undefined {
    const whole = this.#sentences.get(value)?.[language]
    if (whole !== undefined) return whole
    const [, words = value, terms = ''] = /^(.*?)( \([^()]*\))?$/s.exec(value) ?? []
    const known = this.#sentences.get(words)?.[language]
    if (known !== undefined) return known + terms
    const beginning = this.#sentences.get(capital(words))?.[language]
    if (beginning !== undefined) return small(beginning) + terms
    return CODE.test(value) ? value : this.find(value, language, depth + 1)
  }
}

/**
 * Translates the sentences of tables; undefined for a text that is none of them. The rows are read when the first
 * sentence is asked for: most processes answer in English only.
 */
export const translatorOf = (read: () => readonly TextRow[]) => {
  let translations: Translations | undefined
  return (text: string, language: Translated): string | undefined =>
    (translations ??= new Translations(read())).find(text, language)
}
