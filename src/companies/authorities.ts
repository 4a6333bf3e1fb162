/** The authorities that documents are reported to, by the country of the company that sends or receives them. */
import { reportsByItself } from './settings.ts'

export const authorities = {
  PPF: { country: 'FR', name: 'French public invoicing portal' },
  SDI: { country: 'IT', name: 'Italian interchange system' },
} as const

export type Authority = keyof typeof authorities
export const authorityNames = Object.keys(authorities) as [Authority, ...Authority[]]

/** The countries with an authority; elsewhere nothing is reported. */
export const reportingCountries = Object.fromEntries(
  Object.values(authorities).map(({ country, name }) => [country, `To the ${name}.`]),
)

const byCountry = new Map<string, Authority>(authorityNames.map((name) => [authorities[name].country, name]))

/** The authority of a country; undefined where there is none, as in Belgium. */
export const authorityOf = (country: string): Authority | undefined => byCountry.get(country)

/**
 * The authority that a company's documents are reported to without being asked; undefined where there is none, or it is
 * off.
 */
export const automaticAuthority = (company: { country: string; settings: unknown }): Authority | undefined =>
  reportsByItself(company, company.country) ? authorityOf(company.country) : undefined
