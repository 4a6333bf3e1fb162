/** The subscription fields: `events`, and one for each kind of the catalog. */
import { eventCatalog, eventTypes } from '../../engine/feed/catalog.ts'
import { type NumberedEvent, camelCase } from '../../engine/feed/envelope.ts'
import type { Follower } from '../../engine/feed/follower.ts'
import { type FeedSubscription, followEvents } from '../../events/follow-events.ts'
import { EventInterface, eventObjects } from '../../events/schema.ts'
import { builder } from '../../graphql/builder.ts'
import type { Context } from '../../graphql/context.ts'
import { args, read, runs } from '../../graphql/field.ts'

type Result = IteratorResult<NumberedEvent, undefined>

/**
 * Live events as an iterator that ends at once when the client leaves or its credentials end. What it takes is taken ten
 * thousand times: it follows from its first question on, and holds nothing that it can do without.
 */
class LiveEvents implements AsyncIterableIterator<NumberedEvent, undefined> {
  readonly #context: Context
  readonly #subscription: FeedSubscription
  readonly #end: AbortSignal | undefined
  #follower: Follower | undefined
  #hasEnded = false

  constructor(context: Context, subscription: FeedSubscription, end: AbortSignal | undefined) {
    this.#context = context
    this.#subscription = subscription
    this.#end = end
  }

  async next(): Promise<Result> {
    try {
      for (;;) {
        const { done, value } = await this.#following().next()
        if (done || this.#hasEnded) return await this.return()
        if (!(await this.#subscription.wants(value))) continue
        // What was loaded for the event before may have changed: each event is answered with fresh rows.
        this.#context.loaders.clearAll()
        return { done: false, value }
      }
    } catch (error) {
      await this.return()
      throw error
    }
  }

  return(): Promise<Result> {
    if (this.#follower && !this.#hasEnded) this.#context.call.platform.metrics.subscriptions.dec({ door: 'graphql' })
    this.#hasEnded = true
    this.#follower?.end()
    return Promise.resolve({ done: true, value: undefined })
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  #following(): Follower {
    if (this.#follower) return this.#follower
    const { organizationId, companyId, after } = this.#subscription
    const { hub, metrics } = this.#context.call.platform
    this.#follower = hub.follow({ organizationId, companyId }, after)
    metrics.subscriptions.inc({ door: 'graphql' })
    if (this.#hasEnded || this.#end?.aborted) this.#follower.end()
    else this.#end?.addEventListener('abort', () => this.#follower?.end(), { once: true })
    return this.#follower
  }
}

/** A refusal is thrown before there is an iterator. */
const follow = async (context: Context, given: object): Promise<LiveEvents> =>
  new LiveEvents(context, await read(followEvents, given, context), context.credentialsEnd?.())

const followArguments = (t: never) => args(followEvents, t)

builder.subscriptionField('events', (t) =>
  t.field({
    type: EventInterface,
    description: `${followEvents.summary} REST: \`GET /v1/events/stream\`.`,
    args: followArguments(t as never),
    extensions: runs(followEvents),
    subscribe: (_root, given, context) => follow(context, given),
    resolve: (event) => event as NumberedEvent,
  }),
)

for (const type of eventTypes) {
  builder.subscriptionField(camelCase(type), (t) =>
    t.field({
      type: eventObjects[type],
      description: `${eventCatalog[type].description ?? ''} (\`${type}\`)`,
      args: args(followEvents, t as never, ['types']),
      extensions: { ...runs(followEvents), event: type },
      subscribe: (_root, given, context) => follow(context, { ...(given as object), types: [type] }),
      resolve: (event) => event as NumberedEvent,
    }),
  )
}
