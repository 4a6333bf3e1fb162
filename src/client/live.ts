/** Live events: resumed by number, so that nothing is lost while a line is down, and a gap is never silent. */
import {
  AuthenticationError,
  ConnectionError,
  GapError,
  type InvoiceExchangeError,
  RateLimitError,
  Refusal,
  ServerError,
  UpstreamError,
  type WrittenError,
  hasCode,
  refusalOf,
} from './errors.ts'
import { dataOf, textOf } from './graphql.ts'
import { chance } from './platform.ts'
import { type ClientOptions, type Request, backOff, send, sleep } from './request.ts'
import { requestOf } from './rest.ts'
import { messagesIn } from './server-sent.ts'
import { resultsOver } from './socket.ts'

export interface Gap {
  /** The last event that was dealt with. */
  after: number
  /** The feed goes on after this number. */
  oldest: number
}

export type LiveState =
  { state: 'connected' } | { state: 'reconnecting'; attempt: number; waitMs: number; reason: InvoiceExchangeError }

export interface FollowOptions {
  /** Number of the last event that was dealt with; `oldest` for all that are kept. Without it, only new ones come. */
  after?: number | 'oldest' | undefined
  /** Everything up to this number is dealt with. */
  onPosition?: ((seq: number) => void | Promise<void>) | undefined
  onState?: ((state: LiveState) => void) | undefined
  /** Events were lost. Without it, a gap is thrown. */
  onGap?: ((gap: Gap) => void | Promise<void>) | undefined
  signal?: AbortSignal | undefined
}

/** What a line tells: an event, or only how far the server has looked; nothing of both when it is open. */
interface Told {
  seq?: number
  value?: unknown
}
type Line = (after: number | undefined, signal: AbortSignal) => AsyncGenerator<Told>

const MOST_WAIT_MS = 30_000
/** What stands in a stream has no status of its own. */
const IN_STREAM = { status: 200, requestId: undefined, retryAfter: undefined }

const openStream = (client: ClientOptions, request: Request): Promise<Response> =>
  send({ ...client, retries: 0 }, { ...request, accept: 'text/event-stream' }, (response) => response)

/** The stream of REST. */
export const restLine = (client: ClientOptions, query: object): Line =>
  async function* (after, signal) {
    const request = requestOf('GET', '/v1/events/stream', { query: { ...query, after }, signal })
    for await (const { event, id, data } of messagesIn(await openStream(client, request))) {
      if (event === 'error')
        throw refusalOf((JSON.parse(data ?? '{}') as { error?: WrittenError }).error ?? {}, IN_STREAM)
      yield { seq: Number(id), ...(data !== undefined && { value: JSON.parse(data) }) }
    }
  }

/** A document whose root field selects `seq`, as its data. */
const told = (result: unknown): Told => {
  const data = dataOf(result as never)
  const [event] = Object.values(data) as { seq?: string | number }[]
  if (event?.seq === undefined) throw new TypeError('The document does not select seq of the event.')
  return { seq: Number(event.seq), value: data }
}

/** A subscription of GraphQL, over either transport. */
export const graphqlLine = (
  client: ClientOptions,
  { document, variables }: { document: unknown; variables?: object | undefined },
  transport: 'sse' | 'websocket' = 'sse',
): Line =>
  async function* (after, signal) {
    const body = { query: textOf(document), variables: { ...variables, after: String(after) } }
    if (transport === 'websocket') {
      for await (const result of resultsOver(client, body, signal)) yield result === undefined ? {} : told(result)
      return
    }
    const response = await openStream(client, { method: 'POST', path: '/graphql', body, signal, isRepeatable: true })
    yield {}
    for await (const { event, data } of messagesIn(response)) if (event === 'next' && data) yield told(JSON.parse(data))
  }

const passing = [ConnectionError, RateLimitError, ServerError, UpstreamError]
/** What no new attempt can change. */
const isFinal = (error: unknown): boolean =>
  !passing.some((kind) => error instanceof kind) && !(error instanceof Refusal && error.retryAfter !== undefined)

/** Where a reader is, and what it does when its line is lost. */
class Position {
  last: number | undefined
  readonly #client: ClientOptions
  readonly #options: FollowOptions
  #attempt = 0
  #isConnected = false

  constructor(client: ClientOptions, options: FollowOptions) {
    this.#client = client
    this.#options = options
    this.last = options.after === 'oldest' ? 0 : options.after
  }

  heard(): void {
    this.#attempt = 0
    if (!this.#isConnected) this.#options.onState?.({ state: 'connected' })
    this.#isConnected = true
  }

  async reach(seq: number): Promise<void> {
    if (this.last !== undefined && seq <= this.last) return
    this.last = seq
    await this.#options.onPosition?.(seq)
  }

  /** Waits until another attempt makes sense, or throws. */
  async recover(error: unknown): Promise<void> {
    const { signal, onState } = this.#options
    if (signal?.aborted) return
    const wasConnected = this.#isConnected
    this.#isConnected = false
    if (hasCode(error, 'CURSOR_EXPIRED')) return this.#cross(Number(error.details[0]?.oldest))
    if (hasCode(error, 'SUBSCRIBER_TOO_SLOW')) return
    // A token that has expired in the meantime is followed by another.
    const canRenew = error instanceof AuthenticationError && wasConnected && typeof this.#client.apiKey === 'function'
    if (isFinal(error) && !canRenew) throw error
    this.#attempt += 1
    const reason = error as InvoiceExchangeError
    const waitMs =
      reason instanceof Refusal && reason.retryAfter !== undefined
        ? reason.retryAfter * 1_000 + chance() * 250
        : backOff(this.#attempt, MOST_WAIT_MS)
    onState?.({ state: 'reconnecting', attempt: this.#attempt, waitMs, reason })
    await sleep(waitMs, signal)
  }

  async #cross(oldest: number): Promise<void> {
    const { after, onGap, onPosition } = this.#options
    const gap = { after: this.last ?? 0, oldest }
    const isWanted = after === 'oldest' && this.last === 0
    if (!isWanted && !onGap) throw new GapError(gap.after, oldest)
    if (!isWanted) await onGap?.(gap)
    this.last = oldest
    await onPosition?.(oldest)
  }
}

/** The number of the newest event: where one begins who names none. */
const newest = async (client: ClientOptions, signal: AbortSignal): Promise<number | undefined> => {
  for await (const { seq } of restLine(client, {})(undefined, signal)) return seq
  return undefined
}

export async function* follow(
  client: ClientOptions,
  openLine: Line,
  { isGraphql, ...options }: FollowOptions & { isGraphql: boolean },
): AsyncGenerator<unknown> {
  const position = new Position(client, options)
  while (!options.signal?.aborted) {
    const line = new AbortController()
    const signal = options.signal ? AbortSignal.any([options.signal, line.signal]) : line.signal
    try {
      if (isGraphql && position.last === undefined) position.last = await newest(client, signal)
      for await (const { seq, value } of openLine(position.last, signal)) {
        position.heard()
        if (seq === undefined) continue
        if (value !== undefined && (position.last === undefined || seq > position.last)) yield value
        await position.reach(seq)
        if (options.signal?.aborted) return
      }
      await position.recover(new ConnectionError('CONNECTION_FAILED', 'The server has ended the stream.'))
    } catch (error) {
      await position.recover(error)
    } finally {
      line.abort()
    }
  }
}
