import { type Client, createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import { type Body, Caller, type TestApp } from './app.ts'

/** The code and reason that the server closed the socket with. */
export interface Closed {
  code: number
  reason: string
}

export interface Socket {
  client: Client
  closed: Promise<Closed>
  /** One operation that answers once. */
  ask(query: string, variables?: Record<string, unknown>, more?: object): Promise<Body>
  /** A subscription: what has come so far, and a promise of when it ends. */
  follow(query: string, variables?: Record<string, unknown>): Following
}

export interface Following {
  received: Body[]
  done: Promise<'completed' | Body>
  leave(): void
}

/** A graphql-ws client, as dashboards use it. */
export const connect = (
  address: string,
  parameters: Record<string, unknown> | undefined,
  headers: Record<string, string> = {},
): Socket => {
  let close: (closed: Closed) => void
  const closed = new Promise<Closed>((resolve) => (close = resolve))
  const client = createClient({
    url: address.replace('http', 'ws'),
    webSocketImpl: class extends WebSocket {
      constructor(url: string, protocol: string) {
        super(url, protocol, { headers })
      }
    },
    retryAttempts: 0,
    lazy: true,
    ...(parameters && { connectionParams: parameters }),
    on: { closed: (event) => close({ code: (event as Closed).code, reason: String((event as Closed).reason) }) },
  })
  const follow = (query: string, variables?: Record<string, unknown>, more: object = {}): Following => {
    const received: Body[] = []
    let leave: () => void = () => undefined
    const done = new Promise<'completed' | Body>((resolve) => {
      leave = client.subscribe(
        { query, ...(variables && { variables }), ...more },
        { next: (value) => void received.push(value), error: resolve, complete: () => resolve('completed') },
      )
    })
    return { received, done, leave }
  }
  return {
    client,
    closed,
    follow,
    async ask(query, variables, more) {
      const { received, done } = follow(query, variables, more)
      const end = await done
      return received[0] ?? { errors: end }
    },
  }
}

/** What the metrics say is being followed. */
export const subscriptions = async (app: TestApp): Promise<number> => {
  const { body } = await new Caller(app, {}).get('/metrics')
  return [...String(body).matchAll(/^subscriptions\{[^}]*\} (\d+)/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  )
}
