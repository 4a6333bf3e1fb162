/** The client of the public schema: one for each session, so that nothing of another caller is shown. */
import { cacheExchange } from '@urql/exchange-graphcache'
import { type Client, type SubscriptionForwarder, createClient, fetchExchange, subscriptionExchange } from 'urql'
import { createClient as createApiClient } from '../../client/index.ts'
import { fresh } from '../session/consent.ts'
import { session } from '../session/session.ts'
import { asCaller } from './ask.ts'
import { forgetCalls, notingCalls } from './calls.ts'
import { reaching } from './connection.ts'
import { tellLine } from './line.ts'

/** With a token that is still good, when it is asked. */
const asNow = async (path: RequestInfo | URL, init: RequestInit = {}): Promise<Response> =>
  reaching(async () => {
    await fresh()
    const { headers, ...options } = asCaller(session.key)
    return fetch(path, { ...init, ...options, headers: { ...init.headers, ...headers } as HeadersInit })
  })

/**
 * The feed over a WebSocket, because browsers allow six other connections for each host: resumed by the number of its
 * last event, so that nothing is missed while the line was down.
 */
const forward: SubscriptionForwarder = ({ query, variables }) => ({
  subscribe(sink) {
    const ending = new AbortController()
    const apiKey = async (): Promise<string | undefined> => {
      await fresh()
      return session.key ?? undefined
    }
    const api = createApiClient({ baseUrl: location.origin, apiKey })
    const events = api.liveEvents({
      document: query ?? '',
      variables: variables as object,
      transport: 'websocket',
      signal: ending.signal,
      onState: ({ state }) => tellLine(state),
      // What was lost is read anew with the page.
      onGap: () => location.reload(),
    })
    const follow = async (): Promise<void> => {
      for await (const data of events) sink.next({ data: data as Record<string, unknown> })
    }
    follow().catch((error: unknown) => {
      tellLine('reconnecting')
      sink.error(error)
    })
    return { unsubscribe: () => ending.abort() }
  },
})

export const makeClient = (): Client => {
  forgetCalls()
  return createClient({
    url: '/graphql',
    preferGetMethod: false,
    fetch: asNow,
    exchanges: [notingCalls, cacheExchange({}), fetchExchange, subscriptionExchange({ forwardSubscription: forward })],
  })
}

/** A file with the credentials in the header, where no log and no history keeps them. */
export const fetchFile = async (path: string): Promise<Blob> => {
  const response = await asNow(path)
  if (!response.ok) throw new Error(response.headers.get('x-request-id') ?? String(response.status))
  return response.blob()
}
