/** The place of a request: the address of the service, or the own domain of an organization or of one company. */
import type { IncomingMessage } from 'node:http'
import { AppError } from '../kernel/errors/app-error.ts'

export interface Site {
  /** Where links in answers begin. */
  baseUrl: string
  /** Whose domain it is; null at the address of the service. */
  organizationId: string | null
  /** The company that the domain belongs to alone. */
  companyId: string | null
}

/** `host:port` as the name alone, in lower case, without the dot that ends a whole name. */
export const nameOfHost = (host: string | undefined): string =>
  (host ?? '').trim().toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')

/**
 * The host that was asked for. Like X-Forwarded-For, X-Forwarded-Host counts only as far as our own proxies have added
 * to it; whatever is before that the caller may have made up.
 */
export const hostIn = ({ headers }: Pick<IncomingMessage, 'headers'>, proxies: number): string => {
  const forwarded = String(headers['x-forwarded-host'] ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  const hosts = [...forwarded, headers.host ?? '']
  return nameOfHost(hosts.at(-1 - proxies) ?? hosts[0])
}

interface Owned {
  organizationId: string | null
  companyId: string | null
}

/** At an own domain, nobody is known but its organization; at that of a company, no other company of it either. */
export const isKnownAt = (site: Site, { organizationId, companyId }: Owned): boolean =>
  (site.organizationId === null || site.organizationId === organizationId) &&
  (site.companyId === null || companyId === null || site.companyId === companyId)

export const requireSite = (site: Site, who: Owned): void => {
  if (!isKnownAt(site, who)) throw new AppError('DOMAIN_FORBIDDEN')
}
