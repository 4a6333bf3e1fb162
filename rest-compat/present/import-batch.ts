/** The results of an import of many companies; refusals are spelt as its own paths spell them. */
import { z } from 'zod'
import type { importCompanies } from '../../src/companies/import-companies.ts'
import { importedView } from '../../src/companies/import-view.ts'
import { present, shapeOf } from '../../src/http/answers.ts'
import { inOperationDialect, refusalShape } from './shared.ts'
import type { ResultOf } from '../../src/operation/operation.ts'

type Batch = ResultOf<typeof importCompanies>

const index = z.int().describe('Its place in the batch, from 0.')
const siret = z.string().nullable().describe('The SIRET that was given.')
const imported = present(importedView)

export const importBatch = {
  shape: z.object({
    results: z
      .array(
        z.union([
          shapeOf(importedView).extend({ index, ok: z.literal(true).describe('The company is here now.'), siret }),
          z.object({ index, ok: z.literal(false).describe('It was refused.'), siret, error: refusalShape }),
        ]),
      )
      .describe('One for each item, in their order.'),
    imported: z.int().describe('How many of the companies are here now.'),
    failed: z.int().describe('How many items were refused.'),
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
