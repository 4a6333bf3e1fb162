/**
 * Questions that came before, in JSON: they are answered from their plan, past yoga. What has no plan, and what fails,
 * goes the general road, which words every error.
 */
import { GraphQLError, getOperationAST } from 'graphql'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { newContext } from '../../graphql/context.ts'
import { type Plan, planOf } from '../../graphql/plan.ts'
import { callOf } from '../../http/edge.ts'
import { refusalIn } from '../../kernel/errors/unavailable.ts'
import type { Platform } from '../../operation/platform.ts'
import { chargeOnce } from './cost.ts'
import { documentReader } from './documents.ts'
import { excesses, unfit } from './limits.ts'
import { loggedQuestion } from './logged-question.ts'
import { documentFinder } from './persisted.ts'
import { schema } from './schema.ts'
import { textCache } from './text-cache.ts'
import { limits } from '../../values/limits.ts'

interface Question {
  query: string
  operationName?: string | null
  variables?: Readonly<Record<string, unknown>> | null
}

const NAMES: ReadonlySet<string> = new Set(['query', 'operationName', 'variables'])
const TYPES: ReadonlyMap<string, string> = new Map([
  ['*/*', 'application/json; charset=utf-8'],
  ['application/json', 'application/json; charset=utf-8'],
  ['application/graphql-response+json', 'application/graphql-response+json; charset=utf-8'],
])

/** Of a character in UTF-8, for each unit of UTF-16. */
const MOST_BYTES = 3

/** What is longer is hardly a read: it would be parsed here in vain. */
const LONGEST_BODY = 64_000

/** Undefined where the body is anything but a document with its variables. */
const questionIn = (body: string): Question | undefined => {
  if (body.length > LONGEST_BODY) return undefined
  let given: unknown
  try {
    given = JSON.parse(body)
  } catch {
    // The general road says what is wrong with it.
    return undefined
  }
  if (typeof given !== 'object' || given === null || !Object.keys(given).every((name) => NAMES.has(name)))
    return undefined
  const { query, operationName, variables } = given as Record<string, unknown>
  const isPlain =
    typeof query === 'string' &&
    (operationName === undefined || operationName === null || typeof operationName === 'string') &&
    (variables === undefined || variables === null || (typeof variables === 'object' && !Array.isArray(variables)))
  return isPlain ? (given as Question) : undefined
}

/** What is wrong with a question: the general road says it. */
const isExpected = (error: unknown): boolean => error instanceof GraphQLError || refusalIn(error) !== undefined

const planner = (platform: Platform) => {
  const find = documentFinder(platform.env)
  const read = documentReader(platform)
  return (query: string): Plan | undefined => {
    try {
      const { document, invalid } = read(find({ query }) ?? query)
      // A plan is as long as all its fragments are in their places: within the limits, that is not much.
      return invalid.length > 0 || excesses(document).length > 0 ? undefined : planOf(schema, document)
    } catch (error) {
      if (isExpected(error)) return undefined
      throw error
    }
  }
}

/** So many requests go the general road at once after one that failed: what fails is asked for twice. */
const RESTS = 8

interface Known {
  plan?: Plan | undefined
  isRead: boolean
  parts: number
  rests: number
}

/** A plan is made when a text comes for the second time: many that come once never do again. It may grow. */
const plansWith = (planFor: (query: string) => Plan | undefined) => {
  const known = textCache<Known>()
  return {
    find(query: string): Plan | undefined {
      const before = known.get(query)
      if (!before) known.set(query, { isRead: false, parts: 0, rests: 0 })
      else if (!before.isRead) Object.assign(before, { plan: planFor(query), isRead: true })
      const parts = before?.plan?.parts ?? 0
      if (before && parts > before.parts) known.set(query, Object.assign(before, { parts }), parts)
      if (!before?.rests) return before?.plan
      before.rests -= 1
      return undefined
    },
    failed(query: string): void {
      const before = known.get(query)
      if (before) before.rests = RESTS
    },
  }
}

/** What the caller may have as an answer; undefined where the general road has to read more of the request. */
const answerType = ({ headers: { accept }, query }: FastifyRequest): string | undefined =>
  Object.hasOwn(query as object, 'onError') ? undefined : TYPES.get(accept ?? '*/*')

const yes = (): boolean => true
const no = (): boolean => false

/** Of rows that were read a page has as many as fit; what is too large all the same is refused on the general road. */
const isTooLarge = (data: string): boolean =>
  data.length > limits.answerBytes / MOST_BYTES && Buffer.byteLength(data) > limits.answerBytes

/** The text of the answer; undefined where the general road has to give it. */
export type ShortRoad = (request: FastifyRequest, reply: FastifyReply, body: string) => Promise<string | undefined>

export const shortRoad = (platform: Platform): ShortRoad => {
  const plans = plansWith(planner(platform))
  return async (request, reply, body) => {
    const type = answerType(request)
    const question = type === undefined ? undefined : questionIn(body)
    const plan = question && plans.find(question.query)
    if (!question || !plan || !request.actor) return undefined
    const { document } = plan
    const { query, operationName, variables } = question
    if (!getOperationAST(document, operationName)) return undefined
    const context = newContext(callOf(platform, request))
    if (unfit(variables, context).length > 0 || excesses(document, variables ?? {}).length > 0) return undefined
    const asking = { request, reply, actor: context.call.actor }
    // Nothing is changed, so what fails is asked again on the general road, which says and logs what is wrong.
    const isCharged = await chargeOnce(platform, asking, { document, variables }).then(yes, no)
    if (!isCharged) return undefined
    const data = await plan.run(context, variables ?? {}).catch(() => plans.failed(query))
    if (data === undefined || isTooLarge(data)) return undefined
    request.body = loggedQuestion(question)
    reply.header('Content-Type', type)
    platform.metrics.planned.inc()
    return `{"data":${data}}`
  }
}
