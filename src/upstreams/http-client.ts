import { readFileSync } from 'node:fs'
import { Agent, type buildConnector, request } from 'undici'
import { storable, storableIn } from '../values/text.ts'
import { NotDialled } from './dialler.ts'

/** Own trust and own identity towards one upstream, besides what the machine trusts. */
export interface TlsFiles {
  caFile?: string | undefined
  certFile?: string | undefined
  keyFile?: string | undefined
}

export interface HttpClientOptions extends TlsFiles {
  /** Largest answer that is read. */
  maxAnswerBytes: number
  connectTimeoutMs?: number
  /** Dials in its own way, towards servers that somebody else names. */
  dial?: buildConnector.connector
}

export interface HttpCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers?: Record<string, string>
  body?: Uint8Array
  signal: AbortSignal
}

export interface HttpAnswer {
  status: number
  contentType: string
  /** How long it may be kept and the like; empty where it does not say. */
  cacheControl: string
  bytes: Buffer
  /** The body as text. Whatever is written in it can be stored, here and below. */
  text(): string
  /** The body as JSON, or undefined when it is something else. */
  json(): unknown
}

/** No answer, or none that may be used. `reached` is false when the request cannot have left this machine. */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure'
  readonly reached: boolean
  constructor(message: string, reached: boolean, cause?: unknown) {
    super(message, { cause })
    this.reached = reached
  }
}

export interface HttpClient {
  /** Answers of every status are returned, except redirects: those are refused. */
  call(options: HttpCall): Promise<HttpAnswer>
  close(): Promise<void>
}

const read = (file: string | undefined): Buffer | undefined => (file === undefined ? undefined : readFileSync(file))

/**
 * One pool of connections to one upstream, with limits on everything: connecting, waiting (by the caller's signal),
 * reading.
 */
export const openHttpClient = ({
  caFile,
  certFile,
  keyFile,
  maxAnswerBytes,
  dial,
  connectTimeoutMs = 5_000,
}: HttpClientOptions): HttpClient => {
  const [ca, cert, key] = [read(caFile), read(certFile), read(keyFile)]
  const agent = new Agent({
    connect: dial ?? { timeout: connectTimeoutMs, ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) },
    maxResponseSize: maxAnswerBytes,
    // The caller's signal is the time limit; a limit of undici's own would only be another number.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  return {
    async call({ method, url, headers = {}, body, signal }) {
      if (signal.aborted) throw new HttpFailure('The time was over before the request left.', false, signal.reason)
      try {
        const answer = await request(url, { method, headers, dispatcher: agent, signal, ...(body && { body }) })
        const bytes = Buffer.from(await answer.body.arrayBuffer())
        return answerFrom(
          answer.statusCode,
          {
            contentType: String(answer.headers['content-type'] ?? ''),
            cacheControl: String(answer.headers['cache-control'] ?? ''),
          },
          bytes,
        )
      } catch (error) {
        throw failureFrom(error)
      }
    },
    close: () => agent.destroy(),
  }
}

const MAY_BE_UNSTORABLE = /\\u(?:0000|d[89a-f])/i

const answerFrom = (
  status: number,
  headers: Pick<HttpAnswer, 'contentType' | 'cacheControl'>,
  bytes: Buffer,
): HttpAnswer => {
  if (status >= 300 && status < 400)
    throw new HttpFailure(`The answer was a redirect (${status}). Redirects are not followed.`, true)
  return {
    status,
    ...headers,
    bytes,
    text: () => storable(bytes.toString('utf8')),
    json() {
      const text = bytes.toString('utf8')
      try {
        // Looking at every value costs as much as the parsing: only where one of them may be meant.
        return JSON.parse(text, MAY_BE_UNSTORABLE.test(text) ? storableIn : undefined) as unknown
      } catch {
        return undefined
      }
    },
  }
}

/** Errors of connecting: nothing of the request has left. */
const NOT_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])
/** Errors of certificates, in any of the words that OpenSSL and Node have for them. */
const NOT_TRUSTED = /^CERT_|_CERT|^UNABLE_TO_/

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

const failureFrom = (error: unknown): HttpFailure => {
  if (error instanceof HttpFailure) return error
  if (error instanceof NotDialled) return new HttpFailure(error.message, false, error)
  const code = codeOf(error)
  const reason = error instanceof Error ? error.message : 'unknown error'
  return new HttpFailure(
    code === '' || reason.includes(code) ? reason : `${reason} (${code})`,
    !NOT_CONNECTED.has(code) && !NOT_TRUSTED.test(code),
    error,
  )
}
