/** Bodies of section 4.11: JSON under the names of the standards, or a form as standard clients send it. */
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { basicCredentials } from '../../src/http/url-form.ts'
import { body } from '../../src/http/route.ts'
import { AppError, refusal } from '../../src/kernel/errors/app-error.ts'
import { isObject } from '../../src/values/is-object.ts'

/** The names that the standards have for what operations call otherwise. */
export const wireNames: Readonly<Record<string, string>> = {
  clientId: 'client_id',
  clientName: 'client_name',
  clientSecret: 'client_secret',
  codeChallenge: 'code_challenge',
  codeChallengeMethod: 'code_challenge_method',
  codeVerifier: 'code_verifier',
  deviceCode: 'device_code',
  grantType: 'grant_type',
  grantTypes: 'grant_types',
  handoffToken: 'handoff_token',
  redirectUri: 'redirect_uri',
  redirectUris: 'redirect_uris',
  refreshToken: 'refresh_token',
  tokenEndpointAuthMethod: 'token_endpoint_auth_method',
  ttlSeconds: 'ttl_seconds',
}
const ownNames = new Map(Object.entries(wireNames).map(([own, wire]) => [wire, own]))

/** Device clients name their grant by its address. */
const DEVICE = 'urn:ietf:params:oauth:grant-type:device_code'

const withOwnNames = (given: object): Record<string, unknown> => {
  const misspelt = Object.keys(given).filter((name) => Object.hasOwn(wireNames, name))
  if (misspelt.length > 0)
    throw new AppError('INVALID_REQUEST', {
      details: misspelt.map((field) => ({
        field,
        rule: 'INVALID_REQUEST',
        message: `This name is written with underscores: ${wireNames[field]}.`,
      })),
    })
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [ownNames.get(name) ?? name, value]))
}

const fieldsOf = (operation: { input: z.ZodType }): ReadonlySet<string> =>
  new Set(Object.keys((operation.input as unknown as { shape: object }).shape))

const known = (given: Record<string, unknown>, fields: ReadonlySet<string>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given).filter(([name]) => fields.has(name)))

/** `scope` is a list with spaces; `offline_access` in it asks for a refresh token. */
const withScopes = ({ scope, ...given }: Record<string, unknown>): Record<string, unknown> => {
  if (typeof scope !== 'string') return given
  const words = scope.split(' ').filter((word) => word !== '')
  const scopes = words.filter((word) => word !== 'offline_access')
  return {
    ...given,
    ...(scopes.length > 0 && { scopes }),
    ...(scopes.length < words.length && { offline: true }),
  }
}

/** A parameter without a value counts as absent, and one that comes twice is refused (RFC 6749, 3.1). */
export const standardParameters = (
  parameters: URLSearchParams,
  fields: ReadonlySet<string>,
): Record<string, unknown> => {
  const names = [...parameters.keys()]
  const twice = names.find((name, index) => names.indexOf(name) !== index && name !== 'resource')
  if (twice !== undefined) throw refusal('INVALID_REQUEST', twice, 'This parameter was sent twice.')
  const given = Object.fromEntries([...parameters].filter(([, value]) => value !== ''))
  // Without a method the standard means `plain`.
  const method = fields.has('codeChallengeMethod') ? { code_challenge_method: 'plain' } : {}
  return known(withScopes(withOwnNames({ ...method, ...given })), fields)
}

const clientIn = ({ headers }: FastifyRequest, fields: ReadonlySet<string>): Record<string, string> => {
  const basic = basicCredentials(headers.authorization)
  if (!basic || !fields.has('clientId')) return {}
  return {
    clientId: basic.id,
    ...(basic.secret !== '' && fields.has('clientSecret') && { clientSecret: basic.secret }),
  }
}

/** The input of an operation of this section; `ignoring` what it does not know, as the standard of the path wants. */
export const wireInput =
  (operation: { input: z.ZodType }, unknown: 'refusing' | 'ignoring' = 'refusing') =>
  (request: FastifyRequest): unknown => {
    const fields = fieldsOf(operation)
    const given = body(request)
    if (!isObject(given)) return given
    const isForm = given instanceof URLSearchParams
    const read = isForm ? standardParameters(given, fields) : withOwnNames(given)
    const input = { ...(unknown === 'ignoring' ? known(read, fields) : read), ...clientIn(request, fields) }
    return input['grantType'] === DEVICE ? { ...input, grantType: 'device_code' } : input
  }
