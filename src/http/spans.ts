/** Each request as a span: what comes of it (operations, statements, upstreams) is within. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type OpenSpan, collectsSpans, openSpan } from '../kernel/spans.ts'

declare module 'fastify' {
  interface FastifyRequest {
    span: OpenSpan | undefined
  }
}

const spanOf = ({ method, routeOptions, headers }: FastifyRequest): OpenSpan | undefined =>
  openSpan(
    `${method} ${routeOptions.url ?? 'unknown path'}`,
    { 'http.request.method': method, 'http.route': routeOptions.url },
    { kind: 'server' },
    // A caller who has a trace says its name in `traceparent`.
    headers,
  )

export const installSpans = (app: FastifyInstance): void => {
  if (!collectsSpans()) return
  app.decorateRequest('span', undefined)
  app.addHook('onRequest', (request, _reply, done) => {
    request.span = spanOf(request)
    if (request.span) request.span.within(done)
    else done()
  })
  // What reads the body belongs to the connection, and so does what follows it.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span) request.span.within(done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply
    request.span?.end(
      {
        'http.response.status_code': statusCode,
        'invoice_exchange.request_id': request.requestId,
        'invoice_exchange.operation': request.trace?.operation,
        'invoice_exchange.organization_id': request.trace?.organizationId ?? undefined,
        'invoice_exchange.error_code': request.errorCode,
      },
      statusCode >= 500 ? `HTTP ${statusCode}` : undefined,
    )
    done()
  })
}
