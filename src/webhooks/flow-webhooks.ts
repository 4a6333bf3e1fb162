/** Finding webhooks of flows. */
import type { Actor } from '../auth/actor.ts'
import type { Webhook } from '../generated/prisma/client.ts'
import type { Db } from '../kernel/database/open.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { visibleWebhook, visibleWebhooks } from './webhook.ts'

export const whereFlowWebhooks = (actor: Actor) => ({ ...visibleWebhooks(actor), delivers: 'flows' })

export const visibleFlowWebhook = async (db: Db, actor: Actor, webhookId: string): Promise<Webhook> => {
  const webhook = await visibleWebhook(db, actor, webhookId)
  if (webhook.delivers !== 'flows') throw new AppError('RESOURCE_NOT_FOUND')
  return webhook
}
