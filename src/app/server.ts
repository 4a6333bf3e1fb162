import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { acceptJson } from '../http/bodies.ts'
import { mountConsole } from '../doors/console/mount.ts'
import { mountHealth } from '../doors/health/health.ts'
import { mountMetrics } from '../doors/health/metrics.ts'
import { answerErrors, mount } from '../http/mount.ts'
import { mountNetwork } from '../doors/network/network.ts'
import { mountMcp } from '../doors/mcp/mount.ts'
import { mountOauth } from '../doors/oauth/mount.ts'
import { mountProcurement } from '../doors/procurement/mount.ts'
import { mountReference } from '../doors/reference/reference.ts'
import { afnor } from '../../afnor/dialect.ts'
import { routes as afnorRoutes } from '../../afnor/routes/index.ts'
import { acceptLargeFiles } from '../http/spooled-form.ts'
import { rest } from '../../rest-compat/dialect.ts'
import { routes } from '../../rest-compat/routes/index.ts'
import { acceptUrlForms } from '../http/url-form.ts'
import { acceptFiles } from '../http/uploads.ts'
import { hasRole } from '../kernel/env/roles.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { mountGraphql } from '../doors/graphql/mount.ts'
import { mountWebsocket } from '../doors/graphql/websocket.ts'
import { answerInLanguage } from '../http/answer-language.ts'
import { compressLargeAnswers } from '../http/compress.ts'
import { allowOtherOrigins } from '../http/cross-origin.ts'
import { installEdge } from '../http/edge.ts'
import { installSpans } from '../http/spans.ts'
import { watchUnaskedConnections } from '../http/unasked-connections.ts'
import { refuseSocket } from '../http/refuse-socket.ts'
import type { Platform } from '../operation/platform.ts'

/** A flow of 100 MB has time over a line of 3 Mbit/s; a request's head has the minute that Node gives it. */
const REQUEST_TIMEOUT_MS = 300_000

/** One HTTP server with its doors, each in a scope of its own; without the role of a server, only what operators ask. */
export const buildServer = async (platform: Platform): Promise<FastifyInstance> => {
  const app = Fastify({
    logger: false,
    // The hooks refuse it, in the envelope.
    http: { requireHostHeader: false },
    requestTimeout: REQUEST_TIMEOUT_MS,
    // The hooks refuse what comes while closing, in the envelope.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // Longer than the longest head of a request: operations bound their identifiers themselves.
    routerOptions: { maxParamLength: 20_000 },
    // A stream has no end that HEAD could wait for: its route says no.
    exposeHeadRoutes: true,
    // A path that cannot be decoded is answered like every unknown path: by the hooks and handlers below.
    rewriteUrl: ({ url = '/' }) => (isDecodable(url.split('?', 1)[0] ?? '') ? url : '/%25'),
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, platform),
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'ignore',
  })
  // Node would answer without the envelope, and whoever expects something else may be answered as if it did not.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  allowOtherOrigins(app, platform.env)
  installSpans(app)
  installEdge(app, platform)
  answerInLanguage(app)
  compressLargeAnswers(app)
  answerErrors(app, platform, ({ url }) => (url.startsWith('/afnor/') ? afnor : rest))
  answerUnknownPaths(app)
  await app.register(async (scope) => mountHealth(scope, platform))
  await app.register(async (scope) => mountMetrics(scope, platform))
  // Workers and relays are asked for nothing else.
  if (hasRole(platform.env, 'server')) await mountDoors(app, platform)
  return app
}

const mountDoors = async (app: FastifyInstance, platform: Platform): Promise<void> => {
  await app.register(async (scope) => {
    acceptJson(scope)
    acceptFiles(scope)
    acceptUrlForms(scope)
    mount(scope, platform, rest, routes)
  })
  await app.register(async (scope) => {
    acceptJson(scope)
    acceptLargeFiles(scope)
    mount(scope, platform, afnor, afnorRoutes)
  })
  for (const door of [mountGraphql, mountNetwork, mountOauth, mountProcurement, mountMcp, mountConsole, mountReference])
    await app.register(async (scope) => door(scope, platform))

  const endUnasked = watchUnaskedConnections(app.server)
  const sockets = mountWebsocket(app.server, platform)
  app.addHook('preClose', async () => {
    // A stream never ends by itself, and the server waits for it.
    platform.hub.close()
    await sockets.close()
    endUnasked()
  })
}

const isDecodable = (path: string): boolean => {
  try {
    return !path.includes('%') || decodeURIComponent(path).length > 0
  } catch {
    return false
  }
}

/** Answers with the error envelope where there is no request: what came is not HTTP, or its headers are too large. */
const answerUnreadable = ({ code }: Error & { code?: string }, socket: Socket, { baseUrl }: Platform): void => {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const error =
    code === 'HPE_HEADER_OVERFLOW'
      ? new AppError('PAYLOAD_TOO_LARGE', { message: 'The headers of the request are too large.' })
      : new AppError('INVALID_REQUEST', { message: 'The request is not well-formed HTTP, or took too long to arrive.' })
  refuseSocket(socket, error, baseUrl)
}

/** Answers an unknown path with 404, and a known one with another method with 405 and the methods that it takes. */
const answerUnknownPaths = (app: FastifyInstance): void => {
  const known: { method: string; pattern: RegExp }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    const pattern = new RegExp(
      `^${url
        .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
        .replace(/:[A-Za-z]+/g, '[^/]+')
        // A colon that is a part of the path.
        .replaceAll('::', ':')
        .replace(/\*$/, '.+')}$`,
    )
    for (const one of [method].flat()) known.push({ method: one, pattern })
  })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const allowed = known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    if (allowed.length === 0 || allowed.includes(request.method))
      throw new AppError('RESOURCE_NOT_FOUND', {
        message: 'The path does not exist. The reference at `/docs` lists all paths.',
      })
    reply.header('Allow', [...new Set(allowed)].join(', '))
    throw new AppError('METHOD_NOT_ALLOWED')
  })
}
