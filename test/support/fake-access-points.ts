import { once } from 'node:events'
import { type IncomingMessage, type RequestListener, type ServerResponse, createServer } from 'node:http'
import { createServer as createTlsServer, type ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'

/**
 * A server of ours that answers as the products do: phase4-peppol-standalone (docs/example-sending-report-*.json and
 * its controllers) and phoss-ap (OutboundController, ApiTokenFilter, OutboundTransactionResponse). It behaves as it is
 * told.
 */
export type Product = 'phase4' | 'phoss'
export type Manner =
  | 'ok'
  | 'as4-error'
  | 'strange-words'
  | 'duplicate'
  | 'transport-error'
  | 'no-retry'
  | 'lookup-error'
  | 'unreadable'
  | 'refused-by-verifier'
  | 'other-message'
  | 'html'
  | 'broken-json'
  | 'redirect'
  | 'endless'
  | 'silent'
  | 'cut'
  | 'cut-after-taking'
  | 'cut-in-the-answer'
  | { status: number }

export interface FakeAccessPoint {
  url: string
  /** How often each message was taken over, by instance identifier. */
  taken: Map<string, number>
  requests: { method: string; path: string; token: string | undefined; body: string }[]
  /** What phoss-ap answers about a message; null for one that it does not know. */
  statuses: Map<string, object>
  /** How the next request is answered; afterwards all is well again. */
  next(manner: Manner): void
  close(): Promise<void>
}

export const TOKEN = 'token-of-the-access-point'
const ENDPOINT = 'https://ap.recipient.example/as4'
const SIGNAL =
  '<eb:SignalMessage xmlns:eb="http://docs.oasis-open.org/ebxml-msg/ebms/v3.0/ns/core/200704/">' +
  '<eb:Receipt/></eb:SignalMessage>'

const baseReport = (instanceId: string): object => ({
  currentDateTimeUTC: '2026-11-21T10:00:00.693Z',
  phase4Version: '4.0.0',
  smlDnsZone: 'participant.sml.test.tech.peppol.org.',
  countryC1: 'BE',
  senderPartyId: 'POP000000',
  transportProfileId: 'peppol-transport-as4-v2_0',
  sbdhInstanceIdentifier: instanceId,
  c3EndpointUrl: ENDPOINT,
  c3CertCheckResult: 'VALID',
  as4MessageId: '72bc09b0@phase4',
  as4ResponseError: false,
  overallDurationMillis: 446,
  sendingSuccess: false,
  overallSuccess: false,
})

const as4Error = (errorCode: string, errorDetails: string): object => ({
  sendingResult: 'AS4_ERROR_MESSAGE_RECEIVED',
  as4ReceivedSignalMsg: SIGNAL,
  as4ResponseError: true,
  as4ResponseErrors: [
    {
      description: 'An undefined error occurred.',
      errorDetails,
      category: 'Content',
      errorCode,
      severity: 'failure',
      shortDescription: 'Other',
    },
  ],
})

const reports: Readonly<Record<string, object>> = {
  ok: { sendingResult: 'SUCCESS', as4ReceivedSignalMsg: SIGNAL, sendingSuccess: true, overallSuccess: true },
  'as4-error': as4Error('EBMS:0004', 'The incoming Peppol message could not be processed.'),
  'strange-words': as4Error('EBMS:0004', `\u0000\ud800${'😀'.repeat(300)}`),
  duplicate: as4Error('EBMS:4001', 'Another message with the same ID was already received.'),
  'transport-error': {
    sendingResult: 'TRANSPORT_ERROR',
    sendingException: { class: 'java.net.ConnectException', message: 'Connection refused', stackTrace: '…' },
  },
  'no-retry': {
    sendingResult: 'TRANSPORT_ERROR_NO_RETRY',
    sendingException: { class: 'javax.net.ssl.SSLHandshakeException', message: 'Certificate expired', stackTrace: '…' },
  },
  'lookup-error': {
    c3EndpointUrl: undefined,
    sendingException: {
      class: 'com.helger.phase4.util.Phase4SMPException',
      message: 'Failed to resolve SMP',
      stackTrace: '…',
    },
  },
  unreadable: {
    sbdhInstanceIdentifier: undefined,
    sbdhParsingException: {
      class: 'com.helger.peppol.sbdh.PeppolSBDHDataReadException',
      message: 'Failed to read the SBDH',
      stackTrace: '…',
    },
  },
  'other-message': {
    sbdhInstanceIdentifier: 'somebody-else',
    sendingResult: 'SUCCESS',
    sendingSuccess: true,
    overallSuccess: true,
  },
}

const json = (response: ServerResponse, status: number, body: unknown): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** What the products never do, but networks and proxies in front of them. */
const accidents: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => void>> = {
  html: (_, response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Welcome to nginx!</body></html>'),
  'broken-json': (_, response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end('{"sendingSuccess": true, "over'),
  redirect: (_, response) => void response.writeHead(307, { location: 'http://127.0.0.1:1/elsewhere' }).end(),
  endless: (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, 0x20)));
      response.once('drain', more)
    }
    more()
  },
  silent: () => undefined,
  cut: (request) => void request.socket.destroy(),
  'cut-after-taking': (request) => void request.socket.destroy(),
  'cut-in-the-answer': (request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
    response.write('{"sendingSuccess": ', () => request.socket.destroy())
  },
}

