/** The way out to endpoints of customers: addresses checked as they are dialled, connections kept alive, answers cut short. */
import { Resolver, lookup as lookUpLocally } from 'node:dns/promises'
import { type LookupFunction, isIP } from 'node:net'
import { callbackify } from 'node:util'
import { Agent, buildConnector, request } from 'undici'
import { hostOf, isPublicAddress } from './target.ts'

export interface EndpointAnswer {
  status: number
  /** The beginning of the body. */
  response: string
}

/** No answer, or one that does not count; the message is for the owner of the endpoint and tells nothing of our network. */
export class EndpointFailure extends Error {
  override readonly name = 'EndpointFailure'
}

export interface Endpoints {
  post(url: string, headers: Record<string, string>, body: string, signal: AbortSignal): Promise<EndpointAnswer>
  close(): Promise<void>
}

export interface EndpointOptions {
  /** Tests and the sandbox of one machine: every address goes, and names are those of the machine. */
  allowPrivate: boolean
  /** Which servers resolve names; those of the machine when absent. */
  dnsServers?: readonly string[] | undefined
  /** Which addresses may be dialled. */
  isAllowed?: (address: string) => boolean
}

const CONNECT_TIMEOUT_MS = 10_000
const DNS_TIMEOUT_MS = 3_000
const DNS_TRIES = 2
const KEEP_ALIVE_MS = 30_000
/** To one endpoint: as many as attempts may run against it at once. */
const MOST_CONNECTIONS = 128
const KEPT_RESPONSE_BYTES = 2_048
/** What is left of a body is read so far, to keep the connection. */
const READ_RESPONSE_BYTES = 65_536
const BODY_TIMEOUT_MS = 2_000

const unresolved = (name: string, cause?: unknown): EndpointFailure => new EndpointFailure(`The name ${name} could not be resolved.`, { cause })
const refused = (host: string): EndpointFailure => new EndpointFailure(`${host} leads to an address that is not public. Events are posted to public addresses only.`)

type Resolve = (name: string) => Promise<string[]>

const locally: Resolve = async (name) => (await lookUpLocally(name, { all: true })).map(({ address }) => address)

/** Asks the servers directly: the resolver of the system blocks one of few threads for each name, and a slow name would hold up all others. */
const overTheNetwork = (servers: readonly string[] | undefined): Resolve => {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES })
  if (servers) resolver.setServers(servers)
  return async (name) => {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return addresses
    throw unresolved(name)
  }
}

/** Resolves a name for the dialler. One address that is not allowed spoils them all: an honest host has none. */
export const checkedLookup = (resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction => {
  const allowed = callbackify(async (name: string) => {
    const addresses = await resolve(name).catch((error: unknown) => {
      throw error instanceof EndpointFailure ? error : unresolved(name, error)
    })
    if (!addresses.every(isAllowed)) throw refused(name)
    return addresses.map((address) => ({ address, family: isIP(address) }))
  })
  return (name, { all }, callback) => allowed(name, (error, entries) => {
    const [first] = error ? [] : entries
    if (!first) callback(error ?? unresolved(name), '', 0)
    else if (all) callback(null, entries)
    else callback(null, first.address, first.family)
  })
}

/** Dials only what is allowed: names by the lookup above, addresses here; and what was reached is looked at once more. */
const checkedConnector = (lookup: LookupFunction, isAllowed: (address: string) => boolean): buildConnector.connector => {
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup, allowH2: false } as buildConnector.BuildOptions)
  return (options, callback) => {
    const host = hostOf(options)
    if (isIP(host) !== 0 && !isAllowed(host)) return callback(refused(host), null)
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null)
      if (isAllowed(socket.remoteAddress ?? '')) return callback(null, socket)
      socket.destroy()
      callback(refused(host), null)
    })
  }
}

export const openEndpoints = ({ allowPrivate, dnsServers, isAllowed = allowPrivate ? () => true : isPublicAddress }: EndpointOptions): Endpoints => {
  const lookup = checkedLookup(allowPrivate && !dnsServers ? locally : overTheNetwork(dnsServers), isAllowed)
  const agent = new Agent({
    connect: checkedConnector(lookup, isAllowed), connections: MOST_CONNECTIONS, keepAliveTimeout: KEEP_ALIVE_MS, pipelining: 1,
    // The caller's signal is the time limit.
    headersTimeout: 0, bodyTimeout: 0,
  })
  return {
    async post(url, headers, body, signal) {
      try {
        const answer = await request(url, { method: 'POST', headers, body, dispatcher: agent, signal })
        return { status: answer.statusCode, response: await beginningOf(answer.body) }
      } catch (error) {
        throw failureFrom(error, signal)
      }
    },
    close: () => agent.destroy(),
  }
}

type Body = Awaited<ReturnType<typeof request>>['body']

/** The status has decided already: a body that drips, breaks off or never ends is simply shorter. */
const beginningOf = async (body: Body): Promise<string> => {
  const chunks: Buffer[] = []
  let length = 0
  const timer = setTimeout(() => body.destroy(), BODY_TIMEOUT_MS)
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (length < KEPT_RESPONSE_BYTES) chunks.push(chunk)
      length += chunk.length
      if (length > READ_RESPONSE_BYTES) break
    }
  } catch {
    // What was read until then is kept.
  } finally {
    clearTimeout(timer)
  }
  return Buffer.concat(chunks).subarray(0, KEPT_RESPONSE_BYTES).toString('utf8').replaceAll('\u0000', '\ufffd')
}

const failureFrom = (error: unknown, signal: AbortSignal): EndpointFailure => {
  if (error instanceof EndpointFailure) return error
  if (signal.aborted) return new EndpointFailure('The endpoint did not answer within 20 seconds.', { cause: error })
  const cause = error instanceof AggregateError ? (error.errors.at(0) as unknown) : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return new EndpointFailure(reasons[code] ?? `The connection failed${code && ` (${code})`}.`, { cause: error })
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The endpoint refused the connection (ECONNREFUSED).',
  ECONNRESET: 'The endpoint closed the connection before it answered (ECONNRESET).',
  UND_ERR_SOCKET: 'The endpoint closed the connection before it answered.',
  UND_ERR_CONNECT_TIMEOUT: 'The endpoint could not be connected to in time.',
  ETIMEDOUT: 'The endpoint could not be connected to in time.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the endpoint is not trusted: it signs itself.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate of the endpoint is not trusted: it signs itself.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate of the endpoint is not trusted: the chain is not complete.',
  CERT_HAS_EXPIRED: 'The certificate of the endpoint has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the endpoint is for another name.',
}
