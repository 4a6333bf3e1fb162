/** The subscription fields: `events`, and one for each kind of the catalog. */
import { eventCatalog, eventTypes } from '../../engine/feed/catalog.ts'
import { type NumberedEvent, camelCase } from '../../engine/feed/envelope.ts'
import { type FeedSubscription, followEvents } from '../../events/follow-events.ts'
import { EventInterface, eventObjects } from '../../events/schema.ts'
import { builder } from '../../graphql/builder.ts'
import type { Context } from '../../graphql/context.ts'
import { args, read, runs } from '../../graphql/field.ts'

/**
 * Live events as an iterator that ends at once when the client leaves or its credentials end. A refusal is thrown
 * before there is an iterator.
 */
const follow = async (context: Context, given: object): Promise<AsyncIterableIterator<NumberedEvent>> => {
  const subscription = await read(followEvents, given, context)
  const left = new AbortController()
  const ended = context.credentialsEnd?.()
  const signal = ended ? AbortSignal.any([left.signal, ended]) : left.signal
  const events = generate(context, subscription, signal)
  const iterator: AsyncIterableIterator<NumberedEvent> = {
    next: () => events.next(),
    return() {
      left.abort()
      return events.return(undefined)
    },
    [Symbol.asyncIterator]: () => iterator,
  }
  return iterator
}

async function* generate(
  context: Context,
  { organizationId, companyId, after, wants }: FeedSubscription,
  signal: AbortSignal,
): AsyncGenerator<NumberedEvent> {
  const { platform } = context.call
  platform.metrics.subscriptions.inc({ door: 'graphql' })
  try {
    for await (const event of platform.hub.follow({ organizationId, companyId }, after, signal)) {
      if (!(await wants(event))) continue
      // What was loaded for the event before may have changed: each event is answered with fresh rows.
      for (const loader of Object.values(context.loaders)) loader.clearAll()
      yield event
    }
  } finally {
    platform.metrics.subscriptions.dec({ door: 'graphql' })
  }
}

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
