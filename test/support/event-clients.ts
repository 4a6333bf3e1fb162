import { once } from 'node:events'
import { WebSocket } from 'ws'
import { type EventSource, openEvents } from './event-source.ts'

/** A connection that follows the events of an organization. */
export interface Connection {
  /** Ends it as the death of the client does: nothing is said. */
  kill(): void
  lost: Promise<unknown>
}

/** Follows from after a number on, and tells of each number that comes. Rejects where nobody listens. */
export type Connect = (base: string, key: string, after: number, seen: (seq: number) => void) => Promise<Connection>

const QUERY = 'subscription ($after: String) { events(after: $after) { seq } }'

const connectionOf = ({ status, leave, done }: EventSource): Connection => {
  if (status !== 200) throw new Error(`Answered ${status}`)
  return { kill: leave, lost: done }
}

const rest: Connect = async (base, key, after, seen) => {
  const source = await openEvents(
    `${base}/v1/events/stream`,
    { authorization: `Bearer ${key}`, 'last-event-id': String(after) },
    ({ event, data }) => event === 'message' && seen(data.seq),
  )
  return connectionOf(source)
}

const sse: Connect = async (base, key, after, seen) => {
  const asked = new URLSearchParams({ query: QUERY, variables: JSON.stringify({ after: String(after) }) })
  const source = await openEvents(
    `${base}/graphql?${String(asked)}`,
    { authorization: `Bearer ${key}` },
    ({ event, data }) => event === 'next' && data.data && seen(Number(data.data.events.seq)),
  )
  return connectionOf(source)
}

const websocket: Connect = async (base, key, after, seen) => {
  const socket = new WebSocket(`${base.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  socket.on('message', (text: Buffer) => {
    const { type, payload } = JSON.parse(text.toString())
    if (type === 'connection_ack')
      socket.send(
        JSON.stringify({ id: '1', type: 'subscribe', payload: { query: QUERY, variables: { after: String(after) } } }),
      )
    if (type === 'next' && payload.data) seen(Number(payload.data.events.seq))
    // What ends the subscription ends the connection: the client comes again.
    if (type === 'error' || type === 'complete') socket.terminate()
  })
  const lost = new Promise((resolve) => void socket.once('close', resolve))
  await once(socket, 'open')
  socket.on('error', () => undefined)
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${key}` } }))
  return { kill: () => socket.terminate(), lost }
}

export const connects = {
  'graphql-ws': websocket,
  'GraphQL over SSE': sse,
  'GET /v1/events/stream': rest,
} as const satisfies Record<string, Connect>
