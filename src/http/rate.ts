/** How often somebody may ask: the windows that a request counts in, and the headers that tell of them. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, publicActor } from '../auth/actor.ts'
import { type Credentials, credentialsIn } from '../auth/authenticate.ts'
import { after } from '../kernel/at-once.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import type { Hit } from '../kernel/limits/rate-window.ts'
import type { Platform } from '../operation/platform.ts'

/** What is known of a caller is not waited for. */
export type Waiting = Promise<void> | void

/** Counts the request against the caller's rate window, and answers in headers how much of it is left. */
export const applyRate = (platform: Platform, actor: Actor, reply?: FastifyReply): Waiting => {
  const now = platform.clock.now().getTime()
  const exhaustedFor = actor.rateLimitedUntil ? actor.rateLimitedUntil.getTime() - now : 0
  const caller = `${actor.organizationId}:${actor.caller}`
  return after(platform.rate.hit(caller, actor.requestsPerMinute, platform.clock.steady()), (own) =>
    after(exhaustedFor <= 0 && own.allowed ? companyHit(platform, actor) : undefined, (shared) => {
      // The caller is told of the window that leaves it less.
      const hit = shared && (!shared.allowed || shared.remaining < own.remaining) ? shared : own
      const allowed = exhaustedFor <= 0 && hit.allowed
      reply?.headers(
        rateHeaders(hit.limit, allowed ? hit.remaining : 0, exhaustedFor > 0 ? now + exhaustedFor : hit.resetAt),
      )
      if (!allowed)
        throw new AppError('RATE_LIMITED', {
          retryAfter: exhaustedFor > 0 ? Math.ceil(exhaustedFor / 1_000) : hit.retryAfter,
        })
    }),
  )
}

const rateHeaders = (limit: number, remaining: number, resetAt: number) => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(Math.ceil(resetAt / 1_000)),
})

/** What is open to everybody is not counted: its headers say what the address has left. */
export const tellRate = async (platform: Platform, { raw }: FastifyRequest, reply: FastifyReply): Promise<void> => {
  const { address } = credentialsIn(platform, raw)
  const { organizationId, caller, requestsPerMinute } = publicActor(address, platform.env.SERVICE_MODE === 'sandbox')
  const seen = await platform.rate.look(`${organizationId}:${caller}`, requestsPerMinute, platform.clock.steady())
  reply.headers(rateHeaders(seen.limit, seen.remaining, seen.resetAt))
}

/** All callers of a company together have what its organization gives it; undefined where it gives no limit. */
const companyHit = (platform: Platform, actor: Actor): Hit | Promise<Hit> | undefined => {
  const { organizationId, companyId, companyRequestsPerMinute: most } = actor
  if (companyId === null || most == null) return undefined
  return platform.rate.hit(`${organizationId}:${companyId}`, most, platform.clock.steady())
}

/** Counts a caller who is not let in against the rate window of the address. */
export const countStranger = (platform: Platform, { address }: Credentials, reply?: FastifyReply): Waiting =>
  applyRate(platform, publicActor(address, platform.env.SERVICE_MODE === 'sandbox'), reply)
