import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import fastifyExpress from '@fastify/express'
import type { FastifyInstance } from 'fastify'
import swaggerUi from 'swagger-ui-express'
import { HTML, StaticPage } from '../../http/page.ts'
import type { Platform } from '../../operation/platform.ts'
import { codePage } from './code-page.ts'
import { afnorDescription } from './afnor-description.ts'
import { afnorServices } from '../health/health.ts'
import { errorPage } from './error-pages.ts'
import { eventPage } from './event-pages.ts'
import { livePage } from './live-page.ts'
import { asHtml } from './pages.ts'
import { safetyPage } from './safety-page.ts'
import { type Dress, SitePage, dressOf } from '../site-page.ts'
import { schemaChanges } from './schema-changes.ts'
import { openapi } from './openapi/document.ts'
import { routes } from '../../../rest-compat/routes/index.ts'

/** The large files of the reference, which Express would send as they are. */
const assets = {
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui-standalone-preset.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
}
const folderOfAssets = (): string =>
  dirname(createRequire(import.meta.resolve('swagger-ui-express')).resolve('swagger-ui-dist/package.json'))
const JSON_TYPE = 'application/json; charset=utf-8'

/** The same for every site, but for its address, which stands in every sample. */
const make = ({ sites }: Platform) => {
  const document = openapi(routes, sites.home.baseUrl)
  return {
    document,
    events: eventPage((type) => document.webhooks[type].post.requestBody.content['application/json'].example),
  }
}
type Made = ReturnType<typeof make>

const documentAt = ({ document }: Made, { baseUrl, brand }: Dress): string => {
  const { info, servers } = document
  const [home = { url: baseUrl }] = servers
  const dressed = { ...document, info: { ...info, title: `${brand.name} API` } }
  return home.url === baseUrl ? JSON.stringify(document) : JSON.stringify(dressed).replaceAll(home.url, baseUrl)
}

/** The script of the page: ours, because the kit keeps that of the page which it made last, in this process. */
const script = `window.onload = () => {
  window.ui = SwaggerUIBundle({
    url: '/openapi.json',
    dom_id: '#swagger-ui',
    deepLinking: true,
    presets: [SwaggerUIBundle.presets.apis],
    validatorUrl: null,
  })
}
`

const referenceIn = ({ brand: { name, logo, colors } }: Dress): string =>
  swaggerUi.generateHTML(undefined, {
    customSiteTitle: `${asHtml(name)}: REST reference`,
    ...(logo !== null && { customfavIcon: logo }),
    customCss: [
      `.swagger-ui .info .title,.swagger-ui .info a,.swagger-ui .opblock-tag{color:${colors.primary}}`,
      `.swagger-ui .btn.authorize{color:${colors.primary};border-color:${colors.primary}}`,
      `.swagger-ui .btn.authorize svg{fill:${colors.primary}}`,
      logo === null
        ? ''
        : '.swagger-ui .info::before{content:"";display:block;height:3rem;margin-bottom:1rem;' +
          `background:url("${logo}") left/contain no-repeat}`,
    ].join(''),
  })

/** What a program finds at the root. */
const signpostAt = ({ env }: Platform, { baseUrl, brand }: Dress) => ({
  name: brand.name,
  mode: env.SERVICE_MODE,
  documentation: `${baseUrl}/docs/`,
  openapi: `${baseUrl}/openapi.json`,
  graphql: `${baseUrl}/graphql`,
  health: `${baseUrl}/health/readiness`,
})

/** Starting takes a fifth longer with it. */
const onFirstRequest = (platform: Platform): (() => Made) => {
  let made: Made | undefined
  return () => (made ??= make(platform))
}

/**
 * The OpenAPI document, the pages of errors and events, and the reference: an Express middleware, which lives in a
 * scope of its own so that no other route passes through Express.
 */
export const mountReference = async (app: FastifyInstance, platform: Platform): Promise<void> => {
  const config = { open: true, door: 'docs' }
  const made = onFirstRequest(platform)
  const serve = (path: string, page: StaticPage | SitePage): void =>
    void app.get(path, { config }, (request, reply) => page.send(request, reply))
  const serveDressed = (path: string, type: string, text: (dress: Dress) => string): void =>
    serve(path, new SitePage(platform, type, text))
  serveDressed('/openapi.json', JSON_TYPE, (dress) => documentAt(made(), dress))
  for (const service of afnorServices)
    serveDressed(`/afnor/${service}/openapi.json`, JSON_TYPE, ({ baseUrl }) =>
      JSON.stringify(afnorDescription(service, baseUrl)),
    )
  serve('/schema-changes.json', new StaticPage(JSON_TYPE, () => JSON.stringify(schemaChanges())))
  serveDressed('/docs/errors', HTML, errorPage())
  serveDressed('/docs/codes', HTML, codePage())
  serveDressed('/docs/live', HTML, livePage())
  serveDressed('/docs/safety', HTML, safetyPage())
  serveDressed('/docs/events', HTML, (dress) => made().events(dress))
  serveDressed('/docs/', HTML, referenceIn)
  serve('/docs/swagger-ui-init.js', new StaticPage(assets['swagger-ui-bundle.js'], () => script))
  for (const [name, type] of Object.entries(assets))
    serve(`/docs/${name}`, new StaticPage(type, () => readFile(join(folderOfAssets(), name))))
  app.get('/', { config }, async (request, reply) => {
    if (request.headers.accept?.includes('text/html')) return reply.redirect('/docs/')
    return reply.send(signpostAt(platform, await dressOf(platform, request)))
  })
  app.get('/docs', { config }, (_request, reply) => reply.redirect('/docs/'))
  await app.register(
    async (scope) => {
      await scope.register(fastifyExpress)
      scope.use('/', swaggerUi.serve as never)
      // What Express refuses, such as a path that climbs, is answered like everything that is not there.
      scope.use('/', ((_error: unknown, _request: unknown, _response: unknown, next: () => void) => next()) as never)
      // Express answers what it has; for the rest Fastify comes here.
      scope.get('/*', { config }, (_request, reply) => reply.callNotFound())
    },
    { prefix: '/docs/' },
  )
}
