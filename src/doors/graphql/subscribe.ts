import { type DocumentNode, type ExecutionArgs, type ExecutionResult, createSourceEventStream } from 'graphql'
import type { Context } from '../../graphql/context.ts'
import { LiveEvents } from './live-events.ts'
import { executeAsAsked } from './on-error.ts'

/** The answer about one event, for all who ask the same. */
export interface Answer {
  readonly result: Promise<ExecutionResult>
  /** As it is sent over sockets: written once for all of them. */
  bytes?: Buffer
}

/** What is asked, kept once for all who ask the same with the same rights. */
export interface Question {
  readonly args: ExecutionArgs
  readonly key: string
  askers: number
}

/** They are garbage-collected with the document. */
const questions = new WeakMap<DocumentNode, Map<string, Question>>()

/** Everything that an answer depends on beside the event and the document: variables, and what the caller may see. */
const keyOf = ({ operationName, variableValues, contextValue }: ExecutionArgs): string => {
  const { call, onError } = contextValue as Context
  const { actor, site } = call
  return JSON.stringify([
    operationName,
    variableValues,
    onError,
    actor.organizationId,
    actor.companyId,
    actor.testMode,
    [...actor.scopes].sort(),
    site.baseUrl,
  ])
}

const ask = (args: ExecutionArgs): Question => {
  const asked = questions.get(args.document) ?? new Map<string, Question>()
  questions.set(args.document, asked)
  const key = keyOf(args)
  const question = asked.get(key) ?? { args, key, askers: 0 }
  asked.set(key, question)
  question.askers += 1
  return question
}

const leave = (question: Question): void => {
  question.askers -= 1
  if (question.askers === 0) questions.get(question.args.document)?.delete(question.key)
}

/** The answers about an event. They are garbage-collected with the event. */
const answers = new WeakMap<object, Map<Question, Answer>>()

/**
 * Executes once for all subscribers who ask the same: a thousand dashboards of one organization cost one execution for
 * each event.
 */
export const answerTo = (question: Question, event: object): Answer => {
  const known = answers.get(event) ?? new Map<Question, Answer>()
  answers.set(event, known)
  const before = known.get(question)
  if (before) return before
  // What was loaded for the event before may have changed: each event is answered with fresh rows.
  ;(question.args.contextValue as Context).loaders.clearAll()
  const answer = { result: Promise.resolve(executeAsAsked({ ...question.args, rootValue: event })) }
  known.set(question, answer)
  return answer
}

/** The answers of one subscription. */
export class LiveAnswers implements AsyncIterableIterator<ExecutionResult, undefined> {
  readonly events: LiveEvents
  readonly question: Question
  #hasLeft = false

  constructor(events: LiveEvents, question: Question) {
    this.events = events
    this.question = question
  }

  async next(): Promise<IteratorResult<ExecutionResult, undefined>> {
    try {
      const { done, value } = await this.events.next()
      return done ? await this.return() : { done: false, value: await answerTo(this.question, value).result }
    } catch (error) {
      await this.return()
      throw error
    }
  }

  async return(): Promise<IteratorResult<ExecutionResult, undefined>> {
    await this.events.return()
    if (!this.#hasLeft) leave(this.question)
    this.#hasLeft = true
    return { done: true, value: undefined }
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}

/** Subscribes as graphql-js does; each event is answered once for all who ask the same. */
export const subscribe = async (args: ExecutionArgs): Promise<LiveAnswers | ExecutionResult> => {
  const source = await createSourceEventStream(args)
  return source instanceof LiveEvents ? new LiveAnswers(source, ask(args)) : (source as ExecutionResult)
}
