/** How often somebody may ask: the windows that a request counts in, and the headers that tell of them. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, publicActor } from '../auth/actor.ts'
import { type Credentials, credentialsIn } from '../auth/authenticate.ts'
import { plans } from '../auth/plans.ts'
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
    after(exhaustedFor <= 0 ? hitShared(platform, sharedWindows(actor), own) : own, (hit) => {
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

type Window = readonly [name: string, limit: number]

/**
 * Windows of several callers: what a key with a limit of its own has made or let in counts in that of the key, and all
 * callers of a company together have what its organization gives it.
 */
const sharedWindows = (actor: Actor): Window[] => {
  const { organizationId, companyId, companyRequestsPerMinute: most, sharedLimits = [] } = actor
  const { requestsPerMinute: ofPlan } = plans[actor.plan]
  const ofLine = sharedLimits.map(({ keyId, requestsPerMinute: ofKey }): Window => [
    `${organizationId}:${keyId}`,
    Math.min(ofPlan, ofKey),
  ])
  return companyId === null || most == null ? ofLine : [...ofLine, [`${organizationId}:${companyId}`, most]]
}

/** Counts in one window after the other until one is full. The caller is told of the one that leaves it least. */
const hitShared = (platform: Platform, windows: readonly Window[], told: Hit): Hit | Promise<Hit> => {
  const [window, ...others] = windows
  if (!window || !told.allowed) return told
  return after(platform.rate.hit(...window, platform.clock.steady()), (hit) =>
    hitShared(platform, others, !hit.allowed || hit.remaining < told.remaining ? hit : told),
  )
}

/** Counts a caller who is not let in against the rate window of the address. */
export const countStranger = (platform: Platform, { address }: Credentials, reply?: FastifyReply): Waiting =>
  applyRate(platform, publicActor(address, platform.env.SERVICE_MODE === 'sandbox'), reply)
