import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../kernel/errors/app-error.ts'
import { catalog } from '../../kernel/errors/catalog.ts'
import { asAppError, callOf, noteRefusal } from '../../http/edge.ts'
import { refuseLargeJson } from '../../http/json-size.ts'
import { Form, readForm } from '../../http/form.ts'
import type { Platform } from '../../operation/platform.ts'
import { graphqlError, placeAt } from './errors.ts'
import { graphiql, wantsPage } from './graphiql.ts'
import { mountStreams } from './mount-streams.ts'
import { paramsOf } from './multipart.ts'
import { operationList } from './operation-list.ts'
import { type ShortRoad, shortRoad } from './short-road.ts'
import { type Yoga, newYoga, servedSchema } from './yoga.ts'
import { limits } from '../../values/limits.ts'

/**
 * A page of another site can send these types without a preflight request of the browser, so they need a header that
 * such a page cannot send.
 */
const SIMPLE_TYPES = /^(text\/plain|application\/x-www-form-urlencoded|multipart\/form-data)/i
const PREFLIGHT_HEADERS = [
  'x-requested-with',
  'apollo-require-preflight',
  'x-apollo-operation-name',
  'graphql-require-preflight',
]

/** Another site may have made the browser ask this. */
const forgeryIn = (request: FastifyRequest): AppError | undefined => {
  const type = request.headers['content-type']
  const simple = request.method === 'POST' && (type === undefined || SIMPLE_TYPES.test(type))
  if (!simple || PREFLIGHT_HEADERS.some((name) => request.headers[name] !== undefined)) return undefined
  return new AppError('UNSUPPORTED_MEDIA_TYPE', {
    message: 'Send GraphQL as application/json, or a form with the header GraphQL-Require-Preflight.',
  })
}

const isStream = (response: Response): boolean =>
  /^(text\/event-stream|multipart\/)/.test(response.headers.get('content-type') ?? '')

/** A form is read before yoga sees it: yoga gets a request with the headers that matter and an empty body. */
const asJsonRequest = ({ headers, url }: FastifyRequest, baseUrl: string): Request => {
  const kept = ['accept', 'authorization', 'origin'].flatMap((name) =>
    typeof headers[name] === 'string' ? [[name, headers[name]] as [string, string]] : [],
  )
  return new Request(new URL(url, baseUrl), {
    method: 'POST',
    headers: [...kept, ['content-type', 'application/json']],
    body: '{}',
  })
}

/** GraphQL over HTTP and Server-Sent Events, in a scope of its own: yoga reads the body itself. */
export const mountGraphql = (app: FastifyInstance, platform: Platform): void => {
  const served = servedSchema(platform)
  const yoga = newYoga(platform, served)
  const short = shortRoad(platform, served)
  const page = graphiql(platform.env.SERVICE_MODE === 'sandbox')
  acceptBodies(app)
  // Before anything of the body is read.
  app.addHook('onRequest', (request, _reply, done) => done(forgeryIn(request)))
  app.route({
    url: '/graphql',
    method: ['GET', 'POST', 'OPTIONS'],
    config: { door: 'graphql', maxForm: limits.formBytes },
    async handler(request: FastifyRequest, reply: FastifyReply) {
      if (wantsPage(request)) return page.send(request, reply)
      const bytes = request.method === 'POST' ? await shortly(short, request, reply) : undefined
      if (bytes) return reply.send(bytes)
      const response = await answerBy(yoga, request, reply)
      for (const [name, value] of response.headers) reply.header(name, value)
      reply.code(response.status)
      // A web stream is slow: only an answer that comes in parts is sent as one.
      return reply.send(isStream(response) ? response.body : await response.text())
    },
  })
  mountStreams(app, platform)
  const operations = operationList(platform.env)
  app.get('/graphql/operations', { config: { door: 'graphql' } }, (request) => {
    if (callOf(platform, request).actor.kind === 'public') throw new AppError('MISSING_AUTH')
    return operations()
  })
  app.setErrorHandler((error, request, reply) => {
    const refusal = asAppError(error, request, platform)
    noteRefusal(refusal, request, reply)
    return reply
      .code(catalog[refusal.code].status)
      .send({ errors: [graphqlError(refusal, placeAt(request, platform.log), request.requestId).toJSON()] })
  })
}

const acceptBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { bodyLimit: limits.jsonBodyBytes }, (_request, payload, done) => done(null, payload))
  app.addContentTypeParser('multipart/form-data', (request: FastifyRequest, payload: FastifyRequest['raw']) =>
    readForm(String(request.headers['content-type']), payload),
  )
  // Most requests are small JSON: reading it as a text is faster than handing yoga a stream.
  app.addContentTypeParser(
    ['application/json', 'application/graphql+json'],
    { bodyLimit: limits.jsonBodyBytes, parseAs: 'buffer' },
    async (_request: FastifyRequest, bytes: Buffer) => {
      refuseLargeJson(bytes)
      return bytes.toString()
    },
  )
}

const shortly = (
  short: ShortRoad,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Buffer | undefined> | undefined =>
  typeof request.body === 'string' ? short(request, reply, request.body) : undefined

const answerBy = (yoga: Yoga, request: FastifyRequest, reply: FastifyReply): Response | Promise<Response> => {
  const context = { fastifyRequest: request, reply }
  const { body } = request
  // The raw body must not reach the request log: the door logs what it reads from it.
  if (typeof body === 'string' || body instanceof Form) request.body = undefined
  if (body instanceof Form)
    return yoga.fetch(asJsonRequest(request, request.site.baseUrl), { ...context, params: paramsOf(body) })
  if (typeof body !== 'string') return yoga.handleNodeRequestAndResponse(request, reply, context)
  const { method, headers, host, url, signal } = request
  const init = { method, headers: headers as Record<string, string>, body, signal }
  return yoga.handleRequest(new yoga.fetchAPI.Request(`http://${host}${url}`, init), context)
}
