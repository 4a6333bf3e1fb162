/** Something before the server that spoils answers, as networks and proxies do: it passes on what it does not spoil. */
import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { systemClock } from '../../src/kernel/clock.ts'

export interface Front {
  url: string
  /** What has come, with its idempotency key. */
  asked: { method: string; path: string; key: string | undefined; at: number }[]
  /** Called with each request; `pass` asks the server and answers as it does. Used once for each request. */
  spoil: (request: IncomingMessage, response: ServerResponse, pass: () => Promise<Response>) => Promise<boolean>
  stop(): Promise<void>
}

export const startFront = async (target: string): Promise<Front> => {
  const server = createServer((request, response) => void answer(request, response))
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request)
    const { method = 'GET', url: path = '/', headers } = request
    const key = headers['idempotency-key']
    front.asked.push({ method, path, key: typeof key === 'string' ? key : undefined, at: systemClock.steady() })
    const { host: _host, connection: _connection, 'content-length': _length, ...others } = headers
    const pass = (): Promise<Response> =>
      fetch(`${target}${path}`, {
        method,
        headers: others as Record<string, string>,
        ...(body.length > 0 && { body }),
      })
    if (await front.spoil(request, response, pass)) return
    const passed = await pass()
    const {
      'content-encoding': _encoding,
      'transfer-encoding': _transfer,
      ...kept
    } = Object.fromEntries(passed.headers)
    const { 'content-length': _size, ...headersOfAnswer } = kept as Record<string, string>
    response.writeHead(passed.status, headersOfAnswer)
    if (passed.body) await pipeline(passed.body, response).catch(() => undefined)
    else response.end()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const front: Front = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    spoil: () => Promise.resolve(false),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return front
}
