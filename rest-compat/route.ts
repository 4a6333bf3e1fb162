import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError } from '../src/errors/app-error.ts'
import type { Operation } from '../src/operation.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Which spelling of error codes a route answers: the catalog's, or the operation's lower-case one. */
export type Dialect = 'catalog' | 'operation'

/** One row: which path runs which operation, how its input is read and how its result is shown. No decisions here. */
export interface Route {
  method: Method
  path: string
  /** The GraphQL field that holds the same operation. */
  field: string
  operation: Operation
  status: number
  input(request: FastifyRequest): unknown
  /** The shape of the answer, for the reference; absent for an empty one. */
  shape?: z.ZodType | undefined
  present?(result: never): unknown
  dialect: Dialect
  section: string
  /** Takes a file as the body itself (XML), besides JSON with the file in base64. */
  takesFile?: boolean
  /** Answers bytes with their own content type. */
  answersFile?: boolean
  deprecated?: { since: string; sunset: string; link: string }
}

type Typed<O> = Omit<Route, 'operation' | 'present' | 'dialect' | 'input'> & { present?: (result: O) => unknown; dialect?: Dialect; input?: (request: FastifyRequest) => unknown }

/** A row whose presenter takes what its operation returns. */
export const route = <I extends z.ZodType, O, P>(operation: Operation<I, O, P>, row: Typed<O>): Route =>
  ({ input: nothing, dialect: 'catalog', ...row, operation: operation as unknown as Operation }) as Route

export const nothing = (): unknown => ({})
const bodyOf = (request: FastifyRequest): unknown => request.body ?? {}
export const body = bodyOf
export const path = (request: FastifyRequest): unknown => request.params
/** The path, and what the row itself says. */
export const pathAnd = (fixed: object) => (request: FastifyRequest): unknown => ({ ...(query({ limit: String, cursor: String })(request) as object), ...(request.params as object), ...fixed })
/** A body that is not an object is left alone, so that the operation's own check names the fault. */
export const bodyAndPath = (request: FastifyRequest): unknown => {
  const given = bodyOf(request)
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
  const twice = Object.keys(request.params as object).filter((name) => Object.hasOwn(given, name))
  if (twice.length > 0) throw new AppError('INVALID_REQUEST', { details: twice.map((field) => ({ field, rule: 'INVALID_REQUEST', message: 'Unknown field: the path says it.' })) })
  return { ...given, ...(request.params as object) }
}

type Reader = (text: string) => unknown

/** Query parameters are text; these turn the ones that are not into what the operation expects, or leave them for it to refuse. */
export const asNumber: Reader = (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : text)
/** `a,b` as a list. */
export const asList: Reader = (text) => text.split(',')
export const asBoolean: Reader = (text) => (text === 'true' ? true : text === 'false' ? false : text)

/** A file as the body itself, with the rest in the query; or everything as JSON. */
export const fileOrBody = (request: FastifyRequest): unknown => (Buffer.isBuffer(request.body) ? { ...(query()(request) as object), file: request.body } : bodyOf(request))

/** Reads the query: renamed and converted by a table; `limit` and `cursor` are the page. */
export const query = (readers: Record<string, Reader | [name: string, reader: Reader]> = {}) => (request: FastifyRequest): unknown => {
  const table: typeof readers = { limit: ['first', asNumber], cursor: ['after', String], ...readers }
  return Object.fromEntries(Object.entries(request.query as Record<string, string | string[]>).map(([name, given]) => {
    const entry = Object.hasOwn(table, name) ? table[name] : undefined
    const [target, reader] = Array.isArray(entry) ? entry : [name, entry ?? ((text: string) => text)]
    return [target, typeof given === 'string' ? reader(given) : given]
  }))
}

export const queryAndPath = (readers?: Parameters<typeof query>[0]) => (request: FastifyRequest): unknown => ({ ...(query(readers)(request) as object), ...(request.params as object) })

/** The name that a field of the operation's input has on the wire, for error details: `first` is `limit`. */
export const wireNames: Readonly<Record<string, string>> = { first: 'limit', after: 'cursor', includeAddress: 'include_address' }
