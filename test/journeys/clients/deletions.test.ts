/** @module-tag heavy */
import { rm } from 'node:fs/promises'
import { ApolloClient, HttpLink, InMemoryCache, gql } from '@apollo/client'
import { Client, fetchExchange } from '@urql/core'
import { type UpdateResolver, cacheExchange } from '@urql/exchange-graphcache'
import { type IntrospectionQuery, introspectionFromSchema } from 'graphql'
import {
  ConnectionHandler,
  Environment,
  type GraphQLResponse,
  Network,
  RecordSource,
  Store,
  commitMutation,
  createOperationDescriptor,
  fetchQuery,
} from 'relay-runtime'
import { afterAll, beforeAll, test } from 'vitest'
import { type Body, type TestApp, startApp } from '../../support/app.ts'
import {
  DELETIONS,
  type Deletion,
  type Settings,
  type Shelf,
  deletionDocuments,
  expectForgotten,
  operationOf,
} from '../../support/client-deletions.ts'
import { clientSchema, isPart } from '../../support/client-documents.ts'
import { type RelayArtifacts, compileRelay } from '../../support/relay-artifacts.ts'

let app: TestApp
let base: string
let artifacts: RelayArtifacts
beforeAll(async () => {
  app = await startApp({ WORKERS: 'off' })
  base = await app.listen()
  artifacts = await compileRelay()
})
afterAll(async () => {
  await app.close()
  await rm(artifacts.folder, { recursive: true })
})

const texts = deletionDocuments()
const documents = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, gql(text)])) as Record<
  keyof typeof texts,
  ReturnType<typeof gql>
>
const names = Object.keys(DELETIONS) as Deletion[]

/** What an integrator writes once: what is gone is evicted, and lists leave out what is not there. */
const openApollo = ({ address, authorization, fetch, groupId }: Settings): Shelf => {
  const cache = new InMemoryCache({
    typePolicies: { Query: { fields: { tagGroups: { merge: false }, tags: { merge: false } } } },
  })
  const client = new ApolloClient({ cache, link: new HttpLink({ uri: address, headers: { authorization }, fetch }) })
  const list = { query: documents.kept, variables: { groupId } }
  return {
    async open() {
      await client.query(list)
      client.watchQuery<Body>(list).subscribe({})
    },
    async remove(name, input) {
      const { data } = await client.mutate<Body>({ mutation: documents[name], variables: { input } })
      cache.evict({ id: cache.identify({ __typename: DELETIONS[name], id: data[name].deletedId }) as string })
      cache.gc()
    },
    kept: async () => client.readQuery<Body>(list),
    asked: async () => (await client.query<Body>({ ...list, fetchPolicy: 'network-only' })).data,
    close: () => client.stop(),
  }
}

/** What an integrator writes once: the lists without what is gone. */
const openUrql = ({ address, authorization, fetch, groupId }: Settings): Shelf => {
  const without = (rows: Body[], gone: unknown): Body[] => rows.filter(({ id }) => id !== gone)
  const forget =
    (name: Deletion): UpdateResolver =>
    (result, _args, cache) => {
      const { deletedId } = (result as Body)[name]
      cache.updateQuery(
        { query: documents.kept, variables: { groupId } },
        (data: Body) =>
          data && {
            ...data,
            webhooks: { ...data.webhooks, nodes: without(data.webhooks.nodes, deletedId) },
            partners: { ...data.partners, nodes: without(data.partners.nodes, deletedId) },
            tagGroups: without(data.tagGroups, deletedId),
            tags: without(data.tags, deletedId),
          },
      )
      cache.invalidate({ __typename: DELETIONS[name], id: deletedId })
    }
  const client = new Client({
    url: address,
    preferGetMethod: false,
    fetch,
    fetchOptions: { headers: { authorization } },
    exchanges: [
      cacheExchange({
        schema: introspectionFromSchema(clientSchema) as IntrospectionQuery as never,
        keys: Object.fromEntries(
          Object.values(clientSchema.getTypeMap())
            .filter(isPart)
            .map(({ name }) => [name, () => null]),
        ),
        updates: { Mutation: Object.fromEntries(names.map((name) => [name, forget(name)])) },
      }),
      fetchExchange,
    ],
  })
  const read = async (requestPolicy: 'cache-first' | 'cache-only' | 'network-only'): Promise<Body> => {
    const { data, error } = await client.query<Body>(documents.kept, { groupId }, { requestPolicy }).toPromise()
    if (error) throw error
    return data
  }
  let watched: { unsubscribe(): void } | undefined
  return {
    async open() {
      await read('cache-first')
      watched = client.query(documents.kept, { groupId }).subscribe(() => undefined)
    },
    async remove(name, input) {
      const { error } = await client.mutation(documents[name], { input }).toPromise()
      if (error) throw error
    },
    kept: () => read('cache-only'),
    asked: () => read('network-only'),
    close: () => watched?.unsubscribe(),
  }
}

/** The document says it: edges of connections and records that `deletedId` names go. */
const openRelay = async ({ address, authorization, fetch, groupId }: Settings): Promise<Shelf> => {
  const headers = { authorization, 'content-type': 'application/json' }
  const environment = new Environment({
    store: new Store(new RecordSource()),
    network: Network.create(async ({ text: query }, variables) => {
      const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify({ query, variables }) })
      return (await answer.json()) as GraphQLResponse
    }),
  })
  const list = await artifacts.request('StoryKeptQuery')
  const mutations = new Map(
    await Promise.all(names.map(async (name) => [name, await artifacts.request(operationOf(name))] as const)),
  )
  const connections = ['webhooks', 'partners'].map((field) =>
    ConnectionHandler.getConnectionID('client:root', `StoryKept_${field}`),
  )
  const wanted = createOperationDescriptor(list, { groupId })
  const ask = (): Promise<Body> =>
    fetchQuery(environment, list, { groupId }, { fetchPolicy: 'network-only' }).toPromise()
  return {
    async open() {
      environment.retain(wanted)
      await ask()
    },
    remove: (name, input) =>
      new Promise((resolve, reject) => {
        commitMutation(environment, {
          mutation: mutations.get(name) as never,
          variables: { input, connections },
          onCompleted: (_answer, errors) => (errors?.length ? reject(new Error(JSON.stringify(errors))) : resolve()),
          onError: reject,
        })
      }),
    kept: async () =>
      environment.check(wanted).status === 'available' ? environment.lookup(wanted.fragment).data : null,
    asked: ask,
    close: () => undefined,
  }
}

test('what is deleted leaves the lists of Apollo Client by the identifier of the answer, without a refetch', () =>
  expectForgotten(app, base, openApollo))

test('what is deleted leaves the lists of urql’s graphcache by the identifier of the answer, without a refetch', () =>
  expectForgotten(app, base, openUrql))

test('what is deleted leaves the lists of Relay by the identifier of the answer, without a refetch', () =>
  expectForgotten(app, base, openRelay))
