/** One question without a cache: before anybody is signed in, and for the other side of a sandbox. */
import { cacheExchange } from '@urql/exchange-graphcache'
import { type AnyVariables, type TypedDocumentNode, createClient, fetchExchange } from 'urql'
import { readersLanguage } from '../words/words.ts'

/**
 * The key in a header, and no cookies: nothing that another page could send along. The second header says that a form
 * with a file was not sent by a page of somebody else.
 */
export const asCaller = (key: string | null): RequestInit => ({
  headers: {
    ...(key !== null && { authorization: `Bearer ${key}` }),
    'accept-language': readersLanguage(),
    'graphql-require-preflight': '1',
  },
  credentials: 'omit',
})

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
