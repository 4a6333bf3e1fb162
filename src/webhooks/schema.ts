import { builder } from '../graphql/builder.ts'
import { deletedId } from '../graphql/changed.ts'
import type { Context } from '../graphql/context.ts'
import { mutation, mutationOf, read } from '../graphql/field.ts'
import { Node } from '../graphql/node-interface.ts'
import { objectOf, tableOf } from '../graphql/object.ts'
import { pages, query } from '../graphql/query.ts'
import { createWebhook } from './create-webhook.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { getDelivery } from './get-delivery.ts'
import { getDeliveryRequest } from './get-delivery-request.ts'
import { getWebhook } from './get-webhook.ts'
import { listDeliveries } from './list-deliveries.ts'
import { listWebhooks } from './list-webhooks.ts'
import { redeliver } from './redeliver.ts'
import { testWebhook } from './test-webhook.ts'
import { updateWebhook } from './update-webhook.ts'
import { createFlowWebhook } from './create-flow-webhook.ts'
import { flowWebhookView } from './flow-webhook-view.ts'
import { getFlowWebhook } from './get-flow-webhook.ts'
import { listFlowWebhooks } from './list-flow-webhooks.ts'
import { updateFlowWebhook } from './update-flow-webhook.ts'
import { deliveryRequestView, deliveryView, webhookView } from './view.ts'

export const Webhook = tableOf('Webhook', webhookView, {
  interfaces: [Node],
  authScopes: { access: 'receive' },
  select: { organizationId: true, id: true },
})

interface Fields {
  field(options: {
    type: unknown
    description: string
    resolve: (delivery: { webhookId: string }, args: unknown, context: Context) => unknown
  }): unknown
}

const WebhookDelivery = objectOf(deliveryView, { authScopes: { access: 'receive' } })
const WebhookDeliveryRequest = objectOf(deliveryRequestView, { authScopes: { access: 'receive' } })

query('webhook', getWebhook, Webhook)
pages('webhooks', listWebhooks, Webhook, { row: 'Webhook', rows: 'webhooks' })
query('webhookDelivery', getDelivery, WebhookDelivery)
query('webhookDeliveryRequest', getDeliveryRequest, WebhookDeliveryRequest)
pages('webhookDeliveries', listDeliveries, WebhookDelivery, { row: 'WebhookDelivery', rows: 'deliveries' })

mutation(createWebhook, (t) => ({
  webhook: t.field({ type: Webhook, description: 'The new webhook.', resolve: (webhook) => webhook }),
  secret: t.exposeString('newSecret', {
    description: 'The secret that signs the deliveries. Store it: it is shown only in this answer.',
  }),
}))
mutation(updateWebhook, (t) => ({
  webhook: t.field({ type: Webhook, description: 'The webhook after the change.', resolve: (webhook) => webhook }),
  secret: t.exposeString('newSecret', {
    nullable: true,
    description: 'The new secret. It is shown only in this answer. Null when no new secret was requested.',
  }),
}))
mutation(deleteWebhook, (t) => ({ deletedId: deletedId<{ id: string }>(t, ({ id }) => id) }))

/** A delivery, and its webhook, which may be paused or no longer be so. */
const delivered = (description: string) => (t: object) =>
  ({
    delivery: (t as Fields).field({ type: WebhookDelivery, description, resolve: (delivery) => delivery }),
    webhook: (t as Fields).field({
      type: Webhook,
      description: 'The webhook after the delivery was made.',
      resolve: ({ webhookId }, _args, context) => read(getWebhook, { webhookId }, context),
    }),
  }) as never

mutation(testWebhook, (t) => ({
  ...(delivered('The delivery of the test event, with its result.')(t) as object),
  body: t.exposeString('body', { description: 'The body that was posted, as a text in JSON.' }),
}))
mutation(redeliver, delivered('The new delivery.'))

const FlowWebhook = objectOf(flowWebhookView, { authScopes: { access: 'receive' } })

builder.objectField(FlowWebhook, 'webhook', (t) =>
  t.field({
    type: Webhook,
    description: 'The webhook, with its address and status. `/afnor` writes its identifier as a UUID.',
    resolve: (webhook: unknown) => webhook,
  } as never),
)

query('flowWebhook', getFlowWebhook, FlowWebhook)
pages('flowWebhooks', listFlowWebhooks, FlowWebhook, { row: 'FlowWebhook', rows: 'webhooks of flows' })
mutation(createFlowWebhook, (t) => ({
  flowWebhook: t.field({ type: FlowWebhook, description: 'The new webhook.', resolve: (webhook) => webhook }),
  signingKey: t.exposeString('newSecret', {
    description: 'The key that signs the callbacks where none was given, in base64. It is shown only in this answer.',
  }),
}))
mutationOf(updateFlowWebhook, 'flowWebhook', FlowWebhook, 'The webhook after the change.')
