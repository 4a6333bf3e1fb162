import { Company } from '../companies/schema.ts'
import { Document } from '../documents/schema.ts'
import { builder } from '../graphql/builder.ts'
import type { Context } from '../graphql/context.ts'
import { enumOf } from '../graphql/enums.ts'
import { args, read, runs } from '../graphql/field.ts'
import { outputFields } from '../graphql/outputs.ts'
import { EVENT_API_VERSION, type EventType, eventCatalog, eventTypes } from './catalog.ts'
import { type NumberedEvent, camelCase, eventName } from './envelope.ts'
import { type Following, followEvents } from './follow-events.ts'

const EventTypeEnum = enumOf('EventType', eventTypes, Object.fromEntries(eventTypes.map((type) => [type, eventCatalog[type].description ?? ''])))

const documentIdOf = ({ data }: NumberedEvent): string | null => (data as { documentId?: string }).documentId ?? null

/** The envelope that every event carries, whichever way it travels. */
const EventInterface = builder.interfaceRef<NumberedEvent>('EventEnvelope').implement({
  description: 'The envelope of an event.',
  resolveType: (event) => eventName(event.type as EventType),
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier, `evt_…`: the same in the feed, in webhooks and here.' }),
    seq: t.string({ description: 'Number within the organization: gapless and rising. Resume with it.', resolve: ({ seq }) => String(seq) }),
    type: t.field({ type: EventTypeEnum, description: 'Kind of event.', resolve: ({ type }) => type }),
    createdAt: t.field({ type: 'DateTime', description: 'When it happened.', resolve: ({ createdAt }) => createdAt }),
    apiVersion: t.string({ description: 'Version of the payload.', resolve: () => EVENT_API_VERSION }),
    livemode: t.boolean({ description: 'False in the sandbox.', resolve: (_event, _args, { call }) => !call.actor.testMode }),
    companyId: t.id({ nullable: true, description: 'The company it is about.', resolve: ({ companyId }) => companyId }),
    company: t.field({
      type: Company,
      nullable: true,
      description: 'The company it is about, as it is now.',
      resolve: ({ companyId }, _args, { loaders }) => (companyId === null ? null : loaders.company.load(companyId)),
    }),
    document: t.field({
      type: Document,
      nullable: true,
      description: 'The document it is about, as it is now.',
      resolve: (event, _args, { loaders }) => {
        const documentId = documentIdOf(event)
        return documentId === null ? null : loaders.document.load(documentId)
      },
    }),
    data: t.field({ type: 'JSON', description: 'The payload.', resolve: ({ data }) => data }),
  }),
})

/** In the payload this is the kind of the document; in the envelope, that of the event. */
const shownAs = (name: string): string => (name === 'type' ? 'documentType' : name)

/** One object type for each kind: the envelope and the fields of its payload. */
const eventObjects = Object.fromEntries(eventTypes.map((type) => [type,
  builder.objectRef<NumberedEvent>(eventName(type)).implement({
    description: eventCatalog[type].description ?? type,
    interfaces: [EventInterface],
    authScopes: { access: 'receive' },
    fields: (t) => Object.fromEntries(Object.entries(outputFields(eventCatalog[type])).map(([name, field]) =>
      [shownAs(name), t.field({ ...(field as object), resolve: ({ data }: NumberedEvent) => (data as Record<string, unknown>)[name] } as never)])) as never,
  })])) as Record<EventType, ReturnType<typeof builder.objectRef<NumberedEvent>>>

/** Live events as an iterator that ends at once when the client leaves or its credentials end. What is refused is refused before there is one. */
const follow = async (context: Context, given: object): Promise<AsyncIterableIterator<NumberedEvent>> => {
  const following = await read(followEvents, given, context)
  const left = new AbortController()
  const ended = context.credentialsEnd?.()
  const signal = ended ? AbortSignal.any([left.signal, ended]) : left.signal
  const events = generate(context, following, signal)
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

async function* generate(context: Context, following: Following, signal: AbortSignal): AsyncGenerator<NumberedEvent> {
  const { platform } = context.call
  platform.metrics.subscriptions.inc({ door: 'graphql' })
  try {
    for await (const event of platform.hub.follow(following.organizationId, following.after, signal)) {
      if (!following.wants(event)) continue
      // A fresh view for every event: nothing that was loaded for the one before is shown again.
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