const NOT_TAKEN = new Set([
  'cut',
  'lookup-error',
  'unreadable',
  'refused-by-verifier',
  'transport-error',
  'no-retry',
  'as4-error',
])

interface State {
  product: Product
  taken: FakeAccessPoint['taken']
  requests: FakeAccessPoint['requests']
  statuses: FakeAccessPoint['statuses']
  manners: Manner[]
}

const send = (
  { product, taken }: State,
  manner: Manner,
  body: string,
  request: IncomingMessage,
  response: ServerResponse,
): void => {
  const instanceId = /<(?:\w+:)?InstanceIdentifier>([^<]*)</.exec(body)?.[1] ?? ''
  if (typeof manner !== 'string')
    return json(response, manner.status, { timestamp: '2026-11-21T10:00:00Z', status: manner.status, error: 'Error' })
  if (!NOT_TAKEN.has(manner)) taken.set(instanceId, (taken.get(instanceId) ?? 0) + 1)
  const accident = accidents[manner]
  if (accident) return accident(request, response)
  if (product === 'phoss' && manner === 'unreadable')
    return json(response, 400, 'Failed to submit outbound SBD transaction')
  if (manner === 'refused-by-verifier')
    return json(response, 422, { error: 'The document was rejected by the verifier' })
  const report = { ...baseReport(instanceId), ...reports[manner] }
  json(response, product === 'phoss' && !('overallSuccess' in report && report.overallSuccess) ? 422 : 200, report)
}

const tell = (
  { statuses }: State,
  manner: Manner,
  instanceId: string,
  request: IncomingMessage,
  response: ServerResponse,
): void => {
  if (typeof manner !== 'string') return json(response, manner.status, {})
  const accident = accidents[manner]
  if (accident) return accident(request, response)
  const known = statuses.get(instanceId)
  return known ? json(response, 200, known) : void response.writeHead(404).end()
}

const answerWith =
  (state: State): RequestListener =>
  async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString('utf8')
    const [method, path, token] = [request.method ?? '', request.url ?? '', request.headers['x-token']?.toString()]
    state.requests.push({ method, path, token, body })
    const manner = state.manners.shift() ?? 'ok'
    const phoss = state.product === 'phoss'
    if (token !== TOKEN)
      return phoss
        ? json(response, 401, { error: 'Invalid or missing API token' })
        : json(response, 403, { status: 403, error: 'Forbidden' })
    if (method === 'POST' && path === (phoss ? '/api/outbound/submit-sbd' : '/sendsbdh'))
      return send(state, manner, body, request, response)
    const asked =
      phoss && method === 'GET' ? /^\/api\/outbound\/status\/([^?]+)\?includeArchive=true$/.exec(path)?.[1] : undefined
    if (asked !== undefined) return tell(state, manner, decodeURIComponent(asked), request, response)
    json(response, 404, { timestamp: '2026-11-21T10:00:00Z', status: 404, error: 'Not Found', path })
  }

export const startFakeAccessPoint = async (product: Product, tls?: ServerOptions): Promise<FakeAccessPoint> => {
  const state: State = {
    product,
    taken: new Map(),
    requests: [],
    statuses: new Map(),
    manners: [],
  }
  const server = tls ? createTlsServer(tls, answerWith(state)) : createServer(answerWith(state))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken: state.taken,
    requests: state.requests,
    statuses: state.statuses,
    next: (manner) => void state.manners.push(manner),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
