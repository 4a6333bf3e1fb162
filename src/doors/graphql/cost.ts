/** What a document costs, and how much of it a caller has left: a bucket beside the window of requests. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../auth/actor.ts'
import { plans } from '../../auth/plans.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import type { Platform } from '../../operation/platform.ts'

/** So much of cost is counted as one: a window of single fields would take much memory. */
const UNIT = 500

export interface Cost {
  /** Of this request. */
  requested: number
  /** Of all requests of the caller in 60 seconds, and what is left of it. */
  limit: number
  remaining: number
  resetAt: Date
}

export const costHeaders = ({ requested, limit, remaining, resetAt }: Cost): Record<string, string> => ({
  'X-Cost': String(requested),
  'X-Cost-Limit': String(limit),
  'X-Cost-Remaining': String(remaining),
  'X-Cost-Reset': String(Math.ceil(resetAt.getTime() / 1_000)),
})

/** Who has no credentials has no plan either. */
const limitOf = ({ kind, plan, requestsPerMinute }: Actor): number =>
  kind === 'public' ? requestsPerMinute * 1_000 : plans[plan].costPerMinute

/** Counts a cost against the bucket of its caller; `tell` learns it also where there is too little left. */
export const applyCost = async (
  { rate, clock }: Platform,
  actor: Actor,
  requested: number,
  tell: (cost: Cost) => void = () => undefined,
): Promise<void> => {
  const limit = limitOf(actor)
  const name = `${actor.organizationId}:${actor.caller}:cost`
  const [units, most] = [Math.max(1, Math.ceil(requested / UNIT)), limit / UNIT]
  const hit = await rate.hit(name, most, clock.steady())
  if (hit.allowed && units > 1) await rate.charge(name, most, clock.steady(), units - 1)
  const left = hit.allowed ? Math.max(0, hit.remaining - units + 1) : 0
  tell({ requested, limit, remaining: left * UNIT, resetAt: new Date(hit.resetAt) })
  if (!hit.allowed)
    throw new AppError('RATE_LIMITED', {
      message: `The GraphQL requests of 60 seconds cost more than ${limit}. Ask for fewer rows and fields, or wait.`,
      retryAfter: hit.retryAfter,
    })
}

const charged = new WeakMap<FastifyRequest, Cost>()

/** Counts the cost of a request, and tells it in headers: once, whichever roads the request takes. */
export const chargeOnce = async (
  platform: Platform,
  { request, reply, actor }: { request: FastifyRequest; reply: FastifyReply; actor: Actor },
  requested: number,
  tell: (cost: Cost) => void = () => undefined,
): Promise<void> => {
  const before = charged.get(request)
  if (before) return tell(before)
  let counted: Cost | undefined
  await applyCost(platform, actor, requested, (cost) => {
    counted = cost
    reply.headers(costHeaders(cost))
    tell(cost)
  })
  if (counted) charged.set(request, counted)
}
