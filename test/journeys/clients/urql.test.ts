/** @module-tag heavy */
import { Client, fetchExchange, gql, subscriptionExchange } from '@urql/core'
import { type Cache, type CacheExchangeOpts, cacheExchange } from '@urql/exchange-graphcache'
import { introspectionFromSchema } from 'graphql'
import { createClient } from 'graphql-sse'
import { afterAll, beforeAll, test } from 'vitest'
import { type Body, type TestApp, startApp } from '../../support/app.ts'
import { clientDocuments, clientSchema, isPart, withFragments } from '../../support/client-documents.ts'
import { type Place, type Screen, expectFollowed } from '../../support/client-story.ts'

let app: TestApp
let base: string
beforeAll(async () => {
  app = await startApp()
  base = await app.listen()
})
afterAll(() => app.close())

const texts = withFragments(clientDocuments())
const documents = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, gql(text)])) as Record<
  keyof typeof texts,
  ReturnType<typeof gql>
>
const introspection = introspectionFromSchema(clientSchema)
const nodes = (data: Body): Body[] | null => data?.documents.edges.map(({ node }: Body) => node) ?? null

/** What every integrator writes once: which types are parts, where a document is found, and what adds to a list. */
const cacheFor = ({ filter }: Place): CacheExchangeOpts => {
  const add = (cache: Cache, document: Body): void => {
    if (!document) return
    cache.updateQuery({ query: documents.list, variables: { filter } }, (data: Body) =>
      !data || nodes(data)?.some(({ id }) => id === document.id)
        ? data
        : {
            ...data,
            documents: {
              ...data.documents,
              edges: [{ __typename: 'DocumentEdge', node: document }, ...data.documents.edges],
            },
          },
    )
  }
  const parts = Object.values(clientSchema.getTypeMap()).filter(isPart)
  return {
    schema: introspection as never,
    keys: Object.fromEntries(parts.map(({ name }) => [name, () => null])),
    resolvers: { Query: { document: (_parent, { id }) => ({ __typename: 'Document', id: String(id) }) } },
    updates: {
      Mutation: { sendDocument: ({ sendDocument }: Body, _args, cache) => add(cache, sendDocument.document) },
      Subscription: { events: ({ events }: Body, _args, cache) => add(cache, events.document) },
    },
  }
}

const streamOf = ({ address, authorization }: Place) =>
  createClient({ url: address, headers: { authorization }, retryAttempts: 0 })

const clientOf = (place: Place, stream: ReturnType<typeof streamOf>): Client =>
  new Client({
    url: place.address,
    preferGetMethod: false,
    fetch: place.fetch,
    fetchOptions: { headers: { authorization: place.authorization } },
    exchanges: [
      cacheExchange(cacheFor(place)),
      subscriptionExchange({
        forwardSubscription: ({ query = '', variables = {} }) => ({
          subscribe: (sink) => ({ unsubscribe: stream.subscribe({ query, variables }, sink as never) }),
        }),
      }),
      fetchExchange,
    ],
  })

const openUrql = (place: Place): Screen => {
  const { filter, saw } = place
  const stream = streamOf(place)
  const client = clientOf(place, stream)
  type Policy = 'cache-only' | 'network-only'
  const read = async (query: ReturnType<typeof gql>, variables: object, requestPolicy?: Policy): Promise<Body> => {
    const { data, error } = await client.query<Body>(query, variables, requestPolicy && { requestPolicy }).toPromise()
    if (error) throw error
    return data
  }
  const mutate = async (mutation: ReturnType<typeof gql>, variables: object): Promise<void> => {
    const { error } = await client.mutation(mutation, variables).toPromise()
    if (error) throw error
  }
  const open: { unsubscribe(): void }[] = []
  return {
    async open() {
      await read(documents.list, { filter })
      // On the screen for as long as it is open: what is missing in the cache would be asked for.
      open.push(client.query(documents.list, { filter }).subscribe(() => undefined))
      open.push(client.subscription<Body>(documents.live, {}).subscribe(({ data }) => data && saw(data.events.seq)))
    },
    send: (input) => mutate(documents.send, { input }),
    archive: (id) => mutate(documents.archive, { id }),
    dispute: (id) => mutate(documents.dispute, { id }),
    list: async () => nodes(await read(documents.list, { filter }, 'cache-only')),
    one: async (id) => (await read(documents.one, { id }, 'cache-only'))?.document,
    asked: async (id) => ({
      list: nodes(await read(documents.list, { filter }, 'network-only')) ?? [],
      one: (await read(documents.one, { id }, 'network-only')).document,
    }),
    close() {
      for (const one of open) one.unsubscribe()
      stream.dispose()
    },
  }
}

test('urql with its graphcache shows what was sent, archived, disputed and told live, as the server has it', () =>
  expectFollowed(app, base, openUrql))
