import { useAPQ } from '@graphql-yoga/plugin-apq'
import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  NoSchemaIntrospectionCustomRule,
  type ValidationRule,
} from 'graphql'
import { type Plugin, createYoga } from 'graphql-yoga'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callOf, noteRefusal } from '../../http/edge.ts'
import type { Platform } from '../../operation/platform.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { idempotentOnMutations } from '../../graphql/idempotent.ts'
import { type Cost, chargeOnce } from './cost.ts'
import { type Context, newContext } from '../../graphql/context.ts'
import { asSubgraph } from './federation.ts'
import { maskError, placeAt } from './errors.ts'
import { errorBehaviorIn, executeAsAsked } from './on-error.ts'
import { excesses, parseWithinLimits, unfit, withinLimits } from './limits.ts'
import { loggedQuestion } from './logged-question.ts'
import { measure } from './measure.ts'
import type { GraphqlParams } from './multipart.ts'
import { oneOfVariables } from './one-of-variables.ts'
import { persistedOperations } from './persisted.ts'
import { textCache } from './text-cache.ts'
import { schema } from './schema.ts'
import { subscribe } from './subscribe.ts'
import { watchCredentials } from '../../auth/credentials-end.ts'
import { credentialsIn } from '../../auth/authenticate.ts'
import { limits } from '../../values/limits.ts'

interface ServerContext {
  fastifyRequest: FastifyRequest
  reply: FastifyReply
  /** Of a form, which is read before yoga sees the request. */
  params?: GraphqlParams
}

export type Yoga = ReturnType<typeof newYoga>

/** Rules of validation beside those of the specification, over HTTP and over websocket. */
export const extraRules = (platform: Platform): ValidationRule[] => {
  const open = platform.env.INTROSPECTION ?? platform.env.SERVICE_MODE === 'sandbox'
  const always = [idempotentOnMutations, oneOfVariables]
  return open ? always : [...always, NoSchemaIntrospectionCustomRule]
}

interface Execution {
  args: { document: DocumentNode; variableValues?: unknown; contextValue: Context }
  setResultAndStopExecution(result: { errors: GraphQLError[] }): void
}

type CountedContext = ServerContext & Context & { params: { extensions?: Record<string, unknown> | null } }

interface CountedExecution extends Execution {
  args: Execution['args'] & { contextValue: CountedContext }
}

const refuse = async (platform: Platform, execution: CountedExecution): Promise<void> => {
  if (!refuseExcess(execution)) await countCost(platform, execution)
}

const refuseExcess = ({ args, setResultAndStopExecution }: Execution): boolean => {
  const errors = [
    ...excesses(args.document, args.variableValues as Record<string, unknown> | undefined),
    ...unfit(args.variableValues, args.contextValue),
  ]
  if (errors.length > 0) setResultAndStopExecution({ errors })
  return errors.length > 0
}

/** The costs of requests whose clients want to read them in the answer. */
const costs = new WeakMap<FastifyRequest, Cost>()

const asksForCost = ({ extensions }: { extensions?: Record<string, unknown> | null }): boolean =>
  extensions?.['cost'] === true

