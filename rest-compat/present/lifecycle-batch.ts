/** The results of a batch of updates; refusals are spelt as its own path spells them. */
import { z } from 'zod'
import { one } from '../../src/http/answers.ts'
import type { BatchItem } from '../../src/lifecycle/update-lifecycle-batch.ts'
import { batchItemView } from '../../src/lifecycle/view.ts'
import { inOperationDialect } from './shared.ts'

interface Batch {
  results: readonly BatchItem[]
  applied: number
  failed: number
}

const item = one(batchItemView)

export const lifecycleBatch = {
  shape: z
    .object({
      results: z.array(item.shape).describe('One result for each update, in the same order.'),
      applied: z.int().describe('Number of updates that were applied.'),
      failed: z.int().describe('Number of updates that were refused.'),
    })
    .meta({ id: 'LifecycleBatchResult', description: 'The results of a batch of updates.' }),
  present: ({ results, ...counts }: Batch) => ({
    results: results.map((result) =>
      item.present({ ...result, error: result.error && inOperationDialect(result.error) }),
    ),
    ...counts,
  }),
}
