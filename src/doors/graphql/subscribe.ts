import { type DocumentNode, type ExecutionArgs, type ExecutionResult, createSourceEventStream, execute } from 'graphql'
import type { Context } from '../../graphql/context.ts'
import { withErrorBehavior } from './on-error.ts'

const executeAsAsked = withErrorBehavior(execute)

/** The answers about an event, by question. They are garbage-collected with the event. */
const answers = new WeakMap<object, Map<string, Promise<ExecutionResult>>>()

const numbers = new WeakMap<DocumentNode, number>()
let documents = 0
const numberOf = (document: DocumentNode): number => {
  const known = numbers.get(document) ?? ++documents
  numbers.set(document, known)
  return known
}

/** Everything that an answer depends on beside the event: the document, its variables, and what the caller may see. */
const questionOf = ({ document, operationName, variableValues, contextValue }: ExecutionArgs): string => {
  const { call, onError } = contextValue as Context
  const { actor } = call
  return JSON.stringify([
    numberOf(document),
    operationName,
    variableValues,
    onError,
    actor.organizationId,
    actor.companyId,
    actor.testMode,
    [...actor.scopes].sort(),
  ])
}

const answerOf = (event: object, question: string, args: ExecutionArgs): Promise<ExecutionResult> => {
  const known = answers.get(event) ?? new Map<string, Promise<ExecutionResult>>()
  answers.set(event, known)
  const answer = known.get(question) ?? Promise.resolve(executeAsAsked({ ...args, rootValue: event }))
  known.set(question, answer)
  return answer
}

/**
 * Subscribes as graphql-js does, but executes once for all subscribers who ask the same with the same rights: a
 * thousand dashboards of one organization cost one execution for each event.
 */
export const subscribe = async (
  args: ExecutionArgs,
): Promise<AsyncIterableIterator<ExecutionResult> | ExecutionResult> => {
  const source = await createSourceEventStream(args)
  if (!(Symbol.asyncIterator in source)) return source
  const events = source[Symbol.asyncIterator]() as AsyncIterator<object>
  const question = questionOf(args)
  const results: AsyncIterableIterator<ExecutionResult> = {
    async next() {
      const { done, value } = await events.next()
      return done ? { done: true, value: undefined } : { done: false, value: await answerOf(value, question, args) }
    },
    async return() {
      await events.return?.()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]: () => results,
  }
  return results
}
