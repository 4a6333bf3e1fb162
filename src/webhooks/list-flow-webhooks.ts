import { z } from 'zod'
import type { Webhook } from '../generated/prisma/client.ts'
import { operation } from '../operation/operation.ts'
import { pageInput, readPage } from '../operation/pagination.ts'
import { whereFlowWebhooks } from './flow-webhooks.ts'

export const listFlowWebhooks = operation({
  name: 'listFlowWebhooks',
  summary: 'Lists the webhooks that flows are posted to, newest first.',
  scope: 'receive',
  writes: false,
  input: z.strictObject(pageInput),
  errors: [],
  async run({ db, actor, platform }, page) {
    const where = whereFlowWebhooks(actor)
    return readPage<Webhook>(platform.cursors, {
      name: 'flow-webhooks',
      filters: {},
      page,
      keyOf: (webhook) => webhook.id,
      find: (range, order, take) =>
        db.webhook.findMany({ where: { AND: [where, range ? { id: range } : {}] }, orderBy: { id: order }, take }),
      count: () => db.webhook.count({ where }),
    })
  },
})
