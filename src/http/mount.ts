import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FileAnswer } from '../operation/file-answer.ts'
import { hashOf } from '../kernel/bytes.ts'
import { AppError, refusal } from '../kernel/errors/app-error.ts'
import { asAppError, callOf, noteRefusal } from './edge.ts'
import { execute } from '../operation/execute.ts'
import { bodyForLog } from '../engine/requests/redact.ts'
import type { Platform } from '../operation/platform.ts'
import { requireAccess } from '../auth/actor.ts'
import { type IdempotentCall, type StoredAnswer, once, storeAnswer } from '../operation/idempotency.ts'
import { beginCallHash } from './call-hash.ts'
import { takeFileOut } from './file-in-json.ts'
import { fileHeaders, sendFile } from './files.ts'
import { writeJson } from '../kernel/json.ts'
import { conditional, etagOf } from './preconditions.ts'
import { type Door, type Route, type Spelling, coordinateOf, statusOf } from './route.ts'
import { letFilesGo } from './uploads.ts'
import { isUrlForm } from './url-form.ts'
import { type Deprecation, deprecations } from '../values/deprecations.ts'
import { limits } from '../values/limits.ts'
import { type Page } from '../operation/pagination.ts'

const CSV = 'text/csv'
const NDJSON = 'application/x-ndjson'
type Lines = { data: readonly unknown[]; cursor: string | null }

/** The address of the same page, from the cursor on. */
const nextPage = (url: string, cursor: string): string => {
  const next = new URL(url, 'http://localhost')
  next.searchParams.set('cursor', cursor)
  return `<${next.pathname}${next.search}>; rel="next"`
}
const JSON_TYPE = 'application/json; charset=utf-8'

/** The only place that connects the rows of a route table to requests. */
export const mount = (app: FastifyInstance, platform: Platform, door: Door, routes: readonly Route[]): void => {
  for (const route of routes) {
    app.route({
      method: route.method,
      url: route.path,
      ...(route.answersStream && { exposeHeadRoute: false }),
      config: {
        door: door.name,
        spelling: route,
        ...(route.takesUrlForm && { takesUrlForm: true }),
        ...(route.takesFile && { takesFile: true, maxBody: limits.formBytes }),
        ...(route.takesLargeFile && { takesLargeFile: true, maxBody: limits.flowFormBytes }),
        ...(door.isAfnor && { isAfnor: true }),
      },
      onRequest: requireCaller(route),
      ...(route.takesFile && { preParsing: takeFileOut }),
      handler: (request, reply) => {
        if (route.answersStream) return route.answersStream(platform, route, request, reply)
        const row = route.instead?.(request) ?? route
        request.bodyForLog = () => loggedBody(row, request)
        const answered = answerRoute({ platform, door, route: row, request, reply })
        return route.takesFile && !row.answersFile ? withoutFiles(request, answered) : answered
      },
    })
  }
}

/** A body that its row cannot read is kept by its names alone. */
const loggedBody = ({ operation, input }: Route, request: FastifyRequest): unknown => {
  const readBody = (): unknown => {
    try {
      return input(request)
    } catch {
      return undefined
    }
  }
  return bodyForLog(request.body, operation.input, readBody())
}

/** Once it is answered, nobody needs the files of the body any more. */
const withoutFiles = async (request: FastifyRequest, answered: Promise<FastifyReply>): Promise<FastifyReply> => {
  const reply = await answered
  letFilesGo(request)
  return reply
}

/** Who shows no credentials is told so before anything of the request is read. */
const requireCaller =
  ({ operation: { name, scope } }: Route) =>
  ({ actor, trace }: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    if (scope === 'anyone' || actor?.kind !== 'public') return done()
    trace.operation = name
    done(new AppError('MISSING_AUTH'))
  }

/** As the contract writes them. Since when it is so stands at the link: RFC 9745 came later, with a date as the value. */
const deprecationHeaders = ({ sunset }: Deprecation, baseUrl: string) => ({
  Deprecation: 'true',
  Sunset: new Date(sunset).toUTCString(),
  Link: `<${baseUrl}/schema-changes.json>; rel="deprecation"; type="application/json"`,
})

declare module 'fastify' {
  interface FastifyContextConfig {
    spelling?: Spelling & Pick<Route, 'instead'>
  }
}

interface RouteCall {
  platform: Platform
  door: Door
  route: Route
  request: FastifyRequest
  reply: FastifyReply
}

