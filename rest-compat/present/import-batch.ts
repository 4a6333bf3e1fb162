/** The results of an import of many companies; refusals are spelt as its own paths spell them. */
import { z } from 'zod'
import type { importCompanies } from '../../src/companies/import-companies.ts'
import { importedView } from '../../src/companies/import-view.ts'
import { present, shapeOf } from '../../src/http/answers.ts'
import { inOperationDialect, refusalShape } from './shared.ts'
import type { ResultOf } from '../../src/operation/operation.ts'

type Batch = ResultOf<typeof importCompanies>

const index = z.int().describe('Position in the batch, from 0.')
const siret = z.string().nullable().describe('SIRET of the item. Null when the item has none.')
const imported = present(importedView)

export const importBatch = {
  shape: z.object({
    results: z
      .array(
        z.union([
          shapeOf(importedView).extend({
            index,
            ok: z.literal(true).describe('Always true: the item was imported, or was here already.'),
            siret,
          }),
          z.object({
            index,
            ok: z.literal(false).describe('Always false: the item was refused.'),
            siret,
            error: refusalShape,
          }),
        ]),
      )
      .describe('One result for each item, in the same order.'),
    imported: z.int().describe('Number of items that were imported, or were here already.'),
    failed: z.int().describe('Number of items that were refused.'),
  }),
  present: ({ results, ...counts }: Batch) => ({
    results: results.map((result) =>
      result.ok
        ? { index: result.index, ok: true, siret: result.siret, ...imported(result.value) }
        : { index: result.index, ok: false, siret: result.siret, error: inOperationDialect(result.error) },
    ),
    ...counts,
  }),
}
