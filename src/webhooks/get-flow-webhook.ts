import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { visibleFlowWebhook } from './flow-webhooks.ts'
import { webhookId } from './webhook.ts'

export const getFlowWebhook = operation({
  name: 'getFlowWebhook',
  summary: 'Returns a webhook that flows are posted to.',
  scope: 'receive',
  writes: false,
  input: z.strictObject({ webhookId }),
  errors: ['RESOURCE_NOT_FOUND'],
  run: ({ db, actor }, { webhookId }) => visibleFlowWebhook(db, actor, webhookId),
})
