/** What clients of OAuth expect of `Authorization` and `WWW-Authenticate`. */
import type { FastifyRequest } from 'fastify'
import type { Credentials } from '../auth/authenticate.ts'
import { KEY_PREFIX } from '../auth/key-types.ts'
import type { AppError } from '../kernel/errors/app-error.ts'
import { catalog } from '../kernel/errors/catalog.ts'
import { basicCredentials } from './url-form.ts'

/** A client of OAuth names itself by Basic: one that is a key is that key, any other has no credentials yet. */
export const ofKeyInBasic = ({ routeOptions }: FastifyRequest, credentials: Credentials): Credentials => {
  const basic = routeOptions.config.takesUrlForm ? basicCredentials(credentials.authorization) : undefined
  if (basic === undefined) return credentials
  const { address, host } = credentials
  return basic.secret.startsWith(KEY_PREFIX)
    ? { address, host, authorization: `Bearer ${basic.secret}` }
    : { address, host }
}

/** How to come back: with a token, or as a client of OAuth, which is told so only where it came with a header. */
export const challengeFor = (
  { code }: AppError,
  { headers, resourceMetadata, site }: FastifyRequest,
): string | undefined => {
  if (catalog[code].status !== 401) return undefined
  const metadata = resourceMetadata ?? `${site.baseUrl}/.well-known/oauth-protected-resource`
  if (code !== 'INVALID_CLIENT') return `Bearer resource_metadata="${metadata}"`
  return headers.authorization === undefined ? undefined : 'Basic realm="oauth"'
}
