/**
 * The way out to endpoints of customers: addresses checked as they are dialled, connections kept alive, answers cut
 * short.
 */
import { Agent, type Dispatcher } from 'undici'
import { type DiallerOptions, NotDialled, NotPublic, nameChecker, openDialler } from '../../upstreams/dialler.ts'

interface EndpointAnswer {
  status: number
  /** The beginning of the body. */
  response: string
}

/**
 * No answer, or one that does not count; the message is for the owner of the endpoint and tells nothing of our network.
 */
export class EndpointFailure extends Error {
  override readonly name = 'EndpointFailure'
}

export interface Endpoints {
  /** Keeps so much of the answer: its beginning, for a log, unless more is said. */
  post(
    url: string,
    headers: Record<string, string>,
    body: string,
    signal: AbortSignal,
    keptBytes?: number,
  ): Promise<EndpointAnswer>
  /** Whether the name of a host leads into somebody's network. */
  leadsInside(host: string): Promise<boolean>
  close(): Promise<void>
}

const KEEP_ALIVE_MS = 30_000
/** To one endpoint: as many as attempts may run against it at once. */
const MOST_CONNECTIONS = 128
const KEPT_RESPONSE_BYTES = 2_048
/** What is left of a body is read so far, to keep the connection. */
const READ_RESPONSE_BYTES = 65_536
const BODY_TIMEOUT_MS = 2_000

export const openEndpoints = (options: DiallerOptions): Endpoints => {
  const agent = new Agent({
    connect: openDialler(options),
    connections: MOST_CONNECTIONS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    pipelining: 1,
    // The caller's signal is the time limit.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  return {
    async post(url, headers, body, signal, keptBytes = KEPT_RESPONSE_BYTES) {
      try {
        return await new Exchange(keptBytes, signal).answerOf((exchange) => {
          const { origin, pathname, search } = new URL(url)
          agent.dispatch({ origin, path: pathname + search, method: 'POST', headers, body }, exchange)
        })
      } catch (error) {
        throw failureFrom(error, signal)
      }
    },
    leadsInside: nameChecker(options),
    close: () => agent.destroy(),
  }
}

/**
 * One request and its answer, without the stream that undici would make of it. The status decides: a body that drips,
 * breaks off or never ends is simply shorter.
 */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #keptBytes: number
  readonly #signal: AbortSignal
  readonly #answered = Promise.withResolvers<EndpointAnswer>()
  readonly #chunks: Buffer[] = []
  #length = 0
  #status = 0
  #controller: Dispatcher.DispatchController | undefined
  #bodyTimer: NodeJS.Timeout | undefined

  constructor(keptBytes: number, signal: AbortSignal) {
    this.#keptBytes = keptBytes
    this.#signal = signal
  }

  async answerOf(send: (exchange: this) => void): Promise<EndpointAnswer> {
    const stop = (): void => this.#stop()
    this.#signal.addEventListener('abort', stop)
    try {
      send(this)
      return await this.#answered.promise
    } finally {
      this.#signal.removeEventListener('abort', stop)
      clearTimeout(this.#bodyTimer)
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#signal.aborted) this.#stop()
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    // Information comes before the answer.
    if (status < 200) return
    this.#status = status
    this.#bodyTimer ??= setTimeout(() => this.#stop(), BODY_TIMEOUT_MS)
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#length < this.#keptBytes) this.#chunks.push(chunk)
    this.#length += chunk.length
    if (this.#length > READ_RESPONSE_BYTES) this.#stop()
  }

  onResponseEnd(): void {
    const beginning = Buffer.concat(this.#chunks).subarray(0, this.#keptBytes)
    const response = beginning.toString('utf8').replaceAll('\u0000', '\ufffd')
    this.#answered.resolve({ status: this.#status, response })
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    if (this.#status > 0) this.onResponseEnd()
    else this.#answered.reject(error)
  }

  #stop(): void {
    const reason = new Error('The exchange is over.')
    this.onResponseError(null, reason)
    this.#controller?.abort(reason)
  }
}

const failureFrom = (error: unknown, signal: AbortSignal): EndpointFailure => {
  if (error instanceof NotPublic)
    return new EndpointFailure(`${error.message} Events are posted to public addresses only.`, { cause: error })
  if (error instanceof NotDialled) return new EndpointFailure(error.message, { cause: error })
  if (signal.aborted) return new EndpointFailure('The endpoint did not answer within 20 seconds.', { cause: error })
  const cause = error instanceof AggregateError ? (error.errors.at(0) as unknown) : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return new EndpointFailure(reasons[code] ?? `The connection failed${code && ` (${code})`}.`, { cause: error })
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The endpoint refused the connection (ECONNREFUSED).',
  ECONNRESET: 'The endpoint closed the connection before it answered (ECONNRESET).',
  UND_ERR_SOCKET: 'The endpoint closed the connection before it answered.',
  UND_ERR_CONNECT_TIMEOUT: 'No connection to the endpoint was made in time.',
  ETIMEDOUT: 'No connection to the endpoint was made in time.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the endpoint is not trusted: it is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate of the endpoint is not trusted: it is self-signed.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'The certificate of the endpoint is not trusted: its certificate chain is not complete.',
  CERT_HAS_EXPIRED: 'The certificate of the endpoint has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the endpoint is for another host name.',
}
