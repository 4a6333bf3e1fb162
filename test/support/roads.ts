/** The ways in which a GraphQL document comes and is answered. */
import { createClient } from 'graphql-sse'
import type { Body, Caller } from './app.ts'
import { isReadOnly } from './both-roads.ts'
import { type Socket, connect } from './sockets.ts'

export type Ask = (caller: Caller & { key: string }, query: string, variables?: object, more?: object) => Promise<Body>

const post: Ask = async (caller, query, variables = {}, more = {}) =>
  (await caller.post('/graphql', { query, variables, ...more })).body

/** What only reads is asked until its plan answers with rows that it has kept, if it has one. */
const again: Ask = async (caller, query, ...more) => {
  for (let times = 0; times < 3 && isReadOnly(query); times += 1) await post(caller, query, ...more)
  return post(caller, query, ...more)
}

/** The single connection mode of graphql-sse; `more` stands beside the query. */
export const askStream = async (
  address: string,
  { key }: { key: string },
  question: { query?: string; variables?: object } & object,
): Promise<Body> => {
  const { promise, resolve } = Promise.withResolvers<Body>()
  const client = createClient({
    url: `${address}/graphql/stream`,
    singleConnection: true,
    headers: { authorization: `Bearer ${key}` },
    retryAttempts: 0,
    // What is refused before it becomes a part of the stream is told in the answer, which the client does not read.
    async fetchFn(...request: Parameters<typeof fetch>) {
      const answer = await fetch(...request)
      if (answer.status >= 400) resolve(await answer.clone().json())
      return answer
    },
  })
  client.subscribe(question as { query: string }, {
    next: (answer) => resolve(answer),
    error: (errors) => resolve({ errors }),
    complete: () => resolve(undefined),
  })
  const answer = await promise
  client.dispose()
  return answer
}

export interface Roads {
  /** Where the application listens: known once it is started. */
  address: string
  readonly ways: [name: string, ask: Ask][]
  close(): Promise<void>
}

export const newRoads = (): Roads => {
  const sockets: Socket[] = []
  const socketOf = (key: string): Socket => {
    const socket = connect(`${roads.address}/graphql`, { authorization: `Bearer ${key}` })
    sockets.push(socket)
    return socket
  }
  const roads: Roads = {
    address: '',
    ways: [
      ['over HTTP', post],
      ['over HTTP again', again],
      [
        'over a websocket',
        (caller, query, variables, more) => socketOf(caller.key).ask(query, variables as Record<string, unknown>, more),
      ],
      [
        'over a stream',
        (caller, query, variables, more) => askStream(roads.address, caller, { query, variables, ...more }),
      ],
    ],
    async close() {
      for (const { client } of sockets) await client.dispose()
    },
  }
  return roads
}
