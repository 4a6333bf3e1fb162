import type { IncomingMessage } from 'node:http'
import { type ExecutionArgs, type ExecutionResult, GraphQLError } from 'graphql'
import { CloseCode, type OperationResult, type ServerOptions, type SubscribePayload } from 'graphql-ws'
import type { Actor } from '../../auth/actor.ts'
import { type Credentials, authenticate, credentialsIn } from '../../auth/authenticate.ts'
import { watchCredentials } from '../../auth/credentials-end.ts'
import { logCall } from '../../engine/requests/log-call.ts'
import type { Context } from '../../graphql/context.ts'
import { noteCaller } from '../../http/edge.ts'
import { applyRate, countStranger } from '../../http/rate.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { catalog } from '../../kernel/errors/catalog.ts'
import { refusalIn } from '../../kernel/errors/unavailable.ts'
import { newTrace } from '../../kernel/trace.ts'
import type { Call } from '../../operation/operation.ts'
import type { Platform } from '../../operation/platform.ts'
import { newId } from '../../values/ids.ts'
import { type ErrorPlace, maskError } from './errors.ts'
import { withinLimits } from './limits.ts'
import { measure } from './measure.ts'
import { applyCost } from './cost.ts'
import type { GraphqlSocket } from './graphql-socket.ts'
import { maskedErrors, operationReader, placeOf } from './prepare-operation.ts'
import { executeAsAsked } from './on-error.ts'
import { schema } from './schema.ts'
import { SocketAnswers } from './socket-answers.ts'
import type { SocketCounts } from './socket-counts.ts'
import { type Answer, LiveAnswers, type Question, subscribe } from './subscribe.ts'
import { limits } from '../../values/limits.ts'

type Parameters = Readonly<Record<string, unknown>>

/** What a socket is closed with when the fault is ours: clients connect again by themselves. */
const TRY_AGAIN_LATER = 1013

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/**
 * The credentials in the first message: the same names as the headers of HTTP, in any case. What the message leaves
 * out is taken from the headers that the socket was opened with.
 */
const credentialsOf = (platform: Platform, parameters: Parameters, request: IncomingMessage): Credentials => {
  const given = new Map(Object.entries(parameters).map(([name, value]) => [name.toLowerCase(), textOf(value)]))
  const { authorization, organizationId, companyId, address, host } = credentialsIn(platform, request)
  return {
    authorization: given.get('authorization') ?? authorization,
    organizationId: given.get('x-service-organization-id') ?? given.get('organization-id') ?? organizationId,
    companyId: given.get('x-service-company') ?? companyId,
    host,
    address,
  }
}

/** Strangers ask little, as over HTTP. */
const refuseLargeQuestion = ({ kind }: Actor, payload: SubscribePayload): void => {
  if (kind === 'public' && JSON.stringify(payload).length > limits.publicBodyBytes)
    throw new AppError('PAYLOAD_TOO_LARGE')
}

/** A result as its client gets it. */
const masked = (args: ExecutionArgs, whole: ExecutionResult): ExecutionResult => {
  const result = withinLimits(whole)
  const { call } = args.contextValue as Context
  return result.errors ? { ...result, errors: maskedErrors(placeOf(call), call.requestId, result.errors) } : result
}

/** What ends the message of everybody who gets the answer. */
const bytesOf = async ({ args }: Question, answer: Answer): Promise<Buffer> => {
  const result = await answer.result
  return (answer.bytes ??= Buffer.from(`${JSON.stringify(masked(args, result))}}`))
}

/** What graphql-ws asks about the operations of sockets. Who calls is checked again at each. */
export class SocketOperations {
  readonly #platform: Platform
  readonly #counts: SocketCounts
  readonly #readOperation: ReturnType<typeof operationReader>

  constructor(platform: Platform, counts: SocketCounts) {
    this.#platform = platform
    this.#counts = counts
    this.#readOperation = operationReader(platform)
  }

