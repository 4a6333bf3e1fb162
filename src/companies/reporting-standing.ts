/** The `compliance` object of a company: what its authority says of it, and what the company says itself. */
import type { Company } from '../generated/prisma/client.ts'
import { type Authority, authorityOf } from './authorities.ts'

export interface AuthorityStatus {
  platform: Authority
  status: 'not_registered' | 'pending' | 'active' | 'error'
  registeredAt?: string | null
  /** France: how the directory of the portal knows the company. */
  directoryLine?: string | null
  /** Italy: where the interchange system delivers to. */
  recipientCode?: string | null
  pec?: string | null
  lastReportAt: string | null
  lastError: { code: string; message: string; at: string } | null
}

/** What a company may say itself; the rest comes from its authority. */
const ownWords: Readonly<Record<Authority, readonly (keyof AuthorityStatus)[]>> = {
  PPF: ['directoryLine'],
  SDI: ['recipientCode', 'pec'],
}
const byPlatform: readonly (keyof AuthorityStatus)[] = ['status', 'lastReportAt', 'lastError', 'registeredAt']

type StoredCompliance = Partial<Record<string, Partial<AuthorityStatus>>>

const pick = (
  from: Partial<AuthorityStatus> | undefined,
  names: readonly (keyof AuthorityStatus)[],
): Partial<AuthorityStatus> =>
  Object.fromEntries(names.flatMap((name) => (from?.[name] === undefined ? [] : [[name, from[name]]])))

/** What of a company its standing is told by. */
export type StandingColumns = Pick<Company, 'country' | 'vatNumber' | 'status' | 'compliance'>

/** The status of the company with its authority; undefined in a country that has none. */
export const standingOf = ({
  country,
  vatNumber,
  status,
  compliance,
}: StandingColumns): AuthorityStatus | undefined => {
  const platform = authorityOf(country)
  if (!platform) return undefined
  const kept = ((compliance ?? {}) as StoredCompliance)[country]
  const own = platform === 'PPF' ? { directoryLine: vatNumber.slice(-9) } : { recipientCode: null, pec: null }
  const shown = {
    platform,
    status: 'pending' as const,
    registeredAt: null,
    ...own,
    lastReportAt: null,
    lastError: null,
    ...pick(kept, [...ownWords[platform], ...byPlatform]),
  }
  return status === 'active' ? shown : { ...shown, status: 'not_registered' }
}

/** The object as it is answered; without an authority, it holds only what the company says. */
export const complianceOf = (company: StandingColumns): Readonly<Record<string, unknown>> => {
  const standing = standingOf(company)
  return { ...((company.compliance ?? {}) as object), ...(standing && { [company.country]: standing }) }
}

/** The object to store when the company changes it: its own words, and unchanged what only the authority may say. */
export const withOwnWords = (country: string, stored: unknown, given: Record<string, unknown> | null): object => {
  const words = given ?? {}
  if (!authorityOf(country)) return words
  const fromAuthority = pick(((stored ?? {}) as StoredCompliance)[country], byPlatform)
  const own = Object.fromEntries(
    Object.entries((words[country] ?? {}) as object).filter(
      ([name]) => !(byPlatform as readonly string[]).includes(name),
    ),
  )
  return { ...words, [country]: { ...own, ...fromAuthority } }
}
