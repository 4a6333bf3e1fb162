/** Pages of other origins: which may call, and what of an answer they may read. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Env } from '../kernel/env.ts'

const DAY_SECONDS = 86_400

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'

/** Headers of requests that pages may send where they do not say which. */
const REQUEST_HEADERS =
  'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, If-Range, Last-Event-ID, Organization-Id, ' +
  'Range, X-GraphQL-Event-Stream-Token, X-Request-Id, X-Service-Company, X-Service-Organization-Id, ' +
  'GraphQL-Require-Preflight'

const READABLE_HEADERS =
  'X-Request-Id, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Idempotent-Replayed, ' +
  'Deprecation, Sunset, Link, ETag, Content-Disposition, Accept-Ranges, Content-Range, ' +
  'X-Cost, X-Cost-Limit, X-Cost-Remaining, X-Cost-Reset'

/** The value of Access-Control-Allow-Origin for a page; undefined where it may not read the answer. */
const allowedFor = (origin: string, { CORS_ORIGINS }: Env): string | undefined => {
  if (CORS_ORIGINS.includes('*')) return '*'
  return CORS_ORIGINS.includes(origin) ? origin : undefined
}

/**
 * Answers preflights, which have no credentials, before anybody asks for them. Callers send keys in a header and never
 * cookies, so no answer allows credentials.
 */
export const allowOtherOrigins = (app: FastifyInstance, env: Env): void => {
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    if (!env.CORS_ORIGINS.includes('*')) reply.header('Vary', 'Origin')
    if (origin === undefined) return done()
    const allowed = allowedFor(origin, env)
    if (allowed !== undefined)
      reply.headers({ 'Access-Control-Allow-Origin': allowed, 'Access-Control-Expose-Headers': READABLE_HEADERS })
    if (!isPreflight(request)) return done()
    answerPreflight(request, reply, allowed !== undefined)
  })
}

const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined

const answerPreflight = ({ headers }: FastifyRequest, reply: FastifyReply, allowed: boolean): void => {
  if (allowed)
    reply.headers({
      'Access-Control-Allow-Methods': METHODS,
      'Access-Control-Allow-Headers': headers['access-control-request-headers'] ?? REQUEST_HEADERS,
      'Access-Control-Max-Age': String(DAY_SECONDS),
    })
  reply.code(204).send()
}
