/** What a program reads to find its way in: RFC 8414, RFC 9728, RFC 9727, and a page for language models. */
import type { FastifyInstance } from 'fastify'
import { scopeNames } from '../../auth/scopes.ts'
import type { Platform } from '../../operation/platform.ts'
import { type Dress, SitePage } from '../site-page.ts'
import { llmsText } from './llms.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const CLIENT_AUTHENTICATION = ['none', 'client_secret_basic', 'client_secret_post']

const authorizationServer = (base: string) => ({
  issuer: base,
  authorization_endpoint: `${base}/oauth/authorize`,
  token_endpoint: `${base}/v1/oauth/token`,
  pushed_authorization_request_endpoint: `${base}/v1/oauth/authorize`,
  registration_endpoint: `${base}/v1/oauth/register`,
  revocation_endpoint: `${base}/v1/oauth/revoke`,
  introspection_endpoint: `${base}/v1/oauth/introspect`,
  device_authorization_endpoint: `${base}/v1/oauth/device`,
  scopes_supported: [...scopeNames, 'offline_access'],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: [
    'authorization_code',
    'refresh_token',
    'client_credentials',
    'urn:ietf:params:oauth:grant-type:device_code',
  ],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
  revocation_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
  introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'bearer'],
  authorization_response_iss_parameter_supported: true,
  require_pushed_authorization_requests: false,
  service_documentation: `${base}/docs/`,
  ui_locales_supported: ['en', 'fr'],
})

const protectedResource = ({ baseUrl: base, brand }: Dress, resource: string) => ({
  resource,
  authorization_servers: [base],
  scopes_supported: scopeNames,
  bearer_methods_supported: ['header'],
  resource_name: brand.name,
  resource_documentation: `${base}/docs/`,
})

const catalogOf = (base: string) => ({
  linkset: [
    {
      anchor: `${base}/v1`,
      'service-desc': [{ href: `${base}/openapi.json`, type: 'application/json' }],
      'service-doc': [{ href: `${base}/docs/`, type: 'text/html' }],
      status: [{ href: `${base}/health/readiness`, type: 'application/json' }],
    },
    { anchor: `${base}/graphql`, 'service-doc': [{ href: `${base}/graphql`, type: 'text/html' }] },
  ],
})

export const mountMetadata = (app: FastifyInstance, platform: Platform): void => {
  const config = { open: true, door: 'oauth' } as const
  const serve = (path: string, type: string, text: (dress: Dress) => string): void => {
    const page = new SitePage(platform, type, text)
    app.get(path, { config }, (request, reply) => page.send(request, reply))
  }
  const json = (path: string, type: string, value: (dress: Dress) => object): void =>
    serve(path, type, (dress) => JSON.stringify(value(dress)))
  const resource = '/.well-known/oauth-protected-resource'
  json('/.well-known/oauth-authorization-server', JSON_TYPE, ({ baseUrl }) => authorizationServer(baseUrl))
  json(resource, JSON_TYPE, (dress) => protectedResource(dress, dress.baseUrl))
  json(`${resource}/mcp`, JSON_TYPE, (dress) => protectedResource(dress, `${dress.baseUrl}/mcp`))
  json('/.well-known/api-catalog', 'application/linkset+json', ({ baseUrl }) => catalogOf(baseUrl))
  serve('/llms.txt', 'text/plain; charset=utf-8', (dress) => llmsText(platform, dress))
}
