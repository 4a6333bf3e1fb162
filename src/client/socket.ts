/** One subscription over a WebSocket: the subprotocol `graphql-transport-ws`. */
import { type AuthenticationError, ConnectionError, type WrittenError, refusalOf } from './errors.ts'
import type { ClientOptions } from './request.ts'

interface Received {
  type: string
  payload?: unknown
}

const ASK_MS = 12_000
const SILENT_MS = 30_000
const FORBIDDEN = [4401, 4403]
const OPENING_MS = 2_000

const lost = (message: string): ConnectionError => new ConnectionError('CONNECTION_FAILED', message)

const refused = (reason: string): AuthenticationError =>
  refusalOf(
    { type: 'authentication_error', code: reason, message: `The server has closed the line: ${reason}.` },
    { status: 401, requestId: undefined, retryAfter: undefined },
  )

/** What arrives waits here until it is asked for. */
class Inbox {
  readonly #waiting: Received[] = []
  #wake: () => void = () => undefined
  #end: Error | undefined

  put(message: Received): void {
    this.#waiting.push(message)
    this.#wake()
  }

  end(error: Error): void {
    this.#end ??= error
    this.#wake()
  }

  async take(): Promise<Received> {
    for (;;) {
      const next = this.#waiting.shift()
      if (next) return next
      if (this.#end) throw this.#end
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }
}

/** Fills an inbox until the socket is gone. Browsers do not show pings of the protocol below, so it asks by itself. */
const attach = (socket: WebSocket, inbox: Inbox, signal: AbortSignal): void => {
  let heard = performance.now()
  const beat = setInterval(() => {
    if (performance.now() - heard > SILENT_MS)
      inbox.end(new ConnectionError('TIMEOUT', 'Nothing was heard for too long.'))
    else if (socket.readyState === socket.OPEN) socket.send('{"type":"ping"}')
  }, ASK_MS)
  const stop = (): void => {
    clearInterval(beat)
    inbox.end(lost('The line was closed.'))
    const close = (): void => socket.close(1000)
    if (socket.readyState !== socket.CONNECTING) return close()
    // Browsers call it a fault to close a line that does not stand yet.
    const patience = setTimeout(close, OPENING_MS)
    socket.addEventListener('close', () => clearTimeout(patience), { once: true })
    socket.addEventListener('open', close, { once: true })
  }
  signal.addEventListener('abort', stop, { once: true })
  socket.addEventListener('message', ({ data }) => {
    heard = performance.now()
    const message = JSON.parse(String(data)) as Received
    if (message.type === 'ping') socket.send('{"type":"pong"}')
    else if (message.type !== 'pong') inbox.put(message)
  })
  socket.addEventListener('error', () => inbox.end(lost('The line was cut.')))
  socket.addEventListener('close', ({ code, reason }) => {
    clearInterval(beat)
    signal.removeEventListener('abort', stop)
    inbox.end(FORBIDDEN.includes(code) ? refused(reason) : lost(`The line was closed (${code} ${reason}).`))
  })
}

const opened = (socket: WebSocket, inbox: Inbox): Promise<unknown> =>
  Promise.race([new Promise((resolve) => socket.addEventListener('open', resolve, { once: true })), inbox.take()])

/** The results of one subscription, the first of which is undefined: it is open then. */
export async function* resultsOver(
  client: ClientOptions,
  payload: { query: string; variables: object },
  signal: AbortSignal,
): AsyncGenerator<unknown> {
  const { apiKey } = client
  const key = typeof apiKey === 'function' ? await apiKey() : apiKey
  if (signal.aborted) return
  const address = `${client.baseUrl.replace(/^http/, 'ws').replace(/\/+$/, '')}/graphql`
  const socket = new (client.WebSocket ?? WebSocket)(address, 'graphql-transport-ws')
  const inbox = new Inbox()
  attach(socket, inbox, signal)
  await opened(socket, inbox)
  const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` }
  socket.send(JSON.stringify({ type: 'connection_init', payload: authorization }))
  for (;;) {
    const { type, payload: answer } = await inbox.take()
    if (type === 'connection_ack') {
      socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload }))
      yield undefined
    } else if (type === 'next') yield answer
    else if (type === 'error') {
      const [first] = answer as { message: string; extensions?: WrittenError }[]
      throw refusalOf(
        { ...first?.extensions, ...(first && { message: first.message }) },
        { status: 400, requestId: undefined, retryAfter: undefined },
      )
    } else if (type === 'complete') return
  }
}
