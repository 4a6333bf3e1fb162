/** Where this service is reached, as its settings say. */
import type { Env } from './env.ts'

/** The address that links begin with. */
export const baseUrlOf = ({ BASE_URL, HOST, PORT }: Env): string =>
  BASE_URL?.replace(/\/$/, '') ?? `http://${HOST}:${PORT}`

/** The name, or the address, that own domains have to lead to. */
export const domainTargetOf = (env: Env): string => env.DOMAIN_TARGET ?? new URL(baseUrlOf(env)).hostname
