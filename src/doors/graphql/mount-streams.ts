/** The requests of the single connection mode of graphql-sse. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../auth/actor.ts'
import { credentialsIn } from '../../auth/authenticate.ts'
import { watchCredentials } from '../../auth/credentials-end.ts'
import { callOf } from '../../http/edge.ts'
import { AppError, refusal } from '../../kernel/errors/app-error.ts'
import { OpenCounts } from '../../kernel/limits/open-counts.ts'
import type { Platform } from '../../operation/platform.ts'
import { applyCost, costHeaders } from './cost.ts'
import { loggedQuestion } from './logged-question.ts'
import { measure } from './measure.ts'
import { type Question, operationReader } from './prepare-operation.ts'
import { OperationStream } from './stream.ts'
import { isObject } from '../../values/is-object.ts'

const PATH = '/graphql/stream'
const TOKEN = 'x-graphql-event-stream-token'
/** How long a reserved stream waits to be opened. */
const RESERVED_MS = 30_000

interface OwnedStream {
  stream: OperationStream
  owner: string
}

const ownerOf = ({ organizationId, repeatsAs }: Actor): string => `${organizationId}\n${repeatsAs}`

const actorOf = (platform: Platform, request: FastifyRequest): Actor => {
  const { actor } = callOf(platform, request)
  if (actor.kind === 'public') throw new AppError('MISSING_AUTH')
  return actor
}

const tooMany = (whose: 'company' | 'organization'): AppError =>
  new AppError('RATE_LIMITED', { message: `This ${whose} has too many open streams.`, retryAfter: 10 })

/** Streams live in the process that has reserved them: a balancer sends a caller to the same one. */
class Streams {
  readonly #platform: Platform
  readonly #streams = new Map<string, OwnedStream>()
  readonly #byOrganization: OpenCounts
  readonly #byCompany: OpenCounts
  readonly #readOperation: ReturnType<typeof operationReader>

  constructor(platform: Platform) {
    this.#platform = platform
    this.#byOrganization = new OpenCounts(platform.env.LIVE_PER_ORGANIZATION)
    this.#byCompany = new OpenCounts(platform.env.LIVE_PER_COMPANY)
    this.#readOperation = operationReader(platform)
  }

  reserve(request: FastifyRequest): string {
    const actor = actorOf(this.#platform, request)
    const release = this.#count(actor)
    const stream = new OperationStream({ log: this.#platform.log, site: request.site }, () => {
      release()
      this.#streams.delete(stream.token)
    })
    this.#streams.set(stream.token, { stream, owner: ownerOf(actor) })
    setTimeout(() => stream.isOpen || stream.end(), RESERVED_MS).unref()
    return stream.token
  }

  /** Counts a stream for its organization, and for the company that its caller is limited to. Answers what ends it. */
  #count({ organizationId, companyId }: Actor): () => void {
    const company = companyId === null ? undefined : `${organizationId}/${companyId}`
    if (company !== undefined && !this.#byCompany.open(company)) throw tooMany('company')
    if (!this.#byOrganization.open(organizationId)) {
      if (company !== undefined) this.#byCompany.close(company)
      throw tooMany('organization')
    }
    return () => {
      this.#byOrganization.close(organizationId)
      if (company !== undefined) this.#byCompany.close(company)
    }
  }

  open(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const actor = actorOf(this.#platform, request)
    const stream = this.#find(request)
    if (stream.isOpen) throw new AppError('CONFLICT', { message: 'The stream is open already.' })
    const credentials = credentialsIn(this.#platform, request.raw)
    const watch = watchCredentials(this.#platform, actor, credentials, { credentialsEnd: () => stream.end() })
    reply.hijack()
    reply.raw.once('close', () => watch.release())
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    })
    stream.open(reply.raw)
    return reply
  }

  async start(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const stream = this.#find(request)
    const question = questionIn(request)
    request.body = loggedQuestion(question)
    const id = question.extensions?.['operationId']
    if (typeof id !== 'string' || id === '' || id.length > 200)
      throw refusal('INVALID_REQUEST', 'extensions.operationId', 'Expected the id of the operation, as a text.')
    const call = callOf(this.#platform, request)
    const read = this.#readOperation(question, call)
    if (Array.isArray(read)) return reply.code(400).send({ errors: read })
    await applyCost(this.#platform, call.actor, measure(read.document, question.variables ?? {}).cost, (cost) =>
      reply.headers(costHeaders(cost)),
    )
    stream.start(id, read, call.requestId)
    return reply.code(202).send()
  }

  async stop(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { operationId } = request.query as { operationId?: string }
    if (operationId === undefined)
      throw refusal('INVALID_REQUEST', 'operationId', 'Name the operation in the query of the address.')
    await this.#find(request).stop(operationId)
    return reply.code(200).send()
  }

  /** The stream of a token, for who has reserved it. */
  #find(request: FastifyRequest): OperationStream {
    const actor = actorOf(this.#platform, request)
    const token = request.headers[TOKEN] ?? (request.query as { token?: unknown }).token
    const found = typeof token === 'string' ? this.#streams.get(token) : undefined
    if (!found || found.owner !== ownerOf(actor))
      throw new AppError('RESOURCE_NOT_FOUND', { message: 'There is no such stream. Reserve one with PUT.' })
    return found.stream
  }
}

const questionIn = ({ body }: FastifyRequest): Question => {
  try {
    const question: unknown = JSON.parse(typeof body === 'string' ? body : '')
    if (isObject(question)) return question as Question
  } catch {
    // Refused below, like JSON that is no object.
  }
  throw new AppError('INVALID_REQUEST', { message: 'Send the operation as a JSON object.' })
}

export const mountStreams = (app: FastifyInstance, platform: Platform): void => {
  const streams = new Streams(platform)
  const config = { door: 'graphql' }
  app.put(PATH, { config }, (request, reply) =>
    reply.code(201).header('Content-Type', 'text/plain; charset=utf-8').send(streams.reserve(request)),
  )
  app.get(PATH, { config, exposeHeadRoute: false }, (request, reply) => streams.open(request, reply))
  app.post(PATH, { config }, (request, reply) => streams.start(request, reply))
  app.delete(PATH, { config }, (request, reply) => streams.stop(request, reply))
}
