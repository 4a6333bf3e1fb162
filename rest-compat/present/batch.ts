/** Batches: what came of each item under a name of its own, or why it was refused. */
import { z } from 'zod'
import type { one } from '../../src/http/answers.ts'
import type { Batch } from '../../src/operation/batch.ts'
import { refusalShape } from './shared.ts'

const index = z.int().describe('Position in the batch, from 0.')

export const batchOf = <T>(name: string, { shape, present }: ReturnType<typeof one<T>>) => ({
  shape: z.object({
    results: z
      .array(
        z.union([
          z.object({ index, ok: z.literal(true).describe('Always true: the item succeeded.'), [name]: shape }),
          z.object({
            index,
            ok: z.literal(false).describe('Always false: the item was refused.'),
            error: refusalShape,
          }),
        ]),
      )
      .describe('One result for each item, in the same order.'),
    succeeded: z.int().describe('Number of items that succeeded.'),
    failed: z.int().describe('Number of items that were refused.'),
  }),
  present: ({ results, ...counts }: Batch<T>) => ({
    results: results.map((result) =>
      result.ok ? { index: result.index, ok: true, [name]: present(result.value) } : result,
    ),
    ...counts,
  }),
})
