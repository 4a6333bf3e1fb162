import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { visibleWebhook, webhookId } from './webhook.ts'

export const getWebhook = operation({
  name: 'getWebhook',
  summary: 'One webhook.',
  scope: 'receive',
  writes: false,
  input: z.strictObject({ webhookId }),
  errors: ['RESOURCE_NOT_FOUND'],
  run: ({ db, actor, select }, { webhookId }) => visibleWebhook(db, actor, webhookId, select),
})
