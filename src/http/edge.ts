import { Transform } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../auth/actor.ts'
import { type Site, hostIn } from '../auth/site.ts'
import { authenticate, credentialsIn, knownCaller } from '../auth/authenticate.ts'
import { after } from '../kernel/at-once.ts'
import { AppError, type Detail } from '../kernel/errors/app-error.ts'
import { refusalIn } from '../kernel/errors/unavailable.ts'
import type { Call } from '../operation/operation.ts'
import type { Platform } from '../operation/platform.ts'
import { logCall } from '../engine/requests/log-call.ts'
import { type Trace, newTrace } from '../kernel/trace.ts'
import { isId, newId } from '../values/ids.ts'
import { asAfnor, requireOrganization } from './afnor-credentials.ts'
import { challengeFor, ofKeyInBasic } from './challenge.ts'
import { type Waiting, applyRate, countStranger, tellRate } from './rate.ts'
import { limits, shownLimit } from '../values/limits.ts'
import { languageIn } from '../values/translation.ts'

declare module 'fastify' {
  interface FastifyRequest {
    requestId: string
    trace: Trace
    actor: Actor | undefined
    /** The code of the error that was answered, for the log. */
    errorCode: string | undefined
    /** Where a program without credentials reads how to get some (RFC 9728), if not where all do. */
    resourceMetadata: string | undefined
    /** The address of the service, or the own domain that was asked for. */
    site: Site
    rawBody: Buffer | undefined
    /** Makes what the request log keeps of the body; without it only the names are kept. */
    bodyForLog: (() => unknown) | undefined
  }
  interface FastifyContextConfig {
    /** Health, metrics and documentation: neither credentials nor rate windows. */
    open?: boolean
    /** Largest body, where it is not the JSON limit. */
    maxBody?: number
    /** Largest body of a caller without credentials, where it is not the usual one. */
    maxPublicBody?: number
    /** Largest form, where it may be larger than other bodies. */
    maxForm?: number
    door?: string
    isAfnor?: boolean
  }
}

/** How long a client may go on sending a body that was refused. */
const LINGER_MS = 5_000

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const requestIdOf = (request: FastifyRequest): string => {
  const { headers, routeOptions } = request
  const given = headers['x-request-id'] ?? (routeOptions.config.isAfnor ? headers['request-id'] : undefined)
  return typeof given === 'string' && (isId('request', given) || UUID.test(given)) ? given : newId('request')
}

/**
 * What every request passes, whichever door it takes, in this order: request id, size, credentials, rate.
 * (Idempotency, scope and input follow in the transports and in the operation.)
 */
export const installEdge = (app: FastifyInstance, platform: Platform): void => {
  app.decorateRequest('requestId', '')
  app.decorateRequest('trace')
  app.decorateRequest('actor', undefined)
  app.decorateRequest('errorCode', undefined)
  app.decorateRequest('resourceMetadata', undefined)
  app.decorateRequest('site')
  app.decorateRequest('rawBody', undefined)
  app.decorateRequest('bodyForLog', undefined)

  app.addHook('onRequest', (request, reply, done) => {
    const entering = enter(platform, request, reply)
    if (!entering) return done()
    return entering
  })
  // A body that comes in chunks says its size only by its end.
  app.addHook('preParsing', ({ actor, headers, routeOptions }, _reply, payload, done) =>
    done(
      null,
      actor?.kind === 'public' && headers['transfer-encoding'] !== undefined
        ? payload.pipe(atMost(routeOptions.config.maxPublicBody ?? limits.publicBodyBytes))
        : payload,
    ),
  )
  app.addHook('onResponse', (request, reply, done) => {
    record(platform, request, reply)
    done()
  })
}

const enter = (platform: Platform, request: FastifyRequest, reply: FastifyReply): Waiting => {
  request.requestId = requestIdOf(request)
  request.trace = newTrace(platform.clock.now(), null)
  request.site = platform.sites.home
  reply.header('X-Request-Id', request.requestId).header('X-Content-Type-Options', 'nosniff')
  const { isAfnor, open } = request.routeOptions.config
  if (isAfnor) reply.header('Request-Id', request.requestId)
  // Who keeps a connection would ask here again after balancers chose another instance, and be cut.
  if (platform.phase !== 'serving') reply.header('Connection', 'close')
  const fault = faultOfHost(request.raw)
  if (fault)
    return after(countStranger(platform, credentialsIn(platform, request.raw), reply), () => {
      throw fault
    })
  return after(platform.sites.at(hostIn(request.raw, platform.env.TRUST_PROXY)), (site) => {
    request.site = site
    if (open) return tellRate(platform, request, reply)
    if (platform.phase === 'closing') throw new AppError('SHUTTING_DOWN', { retryAfter: 1 })
    return after(callerAtOnce(platform, request) ?? admit(platform, request, reply), (actor) => {
      request.actor = actor
      request.trace.organizationId = actor.organizationId
      return applyRate(platform, actor, reply)
    })
  })
}

