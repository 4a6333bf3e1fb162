/** Section 4.7: webhooks and the log of their deliveries. */
import { createWebhook } from '../../src/webhooks/create-webhook.ts'
import { deleteWebhook } from '../../src/webhooks/delete-webhook.ts'
import { getDelivery } from '../../src/webhooks/get-delivery.ts'
import { getDeliveryRequest } from '../../src/webhooks/get-delivery-request.ts'
import { getWebhook } from '../../src/webhooks/get-webhook.ts'
import { listDeliveries } from '../../src/webhooks/list-deliveries.ts'
import { listWebhooks } from '../../src/webhooks/list-webhooks.ts'
import { redeliver } from '../../src/webhooks/redeliver.ts'
import { testWebhook } from '../../src/webhooks/test-webhook.ts'
import { updateWebhook } from '../../src/webhooks/update-webhook.ts'
import {
  changedWebhookView,
  deliveryRequestView,
  deliveryView,
  newWebhookView,
  testedView,
  webhookView,
} from '../../src/webhooks/view.ts'
import { one, pageOf } from '../../src/http/answers.ts'
import { type Route, body, bodyAndPath, path, query, queryAndPath, route } from '../../src/http/route.ts'

const section = 'Webhooks'

export const webhooks: readonly Route[] = [
  route(createWebhook, {
    method: 'POST',
    path: '/v1/webhooks',
    field: 'Mutation.createWebhook',
    status: 201,
    input: body,
    ...one(newWebhookView),
    section,
  }),
  route(listWebhooks, {
    method: 'GET',
    path: '/v1/webhooks',
    field: 'Query.webhooks',
    status: 200,
    input: query(),
    ...pageOf(webhookView),
    section,
  }),
  route(getWebhook, {
    method: 'GET',
    path: '/v1/webhooks/:webhookId',
    field: 'Query.webhook',
    status: 200,
    input: path,
    ...one(webhookView),
    section,
  }),
  route(updateWebhook, {
    method: 'PATCH',
    path: '/v1/webhooks/:webhookId',
    field: 'Mutation.updateWebhook',
    status: 200,
    input: bodyAndPath,
    ...one(changedWebhookView),
    section,
  }),
  route(deleteWebhook, {
    method: 'DELETE',
    path: '/v1/webhooks/:webhookId',
    field: 'Mutation.deleteWebhook',
    status: 204,
    input: path,
    section,
  }),
  route(testWebhook, {
    method: 'POST',
    path: '/v1/webhooks/:webhookId/test',
    field: 'Mutation.testWebhook',
    status: 200,
    input: bodyAndPath,
    ...one(testedView),
    section,
  }),
  route(listDeliveries, {
    method: 'GET',
    path: '/v1/webhooks/:webhookId/deliveries',
    field: 'Query.webhookDeliveries',
    status: 200,
    input: queryAndPath(),
    ...pageOf(deliveryView),
    section,
  }),
  route(getDelivery, {
    method: 'GET',
    path: '/v1/webhook-deliveries/:deliveryId',
    field: 'Query.webhookDelivery',
    status: 200,
    input: path,
    ...one(deliveryView),
    section,
  }),
  route(getDeliveryRequest, {
    method: 'GET',
    path: '/v1/webhook-deliveries/:deliveryId/request',
    field: 'Query.webhookDeliveryRequest',
    status: 200,
    input: path,
    ...one(deliveryRequestView),
    section,
  }),
  route(redeliver, {
    method: 'POST',
    path: '/v1/webhooks/deliveries/:deliveryId/redeliver',
    field: 'Mutation.redeliver',
    status: 202,
    input: bodyAndPath,
    ...one(deliveryView),
    section,
  }),
]
