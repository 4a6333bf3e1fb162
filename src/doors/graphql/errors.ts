import type { FastifyRequest } from 'fastify'
import { GraphQLError } from 'graphql'
import { AppError, errorBody } from '../../kernel/errors/app-error.ts'
import { type ErrorCode, catalog } from '../../kernel/errors/catalog.ts'
import { refusalIn } from '../../kernel/errors/unavailable.ts'
import type { Site } from '../../auth/site.ts'
import type { Log } from '../../kernel/log.ts'
import { jsonInLanguage } from '../../operation/language.ts'
import { type Language, languageIn } from '../../values/translation.ts'

/** Where an error is told: at the site of the request, and in the log when it is a fault of ours. */
export interface ErrorPlace {
  site: Site
  log: Log
  /** Absent where the caller is not known. */
  language?: Language | undefined
}

export const placeAt = ({ site, headers }: FastifyRequest, log: Log): ErrorPlace => ({
  site,
  log,
  language: languageIn(headers['accept-language']),
})

type ErrorBody = ReturnType<typeof errorBody>

const translated = (body: ErrorBody, { language = 'en' }: ErrorPlace): ErrorBody =>
  language === 'en' ? body : (JSON.parse(jsonInLanguage(JSON.stringify(body), language)) as ErrorBody)

/** The catalog's refusal as GraphQL carries it. */
export const graphqlError = (
  error: AppError,
  place: ErrorPlace,
  requestId: string,
  from?: GraphQLError,
): GraphQLError => {
  const { message, ...rest } = translated(errorBody(error, requestId, place.site.baseUrl), place)
  return new GraphQLError(message, {
    nodes: from?.nodes,
    source: from?.source,
    positions: from?.positions,
    path: from?.path,
    extensions: {
      ...rest,
      status: catalog[error.code].status,
      ...(error.retryAfter !== undefined && { retryAfter: error.retryAfter }),
    },
  })
}

const appErrorIn = (error: unknown): AppError | undefined =>
  refusalIn(error) ??
  (error instanceof GraphQLError && error.originalError !== undefined && error.originalError !== error
    ? appErrorIn(error.originalError)
    : undefined)

const isOfGraphql = (error: unknown): error is GraphQLError =>
  error instanceof GraphQLError && (!error.originalError || error.originalError instanceof GraphQLError)

/**
 * A fault of the document itself: syntax, validation, coercion of variables and arguments. Any other error with a path
 * is a fault of ours, such as a null in a field that has none, or a value outside its enum.
 */
const isRequestFault = (error: unknown): error is GraphQLError =>
  isOfGraphql(error) && (error.path === undefined || /^(Argument|Variable) "/.test(error.message))

/** Refusals of yoga that have no code, by their HTTP status. */
const codeOfStatus: Readonly<Record<number, ErrorCode>> = { 405: 'METHOD_NOT_ALLOWED', 413: 'PAYLOAD_TOO_LARGE' }

const isCatalogCode = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(catalog, code)

const codeOf = (code: unknown, http: unknown): ErrorCode =>
  isCatalogCode(code)
    ? code
    : (codeOfStatus[Number((http as { status?: number } | undefined)?.status)] ?? 'INVALID_REQUEST')

/**
 * Gives an error its stable code. One that is not a refusal of ours is logged, and answered with the request id alone.
 */
export const maskError = (
  place: ErrorPlace,
  requestId: string,
  error: unknown,
  note?: (error: AppError) => void,
): GraphQLError => {
  const from = error instanceof GraphQLError ? error : undefined
  const refusal = appErrorIn(error)
  if (refusal) {
    note?.(refusal)
    return graphqlError(refusal, place, requestId, from)
  }
  if (isRequestFault(error)) {
    const { code, originalError, ...more } = error.extensions
    // A body that is not JSON is answered 400 whatever the client accepts: yoga marks it by `originalError`, which is
    // not answered to the client.
    if (originalError !== undefined) more['http'] = { ...(more['http'] as object), spec: false }
    const invalid = new AppError(codeOf(code, more['http']), { message: error.message })
    note?.(invalid)
    const masked = graphqlError(invalid, place, requestId, from)
    Object.assign(masked.extensions, more)
    return masked
  }
  place.log.error({ err: from?.originalError ?? error, requestId }, 'Unexpected error')
  const internal = new AppError('INTERNAL_ERROR')
  note?.(internal)
  return graphqlError(internal, place, requestId, from)
}
