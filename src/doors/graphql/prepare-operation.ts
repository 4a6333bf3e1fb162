/** What to execute for a question that comes over a connection which stays open: a socket or a stream. */
import { type ExecutionArgs, GraphQLError } from 'graphql'
import { newContext } from '../../graphql/context.ts'
import { refusalIn } from '../../kernel/errors/unavailable.ts'
import type { Call } from '../../operation/operation.ts'
import type { Platform } from '../../operation/platform.ts'
import { documentReader } from './documents.ts'
import { type ErrorPlace, maskError } from './errors.ts'
import { excesses, unfit } from './limits.ts'
import { errorBehaviorIn } from './on-error.ts'
import { type PersistedRequest, documentFinder } from './persisted.ts'
import { schema } from './schema.ts'

export interface Question extends PersistedRequest {
  operationName?: string | null | undefined
  variables?: Record<string, unknown> | null | undefined
  onError?: unknown
}

export const maskedErrors = (place: ErrorPlace, requestId: string, errors: readonly unknown[]): GraphQLError[] =>
  errors.map((error) => maskError(place, requestId, error))

export const placeOf = ({ platform, site, language }: Call): ErrorPlace => ({ log: platform.log, site, language })

/** Answers what to execute, or the errors to answer instead. */
export const operationReader = (
  platform: Platform,
): ((question: Question, call: Call) => ExecutionArgs | GraphQLError[]) => {
  const find = documentFinder(platform.env)
  const readDocument = documentReader(platform)
  return (question, call) => {
    try {
      const { document, invalid } = readDocument(find(question) ?? question.query ?? '')
      const { variables, operationName } = question
      const contextValue = newContext(call, { onError: errorBehaviorIn(question.onError) })
      const errors =
        invalid.length > 0 ? invalid : [...excesses(document, variables ?? {}), ...unfit(variables, contextValue)]
      if (errors.length > 0) return maskedErrors(placeOf(call), call.requestId, errors)
      return { schema, document, variableValues: variables, operationName, contextValue }
    } catch (error) {
      const known = error instanceof GraphQLError ? error : refusalIn(error)
      return maskedErrors(placeOf(call), call.requestId, [known ?? new GraphQLError('The operation cannot be read.')])
    }
  }
}
