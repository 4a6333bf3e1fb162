import { z } from 'zod'
import type { Event } from '../../generated/prisma/client.ts'
import { instant } from '../../kernel/input.ts'
import { EVENT_API_VERSION, type EventType, eventCatalog } from './catalog.ts'

/** An event that the relay has numbered: what leaves the house is always one. */
export type NumberedEvent = Event & { seq: bigint }

/** What tells which event it is, and whom it concerns. */
export type EventHead = Pick<Event, 'organizationId' | 'id' | 'type' | 'companyId' | 'createdAt'>

/** The envelope of one kind as JSON: feed, stream and webhooks carry the same. */
export const envelopeShape = <T extends EventType>(type: T) =>
  z
    .object({
      id: z
        .string()
        .describe(
          'Identifier of the event, the same in the feed, in webhooks and ' +
            'in subscriptions. Use it to recognise duplicates.',
        )
        .meta({ examples: ['evt_01kafm4h7vf8xbkrs9q2m3c5de'] }),
      seq: z
        .number()
        .int()
        .min(1)
        .describe('Number of the event in the organization, rising without gaps. Use it to order events and to resume.')
        .meta({ examples: [4711] }),
      type: z.literal(type).describe('Kind of event.'),
      livemode: z
        .boolean()
        .describe('True for live data, false in the sandbox.')
        .meta({ examples: [false] }),
      createdAt: instant.describe('When the event happened.'),
      apiVersion: z
        .string()
        .describe("Version of the payload's format, as a date.")
        .meta({ examples: [EVENT_API_VERSION] }),
      companyId: z
        .string()
        .nullable()
        .describe(
          'Identifier of the company that the event is about. Null when it is about ' +
            'something that the companies of the organization share.',
        )
        .meta({ examples: ['comp_01kafm4h7vf8xbkrs9q2m3c5de'] }),
      data: eventCatalog[type].meta({ id: dataName(type), description: 'The payload.' }),
    })
    .meta({ id: eventName(type), description: eventCatalog[type].description ?? type })

export interface Envelope {
  id: string
  seq: number
  type: string
  livemode: boolean
  createdAt: string
  apiVersion: string
  companyId: string | null
  data: object
}

/** An event as JSON. Numbers stay far below 2^53: a thousand events a second would take 285,000 years. */
export const envelopeOf = (
  {
    id,
    seq,
    type,
    createdAt,
    companyId,
    data,
  }: Pick<NumberedEvent, 'id' | 'seq' | 'type' | 'createdAt' | 'companyId' | 'data'>,
  livemode: boolean,
): Envelope => ({
  id,
  seq: Number(seq),
  type,
  livemode,
  createdAt: createdAt.toISOString(),
  apiVersion: EVENT_API_VERSION,
  companyId,
  data: data as object,
})

/** `document.received` → `documentReceived`. */
export const camelCase = (type: EventType): string =>
  type.replace(/[._](\w)/g, (_match, letter: string) => letter.toUpperCase())

/** `document.received` → `DocumentReceivedEvent`, in GraphQL and in the OpenAPI document. */
export const eventName = (type: EventType): string =>
  `${camelCase(type).charAt(0).toUpperCase()}${camelCase(type).slice(1)}Event`

/** `document.received` → `DocumentReceivedData`: the payload, likewise. */
export const dataName = (type: EventType): string => eventName(type).replace(/Event$/, 'Data')
