/** Server-Sent Events: `id` resumes, comments keep the connection alive, and a last message says why it ends. */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { credentialsIn } from '../src/auth/authenticate.ts'
import { endOfCredentials } from '../src/auth/credentials-end.ts'
import { AppError } from '../src/kernel/errors/app-error.ts'
import { type NumberedEvent, envelopeOf } from '../src/engine/feed/envelope.ts'
import type { FeedSubscription } from '../src/events/follow-events.ts'
import { asAppError, callOf } from '../src/http/edge.ts'
import { execute } from '../src/operation/operation.ts'
import type { Platform } from '../src/operation/platform.ts'
import { restError } from './dialect.ts'
import type { Route } from '../src/http/route.ts'

const HEARTBEAT_MS = 15_000
const RETRY_MS = 2_000

/** The same event is written once for all its readers. */
const written = new WeakMap<NumberedEvent, string>()
const messageOf = (event: NumberedEvent, livemode: boolean): string => {
  const known = written.get(event) ?? `id: ${event.seq}\ndata: ${JSON.stringify(envelopeOf(event, livemode))}\n\n`
  written.set(event, known)
  return known
}

/** Where a client goes on that is cut off now, although nothing that it wants may have come yet: it hears no message by this. */
const placeOf = (seq: bigint): string => `id: ${seq}\n\n`

/** Keeps the connection alive; one that takes nothing for so long is given up. */
const heartbeat = (raw: ServerResponse, reached: () => bigint): NodeJS.Timeout => {
  let stuck = false
  return setInterval(() => {
    if (stuck && raw.writableNeedDrain) raw.destroy()
    stuck = raw.writableNeedDrain
    if (!stuck) raw.write(`: still here\n${placeOf(reached())}`)
  }, HEARTBEAT_MS).unref()
}

export const streamEvents = async (
  platform: Platform,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const call = callOf(platform, request)
  // What is refused is refused before the stream begins, with a status of its own.
  const following = (await execute(route.operation, call, route.input(request))) as FeedSubscription
  const { raw } = reply
  reply.hijack()
  raw.writeHead(route.status, {
    ...(reply.getHeaders() as Record<string, string>),
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  })
  raw.write(`retry: ${RETRY_MS}\n${placeOf(following.after)}`)
  const credentials = endOfCredentials(platform, call.actor, credentialsIn(platform, request.raw))
  const gone = new AbortController()
  if (raw.destroyed) gone.abort()
  else raw.once('close', () => gone.abort())
  let reached = following.after
  const beating = heartbeat(raw, () => reached)
  platform.metrics.subscriptions.inc({ door: 'rest' })
  try {
    for await (const event of platform.hub.follow(
      following.organizationId,
      following.after,
      AbortSignal.any([gone.signal, credentials.signal]),
    )) {
      reached = event.seq
      if (following.wants(event) && !raw.write(messageOf(event, !call.actor.testMode)))
        await once(raw, 'drain', { signal: gone.signal })
    }
    if (credentials.signal.aborted && !gone.signal.aborted)
      throw new AppError('REVOKED_KEY', { message: 'The credentials have ended.' })
  } catch (error) {
    if (!gone.signal.aborted)
      raw.write(
        `event: error\ndata: ${JSON.stringify(restError(asAppError(error, request, platform), request.requestId, platform.baseUrl, route))}\n\n`,
      )
  } finally {
    platform.metrics.subscriptions.dec({ door: 'rest' })
    clearInterval(beating)
    credentials.release()
    raw.end()
  }
  return reply
}
