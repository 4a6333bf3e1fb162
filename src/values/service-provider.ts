/** Service providers have participant ids of their own: statuses of messages go from one to another. */
export const SERVICE_PROVIDER_SCHEME = '0242'

/** What the simulated network calls the provider of this deployment, and the provider of everybody else. */
export const SANDBOX_SEAT = '000000'
export const SANDBOX_FAR_SEAT = '000001'

export const serviceProviderId = (seat: string): string => `${SERVICE_PROVIDER_SCHEME}:${seat}`

/** Six digits of the seat, and perhaps a part that the provider chose for itself. */
export const isServiceProviderId = (id: string): boolean => /^0242:\d{6}(-[A-Za-z0-9._~-]{1,60})?$/.test(id)
