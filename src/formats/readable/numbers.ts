import type { Decimal } from '../../values/money.ts'
import { decimalsOf } from '../currencies.ts'
import type { Language } from './labels.ts'

// Written out rather than left to Intl, whose data changes from one runtime to the next: same document, same bytes.
const marks: Readonly<Record<Language, { group: string; point: string }>> = {
  en: { group: ',', point: '.' },
  fr: { group: '\u00a0', point: ',' },
  nl: { group: '.', point: ',' },
  de: { group: '.', point: ',' },
  it: { group: '.', point: ',' },
}

const grouped = (text: string, language: Language): string => {
  const { group, point } = marks[language]
  const [whole = '', fraction] = text.replace('-', '').split('.')
  const digits = whole.replace(/\B(?=(\d{3})+$)/g, group)
  return `${text.startsWith('-') ? '−' : ''}${digits}${fraction === undefined ? '' : point + fraction}`
}

export const showNumber = (value: Decimal, language: Language): string => grouped(value.toFixed(), language)

/** At least the decimals of the currency. */
export const showAmount = (value: Decimal, currency: string, language: Language): string =>
  grouped(value.toFixed(Math.max(decimalsOf(currency), value.decimalPlaces())), language)

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const dateForms: Readonly<Record<Language, (year: string, month: string, day: string) => string>> = {
  en: (year, month, day) => `${Number(day)} ${months[Number(month) - 1] ?? month} ${year}`,
  fr: (year, month, day) => `${day}/${month}/${year}`,
  nl: (year, month, day) => `${day}-${month}-${year}`,
  de: (year, month, day) => `${day}.${month}.${year}`,
  it: (year, month, day) => `${day}/${month}/${year}`,
}

export const showDate = (date: string, language: Language): string => {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? []
  return year && month && day ? dateForms[language](year, month, day) : date
}
