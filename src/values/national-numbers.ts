/** Numbers of national registers, and the VAT numbers that follow from them. */
import { VAT_PATTERN, identityOfVat, vatNumberOf } from './vat-number.ts'

/** The sum by Luhn: every second digit from the right counts twice, and its own digits are added up. */
export const luhnSum = (digits: string): number =>
  [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)

/** Whether a text is a SIREN: nine digits, the last of which follows from the others. */
export const isSiren = (text: string): boolean => /^\d{9}$/.test(text) && /[1-9]/.test(text) && luhnSum(text) % 10 === 0

const LA_POSTE = '356000000'

/** Whether a text is a SIRET. The establishments of the post have digits that add up to a multiple of five. */
export const isSiret = (text: string): boolean => {
  if (!/^\d{14}$/.test(text)) return false
  if (text.startsWith(LA_POSTE) && [...text].reduce((sum, digit) => sum + Number(digit), 0) % 5 === 0) return true
  return luhnSum(text) % 10 === 0
}

/** The VAT number of a French company: its key follows from the SIREN. */
export const frenchVat = (siren: string): string =>
  `FR${String((12 + 3 * (Number(siren) % 97)) % 97).padStart(2, '0')}${siren}`

/** The SIREN in a French VAT number. A key of digits must fit; one with letters cannot be checked. */
export const sirenOfVat = (vatNumber: string): string | undefined => {
  const [, key = '', siren = ''] = /^FR([A-Z0-9]{2})(\d{9})$/.exec(vatNumber) ?? []
  return siren !== '' && (!/^\d\d$/.test(key) || frenchVat(siren) === vatNumber) ? siren : undefined
}

interface NationalNumber {
  form: RegExp
  example: string
  vatNumber(number: string): string
}

const numbers: Readonly<Record<string, NationalNumber>> = {
  FR: {
    form: /^\d{9}(\d{5})?$/,
    example: 'a SIREN of 9 digits or a SIRET of 14',
    vatNumber: (number) => frenchVat(number.slice(0, 9)),
  },
  BE: {
    form: /^[01]?\d{9}$/,
    example: 'an enterprise number of 10 digits',
    vatNumber: (number) => `BE${number.padStart(10, '0')}`,
  },
}

const prefixOf = (country: string): string => (country === 'GR' ? 'EL' : country)

/** A number as people write it, without what only separates its digits, nor the country in front. */
export const compactNumber = (country: string, text: string): string => {
  const compact = text.toUpperCase().replaceAll(/[\s./-]/g, '')
  return compact.startsWith(prefixOf(country)) && numbers[country] ? compact.slice(2) : compact
}

/** What form a country's number has, in words, where the given one does not have it. */
export const faultOfNumber = (country: string, number: string): string | undefined => {
  const known = numbers[country]
  return known && !known.form.test(number) ? known.example : undefined
}

/**
 * The VAT number that belongs to a number of the national register: where one follows from the other, or both are the
 * same.
 */
export const vatOfNumber = (country: string, number: string): string | undefined => {
  const vatNumber = numbers[country]?.vatNumber(number) ?? `${prefixOf(country)}${number}`
  return VAT_PATTERN.test(vatNumber) && typeof identityOfVat(vatNumber) !== 'string' ? vatNumber : undefined
}

/** The VAT number that a company has which is in these registers, where it has one: whether it does is not told. */
const vatBehind: Readonly<Record<string, (identifier: string) => string>> = {
  '0002': (number) => frenchVat(number.slice(0, 9)),
  '0007': (number) => `SE${number}01`,
  '0009': (number) => frenchVat(number.slice(0, 9)),
  '0184': (number) => `DK${number.replace(/^DK/i, '')}`,
  '0192': (number) => `NO${number}MVA`,
  '0216': (number) => `FI${number.slice(4, 12)}`,
  '0225': (address) => frenchVat(address.slice(0, 9)),
}

/** The VAT number to ask the registry about, for a participant; undefined where its id tells none. */
export const likelyVatOf = (peppolId: string): string | undefined => {
  const said = vatNumberOf(peppolId) ?? vatBehind[peppolId.slice(0, 4)]?.(peppolId.slice(5))
  return said !== undefined && typeof identityOfVat(said) !== 'string' ? said : undefined
}
