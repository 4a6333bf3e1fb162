/** The subscription fields: `events`, and one for each kind of the catalog. */
import { eventCatalog, eventTypes } from '../../engine/feed/catalog.ts'
import { type NumberedEvent, camelCase } from '../../engine/feed/envelope.ts'
import { followEvents } from '../../events/follow-events.ts'
import { EventInterface, eventObjects } from '../../events/schema.ts'
import { builder } from '../../graphql/builder.ts'
import type { Context } from '../../graphql/context.ts'
import { args, read, runs } from '../../graphql/field.ts'
import { LiveEvents } from './live-events.ts'

/** A refusal is thrown before there is an iterator. */
const follow = async (context: Context, given: object): Promise<LiveEvents> =>
  new LiveEvents(context.call.platform, await read(followEvents, given, context), context.credentialsEnd?.())

builder.subscriptionField('events', (t) =>
  t.field({
    type: EventInterface,
    description: `${followEvents.summary} REST: \`GET /v1/events/stream\`.`,
    args: args(followEvents, t),
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
      args: args(followEvents, t, ['types']),
      extensions: { ...runs(followEvents), event: type },
      subscribe: (_root, given, context) => follow(context, { ...(given as object), types: [type] }),
      resolve: (event) => event as NumberedEvent,
    }),
  )
}
