import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { flowRef, visibleFlow } from './flow.ts'

export const getFlow = operation({
  name: 'getFlow',
  summary: 'Returns a flow: what it is, and what became of its checks.',
  scope: 'documents.read',
  writes: false,
  input: z.strictObject({ flowId: flowRef }),
  errors: ['RESOURCE_NOT_FOUND'],
  run: ({ db, actor, select }, { flowId }) => visibleFlow(db, actor, flowId, select),
})
