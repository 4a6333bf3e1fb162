import { z } from 'zod'
import { LifecycleStatus } from '../../generated/prisma/enums.ts'
import { instant } from '../../kernel/input.ts'
import { documentTypes } from '../../values/document-types.ts'
import { prefixes } from '../../values/ids.ts'

/** An identifier as events carry it. */
const idOf = (kind: 'document' | 'company' | 'partner' | 'joinRequest', what: string) =>
  z.string().meta({ graphql: 'ID', examples: [`${prefixes[kind]}_01kafm4h7vf8xbkrs9q2m3c5de`], description: what })

const documentId = idOf('document', 'The document.')
const companyId = idOf('company', 'The company.')
const partnerId = idOf('partner', 'The partner.')
const joinRequestId = idOf('joinRequest', 'The join request.')
const userId = z
  .string()
  .describe('The user who asks, as the identity provider names it.')
  .meta({ examples: ['user-1'] })
const decidedBy = z
  .string()
  .describe('The user or key that decided.')
  .meta({ examples: ['user-2'] })
const documentType = z.enum(documentTypes).meta({ graphql: 'DocumentType', description: 'Kind of document.' })
const lifecycleStatus = z.enum(Object.values(LifecycleStatus) as [LifecycleStatus, ...LifecycleStatus[]])
const moment = (what: string) => instant.describe(what)
const peppolId = z.string().meta({ graphql: 'PeppolId', examples: ['0208:0123456749'], description: 'Participant id.' })

const party = (what: string) =>
  z
    .object({
      peppolId: peppolId.nullable(),
      name: z
        .string()
        .nullable()
        .describe('Name.')
        .meta({ examples: ['Atelier Logistics'] }),
    })
    .meta({ graphql: 'EventParty' })
    .describe(what)

const change = z
  .object({
    field: z
      .string()
      .describe('The field.')
      .meta({ examples: ['archived'] }),
    from: z
      .unknown()
      .describe('What it was.')
      .meta({ examples: [false] }),
    to: z
      .unknown()
      .describe('What it is.')
      .meta({ examples: [true] }),
  })
  .meta({ graphql: 'EventChange' })

const authority = z.enum(['PPF', 'SDI']).meta({ graphql: 'Authority' })
/** What an authority is told of a move: pending until it has answered. */
const compliance = z
  .object({
    reportedTo: authority.describe('The authority that is told.'),
    status: z
      .enum(['pending', 'reported', 'failed'])
      .meta({ graphql: 'ReportStatus' })
      .describe('Where the report stands.'),
    nextCheckAt: instant.nullable().describe('When it is looked at next.'),
  })
  .meta({ graphql: 'EventCompliance' })

/**
 * Every kind of event and the shape of its `data` (specification 6). Feed, webhooks, subscriptions, the page of events
 * and the OpenAPI document come from here. `graphql` names the type of a field as subscriptions show it.
 */
export const eventCatalog = {
  'document.received': z
    .object({
      documentId,
      type: documentType,
      number: z
        .string()
        .describe('Its number.')
        .meta({ examples: ['F-2026-0001'] }),
      direction: z.literal('incoming').describe('Always `incoming`.'),
      sender: party('Who sent it.'),
      receiver: party('Who received it.'),
    })
    .describe('An incoming document was stored.'),
  'document.sent': z
    .object({ documentId, type: documentType, sentAt: moment('When it was handed over.') })
    .describe("A document was handed to the recipient's access point."),
  'document.delivered': z
    .object({ documentId, deliveredAt: moment('When that was confirmed.') })
    .describe('The final delivery of a document was confirmed.'),
  'document.failed': z
    .object({
      documentId,
      errorCode: z
        .string()
        .describe('Code of the failure.')
        .meta({ examples: ['TRANSPORT_FAILURE'] }),
      errorMessage: z
        .string()
        .describe('The failure in words.')
        .meta({ examples: ['The access point does not answer.'] }),
    })
    .describe('The delivery of a document failed for good.'),
  'document.updated': z
    .object({ documentId, changes: z.array(change).describe('What changed.') })
    .describe('A document was tagged, archived, annotated, linked or marked as read.'),
  'lifecycle.updated': z
    .object({
      documentId,
      previousStatus: lifecycleStatus
        .describe('Where it stood.')
        .meta({ graphql: 'LifecycleStatus', examples: ['received'] }),
      currentStatus: lifecycleStatus
        .describe('Where it stands.')
        .meta({ graphql: 'LifecycleStatus', examples: ['approved'] }),
      compliance: compliance
        .nullable()
        .describe('What an authority is told of it; null where none is.')
        .meta({ examples: [{ reportedTo: 'PPF', status: 'pending', nextCheckAt: '2026-11-21T10:05:00Z' }] }),
    })
    .describe('The business status of a document moved.'),
  'company.created': z
    .object({
      companyId,
      vatNumber: z.string().meta({ graphql: 'VatNumber', examples: ['FR40303265045'], description: 'Its VAT number.' }),
      peppolId,
    })
    .describe('A company was registered with the organization.'),
  'company.updated': z
    .object({
      companyId,
      changes: z
        .array(z.string())
        .describe('Names of the fields.')
        .meta({ examples: [['name']] }),
      updatedAt: moment('When.'),
    })
    .describe('Fields of a company changed.'),
  'company.deregistered': z
    .object({ companyId, peppolId })
    .describe('A company was removed from the network; its history stays.'),
  'company.smp_registered': z
    .object({ companyId, peppolId })
    .describe('The record of a company on the network went live.'),
  'company.join_requested': z
    .object({
      companyId,
      joinRequestId,
      userId,
      email: z
        .string()
        .nullable()
        .describe('Its address, where the token tells it.')
        .meta({ examples: ['ada@example.com'] }),
    })
    .describe('A user asked to join a company.'),
  'company.join_accepted': z
    .object({ companyId, joinRequestId, userId, decidedBy })
    .describe('An admin let a user into a company.'),
  'company.join_rejected': z
    .object({ companyId, joinRequestId, userId, decidedBy })
    .describe('An admin turned a user down.'),
  'partner.created': z
    .object({
      partnerId,
      peppolId: peppolId.nullable(),
      vatNumber: z
        .string()
        .nullable()
        .meta({ graphql: 'VatNumber', examples: ['FR40303265045'], description: 'Its VAT number.' }),
    })
    .describe('A trading partner was kept, by somebody or on the first exchange.'),
  'partner.updated': z
    .object({
      partnerId,
      changes: z
        .array(z.string())
        .describe('Names of the fields.')
        .meta({ examples: [['defaults']] }),
      updatedAt: moment('When.'),
    })
    .describe('Fields of a partner changed.'),
  'partner.deleted': z
    .object({
      partnerId,
      mergedInto: idOf('partner', 'The partner that it became part of; null where it is simply gone.').nullable(),
    })
    .describe('A partner was forgotten, or merged into another.'),
  'compliance.reported': z
    .object({
      documentId,
      reportedTo: authority.describe('The authority.'),
      status: z.enum(['reported', 'failed']).meta({ graphql: 'ReportOutcome' }).describe('Whether it was accepted.'),
    })
    .describe('A move of a document was reported to an authority, or could not be.'),
} as const

export type EventType = keyof typeof eventCatalog
export type EventData<T extends EventType = EventType> = z.input<(typeof eventCatalog)[T]>
export const eventTypes = Object.keys(eventCatalog) as [EventType, ...EventType[]]

/** The date-shaped version that every envelope carries. */
export const EVENT_API_VERSION = '2026-11-01'
