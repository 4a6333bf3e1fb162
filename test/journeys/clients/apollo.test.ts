/** @module-tag heavy */
import { ApolloClient, ApolloLink, HttpLink, InMemoryCache, type TypePolicies, gql } from '@apollo/client'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { type Client, createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, test } from 'vitest'
import { type Body, type TestApp, startApp } from '../../support/app.ts'
import { clientDocuments, partsOf, withFragments } from '../../support/client-documents.ts'
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

/**
 * What every integrator writes once: a document is found in the cache by its identifier, whoever read it, and lists of
 * parts without an identifier are replaced as a whole.
 */
const typePolicies: TypePolicies = {
  Query: {
    fields: {
      document: { read: (known, { args, toReference }) => known ?? toReference({ __typename: 'Document', ...args }) },
    },
  },
  Document: { fields: Object.fromEntries(partsOf('Document').map((field) => [field, { merge: false }])) },
}

const openSocket = ({ address, authorization }: Place) =>
  createClient({
    url: address.replace('http', 'ws'),
    webSocketImpl: WebSocket,
    connectionParams: { authorization },
    retryAttempts: 0,
  })

const clientOf = ({ address, authorization, fetch }: Place, socket: Client): ApolloClient =>
  new ApolloClient({
    cache: new InMemoryCache({ typePolicies }),
    link: ApolloLink.split(
      ({ operationType }) => operationType === 'subscription',
      new GraphQLWsLink(socket),
      new HttpLink({ uri: address, headers: { authorization }, fetch }),
    ),
  })

const nodes = (data: Body): Body[] | null => data && data.documents.edges.map(({ node }: Body) => node)

/** The list with a document that is new to it. */
const added = (data: Body, document: Body): Body => {
  if (!data || nodes(data)?.some(({ id }) => id === document.id)) return data
  const edge = { __typename: 'DocumentEdge', node: document }
  return { documents: { ...data.documents, edges: [edge, ...data.documents.edges] } }
}

const openApollo = (place: Place): Screen => {
  const { filter, saw } = place
  const socket = openSocket(place)
  const client = clientOf(place, socket)
  const list = { query: documents.list, variables: { filter } }
  const add = (document: Body): unknown =>
    document && client.cache.updateQuery(list, (data: Body) => added(data, document))
  const mutate = async (mutation: ReturnType<typeof gql>, variables: object): Promise<Body> =>
    (await client.mutate<Body>({ mutation, variables })).data
  return {
    async open() {
      await client.query(list)
      // On the screen for as long as it is open: what is missing in the cache would be asked for.
      client.watchQuery<Body>(list).subscribe({})
      client.subscribe<Body>({ query: documents.live }).subscribe(({ data }) => {
        add(data.events.document)
        saw(data.events.seq)
      })
    },
    send: async (input) => void add((await mutate(documents.send, { input })).sendDocument.document),
    archive: async (id) => void (await mutate(documents.archive, { id })),
    dispute: async (id) => void (await mutate(documents.dispute, { id })),
    list: async () => nodes(client.readQuery<Body>(list)),
    one: async (id) => client.readQuery<Body>({ query: documents.one, variables: { id } })?.document,
    async asked(id) {
      const fresh = { fetchPolicy: 'network-only' } as const
      const all = await client.query<Body>({ ...list, ...fresh })
      const one = await client.query<Body>({ query: documents.one, variables: { id }, ...fresh })
      return { list: nodes(all.data) ?? [], one: one.data.document }
    },
    async close() {
      client.stop()
      await socket.dispose()
    },
  }
}

test('Apollo Client shows what was sent, archived, disputed and told live out of its cache, as the server has it', () =>
  expectFollowed(app, base, openApollo))
