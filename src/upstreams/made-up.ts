import { createHash } from 'node:crypto'
import { frenchVat } from '../values/national-numbers.ts'

const FIRST = [
  'Atelier',
  'Nordlicht',
  'Rivage',
  'Meridian',
  'Alta',
  'Kestrel',
  'Lumen',
  'Orchard',
  'Vela',
  'Quarry',
  'Sable',
  'Tilia',
]
const SECOND = [
  'Logistics',
  'Foods',
  'Textiles',
  'Energy',
  'Instruments',
  'Media',
  'Construction',
  'Software',
  'Paper',
  'Glass',
  'Transport',
  'Care',
]
const legalForms: Readonly<Record<string, string>> = {
  FR: 'SAS',
  BE: 'SRL',
  IT: 'S.r.l.',
  DE: 'GmbH',
  NL: 'B.V.',
  ES: 'S.L.',
  GB: 'Ltd',
  SE: 'AB',
  NO: 'AS',
  DK: 'ApS',
  FI: 'Oy',
  AT: 'GmbH',
  PL: 'Sp. z o.o.',
  LU: 'S.à r.l.',
  PT: 'Lda',
}

export const pick = <T>(list: readonly T[], byte: number | undefined): T => list[(byte ?? 0) % list.length] as T

/** A made-up company: always the same one for the same identifier, in every simulator that is asked for it. */
export const madeUpCompany = (
  identifier: string,
  country: string | null,
): { name: string; legalName: string; bytes: Buffer } => {
  const bytes = createHash('sha256').update(identifier).digest()
  const name = `${pick(FIRST, bytes[0])} ${pick(SECOND, bytes[1])}`
  return { name, legalName: `${name} ${(country !== null && legalForms[country]) || 'Company'}`, bytes }
}

/** The VAT number behind a participant id, where the scheme tells it; else the participant id itself. */
const vatBehind: Readonly<Record<string, (identifier: string) => string>> = {
  '0208': (number) => `BE${number}`,
  '0211': (number) => number.toUpperCase(),
  '0225': (address) => frenchVat(address.slice(0, 9)),
  '0002': (number) => frenchVat(number.slice(0, 9)),
  '0009': (number) => frenchVat(number.slice(0, 9)),
}

/** What the registry and the directory both call the same company by. */
export const identifierBehind = (peppolId: string): string => {
  const [scheme, identifier] = [peppolId.slice(0, 4), peppolId.slice(5)]
  return (
    vatBehind[scheme]?.(identifier) ??
    (/^99\d\d$/.test(scheme) && /^[A-Za-z]{2}/.test(identifier) ? identifier.toUpperCase() : peppolId.toLowerCase())
  )
}
