/** The client of the public schema: one for each key, so that nothing of another caller is shown. */
import { cacheExchange } from '@urql/exchange-graphcache'
import { createClient as createSocket } from 'graphql-ws'
import {
  type AnyVariables,
  type Client,
  type TypedDocumentNode,
  createClient,
  fetchExchange,
  subscriptionExchange,
} from 'urql'
import { session } from '../session/session.ts'

/**
 * The key in a header, and no cookies: nothing that another page could send along. The second header says that a form
 * with a file was not sent by a page of somebody else.
 */
const asCaller = (key: string | null): RequestInit => ({
  headers: { ...(key !== null && { authorization: `Bearer ${key}` }), 'graphql-require-preflight': '1' },
  credentials: 'omit',
})

export const clientFor = (key: string | null): Client => {
  const socket = createSocket({
    url: `${location.origin.replace(/^http/, 'ws')}/graphql`,
    lazy: true,
    // The feed is resumed by the number of its last event, which only its reader knows (live.ts).
    retryAttempts: 0,
    connectionParams: () => ({ authorization: `Bearer ${key}` }),
  })
  return createClient({
    url: '/graphql',
    preferGetMethod: false,
    fetchOptions: () => asCaller(key),
    exchanges: [
      cacheExchange({}),
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query, variables }) => ({
          subscribe: (sink) => ({
            unsubscribe: socket.subscribe({ query: query ?? '', variables: variables as never }, sink as never),
          }),
        }),
      }),
    ],
  })
}

/** One question without a cache: before anybody is signed in, and for the other side of a sandbox. */
export const ask = async <Data, Variables extends AnyVariables>(
  key: string | null,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> => {
  const client = createClient({
    url: '/graphql',
    preferGetMethod: false,
    fetchOptions: () => asCaller(key),
    // The cache asks for the names of types: what is asked is then spelled as the list of documents has it.
    exchanges: [cacheExchange({}), fetchExchange],
  })
  const isMutation = String(document).startsWith('mutation')
  const { data, error } = await client[isMutation ? 'mutation' : 'query'](document, variables).toPromise()
  if (error || data === undefined) throw error ?? new Error('No answer')
  return data
}

/** A file with the credentials in the header, where no log and no history keeps them. */
export const fetchFile = async (path: string): Promise<Blob> => {
  const response = await fetch(path, asCaller(session.key))
  if (!response.ok) throw new Error(response.headers.get('x-request-id') ?? String(response.status))
  return response.blob()
}
