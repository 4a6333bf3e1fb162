import { z } from 'zod'
import { date, typedAs } from '../../kernel/input.ts'
import { operation } from '../../operation/operation.ts'
import { pageInput } from '../../operation/pagination.ts'
import { documentCondition } from '../record/document-filter.ts'
import { and, or } from '../record/filter.ts'
import { condition } from '../record/filter-condition.ts'
import { conditionsOf, termsOf } from './list-documents.ts'
import { type ListContext, NEWEST_FIRST, pageOfDocuments, sortInput } from '../record/page-of-documents.ts'
import type { Page } from '../../operation/pagination.ts'
import type { DocumentRow } from '../record/document.ts'
import { type DocumentContent, contentInput, pageWithContent } from './content.ts'
import { limits } from '../../values/limits.ts'

const MOST = limits.searchConditions

typedAs(condition, documentCondition)

const input = z
  .strictObject({
    any: z
      .array(
        z
          .strictObject({
            all: z.array(condition).max(MOST).describe('A group of conditions. A document must satisfy all of them.'),
          })
          .meta({
            id: 'DocumentConditions',
            description:
              'A group of conditions, all of which a document must satisfy. Write a condition ' +
              'as `{field, op, value}`, or by the name of the field: `{status: "sent"}`, ' +
              '`{status: ["sent", "delivered"]}`, `{grossAmount: {gte: "100"}}`.',
          }),
      )
      .max(MOST)
      .optional()
      .describe('Groups of conditions. A document must satisfy at least one group.'),
    all: z.array(condition).max(MOST).optional().describe('Conditions that every found document must also satisfy.'),
    from: date.optional().describe('Only documents issued on this day or later.'),
    to: date.optional().describe('Only documents issued on this day or earlier.'),
    sort: z.array(sortInput).max(1).optional().describe('Order of the documents (default: newest first).'),
    include: contentInput,
    limit: pageInput.first,
    cursor: pageInput.after,
    last: pageInput.last,
    before: pageInput.before,
  })
  .meta({
    examples: [
      {
        any: [{ all: [{ status: 'sent' }] }, { all: [{ field: 'grossAmount', op: 'gte', value: '1000' }] }],
        limit: 20,
      },
    ],
  })

export const searchDocuments = operation({
  name: 'searchDocuments',
  summary: 'Searches documents. A document matches when it satisfies all conditions of at least one group.',
  scope: 'documents.search',
  writes: false,
  passesRows: true,
  input,
  errors: ['INVALID_DATE'],
  prepare: (call, input) => pageWithContent(call, input.include, () => found({ ...call, select: {} }, input)),
  run: async (run, input, page) => page ?? found(run, input),
})

const found = (
  run: ListContext,
  { any, all, from, to, sort, limit, cursor, last, before }: z.output<typeof input>,
): Promise<Page<DocumentRow & DocumentContent>> => {
  const groups = any?.map((group) => and(group.all.flat()))
  const where = [
    ...(groups && groups.length > 0 ? [or(groups)] : []),
    ...(all ?? []).flat(),
    ...conditionsOf({ from, to }).flatMap(termsOf),
  ]
  const { sql: text, values } = and(where)
  return pageOfDocuments(run, {
    where,
    filters: { text, values },
    sort: sort?.[0] ?? NEWEST_FIRST,
    page: { first: limit, after: cursor, last, before },
  })
}
