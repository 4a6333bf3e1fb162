import { z } from 'zod'
import { instant } from '../input.ts'

/** Every kind of event and the shape of its `data`. Feed, webhooks, subscriptions and the reference come from here. */
export const eventCatalog = {
  'company.created': z.object({ companyId: z.string(), vatNumber: z.string(), peppolId: z.string() }).describe('A company was registered with the organization.'),
  'company.updated': z.object({ companyId: z.string(), changes: z.array(z.string()), updatedAt: instant }).describe('Fields of a company changed; `changes` names them.'),
  'company.deregistered': z.object({ companyId: z.string(), peppolId: z.string() }).describe('A company was removed from the network; its history stays.'),
} as const

export type EventType = keyof typeof eventCatalog
export type EventData<T extends EventType> = z.input<(typeof eventCatalog)[T]>
export const eventTypes = Object.keys(eventCatalog) as EventType[]

/** The date-shaped version that every envelope carries. */
export const EVENT_API_VERSION = '2026-11-01'
