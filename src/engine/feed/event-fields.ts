/** Fields that several events have. */
import { z } from 'zod'
import { LifecycleStatus } from '../../generated/prisma/enums.ts'
import { instant } from '../../kernel/input.ts'
import { documentTypes } from '../../values/document-types.ts'
import { prefixes } from '../../values/ids.ts'

export const idOf = (
  kind:
    | 'document'
    | 'company'
    | 'partner'
    | 'joinRequest'
    | 'payment'
    | 'bulkOperation'
    | 'handoff'
    | 'apiKey'
    | 'reportingPeriod'
    | 'domain'
    | 'cart'
    | 'shop'
    | 'companyAddress'
    | 'portabilityRequest',
  what: string,
) => z.string().meta({ graphql: 'ID', examples: [`${prefixes[kind]}_01kafm4h7vf8xbkrs9q2m3c5de`], description: what })

export const documentId = idOf('document', 'Identifier of the document.')
export const companyId = idOf('company', 'Identifier of the company.')
export const partnerId = idOf('partner', 'Identifier of the partner.')
export const joinRequestId = idOf('joinRequest', 'Identifier of the join request.')
export const userId = z
  .string()
  .describe('Identifier of the user who asks to join, at the identity provider.')
  .meta({ examples: ['user-1'] })
export const decidedBy = z
  .string()
  .describe('The user or API key that decided.')
  .meta({ examples: ['user-2'] })
export const documentType = z.enum(documentTypes).meta({ graphql: 'DocumentType', description: 'Kind of document.' })
export const lifecycleStatus = z.enum(Object.values(LifecycleStatus) as [LifecycleStatus, ...LifecycleStatus[]])
export const moment = (what: string) => instant.describe(what)
/** Filled in when the event is written. */
export const updatedAt = moment(
  'When the change happened. Of two events about one object, the later one has the newer state.',
)
export const peppolId = z
  .string()
  .meta({ graphql: 'PeppolId', examples: ['0208:0123456749'], description: 'Participant id.' })

export const decimal = (what: string, example: string) =>
  z.string().meta({ graphql: 'Decimal', examples: [example], description: what })

export const party = (what: string) =>
  z
    .object({
      peppolId: peppolId.nullable(),
      name: z
        .string()
        .nullable()
        .describe('Name.')
        .meta({ examples: ['Atelier Logistics'] }),
    })
    .meta({ graphql: 'EventParty', about: 'A party of a document, as an event names it.' })
    .describe(what)

/** What a field of a document may hold: a mark, a text, or a list of identifiers. */
const changedValue = z.union([z.boolean(), z.string(), z.array(z.string())]).meta({
  graphql: 'ChangedValue',
  about: 'Value of a field that an action changed. Exactly one of the fields is not null.',
})
export type ChangedValue = z.output<typeof changedValue>

export const change = z
  .object({
    field: z
      .string()
      .describe('Name of the changed field.')
      .meta({ examples: ['archived'] }),
    from: changedValue
      .nullable()
      .describe('Value before the change. Null when there was none.')
      .meta({ examples: [false] }),
    to: changedValue
      .nullable()
      .describe('Value after the change. Null when there is none.')
      .meta({ examples: [true] }),
  })
  .meta({ graphql: 'DocumentChange', about: 'One change to a document.' })

export const authority = z.enum(['PPF', 'SDI']).meta({ graphql: 'Authority' })
/** What an authority is told of a move: pending until it has answered. */
export const compliance = z
  .object({
    reportedTo: authority.describe('The authority that receives the report.'),
    status: z
      .enum(['pending', 'reported', 'failed'])
      .meta({ graphql: 'ReportStatus' })
      .describe('Status of the report.'),
    nextCheckAt: instant
      .nullable()
      .describe('When the report is next sent or checked. Null when nothing more is planned.'),
  })
  .meta({ graphql: 'EventCompliance', about: 'The report of a change to an authority, as an event tells of it.' })

/** Code of a French status, as events tell it. */
export const frenchStatus = z
  .string()
  .nullable()
  .meta({ examples: ['205'] })

/** Why an authority did not take a report. */
export const reportError = z
  .object({
    code: z
      .string()
      .describe('Code of the authority, or of this server where the authority was not reached.')
      .meta({ examples: ['00025'] }),
    message: z
      .string()
      .describe('What is wrong.')
      .meta({ examples: ['The number of the invoice does not have the format that the portal requires.'] }),
  })
  .meta({ graphql: 'EventReportError', about: 'Why a report to an authority failed, as an event tells of it.' })
