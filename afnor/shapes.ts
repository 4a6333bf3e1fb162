/** What `/afnor` answers, as XP Z12-013 writes it. */
import { z } from 'zod'
import type { FlowPage } from '../src/flows/list-flows.ts'
import type { FlowRow } from '../src/flows/flow.ts'
import type { AckDetail } from '../src/flows/record/acknowledgement.ts'
import { reasonCodes } from '../src/flows/record/acknowledgement.ts'
import { ackStatuses, flowProfiles, flowSyntaxes, flowTypes, processingRules } from '../src/flows/record/flow-words.ts'
import { uuidOf } from '../src/values/ids.ts'

/** Editions of the norm, by the words that they have: the usual one has the shape of 1.2. */
export type Edition = '1.2' | '1.3'

const word = (words: Readonly<Record<string, string>>) => z.enum(Object.keys(words))
const moment = z.iso.datetime()
const flowId = z.string().max(64).describe('Identifier of the flow.')

const signaling = {
  trackingId: z.string().max(64).optional().describe("The sender's own identifier."),
  name: z.string().max(255).describe('Name of the file.'),
  processingRule: word(processingRules).optional().describe('How the reform treats it.'),
  flowSyntax: word(flowSyntaxes).describe('Syntax of the original file.'),
  flowProfile: word(flowProfiles).optional().describe('Profile of an invoice.'),
  sha256: z
    .string()
    .regex(/^[a-f0-9]{64}$/)
    .optional()
    .describe('SHA-256 of the original file.'),
}

export const fullFlowInfoShape = z
  .object({ flowId, submittedAt: moment, ...signaling })
  .meta({ id: 'FullFlowInfo', description: 'A flow that was submitted.' })

const acknowledgementShape = z
  .object({
    status: word(ackStatuses),
    details: z
      .array(
        z.object({
          level: z.enum(['Error', 'Warning']),
          item: z.string(),
          reasonCode: word(reasonCodes),
          reasonMessage: z.string(),
        }),
      )
      .min(1)
      .optional(),
  })
  .meta({ id: 'Acknowledgement', description: 'What became of the checks of a flow.' })

export const flowShape = z
  .object({
    flowId,
    submittedAt: moment,
    updatedAt: moment,
    ...signaling,
    processingRuleSource: z.enum(['Input', 'Computed']),
    flowDirection: z.enum(['In', 'Out']),
    flowType: word(flowTypes).optional(),
    acknowledgement: acknowledgementShape,
  })
  .meta({ id: 'Flow', description: 'A flow.' })

const filtersShape = z.record(z.string(), z.unknown())

export const searchShape = z
  .object({
    limit: z.int(),
    filters: filtersShape,
    results: z.array(flowShape),
    nextCursor: z.string().optional().describe('Where the next page begins. Absent on the last page.'),
    search: z.object({ limit: z.int(), where: filtersShape }).describe('What was asked, with the defaults.'),
    totalNumberOfResults: z.int().describe('How many there are: -1 for more than 10,000.'),
  })
  .meta({ id: 'SearchFlowContent', description: 'A page of flows, in the order in which they were changed.' })

/** Nothing is said where there is nothing to say: the norm has no nulls. */
export const known = (values: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined))

export const isStateCopy = /^State(Customer|Supplier)Invoice$/

/** Before edition 1.3 there is one word for the copies of invoices, and none for what is not known. */
const wordsOf = ({ type, profile, processingRule }: FlowRow, edition: Edition) => {
  if (edition === '1.3') return { flowType: type, flowProfile: profile ?? 'Undefined', processingRule }
  const said = (text: string | null): string | null => (text === 'Undefined' ? null : text)
  return {
    flowType: isStateCopy.test(type) ? 'StateInvoice' : said(type),
    flowProfile: said(profile),
    processingRule: said(processingRule),
  }
}

const signalingOf = (flow: FlowRow, edition: Edition) => {
  const { flowType: _type, ...words } = wordsOf(flow, edition)
  const { id, submittedAt, trackingId, name, syntax, sha256 } = flow
  return {
    flowId: uuidOf(id),
    submittedAt: submittedAt.toISOString(),
    trackingId,
    name,
    flowSyntax: syntax,
    ...words,
    sha256,
  }
}

export const fullFlowInfoOf =
  (edition: Edition) =>
  (flow: FlowRow): object =>
    known(signalingOf(flow, edition))

const acknowledgementOf = ({ ackStatus, ackDetails }: FlowRow): object => {
  const details = ackDetails as unknown as AckDetail[]
  const status = { pending: 'Pending', ok: 'Ok', error: 'Error' }[ackStatus]
  return { status, ...(details.length > 0 && { details }) }
}

export const flowOf =
  (edition: Edition) =>
  (flow: FlowRow): object =>
    known({
      ...signalingOf(flow, edition),
      updatedAt: (flow.updatedAt ?? flow.submittedAt).toISOString(),
      flowType: wordsOf(flow, edition).flowType,
      processingRuleSource: flow.ruleGiven ? 'Input' : 'Computed',
      flowDirection: flow.direction === 'incoming' ? 'In' : 'Out',
      acknowledgement: acknowledgementOf(flow),
    })

export const searchOf =
  (edition: Edition) =>
  ({ rows, hasNext, cursorOf, asked: { limit, filters }, total }: FlowPage): object => {
    const last = rows.at(-1)
    return {
      limit,
      filters,
      results: rows.map(flowOf(edition)),
      ...(hasNext && last && { nextCursor: cursorOf(last) }),
      search: { limit, where: filters },
      totalNumberOfResults: total ?? -1,
    }
  }
