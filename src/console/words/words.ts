/** The words, dates and numbers of the language that is chosen. */
import { useSyncExternalStore } from 'react'
import { codeTexts } from './code-texts.ts'
import { counted } from './counted.ts'
import { developers } from './developers.ts'
import { documents } from './documents.ts'
import { general } from './general.ts'
import { money } from './money.ts'
import { network } from './network.ts'
import { platform } from './platform.ts'

export const languages = { en: 'English', fr: 'Français' } as const
export type Language = keyof typeof languages
type Both = readonly [en: string, fr: string]
const texts = { ...general, ...documents, ...network, ...money, ...developers, ...platform } satisfies Record<
  string,
  Both
>
export type Word = keyof typeof texts

const KEPT = 'language'
const listeners = new Set<() => void>()
const isLanguage = (text: string | null): text is Language => text !== null && Object.hasOwn(languages, text)
const kept = localStorage.getItem(KEPT)
let current: Language = isLanguage(kept) ? kept : navigator.language.startsWith('fr') ? 'fr' : 'en'
document.documentElement.lang = current

/** For what is asked of the server; a page uses `useWords`. */
export const readersLanguage = (): Language => current

export const chooseLanguage = (language: string): void => {
  if (!isLanguage(language)) return
  current = language
  localStorage.setItem(KEPT, language)
  document.documentElement.lang = language
  for (const tell of listeners) tell()
}

export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))

/** To make a formatter takes a hundred times as long as to use it. */
const formatters = (language: Language) => {
  const made = new Map<string, Intl.NumberFormat>()
  return (currency: string | null | undefined): Intl.NumberFormat => {
    const known = made.get(currency ?? '')
    if (known) return known
    const one = new Intl.NumberFormat(language, currency ? { style: 'currency', currency } : {})
    made.set(currency ?? '', one)
    return one
  }
}

const makeSpeech = (language: Language) => {
  const rules = new Intl.PluralRules(language)
  const amounts = formatters(language)
  const decimals = new Intl.NumberFormat(language, { maximumFractionDigits: 10 })
  const percents = new Intl.NumberFormat(language, { style: 'percent' })
  const counts = new Intl.NumberFormat(language)
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  // Who reads "2:07 PM" beside a log of a server asks: whose? A style of dates cannot name the zone, its parts can.
  const day = { year: 'numeric', month: 'short', day: 'numeric' } as const
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
  const moments = new Intl.DateTimeFormat(language, { ...day, ...time })
  const instants = new Intl.DateTimeFormat(language, { ...day, ...time, second: '2-digit' })
  const weekdays = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
  const months = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' })
  const place = language === 'fr' ? 1 : 0
  const name = (both: Both): string => both[place]
  return {
    language,
    t: (word: Word, values: Readonly<Record<string, string | number>> = {}): string => fill(name(texts[word]), values),
    count: (what: keyof typeof counted, count: number): string =>
      fill(counted[what][place][rules.select(count) === 'one' ? 0 : 1], { count: counts.format(count) }),
    /** A code in words, for those that have none of their own: `DOCUMENT_RECEIVED` is "document received". */
    spell: (code: string): string => {
      const both = (codeTexts as Readonly<Record<string, Both>>)[code]
      return both ? name(both) : code.toLowerCase().replaceAll('_', ' ')
    },
    percent: (part: number): string => percents.format(part),
    number: (value: number): string => counts.format(value),
    name,
    date: (day: string | null | undefined): string => (day ? dates.format(new Date(`${day}T00:00:00Z`)) : '–'),
    /** In the zone of whoever reads, which is named. */
    moment: (at: string): string => moments.format(new Date(at)),
    /** As a moment, with its second: where many things happen within a minute. */
    instant: (at: string): string => instants.format(new Date(at)),
    /** Of the week, from Monday as 0. */
    weekday: (index: number): string => weekdays.format(new Date(Date.UTC(2024, 0, 1 + index))),
    month: (day: string): string => months.format(new Date(`${day}T00:00:00Z`)),
    /** A decimal stays a text: the formatter reads its digits, so no cent is lost. */
    money: (amount: string | null | undefined, currency: string | null | undefined): string =>
      amount ? amounts(currency).format(amount as never) : '–',
    decimal: (amount: string | null | undefined): string => (amount ? decimals.format(amount as never) : '–'),
  }
}

const speeches: Readonly<Record<Language, ReturnType<typeof makeSpeech>>> = {
  en: makeSpeech('en'),
  fr: makeSpeech('fr'),
}

export const useWords = (): ReturnType<typeof makeSpeech> =>
  useSyncExternalStore(
    (tell) => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    () => speeches[current],
  )
