import type { BatchResult, Refusal } from '../operation/batch.ts'
import { builder } from './builder.ts'

export const RefusalType = builder.objectRef<Refusal>('Refusal').implement({
  description: 'Why one item of a batch was refused: as its own request would have been.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Code of the catalog.' }),
    type: t.exposeString('type', { description: 'Kind of error.' }),
    message: t.exposeString('message', { description: 'What is wrong.' }),
    details: t.field({ type: 'JSON', description: 'Each fault with its field.', resolve: ({ details }) => details }),
    docUrl: t.exposeString('docUrl', { description: 'Where the code is explained.' }),
  }),
})

export const refusalIn = (result: BatchResult<unknown>) => (result.ok ? null : result.error)
