import type { FileAnswer } from './file-answer.ts'
import { type GraphqlDocument, type NodeOf, type VariablesArguments, ask, nodesOf } from './graphql.ts'
import { type FollowOptions, follow, graphqlLine, restLine } from './live.ts'
import { type ClientOptions, type RequestOptions, send } from './request.ts'
import {
  type AnswerOf,
  type AnyOptions,
  type Arguments,
  type FilePath,
  type ListPath,
  type PageOf,
  type PathOf,
  type RouteOf,
  type RowOf,
  call,
  callFile,
  pagesOf,
  requestOf,
} from './rest.ts'
import type { Resources } from './resources.generated.ts'
import { resourcesOf } from './resources.ts'
import type { Event, Routes } from './rest.generated.ts'

/** The filters of the stream. */
type LiveFilters = Omit<NonNullable<Routes['GET /v1/events/stream']['query']>, 'after' | 'type'>

export interface LiveOptions<T extends Event['type'] = Event['type']> extends FollowOptions, LiveFilters {
  /** Only events of these kinds. */
  types?: readonly T[] | undefined
}

export interface LiveDocumentOptions<Data, Variables> extends FollowOptions {
  /** A subscription that takes `$after` and selects `seq`. */
  document: GraphqlDocument<Data, Variables>
  variables?: Omit<Variables, 'after'> | undefined
  transport?: 'sse' | 'websocket' | undefined
}

type Method<M extends 'GET' | 'POST' | 'PATCH' | 'DELETE'> = <P extends PathOf<M>>(
  path: P,
  ...options: Arguments<RouteOf<M, P>>
) => Promise<AnswerOf<RouteOf<M, P>>>

export interface Client extends Resources {
  get: Method<'GET'>
  post: Method<'POST'>
  patch: Method<'PATCH'>
  delete: Method<'DELETE'>
  /** A file, whole. */
  file<P extends FilePath>(path: P, ...options: Arguments<RouteOf<'GET', P>>): Promise<FileAnswer>
  /** The pages of a list, one after the other. */
  pages<P extends ListPath>(path: P, ...options: Arguments<RouteOf<'GET', P>>): AsyncGenerator<PageOf<P>, void>
  /** The rows of a list, page by page. */
  list<P extends ListPath>(path: P, ...options: Arguments<RouteOf<'GET', P>>): AsyncGenerator<RowOf<P>, void>
  /** The answer to a request that succeeded, as it is. */
  send(method: string, path: string, options?: AnyOptions): Promise<Response>
  /** The data of a document; throws its first refusal or error. */
  graphql<Data, Variables>(
    document: GraphqlDocument<Data, Variables>,
    ...rest: VariablesArguments<Variables, RequestOptions>
  ): Promise<Data>
  /** The nodes of the connection at the root of a document, page by page. */
  nodes<Data, Variables>(
    document: GraphqlDocument<Data, Variables>,
    ...rest: VariablesArguments<Variables, RequestOptions>
  ): AsyncGenerator<NodeOf<Data>, void>
  /** The events of the organization, in order and each once, for as long as the loop runs. */
  liveEvents<Data, Variables>(options: LiveDocumentOptions<Data, Variables>): AsyncGenerator<Data, void>
  liveEvents<T extends Event['type'] = Event['type']>(
    options?: LiveOptions<T>,
  ): AsyncGenerator<Extract<Event, { type: T }>, void>
}

async function* rowsOf(pages: AsyncGenerator<{ data: unknown[] }>): AsyncGenerator<unknown> {
  for await (const { data } of pages) yield* data
}

type AnyLive = LiveOptions & Partial<LiveDocumentOptions<unknown, object>>

const liveEvents = (client: ClientOptions, options: AnyLive = {}): AsyncGenerator<unknown> => {
  const { after, onPosition, onState, onGap, signal, document, variables, transport, types, ...filters } = options
  const isGraphql = document !== undefined
  const line = isGraphql
    ? graphqlLine(client, { document, variables }, transport)
    : restLine(client, { type: types, ...filters })
  return follow(client, line, { after, onPosition, onState, onGap, signal, isGraphql })
}

/** A client of one server and one caller. It holds no connection of its own. */
export const createClient = (options: ClientOptions): Client => {
  const by =
    (method: string) =>
    (path: string, given?: AnyOptions): Promise<unknown> =>
      call(options, method, path, given)
  const pages = (path: string, given?: AnyOptions) => pagesOf(options, path, given)
  const client = {
    ...resourcesOf(options),
    get: by('GET'),
    post: by('POST'),
    patch: by('PATCH'),
    delete: by('DELETE'),
    file: (path: string, given?: AnyOptions) => callFile(options, path, given),
    pages,
    list: (path: string, given?: AnyOptions) => rowsOf(pages(path, given)),
    send: (method: string, path: string, given?: AnyOptions) =>
      send(options, { accept: '*/*', ...requestOf(method, path, given) }, (response) => response),
    graphql: (document: unknown, variables?: object, given?: RequestOptions) =>
      ask(options, document, variables, given),
    nodes: (document: unknown, variables?: object, given?: RequestOptions) =>
      nodesOf(options, document, variables, given),
    liveEvents: (given?: AnyLive) => liveEvents(options, given),
  }
  return client as unknown as Client
}
