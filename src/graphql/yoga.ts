import { useGraphQlJit } from '@envelop/graphql-jit'
import { useAPQ } from '@graphql-yoga/plugin-apq'
import { renderGraphiQL } from '@graphql-yoga/render-graphiql'
import { type GraphQLError, NoSchemaIntrospectionCustomRule, type ValidationRule } from 'graphql'
import { type Plugin, createYoga } from 'graphql-yoga'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callOf, noteRefusal, JSON_LIMIT } from '../http/edge.ts'
import type { Platform } from '../platform.ts'
import { type Context, newContext } from './context.ts'
import { maskError } from './errors.ts'
import { LIMITS, limitsRule } from './limits.ts'
import { persistedOperations } from './persisted.ts'
import { schema } from './schema.ts'
import { endOfCredentials } from './credentials-end.ts'
import { presentedBy } from '../auth/authenticate.ts'

interface ServerContext { request: Request; fastifyRequest: FastifyRequest; reply: FastifyReply }

export type Yoga = ReturnType<typeof newYoga>

/** Rules that every document passes, over HTTP and over websocket. */
export const extraRules = (platform: Platform, variables: Readonly<Record<string, unknown>>): ValidationRule[] => {
  const open = platform.env.INTROSPECTION ?? platform.env.SERVICE_MODE === 'sandbox'
  return [limitsRule(variables), ...(open ? [] : [NoSchemaIntrospectionCustomRule])]
}

const useLimits = (platform: Platform): Plugin => ({
  onParse: ({ params }) => {
    params.options = { ...(params.options as object), maxTokens: LIMITS.tokens }
  },
  onValidate: ({ params, addValidationRule }) => {
    const { variables } = (params as { variables?: Record<string, unknown> })
    for (const rule of extraRules(platform, variables ?? {})) addValidationRule(rule)
  },
})

export const newYoga = (platform: Platform) =>
  createYoga<ServerContext, Context>({
    schema,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    logging: false,
    batching: false,
    maxRequestBodySize: JSON_LIMIT,
    renderGraphiQL,
    graphiql: { title: 'Invoice Exchange', defaultQuery: GREETING, subscriptionsProtocol: 'WS' },
    context: ({ fastifyRequest, reply }) => {
      const call = callOf(platform, fastifyRequest)
      const key = fastifyRequest.headers['idempotency-key']
      return newContext(call, {
        idempotencyKey: typeof key === 'string' ? key : undefined,
        credentialsEnd() {
          const { signal, release } = endOfCredentials(platform, call.actor, presentedBy(fastifyRequest.headers, fastifyRequest.ip))
          if (reply.raw.destroyed) release()
          else reply.raw.once('close', release)
          return signal
        },
      })
    },
    maskedErrors: { maskError: (error) => error as GraphQLError },
    plugins: [
      useLimits(platform),
      ...persistedOperations(platform.env, useAPQ()),
      useGraphQlJit(),
      useMasking(platform),
    ],
  })

/** Gives every error its code, and the request log the first of them. */
const useMasking = (platform: Platform): Plugin<object, ServerContext> => ({
  onResultProcess({ result, setResult, serverContext }) {
    if (Symbol.asyncIterator in result || Array.isArray(result)) return
    const { errors } = result as { errors?: readonly GraphQLError[] }
    if (!errors?.length) return
    const { fastifyRequest, reply } = serverContext
    const masked = errors.map((error) => maskError(platform, fastifyRequest.requestId, error, (refusal) => noteRefusal(refusal, fastifyRequest, reply)))
    setResult({ ...result, errors: masked } as never)
  },
})

const GREETING = `# Welcome. Send a key in the headers below: {"Authorization": "Bearer svc_test_…"}
# No key yet? Run this first:
mutation Begin {
  bootstrapSandbox(input: {label: "graphiql", keyType: PLATFORM}) {
    apiKey
    company { id name peppolId }
  }
}

query Companies {
  companies(first: 10) {
    nodes { id name vatNumber peppolId address { city country } }
    pageInfo { hasNextPage endCursor }
  }
}
`
