/** The `compliance` object of a company: what the platform knows, beside what the company says of itself. */
import type { Company } from '../generated/prisma/client.ts'
import { type Authority, authorityOf } from './authorities.ts'

export interface Standing {
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

/** What a company may say itself; the rest is told by the authorities. */
const ownWords: Readonly<Record<Authority, readonly (keyof Standing)[]>> = {
  PPF: ['directoryLine'],
  SDI: ['recipientCode', 'pec'],
}
const byPlatform: readonly (keyof Standing)[] = ['status', 'lastReportAt', 'lastError', 'registeredAt']

type Kept = Partial<Record<string, Partial<Standing>>>

const pick = (from: Partial<Standing> | undefined, names: readonly (keyof Standing)[]): Partial<Standing> =>
  Object.fromEntries(names.flatMap((name) => (from?.[name] === undefined ? [] : [[name, from[name]]])))

/** Where the company stands with its authority; undefined in a country that has none. */
export const standingOf = ({
  country,
  vatNumber,
  status,
  compliance,
}: Pick<Company, 'country' | 'vatNumber' | 'status' | 'compliance'>): Standing | undefined => {
  const platform = authorityOf(country)
  if (!platform) return undefined
  const kept = ((compliance ?? {}) as Kept)[country]
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

/** As it is shown; empty in a country without an authority, but for what was said there by the company. */
export const complianceOf = (
  company: Pick<Company, 'country' | 'vatNumber' | 'status' | 'compliance'>,
): Readonly<Record<string, unknown>> => {
  const standing = standingOf(company)
  return { ...((company.compliance ?? {}) as object), ...(standing && { [company.country]: standing }) }
}

/** What is stored when the company says something new: its words, beside what the authority has told and nobody else may say. */
export const withOwnWords = (country: string, stored: unknown, given: Record<string, unknown> | null): object => {
  const said = given ?? {}
  if (!authorityOf(country)) return said
  const told = pick(((stored ?? {}) as Kept)[country], byPlatform)
  const own = Object.fromEntries(
    Object.entries((said[country] ?? {}) as object).filter(
      ([name]) => !(byPlatform as readonly string[]).includes(name),
    ),
  )
  return { ...said, [country]: { ...own, ...told } }
}
