/** The French portal as it speaks on the wire: a token for the right client, then flows for the right token. */
import { type IncomingMessage, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock } from '../../src/kernel/clock.ts'
import { httpPortal } from '../../src/upstreams/ppf/http.ts'
import type { Portal } from '../../src/upstreams/ppf/port.ts'
import type { Body } from './app.ts'

export interface PortalReply {
  status: number
  body: string
  /** Never answered. */
  keepOpen?: boolean
}

export interface FakePortal {
  url: string
  /** How many tokens were given. */
  tokens: number
  flows: { headers: IncomingMessage['headers']; body: Body }[]
  /** What is answered to the next flows; afterwards everything is accepted. */
  next: PortalReply[]
  /** A driver for it; another secret is that of a stranger. */
  driver(clock: Clock, clientSecret?: string): Portal
  close(): Promise<void>
}

const tokenFor = (fake: FakePortal, form: string): PortalReply => {
  const expected = { grant_type: 'client_credentials', client_id: 'us', client_secret: 'secret', scope: 'openid' }
  const given = new URLSearchParams(form)
  if (Object.entries(expected).some(([name, value]) => given.get(name) !== value))
    return { status: 401, body: '{"error":"invalid_client"}' }
  fake.tokens += 1
  return {
    status: 200,
    body: JSON.stringify({ access_token: `token-${fake.tokens}`, token_type: 'Bearer', expires_in: 3_600 }),
  }
}

export const startFakePortal = async (): Promise<FakePortal> => {
  /** A flow that comes again is the same. */
  const numbers = new Map<string, string>()
  const flow = ({ headers }: IncomingMessage, text: string): PortalReply => {
    if (headers.authorization !== `Bearer token-${fake.tokens}`) return { status: 401, body: '{}' }
    fake.flows.push({ headers, body: JSON.parse(text) })
    const reply = fake.next.shift()
    if (reply) return reply
    const key = String(headers['idempotency-key'])
    const numeroFlux = numbers.get(key) ?? `F-${numbers.size + 1}`
    numbers.set(key, numeroFlux)
    return { status: 202, body: JSON.stringify({ codeRetour: 0, numeroFlux }) }
  }
  const server = createServer(async (request, response) => {
    const text = (await request.setEncoding('utf8').toArray()).join('')
    const { status, body, keepOpen } = request.url === '/token' ? tokenFor(fake, text) : flow(request, text)
    if (!keepOpen) response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const fake: FakePortal = {
    url,
    tokens: 0,
    flows: [],
    next: [],
    driver: (clock, clientSecret = 'secret') =>
      httpPortal({ url: `${url}/`, tokenUrl: `${url}/token`, clientId: 'us', clientSecret, scope: 'openid', clock }),
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return fake
}
