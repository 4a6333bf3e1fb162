/** The words, dates and numbers of the language that is chosen. */
import { useSyncExternalStore } from 'react'
import { type Words, en, plurals } from './en.ts'
import { fr } from './fr.ts'

export const languages = { en: 'English', fr: 'Français' } as const
export type Language = keyof typeof languages
const catalogs: Readonly<Record<Language, Words>> = { en: { ...en, ...plurals }, fr }

const KEPT = 'language'
const listeners = new Set<() => void>()
const isLanguage = (text: string | null): text is Language => text !== null && Object.hasOwn(languages, text)
const kept = localStorage.getItem(KEPT)
let current: Language = isLanguage(kept) ? kept : navigator.language.startsWith('fr') ? 'fr' : 'en'
document.documentElement.lang = current

export const chooseLanguage = (language: string): void => {
  if (!isLanguage(language)) return
  current = language
  localStorage.setItem(KEPT, language)
  document.documentElement.lang = language
  for (const tell of listeners) tell()
}

const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))

const makeSpeech = (language: Language) => {
  const words = catalogs[language]
  const rules = new Intl.PluralRules(language)
  const counts = new Intl.NumberFormat(language)
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const moments = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  const place = language === 'fr' ? 1 : 0
  return {
    language,
    t: (name: keyof Words, values: Readonly<Record<string, string | number>> = {}): string => fill(words[name], values),
    count: (name: 'documents' | 'selected' | 'fresh' | 'done', count: number): string =>
      fill(words[`${name}_${rules.select(count) === 'one' ? 'one' : 'other'}`], { count: counts.format(count) }),
    name: (names: readonly [string, string]): string => names[place] ?? names[0],
    date: (day: string | null | undefined): string => (day ? dates.format(new Date(`${day}T00:00:00Z`)) : '–'),
    moment: (at: string): string => moments.format(new Date(at)),
    /** A decimal stays a text: the formatter reads its digits, so no cent is lost. */
    money: (amount: string | null | undefined, currency: string | null | undefined): string =>
      amount
        ? new Intl.NumberFormat(language, currency ? { style: 'currency', currency } : {}).format(amount as never)
        : '–',
    decimal: (amount: string | null | undefined): string =>
      amount ? new Intl.NumberFormat(language, { maximumFractionDigits: 10 }).format(amount as never) : '–',
  }
}

const speeches: Readonly<Record<Language, ReturnType<typeof makeSpeech>>> = { en: makeSpeech('en'), fr: makeSpeech('fr') }

export const useWords = (): ReturnType<typeof makeSpeech> =>
  useSyncExternalStore(
    (tell) => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    () => speeches[current],
  )
