import { mutation, mutationOf } from '../graphql/field.ts'
import { Node } from '../graphql/node-interface.ts'
import { objectOf, tableOf } from '../graphql/object.ts'
import { pages, query } from '../graphql/query.ts'
import { createWebhook } from './create-webhook.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { getDelivery } from './get-delivery.ts'
import { getWebhook } from './get-webhook.ts'
import { listDeliveries } from './list-deliveries.ts'
import { listWebhooks } from './list-webhooks.ts'
import { redeliver } from './redeliver.ts'
import { testWebhook } from './test-webhook.ts'
import { updateWebhook } from './update-webhook.ts'
import { deliveryView, webhookView } from './view.ts'

export const Webhook = tableOf('Webhook', webhookView, {
  interfaces: [Node],
  authScopes: { access: 'receive' },
  select: { organizationId: true, id: true },
})

const WebhookDelivery = objectOf(deliveryView, { authScopes: { access: 'receive' } })

query('webhook', getWebhook, Webhook)
pages('webhooks', listWebhooks, Webhook, { row: 'Webhook', rows: 'webhooks' })
query('webhookDelivery', getDelivery, WebhookDelivery)
pages('webhookDeliveries', listDeliveries, WebhookDelivery, { row: 'WebhookDelivery', rows: 'deliveries' })

mutation(createWebhook, (t) => ({
  webhook: t.field({ type: Webhook, description: 'The new webhook.', resolve: (webhook) => webhook }),
  secret: t.exposeString('newSecret', { description: 'What signs the deliveries. Keep it: it is shown this once.' }),
}))
mutation(updateWebhook, (t) => ({
  webhook: t.field({ type: Webhook, description: 'The webhook as it is now.', resolve: (webhook) => webhook }),
  secret: t.exposeString('newSecret', {
    nullable: true,
    description: 'The new secret, where one was asked for. It is shown this once.',
  }),
}))
mutation(deleteWebhook, (t) => ({
  deletedWebhookId: t.id({ description: 'The webhook that is gone.', resolve: ({ id }) => id }),
}))
mutationOf(testWebhook, 'delivery', WebhookDelivery, 'What came of it.')
mutationOf(redeliver, 'delivery', WebhookDelivery, 'The new delivery.')
