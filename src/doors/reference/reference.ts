import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import fastifyExpress from '@fastify/express'
import type { FastifyInstance } from 'fastify'
import swaggerUi from 'swagger-ui-express'
import { HTML, StaticPage } from '../../http/page.ts'
import type { Platform } from '../../operation/platform.ts'
import { codePage } from './code-page.ts'
import { errorPage } from './error-pages.ts'
import { eventPage } from './event-pages.ts'
import { livePage } from './live-page.ts'
import { safetyPage } from './safety-page.ts'
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

const make = ({ baseUrl }: Platform) => {
  const document = openapi(routes, baseUrl)
  return {
    document,
    events: eventPage((type) => document.webhooks[type].post.requestBody.content['application/json'].example),
    page: swaggerUi.generateHTML(document as never, {
      customSiteTitle: 'Invoice Exchange: REST reference',
      swaggerOptions: { validatorUrl: null },
    }),
  }
}

/** What a program finds at the root. */
const signpost = ({ baseUrl, env }: Platform) => ({
  name: 'Invoice Exchange',
  mode: env.SERVICE_MODE,
  documentation: `${baseUrl}/docs/`,
  openapi: `${baseUrl}/openapi.json`,
  graphql: `${baseUrl}/graphql`,
  health: `${baseUrl}/health/readiness`,
})

/** Starting takes a fifth longer with it. */
const onFirstRequest = (platform: Platform): (() => ReturnType<typeof make>) => {
  let made: ReturnType<typeof make> | undefined
  return () => (made ??= make(platform))
}

/**
 * The OpenAPI document, the pages of errors and events, and the reference: an Express middleware, which lives in a
 * scope of its own so that no other route passes through Express.
 */
export const mountReference = async (app: FastifyInstance, platform: Platform): Promise<void> => {
  const config = { open: true, door: 'docs' }
  const made = onFirstRequest(platform)
  const serve = (path: string, page: StaticPage): void =>
    void app.get(path, { config }, (request, reply) => page.send(request, reply))
  serve('/openapi.json', new StaticPage(JSON_TYPE, () => JSON.stringify(made().document)))
  serve('/schema-changes.json', new StaticPage(JSON_TYPE, () => JSON.stringify(schemaChanges())))
  serve('/docs/errors', new StaticPage(HTML, errorPage))
  serve('/docs/codes', new StaticPage(HTML, codePage))
  serve('/docs/live', new StaticPage(HTML, livePage))
  serve('/docs/safety', new StaticPage(HTML, safetyPage))
  serve('/docs/events', new StaticPage(HTML, () => made().events))
  serve('/docs/', new StaticPage(HTML, () => made().page))
  for (const [name, type] of Object.entries(assets))
    serve(`/docs/${name}`, new StaticPage(type, () => readFile(join(folderOfAssets(), name))))
  app.get('/', { config }, (request, reply) =>
    request.headers.accept?.includes('text/html') ? reply.redirect('/docs/') : reply.send(signpost(platform)),
  )
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
