/** One request, repeated where that is safe and of use. */
import { ConnectionError, InvoiceExchangeError, Refusal, type WrittenError, refusalOf } from './errors.ts'
import type { RawBody } from './file-answer.ts'
import { chance, now } from './platform.ts'

export interface Retry {
  /** The attempt that follows, from 2. */
  attempt: number
  waitMs: number
  reason: InvoiceExchangeError
}

export interface ClientOptions {
  /** Address of the server, without a path. */
  baseUrl: string
  /** A key or an access token, or a function that answers one for each request. Without it, requests are public. */
  apiKey?: string | (() => string | undefined | Promise<string | undefined>) | undefined
  /** How often a request is repeated after the first attempt (default 4). */
  retries?: number | undefined
  /** How long one attempt may take until it is answered (default 30,000). */
  timeoutMs?: number | undefined
  /** Headers of every request. */
  headers?: Readonly<Record<string, string>> | undefined
  fetch?: typeof globalThis.fetch | undefined
  WebSocket?: typeof globalThis.WebSocket | undefined
  /** Called before a request is repeated. */
  onRetry?: ((retry: Retry) => void) | undefined
}

export interface RequestOptions {
  headers?: Readonly<Record<string, string>> | undefined
  /** The key under which the server carries a POST out once (default: a new UUID for each call). */
  idempotencyKey?: string | undefined
  /** An `updatedAt` or `ETag`: the change is carried out only if the object was not changed since. */
  ifMatch?: string | undefined
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
}

export interface Request extends RequestOptions {
  method: string
  /** With the query. */
  path: string
  body?: unknown
  accept?: string
  /** Whether the server does it once however often it arrives; otherwise it is repeated only where it was not done. */
  isRepeatable: boolean
}

const RETRIES = 4
const TIMEOUT_MS = 30_000
const LONGEST_WAIT_MS = 120_000
const FIRST_WAIT_MS = 500
const MOST_WAIT_MS = 8_000

/** Grows with each attempt; no two clients come back at the same moment. */
export const backOff = (attempt: number, most = MOST_WAIT_MS): number =>
  Math.min(most, FIRST_WAIT_MS * 2 ** (attempt - 1)) * (0.5 + chance() / 2)

export const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const done = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', done)
  })

const isRaw = (body: unknown): body is RawBody =>
  typeof body === 'string' || body instanceof Uint8Array || body instanceof Blob || body instanceof FormData

const headersOf = async (options: ClientOptions, request: Request): Promise<Headers> => {
  const { apiKey } = options
  const key = typeof apiKey === 'function' ? await apiKey() : apiKey
  const { body, idempotencyKey, ifMatch, accept = 'application/json' } = request
  return new Headers({
    accept,
    ...options.headers,
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
    ...(body !== undefined && !isRaw(body) && { 'content-type': 'application/json' }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    ...(ifMatch !== undefined && { 'if-match': ifMatch.startsWith('"') ? ifMatch : `"${ifMatch}"` }),
    ...request.headers,
  })
}

/** Seconds, or a date as proxies may write it. */
const retryAfterIn = ({ headers }: Response): number | undefined => {
  const text = headers.get('retry-after')
  if (text === null) return undefined
  const seconds = Number(text)
  return Number.isFinite(seconds) ? seconds : Math.max(0, (Date.parse(text) - now().getTime()) / 1_000) || undefined
}

/** What a refused request was answered: the error of REST, the first one of GraphQL, or that of a form of OAuth. */
export const refusalIn = async (response: Response): Promise<Refusal> => {
  const text = await response.text()
  let written: WrittenError = {}
  try {
    const { error, errors, error_description: message } = JSON.parse(text)
    const [first] = errors ?? []
    if (first) written = { ...first.extensions, message: first.message }
    else written = typeof error === 'string' ? { code: error, message } : (error ?? {})
  } catch {
    // Not of ours: what a proxy says is in no form that programs read.
  }
  const requestId = response.headers.get('x-request-id') ?? undefined
  return refusalOf(written, { status: response.status, requestId, retryAfter: retryAfterIn(response) })
}

/** A quota has its end at the end of the month, and the same key with another body stays wrong. */
const NEVER_AGAIN = ['QUOTA_EXCEEDED', 'IDEMPOTENCY_BODY_MISMATCH']
/** What the server refuses before it does anything. */
const NOT_DONE = ['RATE_LIMITED', 'SHUTTING_DOWN', 'CONFLICT', 'IDEMPOTENCY_IN_PROGRESS']

/** How long to wait before the next attempt; undefined where there is none. */
const waitBefore = (error: InvoiceExchangeError, isRepeatable: boolean, attempt: number): number | undefined => {
  if (!(error instanceof Refusal)) return isRepeatable ? backOff(attempt) : undefined
  const { code, status, retryAfter } = error
  const isOfUse = status === 429 || status >= 500 || (status === 409 && retryAfter !== undefined)
  if (!isOfUse || NEVER_AGAIN.includes(code) || !(isRepeatable || NOT_DONE.includes(code))) return undefined
  if (retryAfter === undefined) return backOff(attempt)
  // Not all at the very second that was named to all of them.
  const waitMs = retryAfter * 1_000 + chance() * 250
  return waitMs > LONGEST_WAIT_MS ? undefined : waitMs
}

const attemptOnce = async <T>(
  options: ClientOptions,
  request: Request,
  read: (response: Response) => T | Promise<T>,
): Promise<T> => {
  const { method, path, body, signal } = request
  const timeoutMs = request.timeoutMs ?? options.timeoutMs ?? TIMEOUT_MS
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), timeoutMs)
  try {
    const response = await (options.fetch ?? fetch)(`${options.baseUrl.replace(/\/+$/, '')}${path}`, {
      method,
      headers: await headersOf(options, request),
      signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
      ...(body !== undefined && { body: (isRaw(body) ? body : JSON.stringify(body)) as BodyInit }),
      credentials: 'omit',
    })
    if (!response.ok) throw await refusalIn(response)
    return await read(response)
  } catch (error) {
    if (error instanceof InvoiceExchangeError || signal?.aborted) throw error
    if (timeout.signal.aborted)
      throw new ConnectionError('TIMEOUT', `${method} ${path}: no answer within ${timeoutMs} ms.`, { cause: error })
    const { cause = error } = error as Error
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new ConnectionError('CONNECTION_FAILED', `${method} ${path}: ${why || 'the connection failed'}.`, {
      cause: error,
    })
  } finally {
    clearTimeout(timer)
  }
}

/** Sends a request, and again where that makes sense. `read` takes the answer that went well. */
export const send = async <T>(
  options: ClientOptions,
  request: Request,
  read: (response: Response) => T | Promise<T>,
): Promise<T> => {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await attemptOnce(options, request, read)
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof ConnectionError) || request.signal?.aborted) throw error
      error.attempts = attempt
      const waitMs =
        attempt > (options.retries ?? RETRIES) ? undefined : waitBefore(error, request.isRepeatable, attempt)
      if (waitMs === undefined) throw error
      options.onRetry?.({ attempt: attempt + 1, waitMs, reason: error })
      await sleep(waitMs, request.signal)
      request.signal?.throwIfAborted()
    }
}
