/** XP Z12-013, Flow Service: webhooks, in the form of edition 1.2 and in that of 1.3. */
import { createFlowWebhook } from '../../src/webhooks/create-flow-webhook.ts'
import { deleteWebhook } from '../../src/webhooks/delete-webhook.ts'
import { getFlowWebhook } from '../../src/webhooks/get-flow-webhook.ts'
import { listFlowWebhooks } from '../../src/webhooks/list-flow-webhooks.ts'
import { updateFlowWebhook } from '../../src/webhooks/update-flow-webhook.ts'
import { type Route, route } from '../../src/http/route.ts'
import { limits } from '../../src/values/limits.ts'
import { technicalShape, webhookParamsShape } from '../bodies.ts'
import { isLaterSubscription, laterSubscription, named, queryOf, subscription, technical } from '../input.ts'
import {
  newSubscriptionOf,
  newSubscriptionShape,
  subscriptionOf,
  subscriptionShape,
  subscriptionsOf,
  subscriptionsShape,
} from '../webhook-shapes.ts'

const section = 'Flow Service'
const webhookId = named('webhook', 'webhookUid', 'webhookId')
const path = '/afnor/flow-service/v1/webhooks'
const onePath = `${path}/:webhookUid`

const creation = {
  method: 'POST',
  path,
  field: 'Mutation.createFlowWebhook',
  status: 201,
  noStore: true,
  section,
} as const

/** What edition 1.2 calls what the operation takes. */
const earlierNames = {
  url: 'callback.url',
  headers: 'callback.headers',
  authentication: 'callback.authentication',
  signature: 'callback.signature',
  flowTypes: 'metadata.flowType',
  flowDirection: 'metadata.flowDirection',
  processingRules: 'metadata.processingRule',
  ackStatus: 'metadata.ackStatus',
} as const

const later = route(createFlowWebhook, {
  ...creation,
  names: { url: 'callbackUrl' },
  input: laterSubscription,
  shape: newSubscriptionShape,
  present: newSubscriptionOf,
})

export const webhooks: readonly Route[] = [
  route(listFlowWebhooks, {
    method: 'GET',
    path,
    field: 'Query.flowWebhooks',
    status: 200,
    input: (request) => ({ ...queryOf(request), first: limits.pageRows }),
    shape: subscriptionsShape,
    present: subscriptionsOf,
    section,
  }),
  route(createFlowWebhook, {
    ...creation,
    names: earlierNames,
    input: subscription,
    bodyShape: webhookParamsShape,
    instead: (request) => (isLaterSubscription(request) ? later : undefined),
    shape: newSubscriptionShape,
    present: newSubscriptionOf,
  }),
  route(getFlowWebhook, {
    method: 'GET',
    path: onePath,
    field: 'Query.flowWebhook',
    status: 200,
    input: (request) => ({ ...queryOf(request), ...webhookId(request) }),
    shape: subscriptionShape,
    present: subscriptionOf,
    section,
  }),
  route(updateFlowWebhook, {
    method: 'PATCH',
    path: onePath,
    field: 'Mutation.updateFlowWebhook',
    status: 200,
    bodyShape: technicalShape,
    input: (request) => ({ ...technical(request), ...webhookId(request) }),
    shape: subscriptionShape,
    present: subscriptionOf,
    section,
  }),
  route(deleteWebhook, {
    method: 'DELETE',
    path: onePath,
    field: 'Mutation.deleteWebhook',
    status: 204,
    input: (request) => ({ ...queryOf(request), ...webhookId(request) }),
    section,
  }),
]

/** Rows that share a path with another. */
export const laterWebhooks: readonly Route[] = [later]
