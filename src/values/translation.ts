/** Sentences in the language of the reader. Programs get English, which is also what is stored. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export const languages = ['en', 'fr', 'de'] as const
export type Language = (typeof languages)[number]
type Translated = Exclude<Language, 'en'>
type Sentences = Readonly<Record<Translated, string>>

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

/** A row of a table of texts. `{name}` stands for what differs from one sentence to the next. */
export type TextRow = Readonly<Record<Language, string>>

export const textRows = (folder: string): TextRow[] =>
  readdirSync(folder)
    .sort()
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').trimEnd().split('\n').slice(1))
    .map((line) => {
      const [en = '', fr = '', de = ''] = line.split('\t')
      return { en, fr, de }
    })

const PLACEHOLDER = /\{(\w+)\}/

const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

type Template = { readonly pattern: RegExp; readonly sentences: Sentences; readonly literals: number }

const templateOf = ({ en, fr, de }: TextRow): Template => {
  const parts = en.split(PLACEHOLDER)
  const pattern = parts.map((part, index) => (index % 2 === 1 ? `(?<${part}>.+)` : literal(part))).join('')
  const literals = parts.filter((_part, index) => index % 2 === 0).join('').length
  return { pattern: new RegExp(`^${pattern}$`, 's'), sentences: { fr, de }, literals }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const small = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

class Translations {
  readonly #sentences: ReadonlyMap<string, Sentences>
  readonly #templates: readonly Template[]

  constructor(rows: readonly TextRow[]) {
    this.#sentences = new Map(rows.filter(({ en }) => !PLACEHOLDER.test(en)).map((row) => [row.en, row]))
    // If several fit, the one that says most by itself is meant.
    this.#templates = rows
      .filter(({ en }) => PLACEHOLDER.test(en))
      .map(templateOf)
      .sort((one, other) => other.literals - one.literals)
  }

  find(text: string, language: Translated): string | undefined {
    const known = this.#sentences.get(text)
    if (known) return known[language]
    for (const { pattern, sentences } of this.#templates) {
      const values = pattern.exec(text)?.groups
      if (values)
        return sentences[language].replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
          this.#part(values[name] ?? '', language),
        )
    }
    return undefined
  }

  /** A part of a sentence may have a translation of its own, without the terms that follow it in parentheses. */
  #part(value: string, language: Translated): string {
    const [, words = value, terms = ''] = /^(.*?)( \([^()]*\))?$/s.exec(value) ?? []
    return this.#word(value, language) ?? `${this.#word(words, language) ?? words}${terms}`
  }

  #word(value: string, language: Translated): string | undefined {
    const known = this.#sentences.get(value)?.[language]
    if (known !== undefined) return known
    const beginning = this.#sentences.get(capital(value))?.[language]
    return beginning === undefined ? undefined : small(beginning)
  }
}

/**
 * Translates the sentences of the tables in a folder; undefined for a text that is none of them. The tables are read
 * when the first sentence is asked for.
 */
export const translatorOf = (folder: string) => {
  let translations: Translations | undefined
  return (text: string, language: Translated): string | undefined =>
    (translations ??= new Translations(textRows(folder))).find(text, language)
}
