import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { CloseCode, type Server as Driver, handleProtocols, makeServer } from 'graphql-ws'
import { WebSocketServer } from 'ws'
import { callerAddress } from '../../auth/caller-address.ts'
import { refuseSocket } from '../../http/refuse-socket.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { Rounds } from '../../kernel/rounds.ts'
import type { Platform } from '../../operation/platform.ts'
import { newId } from '../../values/ids.ts'
import { limits } from '../../values/limits.ts'
import { GraphqlSocket } from './graphql-socket.ts'
import { SocketCounts, tooMany } from './socket-counts.ts'
import { SocketOperations } from './socket-operations.ts'

const KEEP_ALIVE_SECONDS = 12
const GOING_AWAY = 1001

/** graphql-ws on `/graphql`. Who calls is checked when the socket opens and again at each operation. */
export const mountWebsocket = (server: Server, platform: Platform): { close(): Promise<void> } => {
  const sockets = new Sockets(platform)
  server.on('upgrade', (request, wire, head) => {
    if (request.url?.split('?', 1)[0] === '/graphql') return sockets.accept(request, wire, head)
    const error = new AppError('RESOURCE_NOT_FOUND', {
      message: 'The path does not exist. WebSockets are accepted only at the GraphQL address.',
    })
    refuseSocket(wire, error, platform.baseUrl)
  })
  return sockets
}

/** The open sockets. */
class Sockets {
  readonly driver: Driver<GraphqlSocket>
  readonly #platform: Platform
  readonly #counts: SocketCounts
  readonly #open = new Rounds<GraphqlSocket>(KEEP_ALIVE_SECONDS, (socket) => socket.beat())
  readonly #accepting = new WebSocketServer({
    noServer: true,
    maxPayload: limits.socketMessageBytes,
    WebSocket: GraphqlSocket,
    clientTracking: false,
    handleProtocols: (offered) => handleProtocols(offered),
  })
  readonly #lastHasClosed = Promise.withResolvers<void>()
  #isClosing = false

  constructor(platform: Platform) {
    this.#platform = platform
    this.#counts = new SocketCounts(platform)
    this.#accepting.on('headers', (headers) => headers.push(`X-Request-Id: ${newId('request')}`))
    this.#accepting.on('wsClientError', ({ message }, wire, { method }) => {
      const error = new AppError(method === 'GET' ? 'INVALID_REQUEST' : 'METHOD_NOT_ALLOWED', {
        message: `${message}.`,
      })
      refuseSocket(wire, error, platform.baseUrl, { Allow: 'GET', 'Sec-WebSocket-Version': '13' })
    })
    this.driver = makeServer(new SocketOperations(platform, this.#counts).options)
  }

  accept(request: IncomingMessage, wire: Duplex, head: Buffer): void {
    const address = callerAddress(request, this.#platform.env.TRUST_PROXY)
    if (!this.#counts.open(address)) return refuseSocket(wire, tooMany('address'), this.#platform.baseUrl)
    let socket: GraphqlSocket | undefined
    this.#accepting.handleUpgrade(request, wire, head, (opened) => (socket = opened))
    if (!socket) return this.#counts.close({ address, owner: undefined })
    this.#open.join(socket)
    socket.open(this, request, wire, address)
  }

  forget(socket: GraphqlSocket): void {
    this.#counts.close(socket)
    this.#open.leave(socket)
    if (this.#isClosing) this.#tellWhetherAllHaveClosed()
  }

  fail(socket: GraphqlSocket, error: unknown): void {
    this.#platform.log.error({ err: error }, 'A message over a websocket failed')
    socket.close(CloseCode.InternalServerError, 'Internal server error')
  }

  async close(): Promise<void> {
    this.#isClosing = true
    this.#accepting.close()
    for (const socket of this.#open) socket.close(GOING_AWAY, 'Going away')
    this.#tellWhetherAllHaveClosed()
    await this.#lastHasClosed.promise
  }

  #tellWhetherAllHaveClosed(): void {
    if (this.#open.size === 0) this.#lastHasClosed.resolve()
  }
}
