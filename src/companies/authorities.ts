/** Who is told about documents, by the country of the company that sends or receives them. */
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

/** What a company's `settings` say of reporting: `{autoReporting: false}`, or `{autoReporting: {FR: false}}`. */
interface Toggles {
  autoReporting?: boolean | Readonly<Record<string, boolean>>
}

/** Settings are free, but for what is acted upon. */
export const hasGoodToggles = (settings: Record<string, unknown>): boolean => {
  const { autoReporting = true } = settings
  if (typeof autoReporting === 'boolean') return true
  return (
    typeof autoReporting === 'object' &&
    autoReporting !== null &&
    Object.values(autoReporting).every((on) => typeof on === 'boolean')
  )
}

/** The authority that is told by itself of a company's documents; undefined where there is none, or it is switched off. */
export const automaticAuthority = ({
  country,
  settings,
}: {
  country: string
  settings: unknown
}): Authority | undefined => {
  const { autoReporting = true } = (settings ?? {}) as Toggles
  const on = typeof autoReporting === 'boolean' ? autoReporting : (autoReporting[country] ?? true)
  return on ? authorityOf(country) : undefined
}
