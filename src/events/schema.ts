import { Company } from '../companies/schema.ts'
import { Document } from '../documents/schema.ts'
import { builder } from '../graphql/builder.ts'
import { enumOf } from '../graphql/enums.ts'
import { mutation } from '../graphql/field.ts'
import { fieldsOf } from '../graphql/object.ts'
import { Node } from '../graphql/node-interface.ts'
import { objectOfSchema } from '../graphql/outputs.ts'
import { pages, query } from '../graphql/query.ts'
import { Partner } from '../partners/schema.ts'
import { acknowledgeEvent } from './acknowledge-event.ts'
import { acknowledgeEvents } from './acknowledge-events.ts'
import { EVENT_API_VERSION, type EventType, eventCatalog, eventTypes } from '../engine/feed/catalog.ts'
import { type NumberedEvent, dataName, eventName } from '../engine/feed/envelope.ts'
import { visibleEvents } from './feed.ts'
import { getEvent } from './get-event.ts'
import { listEvents } from './list-events.ts'
import { listPlatformEvents } from './list-platform-events.ts'
import { replayEvent } from './replay-event.ts'
import { acknowledgedView, replayedView } from './view.ts'

const EventTypeEnum = enumOf(
  'EventType',
  eventTypes,
  Object.fromEntries(eventTypes.map((type) => [type, eventCatalog[type].description ?? ''])),
)

const subjectOf = ({ data }: NumberedEvent, name: 'documentId' | 'partnerId'): string | null =>
  (data as { documentId?: string; partnerId?: string })[name] ?? null

/** The payload of each kind, made from its schema in the catalog. */
const payloads = Object.fromEntries(
  eventTypes.map((type) => [type, objectOfSchema(eventCatalog[type], dataName(type))]),
) as Record<EventType, ReturnType<typeof objectOfSchema>>

/** Each kind of event has a field of this name with its own payload, so nobody asks which of them one is. */
const EventData = builder.unionType('EventData', {
  description: 'The payload of an event. There is one type for each kind of event.',
  types: Object.values(payloads),
})

/** The envelope that every event carries, whichever way it travels. */
export const EventInterface = builder.interfaceRef<NumberedEvent>('EventEnvelope').implement({
  description: 'The common fields of every event.',
  interfaces: [Node],
  resolveType: (event) => eventName(event.type as EventType),
  fields: (t) => ({
    seq: t.string({
      description: 'Number of the event in the organization, rising without gaps. Use it to resume.',
      resolve: ({ seq }) => String(seq),
    }),
    type: t.field({ type: EventTypeEnum, description: 'Kind of event.', resolve: ({ type }) => type }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When the event happened.',
      resolve: ({ createdAt }) => createdAt,
    }),
    apiVersion: t.string({
      description: "Version of the payload's format, as a date.",
      resolve: () => EVENT_API_VERSION,
    }),
    livemode: t.boolean({
      description: 'True for live data, false in the sandbox.',
      resolve: (_event, _args, { call }) => !call.actor.testMode,
    }),
    companyId: t.id({
      nullable: true,
      description: 'Identifier of the company that the event is about. Null when it is about none.',
      resolve: ({ companyId }) => companyId,
    }),
    acknowledgedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the event was acknowledged. Null when it was not.',
      resolve: ({ acknowledgedAt }) => acknowledgedAt,
    }),
    data: t.field({
      type: EventData,
      description: 'Payload of the event. Its type depends on `type`.',
      resolve: ({ data }) => data,
    }),
  }),
})

/** What it is about, as it is now. */
builder.interfaceFields(EventInterface, (t) => ({
  company: t.field({
    type: Company,
    nullable: true,
    description: 'The company that the event is about, in its current state.',
    resolve: ({ companyId }, _args, { loaders }) => (companyId === null ? null : loaders.company.load(companyId)),
  }),
  document: t.field({
    type: Document,
    nullable: true,
    description: 'The document that the event is about, in its current state. Null when it is about none.',
    resolve: (event, _args, { loaders }) => {
      const documentId = subjectOf(event, 'documentId')
      return documentId === null ? null : loaders.document.load(documentId)
    },
  }),
  partner: t.field({
    type: Partner,
    nullable: true,
    description: 'The partner that the event is about, in its current state. Null when it is about none.',
    resolve: (event, _args, { loaders }) => {
      const partnerId = subjectOf(event, 'partnerId')
      return partnerId === null ? null : loaders.partner.load(partnerId)
    },
  }),
}))

/** One object type for each kind: the envelope with the payload of that kind. */
export const eventObjects = Object.fromEntries(
  eventTypes.map((type) => [
    type,
    builder.objectRef<NumberedEvent>(eventName(type)).implement({
      description: eventCatalog[type].description ?? type,
      interfaces: [EventInterface, Node],
      authScopes: { access: 'receive' },
      fields: (t) => ({
        data: t.field({
          type: payloads[type],
          description: 'Payload of the event.',
          resolve: ({ data }) => data,
        }),
      }),
    }),
  ]),
) as Record<EventType, ReturnType<typeof builder.objectRef<NumberedEvent>>>

query('event', getEvent, EventInterface, { id: 'eventId' })
pages('events', listEvents, EventInterface, { row: 'Event', rows: 'events' })
pages('platformEvents', listPlatformEvents, EventInterface, { row: 'PlatformEvent', rows: 'events of all companies' })

mutation(acknowledgeEvent, (t) => ({
  event: t.field({ type: EventInterface, description: 'The event.', resolve: ({ event }) => event }),
}))
mutation(acknowledgeEvents, (t) => ({
  ...(fieldsOf(acknowledgedView)(t) as object),
  events: t.field({
    type: [EventInterface],
    description: 'The events, in the given order.',
    resolve: ({ eventIds }, _args, { call }) => visibleEvents(call.platform.db.client, call.actor, eventIds),
  }),
}))
mutation(replayEvent, (t) => ({
  ...(fieldsOf(replayedView)(t) as object),
  event: t.field({ type: EventInterface, description: 'The event.', resolve: ({ event }) => event }),
}))