  get options(): ServerOptions<Record<string, unknown>, GraphqlSocket> {
    return {
      schema,
      execute: executeAsAsked,
      subscribe,
      // The beat of the socket closes it instead.
      connectionInitWaitTimeout: 0,
      onConnect: (context) => this.#connect(context.extra, context.connectionParams),
      onSubscribe: ({ extra }, _id, payload) => this.#prepare(extra, payload),
      onOperation: (context, id, _payload, args, result) => this.#begin(context.extra, id, args, result),
      onError: (_context, _id, _payload, errors) => errors.map((error) => this.#maskOnce(error as GraphQLError)),
      onNext: (_context, _id, _payload, args, whole) => masked(args, whole),
    }
  }

  /** Lets a socket in, or closes it with the code of the refusal. */
  async #connect(socket: GraphqlSocket, parameters: Parameters = {}): Promise<boolean> {
    const credentials = credentialsOf(this.#platform, parameters, socket.request as IncomingMessage)
    socket.credentials = credentials
    try {
      const actor = await authenticate(this.#platform, credentials)
      if (socket.readyState !== socket.OPEN) return false
      this.#counts.name(socket, actor)
      socket.watch = watchCredentials(this.#platform, actor, credentials, socket)
      socket.request = undefined
      return true
    } catch (error) {
      const refusal = await this.#count(credentials, error)
      const code = refusalIn(refusal)?.code ?? 'INTERNAL_ERROR'
      socket.close(catalog[code].status >= 500 ? TRY_AGAIN_LATER : CloseCode.Forbidden, code)
      return false
    }
  }

  /** Counts a caller who is not let in. One who comes too often is told that instead. */
  async #count(credentials: Credentials, refusal: unknown): Promise<unknown> {
    try {
      await countStranger(this.#platform, credentials)
      return refusal
    } catch (tooMany) {
      return tooMany
    }
  }

  /** What to execute for a message, or the errors to answer instead. */
  async #prepare(socket: GraphqlSocket, payload: SubscribePayload): Promise<ExecutionArgs | GraphQLError[]> {
    const requestId = newId('request')
    try {
      const call = await this.#callOf(socket, requestId)
      await applyRate(this.#platform, call.actor)
      refuseLargeQuestion(call.actor, payload)
      const read = this.#readOperation(payload, call)
      if (!Array.isArray(read))
        await applyCost(this.#platform, call.actor, measure(read.document, payload.variables ?? {}).cost)
      // graphql-ws keeps the payload until the operation ends, and the document is known by now.
      Object.assign(payload, { query: '' })
      return read
    } catch (error) {
      const place = await this.#placeOf(socket)
      return maskedErrors(place, requestId, [refusalIn(error) ?? new GraphQLError('The operation cannot be read.')])
    }
  }

  async #callOf(socket: GraphqlSocket, requestId: string): Promise<Call> {
    const platform = this.#platform
    const actor = await authenticate(platform, socket.credentials as Credentials)
    const { site } = await this.#placeOf(socket)
    return { platform, actor, requestId, trace: newTrace(platform.clock.now(), actor.organizationId), site }
  }

  /** A socket asks only after it has named itself. */
  async #placeOf({ credentials }: GraphqlSocket): Promise<ErrorPlace> {
    const { log, sites } = this.#platform
    return { log, site: await sites.at(credentials?.host ?? '') }
  }

  /** A subscription goes to its socket past graphql-ws; it has no end to be logged at. */
  #begin(
    socket: GraphqlSocket,
    id: string,
    args: ExecutionArgs,
    result: OperationResult,
  ): AsyncIterableIterator<never> | undefined {
    if (!(result instanceof LiveAnswers)) return void this.#log(args, result)
    // graphql-ws keeps what is executed as long: those who ask the same keep the same.
    Object.assign(args, result.question.args)
    return new SocketAnswers(socket, id, result, bytesOf)
  }

  /** A single result goes to the request log. */
  #log(args: ExecutionArgs, result: OperationResult): void {
    if (Symbol.asyncIterator in result || result instanceof Promise) return
    const { call, refused } = args.contextValue as Context
    noteCaller(this.#platform, call)
    const [first] = maskedErrors(placeOf(call), call.requestId, [...(result.errors ?? []), ...refused].slice(0, 1))
    logCall(this.#platform.requestLog, call, {
      method: 'WS',
      path: '/graphql',
      status: Number(first?.extensions['status'] ?? 200),
      errorCode: first ? String(first.extensions['code']) : null,
      body: null,
    })
  }

  /** Errors of `#prepare` are masked when they come here; those that graphql-ws found itself are not. */
  #maskOnce(error: GraphQLError) {
    const { log, sites } = this.#platform
    const isMasked = error.extensions?.['requestId'] !== undefined
    return (isMasked ? error : maskError({ log, site: sites.home }, newId('request'), error)).toJSON()
  }
}
