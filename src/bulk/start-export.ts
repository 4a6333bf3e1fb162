import { z } from 'zod'
import { oneOf } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'
import { bulkFormats } from '../values/bulk.ts'
import { limits } from '../values/limits.ts'
import { type ShownBulkOperation, beginOperation, shownOperation } from './bulk-operation.ts'
import { exportQuery } from './export-query.ts'

const EXAMPLE = '{ documents(filter: {direction: {eq: INCOMING}}) { nodes { id number grossAmount } } }'

export const startBulkExport = operation({
  name: 'startBulkExport',
  summary:
    'Starts the export of a whole list into a file. The list is that of a GraphQL query, which is checked at once ' +
    '(form, cost, scopes) and then read page by page in the background, with the rights of the caller.',
  scope: 'authenticated',
  writes: true,
  input: z
    .strictObject({
      query: z
        .string()
        .min(1)
        .max(limits.queryCharacters)
        .describe('A GraphQL query that selects `nodes` or `edges` of one list, without arguments for pages.')
        .meta({ examples: [EXAMPLE] }),
      format: oneOf('BulkFormat', bulkFormats)
        .refine((format) => format !== 'zip', { error: 'Expected jsonl or csv', params: { code: 'INVALID_ENUM' } })
        .default('jsonl')
        .describe('Format of the result: `jsonl` (default) or `csv`.'),
    })
    .meta({ examples: [{ query: EXAMPLE, format: 'jsonl' }] }),
  errors: ['CONFLICT'],
  prepare: ({ platform, actor }, { query }) =>
    Promise.resolve(exportQuery(platform.keptDocuments, actor, query).access),
  async run(run, { query, format }, access): Promise<ShownBulkOperation> {
    const begun = await beginOperation(run, { kind: 'export', query, format, access })
    return shownOperation(run.db, begun, run.site.baseUrl)
  },
})
