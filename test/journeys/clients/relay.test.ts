/** @module-tag heavy */
import { rm } from 'node:fs/promises'
import { type Client, createClient } from 'graphql-ws'
import {
  type ConcreteRequest,
  ConnectionHandler,
  Environment,
  type GraphQLResponse,
  type MissingFieldHandler,
  Network,
  Observable,
  ROOT_TYPE,
  RecordSource,
  Store,
  commitMutation,
  createOperationDescriptor,
  fetchQuery,
  requestSubscription,
} from 'relay-runtime'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, test } from 'vitest'
import { type Body, type TestApp, startApp } from '../../support/app.ts'
import { type Place, type Screen, expectFollowed } from '../../support/client-story.ts'
import { type RelayArtifacts, compileRelay } from '../../support/relay-artifacts.ts'

let app: TestApp
let base: string
let artifacts: RelayArtifacts
const made = new Map<string, ConcreteRequest>()
const operation = (name: string): ConcreteRequest => {
  const found = made.get(name)
  if (!found) throw new Error(`relay-compiler made no ${name}.`)
  return found
}
beforeAll(async () => {
  app = await startApp()
  base = await app.listen()
  artifacts = await compileRelay()
  for (const name of [
    'ListQuery',
    'OneQuery',
    'SendMutation',
    'ArchiveMutation',
    'DisputeMutation',
    'LiveSubscription',
  ])
    made.set(name, await artifacts.request(`Story${name}`))
})
afterAll(async () => {
  await app.close()
  await rm(artifacts.folder, { recursive: true })
})

/** What every integrator writes once: a document is found in the store by its identifier, whoever read it. */
const documentsById: MissingFieldHandler = {
  kind: 'linked',
  handle: ({ name }, parent, args: Body) =>
    parent?.getType() === ROOT_TYPE && name === 'document' ? args.id : undefined,
}

const openSocket = ({ address, authorization }: Place) =>
  createClient({
    url: address.replace('http', 'ws'),
    webSocketImpl: WebSocket,
    connectionParams: { authorization },
    retryAttempts: 0,
  })

const environmentOf = ({ address, authorization, fetch }: Place, socket: Client): Environment => {
  const headers = { authorization, 'content-type': 'application/json' }
  return new Environment({
    store: new Store(new RecordSource()),
    missingFieldHandlers: [documentsById],
    network: Network.create(
      async ({ text: query }, variables) => {
        const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify({ query, variables }) })
        return (await answer.json()) as GraphQLResponse
      },
      ({ text }, variables) =>
        Observable.create((sink) => socket.subscribe({ query: text ?? '', variables }, sink as never)),
    ),
  })
}

/** Out of the store, where it has all of it. */
const stored = (environment: Environment, name: string, variables: object): Body => {
  const wanted = createOperationDescriptor(operation(name), variables as never)
  return environment.check(wanted).status === 'available' ? environment.lookup(wanted.fragment).data : null
}
const ask = (environment: Environment, name: string, variables: object): Promise<Body> =>
  fetchQuery(environment, operation(name), variables as never, { fetchPolicy: 'network-only' }).toPromise()
const mutate = (environment: Environment, name: string, variables: object): Promise<void> =>
  new Promise((resolve, reject) => {
    commitMutation(environment, {
      mutation: operation(name),
      variables: variables as never,
      onCompleted: (_answer, errors) => (errors?.length ? reject(new Error(JSON.stringify(errors))) : resolve()),
      onError: reject,
    })
  })
const nodes = (data: Body): Body[] | null => data?.documents.edges.map(({ node }: Body) => node) ?? null

const openRelay = (place: Place): Screen => {
  const { filter, saw } = place
  const socket = openSocket(place)
  const environment = environmentOf(place, socket)
  const connections = [ConnectionHandler.getConnectionID('client:root', 'Story_documents', { filter })]
  return {
    async open() {
      environment.retain(createOperationDescriptor(operation('ListQuery'), { filter }))
      await ask(environment, 'ListQuery', { filter })
      requestSubscription(environment, {
        subscription: operation('LiveSubscription'),
        variables: { connections },
        onNext: (data: Body) => saw(data.events.seq),
      })
    },
    send: (input) => mutate(environment, 'SendMutation', { input, connections }),
    archive: (id) => mutate(environment, 'ArchiveMutation', { id }),
    dispute: (id) => mutate(environment, 'DisputeMutation', { id }),
    list: async () => nodes(stored(environment, 'ListQuery', { filter })),
    one: async (id) => stored(environment, 'OneQuery', { id })?.document,
    async asked(id) {
      const list = nodes(await ask(environment, 'ListQuery', { filter })) ?? []
      return { list, one: (await ask(environment, 'OneQuery', { id })).document }
    },
    close: () => socket.dispose(),
  }
}

test('Relay with its compiler shows what was sent, archived, disputed and told live, as the server has it', () =>
  expectFollowed(app, base, openRelay))
