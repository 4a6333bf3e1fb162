import { z } from 'zod'
import { visibleCompany } from '../../companies/company.ts'
import { refusal } from '../../kernel/errors/app-error.ts'
import { currency, date, decimal } from '../../kernel/input.ts'
import { operation } from '../../operation/operation.ts'
import { externalId } from '../../operation/external-id.ts'
import { pageInput } from '../../operation/pagination.ts'
import { partnerRef, visiblePartner } from '../../partners/record/partner.ts'
import { Decimal } from '../../values/money.ts'
import { documentTypes } from '../../values/document-types.ts'
import { documentFilter, filterTerms } from '../record/document-filter.ts'
import type { Page } from '../../operation/pagination.ts'
import type { DocumentRow } from '../record/document.ts'
import { type DocumentContent, contentInput, pageWithContent } from './content.ts'
import { type FilterTerm, deliveryStatuses, statuses } from '../record/filter.ts'
import { type Condition, condition } from '../record/filter-condition.ts'
import { type ListContext, NEWEST_FIRST, pageOfDocuments, sortInput } from '../record/page-of-documents.ts'
import { lifecycleStates } from '../../lifecycle/tables/states.ts'

const many = <T extends readonly [string, ...string[]]>(values: T, graphql: string) =>
  z.array(z.enum(values).meta({ graphql })).min(1).max(values.length)

/** What REST takes as flat parameters; GraphQL has the typed filter. */
export const filters = {
  type: many(documentTypes, 'DocumentType').optional().describe('Only documents of these kinds.'),
  direction: z
    .enum(['incoming', 'outgoing'])
    .meta({ graphql: 'Direction' })
    .optional()
    .describe('Only sent or only received documents.'),
  status: many(statuses, 'DocumentStatus').optional().describe('Only documents with one of these statuses.'),
  deliveryStatus: many(deliveryStatuses, 'DeliveryStatus')
    .optional()
    .describe('Only documents with this delivery status.'),
  lifecycleStatus: many(lifecycleStates, 'LifecycleStatus')
    .optional()
    .describe('Only documents with this business status.'),
  companyId: z.string().max(200).meta({ graphql: 'ID' }).optional().describe('Only documents of this company.'),
  partnerId: partnerRef.optional().describe('Only documents exchanged with this partner.'),
  from: date.optional().describe('Only documents issued on this day or later.'),
  to: date.optional().describe('Only documents issued on this day or earlier.'),
  amountMin: decimal.optional().describe('Only documents whose total with VAT is at least this amount.'),
  amountMax: decimal.optional().describe('Only documents whose total with VAT is at most this amount.'),
  issueDate: date.optional().describe('Only documents issued on this day.'),
  dueDate: date.optional().describe('Only documents due on this day.'),
  createdAt: date.optional().describe('Only documents that were sent or received here on this day (UTC).'),
  grossAmount: decimal.optional().describe('Only documents with this total with VAT.'),
  netAmount: decimal.optional().describe('Only documents with this total without VAT.'),
  currency: currency.optional().describe('Only documents in this currency.'),
  number: z.string().max(200).optional().describe('Only documents with this number.'),
  externalId: externalId.optional().describe("Only the document that the caller's own system calls so."),
  senderPeppolId: z.string().max(200).optional().describe('Only documents from this participant.'),
  receiverPeppolId: z.string().max(200).optional().describe('Only documents to this participant.'),
  senderName: z.string().max(500).optional().describe('Only documents whose sender has exactly this name.'),
  receiverName: z.string().max(500).optional().describe('Only documents whose recipient has exactly this name.'),
  orderReference: z
    .string()
    .max(200)
    .optional()
    .describe('Only documents that refer to the purchase order with this number.'),
  tag: z.string().max(100).optional().describe('Only documents with this tag.'),
  archived: z
    .boolean()
    .optional()
    .describe('True: only archived documents. False: only documents that are not archived.'),
  read: z.boolean().optional().describe('True: only documents marked as read. False: only unread documents.'),
  q: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .optional()
    .describe('Words to search for in the number, the parties, the references and the line descriptions.'),
}

const endOf = (day: unknown): string => `${String(day)}T23:59:59.999Z`

/** Decimals are compared as what they were written as. */
const asValue = (value: unknown): unknown => (value instanceof Decimal ? value.toFixed() : value)

/** The flat parameters as conditions of the one table of fields. */
export const conditionsOf = ({
  from,
  to,
  amountMin,
  amountMax,
  createdAt,
  ...rest
}: Record<string, unknown>): Condition[] => [
  ...(createdAt === undefined
    ? []
    : [
        { field: 'createdAt', op: 'gte' as const, value: createdAt },
        { field: 'createdAt', op: 'lte' as const, value: endOf(createdAt) },
      ]),
  ...(from === undefined ? [] : [{ field: 'issueDate', op: 'gte' as const, value: from }]),
  ...(to === undefined ? [] : [{ field: 'issueDate', op: 'lte' as const, value: to }]),
  ...(amountMin === undefined ? [] : [{ field: 'grossAmount', op: 'gte' as const, value: String(amountMin) }]),
  ...(amountMax === undefined ? [] : [{ field: 'grossAmount', op: 'lte' as const, value: String(amountMax) }]),
  ...Object.entries(rest)
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => ({
      field,
      op: Array.isArray(value) ? ('in' as const) : ('eq' as const),
      value: asValue(value),
    })),
]

/** A fault in a value is told at the parameter that it came in. */
export const termsOf = (one: Condition): FilterTerm[] => {
  const made = condition.safeParse(one)
  if (made.success) return made.data
  const message = (made.error.issues[0]?.message ?? 'The field cannot have this value').replace(/\.?$/, '.')
  throw refusal('INVALID_REQUEST', one.field, message, { summary: `${one.field}: ${message}` })
}

const input = z.strictObject({
  ...filters,
  include: contentInput,
  filter: documentFilter.optional().describe('Conditions on the documents.'),
  orderBy: sortInput.optional().describe('Order of the documents (default: newest first).'),
  ...pageInput,
})

export const listDocuments = operation({
  name: 'listDocuments',
  summary: 'Lists the documents of the organization, newest first by default.',
  scope: 'documents.read',
  writes: false,
  passesRows: true,
  input,
  errors: ['INVALID_DATE', 'COMPANY_NOT_FOUND', 'RESOURCE_NOT_FOUND'],
  prepare: (call, input) => pageWithContent(call, input.include, () => pageOf({ ...call, select: {} }, input)),
  run: async (run, input, page) => page ?? pageOf(run, input),
})

const pageOf = async (
  run: ListContext,
  {
    first,
    after,
    last,
    before,
    orderBy: sort = NEWEST_FIRST,
    filter,
    include: _include,
    ...flat
  }: z.output<typeof input>,
): Promise<Page<DocumentRow & DocumentContent>> => {
  const company = flat.companyId === undefined ? undefined : await visibleCompany(run.db, run.actor, flat.companyId)
  const partner = flat.partnerId === undefined ? undefined : await visiblePartner(run.db, run.actor, flat.partnerId)
  const where = [
    ...conditionsOf({ ...flat, companyId: company?.id, partnerId: partner?.id }).flatMap(termsOf),
    ...(filter === undefined ? [] : filterTerms(filter)),
  ]
  return pageOfDocuments(run, { where, filters: { ...flat, filter }, sort, page: { first, after, last, before } })
}
