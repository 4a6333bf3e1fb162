import { Company } from '../companies/schema.ts'
import { eventCatalog, eventTypes } from '../engine/feed/catalog.ts'
import { WebhookDeliveryStatus, WebhookStatus } from '../generated/prisma/enums.ts'
import { builder } from '../graphql/builder.ts'
import { connectionOf, connectionTypes } from '../graphql/connection.ts'
import { enumOf } from '../graphql/enums.ts'
import { PAGE_ARGUMENTS, args, mutation, read, runs } from '../graphql/field.ts'
import { Node } from '../graphql/node-interface.ts'
import { createWebhook } from './create-webhook.ts'
import { deleteWebhook } from './delete-webhook.ts'
import type { DeliveryRow } from './delivery.ts'
import { getDelivery } from './get-delivery.ts'
import { getWebhook } from './get-webhook.ts'
import { listDeliveries } from './list-deliveries.ts'
import { listWebhooks } from './list-webhooks.ts'
import type { Attempt } from '../engine/webhooks/post.ts'
import { redeliver } from './redeliver.ts'
import { testWebhook } from './test-webhook.ts'
import { updateWebhook } from './update-webhook.ts'
import { subscribable } from './webhook.ts'

const WebhookEventEnum = enumOf('WebhookEvent', subscribable, {
  '*': 'Every event (`*` in REST).',
  ...Object.fromEntries(eventTypes.map((type) => [type, eventCatalog[type].description ?? type])),
})
const WebhookStatusEnum = enumOf('WebhookStatus', Object.values(WebhookStatus), {
  active: 'Events are posted to it.',
  paused: 'It gets nothing until it is set to work again.',
})
const DeliveryStatusEnum = enumOf('WebhookDeliveryStatus', Object.values(WebhookDeliveryStatus), {
  pending: 'It is sent, or sent again, when it is due.',
  delivered: 'The endpoint has taken it.',
  failed: 'All attempts have failed.',
})

export const Webhook = builder.prismaObject('Webhook', {
  description: 'An endpoint that events are posted to.',
  authScopes: { access: 'receive' },
  interfaces: [Node],
  select: { organizationId: true, id: true },
  fields: (t) => ({
    url: t.exposeString('url', { description: 'Where events are posted to.' }),
    events: t.field({
      type: [WebhookEventEnum],
      description: 'Which kinds of events.',
      select: { events: true },
      resolve: ({ events }) => events,
    }),
    status: t.field({
      type: WebhookStatusEnum,
      description: 'Whether it is at work.',
      select: { status: true },
      resolve: ({ status }) => status,
    }),
    company: t.relation('company', {
      type: Company,
      nullable: true,
      description: 'Only events about this company; about all when null.',
    }),
    failureCount: t.exposeInt('failureCount', { description: 'Failed attempts since the last one that succeeded.' }),
    lastDeliveredAt: t.expose('lastDeliveredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the last event was delivered.',
    }),
    pausedAt: t.expose('pausedAt', { type: 'DateTime', nullable: true, description: 'Since when it is paused.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
  }),
})

const WebhookAttempt = builder.objectRef<Attempt>('WebhookAttempt').implement({
  description: 'One attempt at a delivery.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'Which one it was, from 1.' }),
    at: t.field({ type: 'DateTime', description: 'When it began.', resolve: ({ at }) => at }),
    durationMs: t.exposeInt('durationMs', { description: 'How long it took.' }),
    status: t.exposeInt('status', {
      nullable: true,
      description: 'HTTP status of the answer; null where there was none.',
    }),
    error: t.exposeString('error', { nullable: true, description: 'Why it counts as failed; null for a success.' }),
    response: t.exposeString('response', { nullable: true, description: 'The first 2 kB of the answer.' }),
  }),
})

export const WebhookDelivery = builder.objectRef<DeliveryRow>('WebhookDelivery').implement({
  description: 'One event on its way to one webhook.',
  authScopes: { access: 'receive' },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier, `dlv_…`: the header `X-Service-Delivery`.' }),
    webhookId: t.exposeID('webhookId', { description: 'The webhook.' }),
    eventId: t.exposeID('eventId', { description: 'The event, `evt_…`: the same as in the feed.' }),
    eventType: t.exposeString('eventType', {
      description: 'Kind of event as on the wire, such as `document.received`; `webhook.test` for a test.',
    }),
    status: t.field({ type: DeliveryStatusEnum, description: 'Where it stands.', resolve: ({ status }) => status }),
    attempts: t.field({
      type: [WebhookAttempt],
      description: 'Every attempt, in order.',
      resolve: ({ log }) => log as unknown as Attempt[],
    }),
    nextAttemptAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it is tried next; null when it is over, or its webhook is paused.',
      resolve: ({ nextAttemptAt }) => nextAttemptAt,
    }),
    deliveredAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the endpoint took it.',
      resolve: ({ deliveredAt }) => deliveredAt,
    }),
    createdAt: t.field({ type: 'DateTime', description: 'When it was made.', resolve: ({ createdAt }) => createdAt }),
  }),
})

builder.queryFields((t) => ({
  webhook: t.field({
    type: Webhook,
    description: getWebhook.summary,
    args: args(getWebhook, t),
    extensions: runs(getWebhook),
    resolve: (_root, given, context) => read(getWebhook, given, context),
  }),
  webhooks: t.connection(
    {
      type: Webhook,
      description: listWebhooks.summary,
      args: args(listWebhooks, t, PAGE_ARGUMENTS),
      extensions: runs(listWebhooks),
      resolve: async (_root, given, context) => connectionOf(await read(listWebhooks, given, context)) as never,
    },
    ...connectionTypes('Webhook', 'webhooks'),
  ),
  webhookDelivery: t.field({
    type: WebhookDelivery,
    description: getDelivery.summary,
    args: args(getDelivery, t),
    extensions: runs(getDelivery),
    resolve: (_root, given, context) => read(getDelivery, given, context),
  }),
  webhookDeliveries: t.connection(
    {
      type: WebhookDelivery,
      description: listDeliveries.summary,
      args: args(listDeliveries, t, PAGE_ARGUMENTS),
      extensions: runs(listDeliveries),
      resolve: async (_root, given, context) =>
        connectionOf(await read(listDeliveries, given as never, context)) as never,
    },
    ...connectionTypes('WebhookDelivery', 'deliveries'),
  ),
}))

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
mutation(testWebhook, (t) => ({
  delivery: t.field({ type: WebhookDelivery, description: 'What came of it.', resolve: (delivery) => delivery }),
}))
mutation(redeliver, (t) => ({
  delivery: t.field({ type: WebhookDelivery, description: 'The new delivery.', resolve: (delivery) => delivery }),
}))
