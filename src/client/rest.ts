/** REST: calls by path, with the types of the OpenAPI document. */
import { type ClientOptions, type RequestOptions, type Request, send } from './request.ts'
import type { FileAnswer } from './file-answer.ts'
import type { Routes } from './rest.generated.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** The paths that take a method. */
export type PathOf<M extends Method> = keyof Routes extends infer C ? (C extends `${M} ${infer P}` ? P : never) : never

/** What is known of a path. */
export type RouteOf<M extends Method, P extends string> = `${M} ${P}` extends infer C extends keyof Routes
  ? Routes[C]
  : never

type Given<R> = Pick<R, Extract<keyof R, 'path' | 'query' | 'body'>> & RequestOptions
/** Options may be left out where nothing is required. */
export type Arguments<R> = object extends Given<R> ? [options?: Given<R>] : [options: Given<R>]
export type AnswerOf<R> = R extends { answer: infer A } ? A : never

/** Paths of lists, and their rows. */
export type ListPath = {
  [C in keyof Routes]: Routes[C] extends { answer: { data: unknown[]; cursor: string | null } } ? C : never
}[keyof Routes] extends infer C
  ? C extends `GET ${infer P}`
    ? P
    : never
  : never
export type PageOf<P extends ListPath> = AnswerOf<RouteOf<'GET', P>>
export type RowOf<P extends ListPath> = PageOf<P> extends { data: (infer Row)[] } ? Row : never

/** A page when it is awaited; all rows, page by page, in `for await`. */
export type List<P extends ListPath> = Promise<PageOf<P>> & AsyncIterable<RowOf<P>>

/** Paths that answer a file. */
export type FilePath = {
  [C in keyof Routes]: Routes[C] extends { answer: FileAnswer } ? C : never
}[keyof Routes] extends infer C
  ? C extends `GET ${infer P}`
    ? P
    : never
  : never

/** The same for all methods, where types do not matter. */
export interface AnyOptions extends RequestOptions {
  path?: object
  query?: object
  body?: unknown
}

/** `a,b` for a list; what is undefined is left out. */
const queryOf = (query: object = {}): string => {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === null ? [] : [[name, Array.isArray(value) ? value.join(',') : String(value)]],
  )
  return given.length === 0 ? '' : `?${String(new URLSearchParams(given))}`
}

const addressOf = (path: string, values: object = {}): string =>
  path.replace(/\{(\w+)\}/g, (_name, name: string) => {
    const value = (values as Readonly<Record<string, unknown>>)[name]
    if (value === undefined || value === null || value === '') throw new TypeError(`${path}: path.${name} is missing.`)
    return encodeURIComponent(String(value))
  })

export const requestOf = (method: string, path: string, options: AnyOptions = {}): Request => {
  const { path: values, query, ...others } = options
  return {
    ...others,
    method,
    path: `${addressOf(path, values)}${queryOf(query)}`,
    isRepeatable: method === 'GET' || method === 'POST',
    ...(method === 'POST' && { idempotencyKey: others.idempotencyKey ?? crypto.randomUUID() }),
  }
}

/** The name in `Content-Disposition` (RFC 6266), where its long form is the better one. */
const nameIn = (disposition: string | null): string | undefined => {
  const long = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (long !== undefined) return decodeURIComponent(long)
  return /filename="?([^";]+)/i.exec(disposition ?? '')?.[1]
}

const readFile = async (response: Response): Promise<FileAnswer> => ({
  bytes: new Uint8Array(await response.arrayBuffer()),
  type: response.headers.get('content-type') ?? 'application/octet-stream',
  name: nameIn(response.headers.get('content-disposition')),
  etag: response.headers.get('etag') ?? undefined,
})

/** What was answered: an object, a file where the server names it as one, or undefined for an empty answer. */
const readAnswer = async (response: Response): Promise<unknown> => {
  if (response.headers.has('content-disposition')) return readFile(response)
  const text = await response.text()
  return text === '' ? undefined : JSON.parse(text)
}

export const call = (client: ClientOptions, method: string, path: string, options?: AnyOptions): Promise<unknown> =>
  send(client, requestOf(method, path, options), readAnswer)

export const callFile = (client: ClientOptions, path: string, options?: AnyOptions): Promise<FileAnswer> =>
  send(client, { ...requestOf('GET', path, options), accept: '*/*' }, readFile)

export interface Page {
  data: unknown[]
  cursor: string | null
}
const PAGE = 100

export async function* pagesOf(client: ClientOptions, path: string, options: AnyOptions = {}): AsyncGenerator<Page> {
  let query: object = { limit: PAGE, ...options.query }
  for (;;) {
    const page = (await call(client, 'GET', path, { ...options, query })) as Page
    yield page
    if (page.cursor === null) return
    query = { ...query, cursor: page.cursor }
  }
}
