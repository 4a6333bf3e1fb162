/** GraphQL over HTTP: the data, or the first refusal. */
import { type WrittenError, refusalOf } from './errors.ts'
import { type ClientOptions, type RequestOptions, send } from './request.ts'

/** What code generators attach to a document, so that its answer and variables have types. */
export interface Typed<Data, Variables> {
  __apiType?: (variables: Variables) => Data
}
/** A text, also of a known type, or a parsed document that has kept its text. */
export type GraphqlDocument<Data, Variables> = Typed<Data, Variables> & (string | object)

/** Variables may be left out where none is required. */
export type VariablesArguments<Variables, Options> =
  Record<string, never> extends Variables
    ? [variables?: Variables, options?: Options]
    : [variables: Variables, options?: Options]

export const textOf = (document: unknown): string => {
  if (typeof document === 'string') return document
  const parsed = document as { kind?: string; loc?: { source?: { body?: string } } }
  const text = parsed.loc?.source?.body ?? (parsed.kind === undefined ? String(document) : undefined)
  if (text === undefined) throw new TypeError('The document has no text: generate it with documentMode "string".')
  return text
}

interface Answered {
  data?: Record<string, unknown> | null
  errors?: { message: string; extensions?: WrittenError }[]
}

/** The first error, or the first refusal of a mutation. */
export const dataOf = (answer: Answered, requestId?: string): Record<string, unknown> => {
  const { data, errors: [first] = [] } = answer
  const from = { status: 200, requestId, retryAfter: undefined }
  if (first) throw refusalOf({ ...first.extensions, message: first.message }, from)
  for (const payload of Object.values(data ?? {})) {
    const { refusal } = (payload ?? {}) as { refusal?: WrittenError | null }
    if (refusal) throw refusalOf(withoutNulls(refusal), from)
  }
  return data ?? {}
}

const withoutNulls = (written: WrittenError): WrittenError =>
  Object.fromEntries(Object.entries(written).filter(([, value]) => value !== null))

const isMutation = (text: string): boolean => /^\s*mutation\b|\}\s*mutation\b/.test(text)

export const ask = (
  client: ClientOptions,
  document: unknown,
  variables: unknown,
  options: RequestOptions = {},
): Promise<Record<string, unknown>> => {
  const query = textOf(document)
  const key = isMutation(query) ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined
  return send(
    client,
    {
      ...options,
      method: 'POST',
      path: '/graphql',
      body: { query, variables },
      accept: 'application/graphql-response+json, application/json',
      isRepeatable: true,
      idempotencyKey: key,
    },
    async (response) => dataOf((await response.json()) as Answered, response.headers.get('x-request-id') ?? undefined),
  )
}

interface Connection {
  nodes: unknown[]
  pageInfo: { hasNextPage: boolean; endCursor?: string | null }
}
/** The node of the one connection at the root. */
export type NodeOf<Data> = NonNullable<Data[keyof Data]> extends { nodes: readonly (infer Node)[] } ? Node : never

const PAGE = 100

export async function* nodesOf(
  client: ClientOptions,
  document: unknown,
  variables: object | undefined,
  options?: RequestOptions,
): AsyncGenerator<unknown> {
  let given: object = { first: PAGE, ...variables }
  for (;;) {
    const [connection] = Object.values(await ask(client, document, given, options)) as Connection[]
    if (!connection?.pageInfo) throw new TypeError('The document selects no connection with nodes and pageInfo.')
    yield* connection.nodes
    const { hasNextPage, endCursor } = connection.pageInfo
    if (!hasNextPage) return
    given = { ...given, after: endCursor }
  }
}
