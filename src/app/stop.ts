import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Platform } from '../operation/platform.ts'

/** Before balancers look again; a sandbox has none, and its developer does not want to wait. */
const LIVE_DRAIN_MS = 5_000

/**
 * Ends the process without cutting a request: first balancers are told, then nothing new is taken, and what is in
 * flight finishes. What takes longer than the grace is cut.
 */
export const stopper = (platform: Platform, server: FastifyInstance): (() => Promise<void>) => {
  const { SERVICE_MODE, SHUTDOWN_GRACE_MS } = platform.env
  const drainMs = platform.env.SHUTDOWN_DRAIN_MS ?? (SERVICE_MODE === 'live' ? LIVE_DRAIN_MS : 0)
  const impatience = new AbortController()
  return async () => {
    // Whoever asks twice does not want to wait for balancers.
    if (platform.phase !== 'serving') return impatience.abort()
    platform.phase = 'draining'
    await wait(drainMs, undefined, { signal: impatience.signal }).catch(() => undefined)
    platform.phase = 'closing'
    setTimeout(() => process.exit(1), SHUTDOWN_GRACE_MS).unref()
    await server.close()
    await platform.close()
    process.exit(0)
  }
}