/** Tells the cost in headers, and refuses a document that costs more than its caller has left. */
const countCost = async (platform: Platform, execution: CountedExecution): Promise<void> => {
  const { document, variableValues, contextValue } = execution.args
  const { fastifyRequest: request, reply, call, params } = contextValue
  const { cost: requested } = measure(document, (variableValues ?? {}) as Readonly<Record<string, unknown>>)
  try {
    await chargeOnce(platform, { request, reply, actor: call.actor }, requested, (cost) => {
      if (asksForCost(params)) costs.set(request, cost)
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const refused = new GraphQLError(error.message, { originalError: error })
    execution.setResultAndStopExecution({ errors: [refused] })
  }
}

/** The cost beside the answer, for a request whose `extensions` have `cost: true`. */
const useToldCost: Plugin<object, ServerContext> = {
  onResultProcess({ result, setResult, serverContext }) {
    const cost = costs.get(serverContext.fastifyRequest)
    if (!cost || Array.isArray(result) || Symbol.asyncIterator in result) return
    setResult({ ...result, extensions: { ...(result as ExecutionResult).extensions, cost } })
  },
}

const useLimits = (platform: Platform): Plugin<CountedContext, ServerContext> => ({
  onParse: ({ setParseFn }) => setParseFn(parseWithinLimits),
  onValidate: ({ addValidationRule }) => extraRules(platform).forEach((rule) => addValidationRule(rule)),
  onExecute: (execution) => refuse(platform, execution),
  onSubscribe: (execution) => refuse(platform, execution),
})

export const servedSchema = ({ env }: Platform): GraphQLSchema => (env.GRAPHQL_FEDERATION ? asSubgraph(schema) : schema)

export const newYoga = (platform: Platform, schema: GraphQLSchema = servedSchema(platform)) => {
  const automatic = textCache<string>()
  return createYoga<ServerContext, Context>({
    schema,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    logging: false,
    batching: false,
    multipart: false,
    maxRequestBodySize: limits.jsonBodyBytes,
    parserAndValidationCache: { documentCache: textCache(), errorCache: textCache() },
    // The door serves the page, and answers other origins.
    graphiql: false,
    cors: false,
    extraParamNames: ['onError'],
    context: (context) => contextOf(platform, context),
    maskedErrors: { maskError: (error) => error as GraphQLError },
    plugins: [
      useForms,
      useLimits(platform),
      persistedOperations(platform.env, (hash) => automatic.get(hash)),
      useAPQ({ store: automatic }),
      useLog,
      useErrorBehavior,
      useSharedAnswers,
      useMasking(platform),
      useToldCost,
    ],
  })
}

const contextOf = (platform: Platform, { fastifyRequest, reply, params }: ServerContext): Context => {
  const call = callOf(platform, fastifyRequest)
  const key = fastifyRequest.headers['idempotency-key']
  return newContext(call, {
    idempotencyKey: typeof key === 'string' ? key : undefined,
    onError: errorBehaviorIn(params?.onError),
    credentialsEnd() {
      const end = new AbortController()
      const credentials = credentialsIn(platform, fastifyRequest.raw)
      const watch = watchCredentials(platform, call.actor, credentials, { credentialsEnd: () => end.abort() })
      const leave = (): void => {
        watch.release()
        end.abort()
      }
      if (reply.raw.destroyed) leave()
      else reply.raw.once('close', leave)
      return end.signal
    },
  })
}

const useErrorBehavior: Plugin<ServerContext & Context, ServerContext> = {
  // With GET it is read here; a body has it already.
  onParams({ params, setParams, request }) {
    const given = (params as GraphqlParams).onError ?? new URL(request.url).searchParams.get('onError')
    const onError = errorBehaviorIn(given)
    if (given !== null) setParams({ ...params, onError } as typeof params)
  },
  onExecute({ args, setExecuteFn }) {
    setExecuteFn(executeAsAsked)
    const { fastifyRequest, reply, refused } = args.contextValue
    return {
      onExecuteDone: () => refused.forEach((refusal) => noteRefusal(refusal, fastifyRequest, reply)),
    }
  },
}

const useForms: Plugin<object, ServerContext> = {
  onRequestParse({ serverContext: { params }, setRequestParser }) {
    if (params) setRequestParser(() => params)
  },
}

/** Notes what is asked before any of it is checked, so that a refused request is logged with its question. */
const useLog: Plugin<object, ServerContext> = {
  onParams({ params, context }) {
    context.fastifyRequest.body = loggedQuestion(params)
  },
}

const useSharedAnswers: Plugin = {
  onSubscribe: ({ setSubscribeFn }) => setSubscribeFn(subscribe),
}

/** The results of a stream with their errors masked; a stream that breaks ends with a masked error. */
async function* maskedStream(
  results: AsyncIterable<ExecutionResult>,
  mask: (error: unknown) => GraphQLError,
): AsyncGenerator<ExecutionResult> {
  try {
    for await (const one of results) {
      const result = withinLimits(one)
      yield result.errors ? { ...result, errors: result.errors.map(mask) } : result
    }
  } catch (error) {
    yield { errors: [mask(error)] }
  }
}

/** Gives every error its code, and notes each refusal for the request log. */
const useMasking = ({ log }: Platform): Plugin<object, ServerContext> => ({
  onResultProcess({ result, setResult, serverContext }) {
    const { fastifyRequest, reply } = serverContext
    const place = placeAt(fastifyRequest, log)
    if (Symbol.asyncIterator in result)
      return setResult(
        maskedStream(result as AsyncIterable<ExecutionResult>, (error) =>
          maskError(place, fastifyRequest.requestId, error),
        ),
      )
    if (Array.isArray(result)) return
    const answer = withinLimits(result as ExecutionResult)
    const { errors } = answer
    if (!errors?.length) return
    const masked = errors.map((error) =>
      maskError(place, fastifyRequest.requestId, error, (refusal) => noteRefusal(refusal, fastifyRequest, reply)),
    )
    // Refused before anything ran: the status says so to clients that accept application/graphql-response+json.
    if (!('data' in answer))
      for (const { extensions } of masked) extensions['http'] ??= { status: Number(extensions['status']), spec: true }
    setResult({ ...answer, errors: masked })
  },
})
