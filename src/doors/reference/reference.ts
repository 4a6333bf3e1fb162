import fastifyExpress from '@fastify/express'
import type { FastifyInstance } from 'fastify'
import swaggerUi from 'swagger-ui-express'
import type { Platform } from '../../operation/platform.ts'
import { errorPage } from './error-pages.ts'
import { eventPage } from './event-pages.ts'
import { openapi } from './openapi/document.ts'
import { routes } from '../../../rest-compat/routes/index.ts'

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
  app.get('/openapi.json', { config }, () => made().document)
  app.get('/docs/errors', { config }, (_request, reply) =>
    reply.header('Content-Type', 'text/html; charset=utf-8').send(errorPage()),
  )
  app.get('/docs/events', { config }, (_request, reply) =>
    reply.header('Content-Type', 'text/html; charset=utf-8').send(made().events),
  )
  app.get('/docs', { config }, (_request, reply) => reply.redirect('/docs/'))
  await app.register(
    async (scope) => {
      await scope.register(fastifyExpress)
      scope.use('/', swaggerUi.serve as never)
      scope.get('/', { config }, (_request, reply) =>
        reply.header('Content-Type', 'text/html; charset=utf-8').send(made().page),
      )
      // What Express refuses, such as a path that climbs, is answered like everything that is not there.
      scope.use('/', ((_error: unknown, _request: unknown, _response: unknown, next: () => void) => next()) as never)
      // Express answers what it has; for the rest Fastify comes here.
      scope.get('/*', { config }, (_request, reply) => reply.callNotFound())
    },
    { prefix: '/docs/' },
  )
}
