/** Server-Sent Events: `id` resumes, comments keep the connection alive, and a last message says why it ends. */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../src/auth/actor.ts'
import { credentialsIn } from '../src/auth/authenticate.ts'
import { watchCredentials } from '../src/auth/credentials-end.ts'
import type { Access } from '../src/auth/scopes.ts'
import { AppError } from '../src/kernel/errors/app-error.ts'
import { type NumberedEvent, envelopeOf } from '../src/engine/feed/envelope.ts'
import type { FeedSubscription } from '../src/events/follow-events.ts'
import { asAppError, callOf } from '../src/http/edge.ts'
import { execute } from '../src/operation/execute.ts'
import type { Platform } from '../src/operation/platform.ts'
import { restError } from './dialect.ts'
import type { Route } from '../src/http/route.ts'

const HEARTBEAT_MS = 15_000
const RETRY_MS = 2_000

/** The message of an event, made once for all who follow it. */
const messages = new WeakMap<NumberedEvent, string>()
const messageOf = (event: NumberedEvent, livemode: boolean): string => {
  const known = messages.get(event) ?? `id: ${event.seq}\ndata: ${JSON.stringify(envelopeOf(event, livemode))}\n\n`
  messages.set(event, known)
  return known
}

/** An id without data: a client that reconnects resumes from it, although it has got no message. */
const placeOf = (seq: bigint): string => `id: ${seq}\n\n`

export const streamEvents = async (
  platform: Platform,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const call = callOf(platform, request)
  // A refusal is thrown before the stream begins, so that it is answered with its own status.
  const subscription = (await execute(route.operation, call, route.input(request))) as FeedSubscription
  const { raw } = reply
  reply.hijack()
  raw.writeHead(route.status, {
    ...(reply.getHeaders() as Record<string, string>),
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  })
  const stream = new EventStream(platform, call.actor, subscription, { request, needs: route.operation.scope }, raw)
  await stream.run((error) => {
    const refusal = asAppError(error, request, platform)
    return restError(refusal, request.requestId, request.site.baseUrl, route)
  })
  return reply
}

/** Writes the events of one subscription until the client leaves, its credentials end, or the server stops. */
class EventStream {
  readonly #platform: Platform
  readonly #livemode: boolean
  readonly #subscription: FeedSubscription
  readonly #raw: ServerResponse
  readonly #credentials: ReturnType<typeof watchCredentials>
  readonly #expired = new AbortController()
  readonly #gone = new AbortController()
  readonly #beating: NodeJS.Timeout
  /** The last event that was looked at, whether the subscription wanted it or not. */
  #reached: bigint
  #isStuck = false

  constructor(
    platform: Platform,
    actor: Actor,
    subscription: FeedSubscription,
    { request, needs }: { request: FastifyRequest; needs: Access },
    raw: ServerResponse,
  ) {
    this.#platform = platform
    this.#livemode = !actor.testMode
    this.#subscription = subscription
    this.#raw = raw
    this.#reached = subscription.after
    raw.write(`retry: ${RETRY_MS}\n${placeOf(subscription.after)}`)
    this.#credentials = watchCredentials(platform, actor, credentialsIn(platform, request.raw), {
      needs,
      credentialsEnd: () => this.#expired.abort(),
    })
    if (raw.destroyed) this.#gone.abort()
    else raw.once('close', () => this.#gone.abort())
    this.#beating = setInterval(() => this.#beat(), HEARTBEAT_MS).unref()
  }

  async run(refusalOf: (error: unknown) => object): Promise<void> {
    const { subscriptions } = this.#platform.metrics
    subscriptions.inc({ door: 'rest' })
    try {
      await this.#writeEvents()
      if (this.#expired.signal.aborted && !this.#gone.signal.aborted)
        throw new AppError('REVOKED_KEY', { message: 'The credentials have expired.' })
    } catch (error) {
      if (!this.#gone.signal.aborted) this.#raw.write(`event: error\ndata: ${JSON.stringify(refusalOf(error))}\n\n`)
    } finally {
      subscriptions.dec({ door: 'rest' })
      clearInterval(this.#beating)
      this.#credentials.release()
      this.#raw.end()
    }
  }

  async #writeEvents(): Promise<void> {
    const { organizationId, companyId, after } = this.#subscription
    const following = this.#platform.hub.follow({ organizationId, companyId }, after)
    const end = AbortSignal.any([this.#gone.signal, this.#expired.signal])
    if (end.aborted) following.end()
    else end.addEventListener('abort', () => following.end())
    for await (const event of following) {
      const isWanted = await this.#subscription.wants(event)
      this.#reached = event.seq
      if (isWanted && !this.#raw.write(messageOf(event, this.#livemode)))
        await once(this.#raw, 'drain', { signal: this.#gone.signal })
    }
  }

  /** Keeps the connection alive; one that has taken nothing since the beat before is given up. */
  #beat(): void {
    if (this.#isStuck && this.#raw.writableNeedDrain) this.#raw.destroy()
    this.#isStuck = this.#raw.writableNeedDrain
    if (!this.#isStuck) this.#raw.write(`: still here\n${placeOf(this.#reached)}`)
  }
}
