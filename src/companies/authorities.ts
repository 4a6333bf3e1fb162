/** Who is told about documents, by the country of the company that sends or receives them. */
import { reportsByItself } from './settings.ts'

export const authorities = {
  PPF: { country: 'FR', name: 'French public invoicing portal' },
  SDI: { country: 'IT', name: 'Italian interchange system' },
} as const

export type Authority = keyof typeof authorities
export const authorityNames = Object.keys(authorities) as [Authority, ...Authority[]]

/** The countries whose authorities are told; everywhere else nothing is reported. */
export const reportingCountries = Object.values(authorities).map(({ country }) => country) as [string, ...string[]]

const byCountry = new Map<string, Authority>(authorityNames.map((name) => [authorities[name].country, name]))

/** The authority of a country, or undefined where there is none: Belgium has none. */
export const authorityOf = (country: string): Authority | undefined => byCountry.get(country)

/** The authority that is told by itself of a company's documents; undefined where there is none, or it is switched off. */
export const automaticAuthority = (company: { country: string; settings: unknown }): Authority | undefined =>
  reportsByItself(company, company.country) ? authorityOf(company.country) : undefined
