/** Errors as RFC 6749, 7591 and 8628 write them. */
import type { AppError } from '../../src/kernel/errors/app-error.ts'
import { catalog } from '../../src/kernel/errors/catalog.ts'

const ofField: Readonly<Record<string, string>> = {
  scopes: 'invalid_scope',
  grantType: 'unsupported_grant_type',
  responseType: 'unsupported_response_type',
  clientId: 'invalid_client',
  redirectUris: 'invalid_redirect_uri',
  clientName: 'invalid_client_metadata',
  grantTypes: 'invalid_client_metadata',
}
const STANDARD = new Set([
  'invalid_grant',
  'invalid_client',
  'authorization_pending',
  'slow_down',
  'access_denied',
  'expired_token',
])
const ofStatus: Readonly<Record<number, string>> = {
  401: 'invalid_client',
  403: 'access_denied',
  409: 'temporarily_unavailable',
  429: 'temporarily_unavailable',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

const codeOf = ({ code, details }: AppError): string => {
  const { operationCode, status } = catalog[code]
  if (STANDARD.has(operationCode)) return operationCode
  const field = /^\w+/.exec(details[0]?.field ?? '')?.[0] ?? ''
  if (code !== 'MISSING_FIELD' && Object.hasOwn(ofField, field)) return ofField[field] ?? ''
  return ofStatus[status] ?? 'invalid_request'
}

export const oauthError = (error: AppError, baseUrl: string) => ({
  error: codeOf(error),
  // The standard allows these letters only.
  error_description: error.message
    .replaceAll('"', "'")
    .replaceAll('`', "'")
    .replaceAll(/[^\x20-\x7e]|\\/g, '?'),
  error_uri: `${baseUrl}/docs/errors#${error.code}`,
})
