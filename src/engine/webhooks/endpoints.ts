/**
 * The way out to endpoints of customers: addresses checked as they are dialled, connections kept alive, answers cut
 * short.
 */
import { Agent, request } from 'undici'
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
        const answer = await request(url, { method: 'POST', headers, body, dispatcher: agent, signal })
        return { status: answer.statusCode, response: await beginningOf(answer.body, keptBytes) }
      } catch (error) {
        throw failureFrom(error, signal)
      }
    },
    leadsInside: nameChecker(options),
    close: () => agent.destroy(),
  }
}

type ResponseBody = Awaited<ReturnType<typeof request>>['body']

/** The status has decided already: a body that drips, breaks off or never ends is simply shorter. */
const beginningOf = async (body: ResponseBody, keptBytes: number): Promise<string> => {
  const chunks: Buffer[] = []
  let length = 0
  const timer = setTimeout(() => body.destroy(), BODY_TIMEOUT_MS)
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (length < keptBytes) chunks.push(chunk)
      length += chunk.length
      if (length > READ_RESPONSE_BYTES) break
    }
  } catch {
    // What was read until then is kept.
  } finally {
    clearTimeout(timer)
  }
  return Buffer.concat(chunks).subarray(0, keptBytes).toString('utf8').replaceAll('\u0000', '\ufffd')
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
