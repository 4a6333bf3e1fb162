import { GraphQLError } from 'graphql'
import { AppError, errorBody } from '../errors/app-error.ts'
import { catalog } from '../errors/catalog.ts'
import type { Platform } from '../platform.ts'

/** The catalog's refusal as GraphQL carries it. */
export const graphqlError = (error: AppError, platform: Platform, requestId: string, from?: GraphQLError): GraphQLError => {
  const { message, ...rest } = errorBody(error, requestId, platform.baseUrl)
  return new GraphQLError(message, { nodes: from?.nodes, source: from?.source, positions: from?.positions, path: from?.path, extensions: { ...rest, status: catalog[error.code].status, ...(error.retryAfter !== undefined && { retryAfter: error.retryAfter }) } })
}

const appErrorIn = (error: unknown): AppError | undefined =>
  error instanceof AppError ? error : error instanceof GraphQLError && error.originalError !== undefined && error.originalError !== error ? appErrorIn(error.originalError) : undefined

/** graphql-jit makes errors of its own kind, which carry the same fields. */
const isGraphQLError = (error: unknown): error is GraphQLError => error instanceof GraphQLError || (typeof error === 'object' && error !== null && error.constructor.name === 'GraphQLError')

/** A fault of the document itself: syntax, validation, coercion of variables. */
const isRequestFault = (error: unknown): error is GraphQLError => isGraphQLError(error) && (error.originalError === undefined || error.originalError === null || isGraphQLError(error.originalError))

/** Every error that leaves by GraphQL, with its stable code; what is not a refusal of ours says nothing but the request id. */
export const maskError = (platform: Platform, requestId: string, error: unknown, note?: (error: AppError) => void): GraphQLError => {
  const from = error instanceof GraphQLError ? error : undefined
  const refusal = appErrorIn(error)
  if (refusal) {
    note?.(refusal)
    return graphqlError(refusal, platform, requestId, from)
  }
  if (isRequestFault(error)) {
    const invalid = new AppError('INVALID_REQUEST', { message: error.message })
    note?.(invalid)
    const masked = graphqlError(invalid, platform, requestId, from)
    const { code: _theirs, ...more } = (error.extensions as typeof error.extensions | undefined) ?? {}
    Object.assign(masked.extensions, more)
    return masked
  }
  platform.log.error({ err: from?.originalError ?? error, requestId }, 'Unexpected error')
  const internal = new AppError('INTERNAL_ERROR')
  note?.(internal)
  return graphqlError(internal, platform, requestId, from)
}
