import { z } from 'zod'
import { Company } from '../companies/schema.ts'
import { builder } from '../graphql/builder.ts'
import type { Context } from '../graphql/context.ts'
import { enumOf } from '../graphql/enums.ts'
import { args, read, runs } from '../graphql/field.ts'
import { EVENT_API_VERSION, type EventType, eventCatalog, eventTypes } from './catalog.ts'
import { type Following, followEvents } from './follow-events.ts'
import type { NumberedEvent } from './hub.ts'

const EventTypeEnum = enumOf('EventType', eventTypes, Object.fromEntries(eventTypes.map((type) => [type, eventCatalog[type].description ?? ''])))

/** The envelope that every event carries, whichever way it travels. */
const EventInterface = builder.interfaceRef<NumberedEvent>('EventEnvelope').implement({
  description: 'The envelope of an event.',
  resolveType: (event) => nameOf(event.type as EventType),
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
    data: t.field({ type: 'JSON', description: 'The payload.', resolve: ({ data }) => data }),
  }),
})

const camel = (type: string): string => type.replace(/[._](\w)/g, (_match, letter: string) => letter.toUpperCase())
const nameOf = (type: EventType): string => `${camel(type).charAt(0).toUpperCase()}${camel(type).slice(1)}Event`

const fieldType = (schema: z.ZodType): string | [string] =>
  schema instanceof z.ZodArray ? ['String'] : ((schema.meta()?.['graphql'] as string | undefined) ?? (schema instanceof z.ZodNumber ? 'Float' : 'String'))

/** One object type for each kind: the envelope and the fields of its payload. */
const eventObjects = Object.fromEntries(eventTypes.map((type) => [type,
  builder.objectRef<NumberedEvent>(nameOf(type)).implement({
    description: eventCatalog[type].description ?? type,
    interfaces: [EventInterface],
    authScopes: { access: 'receive' },
    fields: (t) => Object.fromEntries(Object.entries(eventCatalog[type].shape as Record<string, z.ZodType>).filter(([name]) => name !== 'companyId').map(([name, schema]) => [name === 'type' ? 'documentType' : name,
      t.field({ type: fieldType(schema) as never, description: `\`${name}\` of the payload.`, resolve: ({ data }) => (data as Record<string, unknown>)[name] as never })])),
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
      context.loaders.company.clearAll()
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
  builder.subscriptionField(camel(type), (t) =>
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
