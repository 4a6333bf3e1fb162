import type { IncomingMessage, Server } from 'node:http'
import { type ExecutionArgs, GraphQLError, execute } from 'graphql'
import { CloseCode, type OperationResult, type ServerOptions, type SubscribePayload } from 'graphql-ws'
import { type Extra as Connection, useServer } from 'graphql-ws/use/ws'
import { WebSocketServer } from 'ws'
import type { Actor } from '../../auth/actor.ts'
import { callerAddress } from '../../auth/caller-address.ts'
import { type Credentials, authenticate, credentialsIn } from '../../auth/authenticate.ts'
import { watchCredentials } from '../../auth/credentials-end.ts'
import { logCall } from '../../engine/requests/log-call.ts'
import type { Context } from '../../graphql/context.ts'
import { applyRate, countStranger, noteCaller } from '../../http/edge.ts'
import { refuseSocket } from '../../http/refuse-socket.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { catalog } from '../../kernel/errors/catalog.ts'
import { refusalIn } from '../../kernel/errors/unavailable.ts'
import { OpenCounts } from '../../kernel/limits/open-counts.ts'
import { newTrace } from '../../kernel/trace.ts'
import type { Call } from '../../operation/operation.ts'
import type { Platform } from '../../operation/platform.ts'
import { newId } from '../../values/ids.ts'
import { type ErrorPlace, maskError } from './errors.ts'
import { withinLimits } from './limits.ts'
import { applyCost } from './cost.ts'
import { maskedErrors, operationReader, placeOf } from './prepare-operation.ts'
import { withErrorBehavior } from './on-error.ts'
import { schema } from './schema.ts'
import { subscribe } from './subscribe.ts'
import { limits } from '../../values/limits.ts'

/** What is kept with a socket. */
interface SocketState extends Record<PropertyKey, unknown> {
  credentials: Credentials
  /** Stops watching the credentials, and counting the socket for its organization. */
  release: () => void
}

type Socket = Connection & Partial<SocketState>
type Parameters = Readonly<Record<string, unknown>>

const INIT_WAIT_MS = 10_000
const KEEP_ALIVE_MS = 12_000
/** What a socket is closed with when the fault is ours: clients connect again by themselves. */
const TRY_AGAIN_LATER = 1013

/** graphql-ws on `/graphql`. Who calls is checked when the socket opens and again at each operation. */
export const mountWebsocket = (server: Server, platform: Platform): { close(): Promise<void> } => {
  const sockets = acceptSockets(server, platform)
  const { options } = new SocketOperations(platform)
  const disposable = useServer<Record<string, unknown>, SocketState>(options, sockets as never, KEEP_ALIVE_MS)
  return { close: async () => disposable.dispose() }
}

/** Made here, so that it holds nothing else of a socket that has opened, such as its request. */
const both = (one: () => void, other: () => void) => (): void => {
  one()
  other()
}

const acceptSockets = (server: Server, platform: Platform): WebSocketServer => {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: limits.socketMessageBytes })
  const byAddress = new OpenCounts(platform.env.SOCKETS_PER_ADDRESS)
  const nameless = new OpenCounts(limits.namelessSockets)
  server.on('upgrade', (request, socket, head) => {
    if (request.url?.split('?', 1)[0] === '/graphql') {
      const address = callerAddress(request, platform.env.TRUST_PROXY)
      const [close, named] = [byAddress.open(address), nameless.open(address)]
      if (!close || !named) {
        close?.()
        named?.()
        return refuseSocket(socket, tooMany('address'), platform.baseUrl)
      }
      socket.on('close', both(close, named))
      hasNamedItself.set(request, named)
      return sockets.handleUpgrade(request, socket, head, (opened) => sockets.emit('connection', opened, request))
    }
    const error = new AppError('RESOURCE_NOT_FOUND', {
      message: 'The path does not exist. WebSockets are accepted only at the GraphQL address.',
    })
    refuseSocket(socket, error, platform.baseUrl)
  })
  return sockets
}

/** Called when the caller of a socket is known. */
const hasNamedItself = new WeakMap<IncomingMessage, () => void>()

/** What it said is in the credentials, and it takes a tenth of the memory of a socket. */
const forgetRequest = (socket: Socket): void => void Object.assign(socket, { request: undefined })

const tooMany = (whose: 'address' | 'company' | 'organization'): AppError =>
  new AppError('RATE_LIMITED', { message: `This ${whose} has too many open sockets.`, retryAfter: 10 })

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

