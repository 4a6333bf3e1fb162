/**
 * Questions that came before, in JSON: they are answered from their plan, past yoga. What has no plan, and what fails,
 * goes the general road, which words every error.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type DocumentNode, GraphQLError, type GraphQLSchema, getOperationAST, visit } from 'graphql'
import { z } from 'zod'
import { newContext } from '../../graphql/context.ts'
import { type Plan, planOf } from '../../graphql/plan.ts'
import { callOf } from '../../http/edge.ts'
import { refusalIn } from '../../kernel/errors/unavailable.ts'
import { onceForEach } from '../../kernel/once-for-each.ts'
import { SENTENCES } from '../../operation/language.ts'
import type { Platform } from '../../operation/platform.ts'
import { limits } from '../../values/limits.ts'
import { chargeOnce } from './cost.ts'
import { documentReader } from './documents.ts'
import { schemaPlanOf } from './introspection.ts'
import { excesses, unfit } from './limits.ts'
import { loggedQuestion } from './logged-question.ts'
import { measure } from './measure.ts'
import { documentFinder } from './persisted.ts'
import { schema } from './schema.ts'
import { textCache } from './text-cache.ts'

const questionInput = z.strictObject({
  query: z.string(),
  operationName: z.string().nullish(),
  variables: z.record(z.string(), z.unknown()).nullish(),
})

const TYPES: ReadonlyMap<string, string> = new Map([
  ['*/*', 'application/json; charset=utf-8'],
  ['application/json', 'application/json; charset=utf-8'],
  ['application/graphql-response+json', 'application/graphql-response+json; charset=utf-8'],
])

/** What is longer is hardly a read: it would be parsed here in vain. */
const LONGEST_BODY = 64_000

/** Undefined where the body is anything but a document with its variables: the general road says what is wrong. */
const questionIn = (body: string): z.infer<typeof questionInput> | undefined => {
  if (body.length > LONGEST_BODY) return undefined
  try {
    return questionInput.safeParse(JSON.parse(body)).data
  } catch {
    return undefined
  }
}

const planner = (platform: Platform, served: GraphQLSchema) => {
  const find = documentFinder(platform.env)
  const read = documentReader(platform)
  return (query: string): Plan | undefined => {
    try {
      const { document, invalid } = read(find({ query }) ?? query)
      // A plan is as long as all its fragments are in their places: within the limits, that is not much.
      if (invalid.length > 0 || excesses(document).length > 0) return undefined
      return schemaPlanOf(served, document) ?? planOf(schema, document)
    } catch (error) {
      // What is wrong with a question: the general road says it.
      if (error instanceof GraphQLError || refusalIn(error)) return undefined
      throw error
    }
  }
}

/** So many requests go the general road at once after one that failed: what fails is asked for twice. */
const RESTS = 8

/** A text that came before. */
interface Known {
  /** Null where there is none; absent where the text has not come again. */
  plan?: Plan | null
  parts: number
  rests: number
}

/** A plan is made when a text comes for the second time: many that come once never do again. It may grow. */
const plansWith = (planFor: (query: string) => Plan | undefined) => {
  const known = textCache<Known>()
  return {
    find(query: string): Plan | undefined {
      const before = known.get(query)
      if (!before) return void known.set(query, { parts: 0, rests: 0 })
      if (before.plan === undefined) before.plan = planFor(query) ?? null
      const { plan, parts, rests } = before
      if (plan && plan.parts > parts) known.set(query, Object.assign(before, { parts: plan.parts }), plan.parts)
      if (rests === 0) return plan ?? undefined
      before.rests -= 1
      return undefined
    },
    failed(query: string): void {
      const before = known.get(query)
      if (before) before.rests = RESTS
    },
  }
}

/** Plans write sentences in English. */
const sentencesIn = onceForEach((document: DocumentNode) => {
  let isAsked = false
  visit(document, {
    Field({ name }) {
      isAsked ||= (SENTENCES as readonly string[]).includes(name.value)
    },
  })
  return { isAsked }
})

/** The first type that the caller accepts; undefined where the general road has to read more of the request. */
const answerType = ({ headers: { accept = '*/*' }, query }: FastifyRequest): string | undefined =>
  Object.hasOwn(query as object, 'onError') ? undefined : TYPES.get(accept.split(',', 1).join().trim())

/** The answer; undefined where the general road has to give it. */
export type ShortRoad = (request: FastifyRequest, reply: FastifyReply, body: string) => Promise<Buffer | undefined>

export const shortRoad = (platform: Platform, served: GraphQLSchema): ShortRoad => {
  const plans = plansWith(planner(platform, served))
  return async (request, reply, body) => {
    const type = answerType(request)
    const question = type === undefined ? undefined : questionIn(body)
    const plan = question && plans.find(question.query)
    if (!question || !plan || !request.actor) return undefined
    const { document } = plan
    const { query, operationName, variables } = question
    if (!getOperationAST(document, operationName)) return undefined
    const context = newContext(callOf(platform, request))
    if (context.call.language !== 'en' && sentencesIn(document).isAsked) return undefined
    if (unfit(variables, context).length > 0 || excesses(document, variables ?? {}).length > 0) return undefined
    const asking = { request, reply, actor: context.call.actor }
    // Nothing is changed, so what fails is asked again on the general road, which says and logs what is wrong.
    const cost = plan.cost ?? measure(document, variables ?? {}).cost
    const refused: unknown = await chargeOnce(platform, asking, cost).catch((error) => error)
    if (refused) return undefined
    const data = await plan.run(context, variables ?? {}).catch(() => plans.failed(query))
    if (data === undefined) return undefined
    // Node writes bytes with less work than a text, which it puts together with the headers first.
    const answer = Buffer.from(`{"data":${data}}`)
    // Of rows that were read a page has as many as fit; what is too large all the same is refused on the general road.
    if (answer.length - '{"data":}'.length > limits.answerBytes) return undefined
    request.body = loggedQuestion(question)
    reply.header('Content-Type', type)
    platform.metrics.planned.inc()
    return answer
  }
}