const answerRoute = async ({ platform, door, route, request, reply }: RouteCall): Promise<FastifyReply> => {
  const deprecation = deprecations[coordinateOf(route)]
  if (deprecation) reply.headers(deprecationHeaders(deprecation, request.site.baseUrl))
  if (route.noStore) reply.headers({ 'Cache-Control': 'no-store', Pragma: 'no-cache' })
  const idempotency = idempotencyOf(request)
  const call = { ...callOf(platform, request), idempotency }
  const row = { platform, route }
  /** Who may not call it is told so before what the request says. */
  const given = (): unknown => {
    call.trace.operation = route.operation.name
    requireAccess(call.actor, route.operation.scope)
    return conditional(route, request)
  }
  if (route.answersFile && !idempotency)
    return sendFile(request, reply, (await execute(route.operation, call, given())) as FileAnswer)
  if (route.table && request.headers.accept?.includes(CSV)) {
    const result = await execute(route.operation, call, given())
    return reply.header('Content-Type', `${CSV}; charset=utf-8`).send(route.table(result))
  }
  if (route.answersLines && request.headers.accept?.includes(NDJSON)) {
    const page = route.present?.(await execute(route.operation, call, given())) as Lines
    if (page.cursor !== null) reply.header('Link', nextPage(request.url, page.cursor))
    const lines = page.data.map((row) => `${writeJson(row)}\n`).join('')
    return reply.header('Content-Type', `${NDJSON}; charset=utf-8`).send(lines)
  }
  if (!idempotency)
    return send(
      reply,
      present(row, await execute(route.operation, call, given(), { unread: route.rows !== undefined })),
    )
  /**
   * A writing operation stores its answer in the transaction of its effect; the answer of a reading one is stored here.
   */
  const work = async (): Promise<StoredAnswer> => {
    let stored: StoredAnswer | undefined
    const result = await execute(route.operation, call, given(), {
      answer: (outcome) => (stored = present(row, outcome)),
    })
    if (stored) return stored
    const answer = present(row, result)
    await storeAnswer(platform.db.client, platform.secretBox, idempotency, answer, platform.clock.now())
    return answer
  }
  const replay = (answer: StoredAnswer): StoredAnswer => {
    reply.header('Idempotent-Replayed', 'true')
    if (answer.status >= 400) request.errorCode = 'REPLAYED'
    return answer
  }
  const refusal = (error: AppError): StoredAnswer => ({
    status: statusOf(door, error),
    contentType: JSON_TYPE,
    body: Buffer.from(writeJson(door.refusal(error, request.requestId, request.site.baseUrl, spellingFor(request)))),
  })
  return send(reply, await once(platform, idempotency, replay, work, refusal))
}

type Row = Pick<RouteCall, 'platform' | 'route'>

const present = (row: Row, result: unknown): StoredAnswer => {
  const { route } = row
  if (route.answersFile) return presentFile(route, result as FileAnswer)
  const page = pageText(row, result)
  const shown = page === undefined ? route.present?.(result) : undefined
  const etag = etagOf(shown)
  const body = fitting(row, result, page ?? jsonOf(shown))
  return { status: route.status, contentType: JSON_TYPE, body, ...(etag && { etag }) }
}

const pageText = ({ platform, route: { rows } }: Row, result: unknown): string | undefined =>
  rows && platform.writePage(rows, result as Page<unknown>)

const jsonOf = (shown: unknown): string => (shown === undefined ? '' : writeJson(shown))

/** A page of large rows is answered with half of them, and again half, until it is small enough. */
const fitting = (row: Row, result: unknown, text: string): Buffer => {
  const body = Buffer.from(text)
  const { fewer: halved, present: shown } = row.route
  const fewer = body.length > limits.answerBytes ? halved?.(result) : undefined
  if (fewer === undefined) return body
  return fitting(row, fewer, pageText(row, fewer) ?? jsonOf(shown?.(fewer)))
}

/** An answer that is stored for a repeated key needs the bytes of its file in one piece. */
const presentFile = ({ status }: Route, { contentType, fileName, content, whole }: FileAnswer): StoredAnswer => ({
  status,
  contentType,
  fileName,
  body: content instanceof Uint8Array ? content : (whole?.() ?? Buffer.alloc(0)),
})

const send = (reply: FastifyReply, answer: StoredAnswer): FastifyReply => {
  reply.code(answer.status)
  const { fileName, contentType, body, etag } = answer
  if (etag !== undefined) reply.header('ETag', etag)
  if (fileName !== undefined)
    return reply.headers(fileHeaders({ contentType, fileName, hash: hashOf(body) })).send(body)
  return body.length === 0 ? reply.send() : reply.header('Content-Type', contentType).send(body)
}

/** Every POST takes an idempotency key; it stands for this caller, organization, path and body. */
const idempotencyOf = (request: FastifyRequest): IdempotentCall | undefined => {
  const key = request.headers['idempotency-key']
  if (request.method !== 'POST' || key === undefined || !request.actor) return undefined
  if (typeof key !== 'string' || key.length === 0 || key.length > limits.idempotencyKeyCharacters)
    throw refusal(
      'INVALID_REQUEST',
      'Idempotency-Key',
      `Expected 1 to ${limits.idempotencyKeyCharacters} characters.`,
      {
        summary: `An Idempotency-Key must have 1 to ${limits.idempotencyKeyCharacters} characters.`,
      },
    )
  const bodyHash =
    request.callHash ??
    beginCallHash(request)
      .update(request.rawBody ?? '')
      .digest('hex')
  return { organizationId: request.actor.organizationId, caller: request.actor.repeatsAs, key, bodyHash }
}

const spellingFor = (request: FastifyRequest): Spelling => {
  const { spelling: row, takesUrlForm } = request.routeOptions.config
  const spelling = row?.instead?.(request) ?? row ?? { dialect: 'catalog' }
  return takesUrlForm && isUrlForm(request) ? { ...spelling, dialect: 'oauth' } : spelling
}

/** Errors of every route below, in the form of their door. */
export const answerErrors = (
  app: FastifyInstance,
  platform: Platform,
  doorOf: (request: FastifyRequest) => Door,
): void => {
  app.setErrorHandler((error, request, reply) => {
    const door = doorOf(request)
    const refusal = asAppError(error, request, platform)
    const spelling = spellingFor(request)
    noteRefusal(refusal, request, reply, door.details(refusal, spelling))
    return reply
      .code(statusOf(door, refusal))
      .header('Content-Type', JSON_TYPE)
      .send(writeJson(door.refusal(refusal, request.requestId, request.site.baseUrl, spelling)))
  })
}