class SocketOperations {
  readonly #platform: Platform
  readonly #byOrganization: OpenCounts
  readonly #byCompany: OpenCounts
  readonly #readOperation: ReturnType<typeof operationReader>

  constructor(platform: Platform) {
    this.#platform = platform
    this.#byOrganization = new OpenCounts(platform.env.LIVE_PER_ORGANIZATION)
    this.#byCompany = new OpenCounts(platform.env.LIVE_PER_COMPANY)
    this.#readOperation = operationReader(platform)
  }

  get options(): ServerOptions<Record<string, unknown>, Socket> & { isProd: boolean } {
    return {
      schema,
      execute: withErrorBehavior(execute),
      subscribe,
      // Otherwise the message of an unexpected error would be sent as the reason of a close.
      isProd: true,
      connectionInitWaitTimeout: INIT_WAIT_MS,
      onConnect: ({ connectionParams, extra }) => this.#connect(extra, connectionParams),
      onDisconnect: ({ extra }) => extra.release?.(),
      onSubscribe: ({ extra }, _id, payload) => this.#prepare(extra, payload),
      onOperation: (_context, _id, _payload, args, result) => this.#log(args, result),
      onError: (_context, _id, _payload, errors) => errors.map((error) => this.#maskOnce(error as GraphQLError)),
      onNext: (_context, _id, _payload, args, whole) => {
        const result = withinLimits(whole)
        const { call } = args.contextValue as Context
        return result.errors
          ? { ...result, errors: maskedErrors(placeOf(call), call.requestId, result.errors) }
          : result
      },
    }
  }

  /** Lets a socket in, or closes it with the code of the refusal. */
  async #connect(socket: Socket, parameters: Parameters = {}): Promise<boolean> {
    const credentials = credentialsOf(this.#platform, parameters, socket.request)
    socket.credentials = credentials
    try {
      const actor = await authenticate(this.#platform, credentials)
      const uncount = this.#countSocket(actor)
      hasNamedItself.get(socket.request)?.()
      const watch = watchCredentials(this.#platform, actor, credentials, () =>
        socket.socket.close(CloseCode.Forbidden, 'The credentials have expired'),
      )
      socket.release = both(uncount, () => watch.release())
      forgetRequest(socket)
      return true
    } catch (error) {
      const refusal = await this.#count(credentials, error)
      const code = refusalIn(refusal)?.code ?? 'INTERNAL_ERROR'
      socket.socket.close(catalog[code].status >= 500 ? TRY_AGAIN_LATER : CloseCode.Forbidden, code)
      return false
    }
  }

  /** Counts a socket for its organization, and for the company that its caller is limited to. */
  #countSocket({ organizationId, companyId }: Actor): () => void {
    const ofCompany = companyId === null ? () => undefined : this.#byCompany.open(`${organizationId}/${companyId}`)
    if (!ofCompany) throw tooMany('company')
    const ofOrganization = this.#byOrganization.open(organizationId)
    if (!ofOrganization) {
      ofCompany()
      throw tooMany('organization')
    }
    return () => {
      ofCompany()
      ofOrganization()
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
  async #prepare(socket: Socket, payload: SubscribePayload): Promise<ExecutionArgs | GraphQLError[]> {
    const requestId = newId('request')
    try {
      const call = await this.#callOf(socket, requestId)
      await applyRate(this.#platform, call.actor)
      refuseLargeQuestion(call.actor, payload)
      const read = this.#readOperation(payload, call)
      if (!Array.isArray(read)) await applyCost(this.#platform, call.actor, read.document, payload.variables)
      return read
    } catch (error) {
      const place = await this.#placeOf(socket)
      return maskedErrors(place, requestId, [refusalIn(error) ?? new GraphQLError('The operation cannot be read.')])
    }
  }

  async #callOf(socket: Socket, requestId: string): Promise<Call> {
    const platform = this.#platform
    const actor = await authenticate(platform, socket.credentials as Credentials)
    const { site } = await this.#placeOf(socket)
    return { platform, actor, requestId, trace: newTrace(platform.clock.now(), actor.organizationId), site }
  }

  /** A socket asks only after it has named itself. */
  async #placeOf({ credentials }: Socket): Promise<ErrorPlace> {
    const { log, sites } = this.#platform
    return { log, site: await sites.at(credentials?.host ?? '') }
  }

  /** A single result goes to the request log; a subscription has no end to be logged at. */
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
