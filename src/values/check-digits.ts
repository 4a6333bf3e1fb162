/**
 * Check digits of national numbers. A wrong one is worth a warning and no more: whether a number is given out, its
 * registry knows.
 */
import type { Validator } from 'stdnum'

type Algorithms = Record<string, Record<string, Validator>>

/** What each country's VAT number is called in the library, where it knows check digits for it. */
const vatAlgorithms: Readonly<Record<string, string>> = {
  AL: 'nipt',
  AT: 'uid',
  AU: 'abn',
  BE: 'vat',
  BG: 'vat',
  CH: 'uid',
  CY: 'vat',
  CZ: 'dic',
  DE: 'vat',
  DK: 'cvr',
  EE: 'kmkr',
  EL: 'vat',
  ES: 'nif',
  FI: 'alv',
  FR: 'tva',
  GB: 'vat',
  GR: 'vat',
  HR: 'oib',
  HU: 'anum',
  IE: 'vat',
  IS: 'vsk',
  IT: 'iva',
  JP: 'cn',
  LT: 'pvm',
  LU: 'tva',
  LV: 'pvn',
  MC: 'tva',
  ME: 'pib',
  MK: 'edb',
  MT: 'vat',
  NL: 'btw',
  NO: 'mva',
  PL: 'nip',
  PT: 'nif',
  RO: 'cif',
  RS: 'pib',
  SE: 'vat',
  SG: 'uen',
  SI: 'ddv',
  SK: 'dph',
  SM: 'coe',
  TR: 'vkn',
}

/** Numbers of national registers, by country and length. */
const registerAlgorithms: Readonly<Record<string, string>> = {
  'FR 9': 'siren',
  'FR 14': 'siret',
  'BE 10': 'vat',
  'NO 9': 'orgnr',
  'SE 10': 'orgnr',
  'EE 8': 'registrikood',
  'CH 12': 'uid',
}

/** Loaded when it is asked for: it knows hundreds of numbers of which few are needed at once. */
const library = async (): Promise<Algorithms> => (await import('stdnum')).stdnum

const isWrong = async (country: string, algorithm: string | undefined, number: string): Promise<boolean> => {
  const validator =
    algorithm === undefined ? undefined : (await library())[country === 'EL' ? 'GR' : country]?.[algorithm]
  const { error } = validator?.validate(number) ?? {}
  return error?.name === 'InvalidChecksum' || error?.constructor.name === 'InvalidChecksum'
}

/** True when the check digits contradict the rest; false for those that are right, and for numbers without any. */
export const hasWrongVatDigits = (vatNumber: string): Promise<boolean> =>
  isWrong(vatNumber.slice(0, 2), vatAlgorithms[vatNumber.slice(0, 2)], vatNumber.slice(2))

export const hasWrongDigits = (country: string, number: string): Promise<boolean> =>
  isWrong(country, registerAlgorithms[`${country} ${number.length}`], number)
