/**
 * Every error the service answers: its HTTP status, its type, the lower-case code of the operations that answer
 * in that dialect (companies, lifecycle, OAuth), what it means and what to do. The pages under /docs/errors,
 * the OpenAPI document and the GraphQL extensions all come from here.
 */
import { conflictErrors } from './catalog/conflicts.ts'
import type { CatalogEntry } from './catalog/entry.ts'
import { requestErrors } from './catalog/requests.ts'
import { serviceErrors } from './catalog/service.ts'

export const catalog = { ...requestErrors, ...conflictErrors, ...serviceErrors } as const satisfies Record<
  string,
  CatalogEntry
>

export type ErrorCode = keyof typeof catalog

/** Answers that any operation may give, beside those it names itself. */
export const commonErrors: readonly ErrorCode[] = [
  'INVALID_REQUEST',
  'MISSING_FIELD',
  'INVALID_ENUM',
  'MISSING_AUTH',
  'INVALID_TOKEN',
  'EXPIRED_TOKEN',
  'REVOKED_KEY',
  'INSUFFICIENT_SCOPE',
  'COMPANY_FORBIDDEN',
  'ORGANIZATION_FORBIDDEN',
  'NETWORK_FORBIDDEN',
  'DOMAIN_FORBIDDEN',
  'COMPANY_SUSPENDED',
  'RATE_LIMITED',
  'TOO_LARGE',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'INTERNAL_ERROR',
  'UPSTREAM_UNAVAILABLE',
  'SHUTTING_DOWN',
]
