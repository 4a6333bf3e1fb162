import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError, type Detail } from '../kernel/errors/app-error.ts'
import { catalog } from '../kernel/errors/catalog.ts'
import type { Platform } from '../operation/platform.ts'
import type { Operation } from '../operation/operation.ts'
import type { View } from '../operation/view.ts'
import type { Section } from './sections.ts'
import { isObject } from '../values/is-object.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Which error codes a route answers: those of the catalog, or the lower-case ones of the operations. */
export type Dialect = 'catalog' | 'operation'

/** How a route writes names and codes that the operation spells differently. */
export interface Spelling {
  /** `oauth` is the form of RFC 6749, which the answer to a form has. */
  dialect: Dialect | 'oauth'
  /** Names of fields on the wire, where they are not the usual ones. */
  names?: Readonly<Record<string, string>>
}

/** How one door writes its refusals. */
export interface Door {
  /** Its name in the metrics. */
  name: string
  /** The faults of a refusal, with the field names that the caller has written. */
  details(error: AppError, spelling: Spelling): Detail[]
  refusal(error: AppError, requestId: string, baseUrl: string, spelling: Spelling): object
  /** The status of a refusal; that of the catalog when absent. */
  status?(error: AppError): number
  /** Credentials may stand in the query, and requests have identifiers of the norm's name. */
  isAfnor?: boolean
}

/** The status that a door answers a refusal with. */
export const statusOf = (door: Door, error: AppError): number => door.status?.(error) ?? catalog[error.code].status

