/** References: the numbers of a partner as paths name it, with those of partners that were merged into it (aliases). */
import { type Partner, Prisma } from '../../generated/prisma/client.ts'

export type Numbers = Pick<Partner, 'externalId' | 'peppolId' | 'vatNumber'>
export type ReferredPartner = Numbers & Pick<Partner, 'id' | 'aliases'>

const PREFIXES: Readonly<Record<keyof Numbers, string>> = { externalId: 'ext:', peppolId: 'peppol:', vatNumber: 'vat:' }
const NAMES = Object.keys(PREFIXES) as (keyof Numbers)[]

export const referenceTo = (name: keyof Numbers, value: string): string => PREFIXES[name] + value

/** A partner's own numbers as references. */
export const numbersOf = (numbers: Numbers): string[] =>
  NAMES.flatMap((name) => (numbers[name] === null ? [] : [referenceTo(name, numbers[name])]))

/** All references that find a partner. */
export const referencesTo = (partner: Numbers & Pick<Partner, 'aliases'>): string[] => [
  ...numbersOf(partner),
  ...partner.aliases,
]

/** The number in a reference, and its column; undefined if the reference is an identifier. */
export const numberIn = (ref: string): { name: keyof Numbers; column: Prisma.Sql; value: string } | undefined => {
  const name = NAMES.find((one) => ref.startsWith(PREFIXES[one]))
  return name && { name, column: Prisma.raw(`"${name}"`), value: ref.slice(PREFIXES[name].length) }
}

/** Condition: the partner has one of the references as an alias. The first part is the condition of the index. */
export const hasAlias = (references: readonly (Prisma.Sql | string)[]): Prisma.Sql =>
  Prisma.sql`(partners.aliases <> '{}' AND partners.aliases && ARRAY[${Prisma.join([...references])}]::text[])`
