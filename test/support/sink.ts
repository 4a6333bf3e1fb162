/** An endpoint of a customer, on loopback: it remembers what was posted to it and answers as it is told. */
import { once } from 'node:events'
import { type IncomingHttpHeaders, type Server, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Posted {
  path: string
  headers: IncomingHttpHeaders
  body: string
  socket: number
}

export interface Sink {
  url: string
  posted: Posted[]
  /** What the next requests are answered; by default 200 `ok`. */
  answer: (response: ServerResponse, posted: Posted) => void
  /** Resolves when so many requests have come. */
  has(count: number): Promise<void>
  server: Server
  stop(): Promise<void>
}

export const status =
  (code: number, headers: Record<string, string> = {}, body = '') =>
  (response: ServerResponse): void =>
    void response.writeHead(code, headers).end(body)

export const startSink = async (host = '127.0.0.1'): Promise<Sink> => {
  const waiting = new Set<() => void>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => undefined)
    request.on('end', () => {
      const posted = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
        socket: request.socket.remotePort ?? 0,
      }
      sink.posted.push(posted)
      sink.answer(response, posted)
      for (const wake of waiting) wake()
    })
  })
  server.listen(0, host)
  await once(server, 'listening')
  const sink: Sink = {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    posted: [],
    answer: status(200, {}, 'ok'),
    has: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (sink.posted.length < count) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    server,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return sink
}