/** A caller with a key that was seen a moment ago, whose request needs no other look; whoever is refused gets one. */
const callerAtOnce = (platform: Platform, request: FastifyRequest): Actor | undefined => {
  const { isAfnor, takesUrlForm } = request.routeOptions.config
  if (isAfnor || takesUrlForm || isLargeBody(request)) return undefined
  try {
    return knownCaller(platform, request.site, credentialsIn(platform, request.raw))
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** Checks the size of the body and the credentials. */
const admit = async (platform: Platform, request: FastifyRequest, reply: FastifyReply): Promise<Actor> => {
  const given = ofKeyInBasic(request, credentialsIn(platform, request.raw))
  const credentials = request.routeOptions.config.isAfnor ? asAfnor(request, given) : given
  try {
    if (isLargeBody(request)) throw new AppError('PAYLOAD_TOO_LARGE')
    const actor = await authenticate(platform, credentials)
    if (request.routeOptions.config.isAfnor) requireOrganization(actor, credentials)
    const { maxPublicBody = limits.publicBodyBytes } = request.routeOptions.config
    if (actor.kind === 'public' && lengthOf(request) > maxPublicBody) throw tooLargeForPublic()
    return actor
  } catch (error) {
    await countStranger(platform, credentials, reply)
    throw error
  }
}

const lengthOf = ({ headers }: FastifyRequest): number => Number(headers['content-length'] ?? 0)

const tooLargeForPublic = (): AppError =>
  new AppError('PAYLOAD_TOO_LARGE', {
    message: `Without credentials a body has at most ${shownLimit('publicBodyBytes')}.`,
  })

/** Passes on what comes, and fails at more than so many bytes. */
const atMost = (limit: number): Transform => {
  let total = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      total += chunk.length
      done(total > limit ? tooLargeForPublic() : null, chunk)
    },
  })
}

const isLargeBody = (request: FastifyRequest): boolean => {
  const { maxBody = limits.jsonBodyBytes, maxForm = maxBody } = request.routeOptions.config
  return lengthOf(request) > (request.headers['content-type']?.startsWith('multipart/') ? maxForm : maxBody)
}

/** Of two names of the host, a proxy and we could each believe another; without one, HTTP/1.1 is none (RFC 9112, 3.2). */
const faultOfHost = ({ rawHeaders, headers, httpVersion }: FastifyRequest['raw']): AppError | undefined => {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (isHost(rawHeaders[at])) hosts += 1
  const isMissing = headers.host === undefined && httpVersion !== '1.0'
  return hosts > 1 || isMissing
    ? new AppError('INVALID_REQUEST', { message: 'A request has one Host header.' })
    : undefined
}

const isHost = (name: string | undefined): boolean => name?.length === 4 && name.toLowerCase() === 'host'

/** The call that an operation is executed with. */
export const callOf = (platform: Platform, request: FastifyRequest): Call => {
  if (!request.actor) throw new AppError('MISSING_AUTH')
  const { actor, requestId, trace, site } = request
  return { platform, actor, requestId, trace, site, language: languageIn(request.headers['accept-language']) }
}

/** Any thrown value as a refusal of ours. An unexpected error is logged, and answered as an internal error. */
export const asAppError = (error: unknown, request: FastifyRequest, platform: Platform): AppError => {
  const known = refusalIn(error) ?? fromFastify(error)
  if (known) return known
  platform.log.error(
    { err: error, requestId: request.requestId, operation: request.trace?.operation },
    'Unexpected error',
  )
  return new AppError('INTERNAL_ERROR', { cause: error })
}

const fromFastify = (error: unknown): AppError | undefined => {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined
  if (error.statusCode === 413) return new AppError('PAYLOAD_TOO_LARGE')
  if (error.statusCode === 415) return new AppError('UNSUPPORTED_MEDIA_TYPE')
  return Number(error.statusCode) < 500
    ? new AppError('INVALID_REQUEST', { message: `The request cannot be read: ${error.message}` })
    : undefined
}

/**
 * Reads and drops the rest of a refused body for a while: closing the connection while the client still writes would
 * reset it before the client has read the answer.
 */
const dropTheRest = ({ raw }: FastifyRequest, reply: FastifyReply): void => {
  reply.removeHeader('Connection')
  if (raw.complete) return
  raw.resume()
  const timer = setTimeout(() => raw.destroy(), LINGER_MS)
  raw.once('close', () => clearTimeout(timer))
}

/** Notes a refusal for the request log, with the field names of its door, and sets the headers that go with it. */
export const noteRefusal = (
  error: AppError,
  request: FastifyRequest,
  reply: FastifyReply,
  details: readonly Detail[] = error.details,
): void => {
  request.errorCode = error.code
  if (request.trace && details.length > 0) request.trace.validation = details
  if (error.retryAfter !== undefined) reply.header('Retry-After', String(error.retryAfter))
  if (error.code === 'PAYLOAD_TOO_LARGE') dropTheRest(request, reply)
  const challenge = challengeFor(error, request)
  if (challenge !== undefined) reply.header('WWW-Authenticate', challenge)
}

/** Keeps what a key was last used for, and who was seen with a token. */
export const noteCaller = (
  { keyUse, membersSeen, clock }: Platform,
  { actor, requestId, trace }: Pick<Call, 'actor' | 'requestId' | 'trace'>,
): void => {
  const { organizationId, keyId, address } = actor
  const [at, operation] = [clock.now(), trace.operation ?? null]
  if (keyId !== null) keyUse.note({ organizationId, id: keyId, at, address: address ?? '', operation })
  membersSeen.note({ actor, requestId, at, operation })
}

/** Measures the request, and hands its trace to the request log. */
const record = (platform: Platform, request: FastifyRequest, reply: FastifyReply): void => {
  const { trace, actor } = request
  if (!trace) return
  const { door = 'other', open } = request.routeOptions.config
  platform.metrics.requests.observe(
    { door, operation: trace.operation ?? 'none', status: String(reply.statusCode) },
    (performance.now() - trace.startedMs) / 1_000,
  )
  if (request.errorCode) platform.metrics.refusals.inc({ code: request.errorCode })
  if (open) return
  if (actor) noteCaller(platform, { actor, requestId: request.requestId, trace })
  logCall(
    platform.requestLog,
    { requestId: request.requestId, actor, trace },
    {
      method: request.method,
      path: request.url.split('?', 1)[0] ?? '',
      status: reply.statusCode,
      errorCode: request.errorCode ?? null,
      body: request.bodyForLog ?? request.body,
    },
  )
}
