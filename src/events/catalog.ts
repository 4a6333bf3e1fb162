import { z } from 'zod'
import { instant } from '../input.ts'

/** Every kind of event and the shape of its `data`. Feed, webhooks, subscriptions and the reference come from here. */
const party = z.object({ peppolId: z.string().nullable(), name: z.string().nullable() }).meta({ graphql: 'JSON' })

export const eventCatalog = {
  'document.received': z.object({ documentId: z.string(), type: z.string(), number: z.string(), direction: z.literal('incoming'), sender: party, receiver: party }).describe('An incoming document was stored.'),
  'document.sent': z.object({ documentId: z.string(), type: z.string(), sentAt: instant }).describe("A document was handed to the recipient's access point."),
  'document.delivered': z.object({ documentId: z.string(), deliveredAt: instant }).describe('The final delivery of a document was confirmed.'),
  'document.failed': z.object({ documentId: z.string(), errorCode: z.string(), errorMessage: z.string() }).describe('The delivery of a document failed for good.'),
  'document.updated': z.object({ documentId: z.string(), changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })).meta({ graphql: 'JSON' }) }).describe('A document was tagged, archived, annotated, linked or marked as read.'),
  'company.created': z.object({ companyId: z.string(), vatNumber: z.string(), peppolId: z.string() }).describe('A company was registered with the organization.'),
  'company.updated': z.object({ companyId: z.string(), changes: z.array(z.string()), updatedAt: instant }).describe('Fields of a company changed; `changes` names them.'),
  'company.deregistered': z.object({ companyId: z.string(), peppolId: z.string() }).describe('A company was removed from the network; its history stays.'),
} as const

export type EventType = keyof typeof eventCatalog
export type EventData<T extends EventType> = z.input<(typeof eventCatalog)[T]>
export const eventTypes = Object.keys(eventCatalog) as EventType[]

/** The date-shaped version that every envelope carries. */
export const EVENT_API_VERSION = '2026-11-01'
