import { z } from 'zod'
import { change } from '../../../engine/feed/event-fields.ts'
import type { Db } from '../../../kernel/database/open.ts'
import { startColumns } from '../../../lifecycle/record/start-entry.ts'
import { instant } from '../../../kernel/input.ts'
import { issueShape } from '../../record/delivery-view.ts'
import type { DocumentRow } from '../../record/document.ts'

const text = (description: string) => z.string().nullable().optional().describe(description)
const integer = (description: string) => z.int().nullable().optional().describe(description).meta({ graphql: 'Int' })
const decimal = (description: string) => text(description).meta({ graphql: 'Decimal' })

const paymentShape = z
  .object({
    date: z.string().describe('Date of the payment.').meta({ graphql: 'Date' }),
    amount: z.string().nullable().describe('Amount that was paid.').meta({ graphql: 'Decimal' }),
    currency: z.string().nullable().describe('Currency of the amount.').meta({ graphql: 'CurrencyCode' }),
    reference: z.string().nullable().describe('Reference of the payment.'),
    remaining: z.string().nullable().describe('Amount that remains to be paid.').meta({ graphql: 'Decimal' }),
  })
  .meta({ graphql: 'MomentPayment', about: 'A payment as a status reports it.' })

/** What the sources tell beside the sentence: each has facts of its own. */
export const momentData = z
  .object({
    messageHash: text(
      'SHA-256 of the message as it went or came, in hexadecimal. ' +
        'REST: `GET /v1/documents/{document_id}/evidence/{message_hash}`.',
    ),
    requestId: text('The request that brought the document.'),
    format: text('The format that the document came in.'),
    instanceId: text('Instance identifier of the envelope that carried the document.'),
    profile: text('The rule sets that were applied.'),
    rules: z.array(z.string()).optional().describe('Identifiers of the rules that were broken or warned.'),
    number: integer('Number of the attempt.'),
    channel: text('Channel of the attempt.'),
    durationMs: integer('Duration of the attempt in milliseconds.'),
    errorCode: text('Code of the error.'),
    kind: text('`mls` for a Message Level Status, `mlr` for a Message Level Response.'),
    issues: z.array(issueShape).optional().describe('The issues that the access point found.'),
    changes: z.array(change).optional().describe('What the action changed.'),
    status: text('The business status.'),
    frenchStatus: text('Code of the French status.'),
    happenedAt: instant.optional().describe('When the status was decided.'),
    party: text('The party that set the status.'),
    source: text('Where the status or the payment comes from.'),
    reasonCode: text('Reason code of the status.'),
    payment: paymentShape.nullable().optional().describe('The payment that the status reports.'),
    direction: text('Whether the message was sent or received.'),
    syntax: text('Format of the message.'),
    name: text('Name of the file of the message.'),
    sdiId: text('Number of the file at the interchange system.'),
    exportId: text('Identifier of the payment order.').meta({ graphql: 'ID' }),
    endToEndId: text('The reference that travels with the transfer.'),
    statusReason: text('Why the bank gave the transfer its status.'),
    paymentId: text('Identifier of the payment.').meta({ graphql: 'ID' }),
    amount: decimal('Amount of the transfer or the payment.'),
    currency: text('Currency of the payment.').meta({ graphql: 'CurrencyCode' }),
    paidOn: text('Date of the payment.').meta({ graphql: 'Date' }),
    reference: text('Reference of the payment.'),
    moved: text('Business status that the payment set.'),
    reversedOn: text('Date of the reversal.').meta({ graphql: 'Date' }),
    reason: text('Why the payment was reversed.'),
  })
  .meta({
    id: 'MomentData',
    graphql: 'MomentData',
    about: 'Further facts about an entry in the history of a document. Which of them there are depends on `source`.',
  })

export type MomentData = z.output<typeof momentData>

export interface MomentFacts {
  at: Date
  /** What happened, as a word: `sent`, `tag`, `delivered`, … */
  what: string
  /** Who did it, where that is known. */
  by: string | null
  /** In a sentence. */
  text: string
  data: MomentData
}

/** The columns that sources look at. */
export const timelineColumns = {
  ...startColumns,
  requestId: true,
  format: true,
  instanceId: true,
  envelopeHash: true,
  originalHash: true,
  fileHash: true,
  senderName: true,
  receiverName: true,
  validation: true,
  sentAt: true,
  deliveredAt: true,
  receivedAt: true,
} as const

export type TimelineDocument = Pick<DocumentRow, keyof typeof timelineColumns>

/** A moment with the document that it belongs to. */
type DocumentMoment = MomentFacts & { documentId: string }

interface TimelineWhere {
  organizationId: string
  documentId: { in: string[] }
}

/** Finds what one table knows of some documents of one organization: asked once, however many there are. */
export type MomentSource = (
  db: Db,
  documents: readonly TimelineDocument[],
  where: TimelineWhere,
) => Promise<DocumentMoment[]> | DocumentMoment[]

/** A sentence with one full stop at its end, also where the text has one already. */
export const sentence = (text: string): string => `${text}.`.replace(/\.\.$/, '.')
