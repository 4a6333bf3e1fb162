import { z } from 'zod'
import { OwnershipMethod, OwnershipReason } from '../../generated/prisma/enums.ts'
import { oneOf } from '../../kernel/input.ts'
import { bulkKinds, bulkStatuses } from '../../values/bulk.ts'
import { addressEvents } from './address-events.ts'
import { portabilitySides, portabilityStates } from '../../values/portability.ts'
import { cartEvents } from './cart-events.ts'
import { handoffEvents } from './handoff-events.ts'
import {
  idOf,
  documentId,
  companyId,
  partnerId,
  joinRequestId,
  userId,
  decidedBy,
  documentType,
  lifecycleStatus,
  moment,
  updatedAt,
  peppolId,
  decimal,
  party,
  change,
  authority,
  compliance,
  frenchStatus,
  reportError,
} from './event-fields.ts'
import { tenantEvents } from './tenant-events.ts'

/**
 * Every kind of event and the shape of its `data` (specification 6). Feed, webhooks, subscriptions, the page of events
 * and the OpenAPI document come from here. `graphql` names the type of a field as subscriptions show it.
 */
const reportOutcomes = {
  reported: 'The authority accepted the report.',
  failed: 'The authority refused the report, or could not be reached in time.',
} as const

export const eventCatalog = {
  'document.received': z
    .object({
      documentId,
      type: documentType,
      number: z
        .string()
        .describe('Number of the document, assigned by its issuer.')
        .meta({ examples: ['F-2026-0001'] }),
      direction: z.literal('incoming').describe('Always `incoming`.'),
      sender: party('Sender of the document.'),
      receiver: party('Recipient of the document.'),
      updatedAt,
    })
    .describe('An incoming document was stored.'),
  'document.sent': z
    .object({
      documentId,
      type: documentType,
      sentAt: moment("When the recipient's access point accepted the document."),
      updatedAt,
    })
    .describe("A document was handed to the recipient's access point."),
  'document.delivered': z
    .object({ documentId, deliveredAt: moment('When the delivery was confirmed.'), updatedAt })
    .describe('The final delivery of a document was confirmed.'),
  'document.failed': z
    .object({
      documentId,
      errorCode: z
        .string()
        .describe('Code of the reason why the delivery failed.')
        .meta({ examples: ['TRANSPORT_FAILURE'] }),
      errorMessage: z
        .string()
        .describe('Why the delivery failed, in words.')
        .meta({ examples: ['The access point does not answer.'] }),
      updatedAt,
    })
    .describe('The delivery of a document failed for good.'),
  'document.retrying': z
    .object({
      documentId,
      attempt: z
        .number()
        .int()
        .describe('Number of the attempt that failed, from 1.')
        .meta({ graphql: 'Int', examples: [1] }),
      errorCode: z
        .string()
        .describe('Code of the reason why the attempt failed.')
        .meta({ examples: ['TRANSPORT_FAILURE'] }),
      errorMessage: z
        .string()
        .describe('Why the attempt failed, in words.')
        .meta({ examples: ['The access point does not answer.'] }),
      nextAttemptAt: moment('When the next attempt is made.'),
      updatedAt,
    })
    .describe('An attempt to deliver a document failed, and another one follows.'),
  'document.updated': z
    .object({ documentId, changes: z.array(change).describe('The changes to the document.'), updatedAt })
    .describe(
      'A document was tagged, archived, annotated, linked or marked as read, ' +
        'or the network told more of the messages about it.',
    ),
  'lifecycle.updated': z
    .object({
      documentId,
      previousStatus: lifecycleStatus
        .describe('Business status before the change.')
        .meta({ graphql: 'LifecycleStatus', examples: ['received'] }),
      currentStatus: lifecycleStatus
        .describe('Business status after the change.')
        .meta({ graphql: 'LifecycleStatus', examples: ['approved'] }),
      frenchStatus: frenchStatus.describe('French status after the change. Null when the document has none.'),
      compliance: compliance
        .nullable()
        .describe('The report of this change to an authority. Null when no authority receives one.')
        .meta({ examples: [{ reportedTo: 'PPF', status: 'pending', nextCheckAt: '2026-11-21T10:05:00Z' }] }),
      updatedAt,
    })
    .describe('The business status of a document changed.'),
  'payment.reversed': z
    .object({
      paymentId: idOf('payment', 'Identifier of the payment.'),
      documentId,
      amount: decimal('Amount of the payment, which no longer counts.', '121.00'),
      currency: z
        .string()
        .meta({ graphql: 'CurrencyCode', examples: ['EUR'], description: 'Currency of the amounts.' }),
      amountPaid: decimal('Sum of the payments of the document that still count.', '0.00'),
      reversedOn: z.string().meta({ graphql: 'Date', examples: ['2026-11-21'], description: 'Date of the reversal.' }),
      reason: z
        .string()
        .nullable()
        .describe('Why the payment was reversed. Null when no reason was given.')
        .meta({ examples: ['Returned by the bank (AC04)'] }),
      updatedAt,
    })
    .describe('A recorded payment was reversed: by a caller, or by a return in a bank statement.'),
  'company.created': z
    .object({
      companyId,
      vatNumber: z.string().meta({ graphql: 'VatNumber', examples: ['FR40303265045'], description: 'VAT number.' }),
      peppolId,
    })
    .describe('The organization registered a company.'),
  'company.updated': z
    .object({
      companyId,
      changes: z
        .array(z.string())
        .describe('Names of the changed fields.')
        .meta({ examples: [['name']] }),
      updatedAt,
    })
    .describe('Fields of a company changed.'),
  'company.deregistered': z
    .object({ companyId, peppolId })
    .describe('A company was removed from the network. Its documents and history stay.'),
  'company.smp_registered': z
    .object({ companyId, peppolId })
    .describe('A company was published on the network and can receive documents.'),
  ...addressEvents,
  'company.ownership_granted': z
    .object({
      companyId,
      peppolId,
      proof: z
        .enum(Object.values(OwnershipMethod) as [OwnershipMethod, ...OwnershipMethod[]])
        .meta({ graphql: 'OwnershipMethod', examples: ['dns'] })
        .nullable()
        .describe('How the ownership was proved. Null when the sandbox granted it without a proof.'),
      updatedAt,
    })
    .describe('A company became the owner of its participant id, or proved that it is.'),
  'company.ownership_pending': z
    .object({
      companyId,
      peppolId,
      reason: z
        .enum(Object.values(OwnershipReason) as [OwnershipReason, ...OwnershipReason[]])
        .meta({ graphql: 'OwnershipReason', examples: ['owned_by_another'] })
        .describe('Why the ownership is pending.'),
      updatedAt,
    })
    .describe('A company does not own its participant id, or lost it. It cannot send or receive.'),
  'company.ownership_rejected': z
    .object({
      companyId,
      peppolId,
      method: z
        .enum(Object.values(OwnershipMethod) as [OwnershipMethod, ...OwnershipMethod[]])
        .meta({ graphql: 'OwnershipMethod', examples: ['mandate'] })
        .describe('The proof that was rejected: `mandate` or `operator`.'),
      rejection: z
        .string()
        .describe('Why the operator of this service rejected it.')
        .meta({ examples: ['The signature is missing.'] }),
      updatedAt,
    })
    .describe('The operator of this service rejected a proof of ownership. The company can start another.'),
  'company.join_requested': z
    .object({
      companyId,
      joinRequestId,
      userId,
      email: z
        .string()
        .nullable()
        .describe('E-mail address of the user. Null when the token has none.')
        .meta({ examples: ['ada@example.com'] }),
    })
    .describe('A user asked to join a company.'),
  'company.join_accepted': z
    .object({ companyId, joinRequestId, userId, decidedBy })
    .describe('An admin accepted the request of a user to join a company.'),
  'company.join_rejected': z
    .object({ companyId, joinRequestId, userId, decidedBy })
    .describe('An admin rejected the request of a user to join a company.'),
  ...tenantEvents,
  ...cartEvents,
  'partner.created': z
    .object({
      partnerId,
      peppolId: peppolId.nullable(),
      vatNumber: z
        .string()
        .nullable()
        .meta({ graphql: 'VatNumber', examples: ['FR40303265045'], description: 'VAT number.' }),
    })
    .describe('A trading partner was created, by a caller or by the first exchange with it.'),
  'partner.updated': z
    .object({
      partnerId,
      changes: z
        .array(z.string())
        .describe('Names of the changed fields.')
        .meta({ examples: [['defaults']] }),
      updatedAt,
    })
    .describe('Fields of a partner changed.'),
  'partner.deleted': z
    .object({
      partnerId,
      mergedInto: idOf(
        'partner',
        'Identifier of the partner that this one was merged into. Null when it was deleted.',
      ).nullable(),
    })
    .describe('A partner was deleted, or merged into another one.'),
  'compliance.reported': z
    .object({
      documentId,
      reportedTo: authority.describe('The authority.'),
      status: oneOf('ReportOutcome', reportOutcomes).describe('Whether the authority accepted the report.'),
      frenchStatus: frenchStatus.describe('The French status that was reported. Null when the report has none.'),
      error: reportError
        .nullable()
        .describe('Why the report failed. Null when the authority accepted it.')
        .meta({ examples: [null] }),
    })
    .describe('A report about a document to an authority was accepted, or failed.'),
  'compliance.period_reported': z
    .object({
      periodId: idOf('reportingPeriod', 'Identifier of the period of e-reporting.'),
      kind: oneOf('EReportingKind', {
        transactions: 'Sales abroad, one by one (flux 10.1), and sales to consumers, by day (flux 10.3).',
        purchases: 'Purchases abroad, one by one (flux 10.1).',
        payments: 'Payments of sales abroad (flux 10.2), and of sales to consumers by day (flux 10.4).',
      }).describe('What the period reports.'),
      reportedTo: authority.describe('The authority.'),
      status: oneOf('ReportOutcome', reportOutcomes).describe('Whether the authority accepted the report.'),
    })
    .describe('The report of a period of e-reporting was accepted, or failed.'),
  'portability.changed': z
    .object({
      portabilityRequestId: idOf('portabilityRequest', 'Identifier of the request.'),
      requestRef: z
        .string()
        .describe('Reference of the request.')
        .meta({ examples: ['PORT-2026-0001'] }),
      taxpayerSiren: z
        .string()
        .describe('SIREN of the taxpayer.')
        .meta({ examples: ['303265045'] }),
      side: oneOf('PortabilitySide', portabilitySides).describe('Which side of the change we are.'),
      state: oneOf('PortabilityState', portabilityStates).describe('State of the request.'),
      updatedAt,
    })
    .describe('A request to change platforms was made, answered, carried out or withdrawn.'),
  'bulk.completed': z
    .object({
      bulkOperationId: idOf('bulkOperation', 'Identifier of the bulk operation.'),
      kind: oneOf('BulkKind', bulkKinds).describe('Kind of bulk operation.'),
      status: oneOf('BulkStatus', bulkStatuses)
        .describe('How it ended: `completed`, `cancelled` or `failed`.')
        .meta({ examples: ['completed'] }),
      processed: z
        .number()
        .int()
        .describe('Number of rows or lines that are done, those that were refused among them.')
        .meta({ graphql: 'Int', examples: [100_000] }),
      failed: z
        .number()
        .int()
        .describe('Number of lines among them that were refused.')
        .meta({ graphql: 'Int', examples: [0] }),
      updatedAt,
    })
    .describe('A bulk operation ended: it was completed or cancelled, or it failed.'),
  ...handoffEvents,
} as const

export type EventType = keyof typeof eventCatalog
export type EventData<T extends EventType = EventType> = z.input<(typeof eventCatalog)[T]>
/** What whoever announces an event says of it. */
export type Announced<T extends EventType = EventType> = Omit<EventData<T>, 'updatedAt'>
export const eventTypes = Object.keys(eventCatalog) as [EventType, ...EventType[]]

/** The date-shaped version that every envelope carries. */
export const EVENT_API_VERSION = '2026-11-01'