type StreamAnswer = (
  platform: Platform,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>

/** One row: which path runs which operation, how its input is read and how its result is shown. No decisions here. */
export interface Route extends Spelling {
  dialect: Dialect
  method: Method
  path: string
  /** The GraphQL field that holds the same operation. */
  field: string
  operation: Operation
  status: number
  input(request: FastifyRequest): unknown
  /** The shape of the answer, for the reference; absent for an empty one. */
  shape?: z.ZodType | undefined
  /** The shape of the body, where the input of the operation is another. */
  bodyShape?: z.ZodType
  present?(result: unknown): unknown
  /** What the rows of its page are: those that nobody has read are written from their texts. */
  rows?: View<never>
  /** The result with fewer rows, where there are more than one. */
  fewer?(result: unknown): unknown
  /** The part of the reference that it stands in. */
  section: Section
  /** Takes a form or a file, besides JSON. */
  takesFile?: boolean
  /** Takes a large file in a form, which goes to a file of its own while it arrives. */
  takesLargeFile?: boolean
  /** Another row of the same path, where the request asks for what that one answers. */
  instead?(request: FastifyRequest): Route | undefined
  /** The same as a table, for who accepts `text/csv`. */
  table?(result: unknown): string
  /** Takes a short form as clients of OAuth send it, and then answers errors in their form. */
  takesUrlForm?: boolean
  /** Nobody keeps the answer: it has a secret. */
  noStore?: boolean
  /** A page as a row in each line, for who accepts `application/x-ndjson`. */
  answersLines?: boolean
  /** Answers bytes of one of these media types; of any where others decide on it. */
  answersFile?: readonly string[]
  /** Answers Server-Sent Events for as long as the client stays; `shape` is that of one event. */
  answersStream?: StreamAnswer
  /** Names of the input that stand in the query although there is a body. */
  inQuery?: readonly string[]
  /** Names of the input that are for GraphQL only. */
  graphqlOnly?: readonly string[]
}

/** `/v1/companies/{companyId}`. A colon that is a part of the path is written twice. */
export const pathOf = ({ path }: Pick<Route, 'path'>): string =>
  path.replace(/:([A-Za-z]+)/g, '{$1}').replaceAll('::', ':')

/** `GET /v1/companies/{companyId}`: how documents name a route. */
export const coordinateOf = (route: Pick<Route, 'method' | 'path'>): string => `${route.method} ${pathOf(route)}`

type RouteRow<O> = Omit<Route, 'operation' | 'present' | 'fewer' | 'table' | 'dialect' | 'input'> & {
  present?: (result: O) => unknown
  fewer?: (result: O) => O | undefined
  table?: (result: O) => string
  dialect?: Dialect
  input?: (request: FastifyRequest) => unknown
}

/** A row whose presenter takes what its operation returns. */
export const route = <I extends z.ZodType, O, P>(operation: Operation<I, O, P>, row: RouteRow<O>): Route =>
  ({ input: path, dialect: 'catalog', ...row, operation }) as Route

const bodyOf = (request: FastifyRequest): unknown => request.body ?? {}
export const body = bodyOf
/** Adds what the path says. A name that stands in both places is refused, since the two may differ. */
export const withPath = (given: object, inPath: object): object => {
  const twice = Object.keys(inPath).filter((name) => Object.hasOwn(given, name))
  if (twice.length > 0)
    throw new AppError('INVALID_REQUEST', {
      details: twice.map((field) => ({
        field,
        rule: 'INVALID_REQUEST',
        message: 'Unknown field: this value is already in the path. Remove it.',
      })),
    })
  return { ...given, ...inPath }
}
/** The path and the query. The operation refuses what it does not know of the query, like every unknown name. */
export const path = (request: FastifyRequest): object => withPath(request.query as object, request.params as object)
/** The path of a list that is always answered whole: `limit` and `cursor` are accepted and have no effect. */
export const pathOfWhole = (request: FastifyRequest): unknown => {
  const { limit: _limit, cursor: _cursor, ...others } = path(request) as { limit?: unknown; cursor?: unknown }
  return others
}
/** The path, and what the row itself says. */
export const pathAnd =
  (fixed: object) =>
  (request: FastifyRequest): unknown =>
    withPath(path(request), fixed)
/** A body that is not an object is left as it is, so that the operation's own check names the fault. */
export const bodyAndPath = (request: FastifyRequest): unknown => {
  const given = bodyOf(request)
  if (!isObject(given)) return given
  return withPath(given, request.params as object)
}

/** A body, and some names that stand in the query. */
export const bodyAndQuery =
  (readers: Record<string, QueryReader>) =>
  (request: FastifyRequest): unknown => {
    const given = bodyOf(request)
    if (!isObject(given)) return given
    const misplaced = Object.keys(readers).filter((name) => Object.hasOwn(given, name))
    if (misplaced.length > 0)
      throw new AppError('INVALID_REQUEST', {
        details: misplaced.map((field) => ({
          field,
          rule: 'INVALID_REQUEST',
          message: 'Unknown field: send this value in the query, not in the body.',
        })),
      })
    const parameters = request.query as Record<string, string | string[]>
    return {
      ...given,
      ...Object.fromEntries(
        Object.entries(readers).flatMap(([name, reader]) =>
          Object.hasOwn(parameters, name)
            ? [[name, typeof parameters[name] === 'string' ? reader(parameters[name]) : parameters[name]]]
            : [],
        ),
      ),
    }
  }

type QueryReader = (text: string) => unknown

/**
 * Query parameters are texts. A reader turns one into what the operation expects; a text that it cannot read stays as
 * it is, for the operation to refuse.
 */
export const asNumber: QueryReader = (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : text)
/** `a,b` as a list. */
export const asList: QueryReader = (text) => text.split(',')
/** `issueDate:asc`, or `issueDate` alone. */
export const asSort: QueryReader = (text) => {
  const [field, order] = text.split(':', 2)
  return { field, ...(order !== undefined && { order }) }
}
export const asBoolean: QueryReader = (text) => (text === 'true' ? true : text === 'false' ? false : text)

/** Reads the query: renamed and converted by a table; `limit` and `cursor` are the page. */
export const query =
  (readers: Record<string, QueryReader | [name: string, reader: QueryReader]> = {}) =>
  (request: FastifyRequest): unknown => {
    const table: typeof readers = { limit: ['first', asNumber], cursor: ['after', String], ...readers }
    return Object.fromEntries(
      Object.entries(request.query as Record<string, string | string[]>).map(([name, given]) => {
        const entry = Object.hasOwn(table, name) ? table[name] : undefined
        const [target, reader] = Array.isArray(entry) ? entry : [name, entry ?? ((text: string) => text)]
        return [target, typeof given === 'string' ? reader(given) : given]
      }),
    )
  }

export const queryAndPath =
  (readers?: Parameters<typeof query>[0]) =>
  (request: FastifyRequest): unknown =>
    withPath(query(readers)(request) as object, request.params as object)

/** A client of Server-Sent Events that reconnects names the last event that it has seen in a header. */
export const resumable =
  (input: (request: FastifyRequest) => unknown) =>
  (request: FastifyRequest): unknown => {
    const seen = request.headers['last-event-id']
    return { ...(input(request) as object), ...(seen !== undefined && { after: seen }) }
  }
