/** What a webhook and its deliveries answer. */
import { companyView } from '../companies/view.ts'
import { eventCatalog, eventTypes } from '../engine/feed/catalog.ts'
import type { Attempt } from '../engine/webhooks/post.ts'
import type { Webhook } from '../generated/prisma/client.ts'
import { WebhookDeliveryStatus, WebhookStatus } from '../generated/prisma/enums.ts'
import { choice, choiceOf, extend, id, instant, integer, object, relation, text, view } from '../operation/view.ts'
import type { DeliveryRow } from './delivery.ts'
import { subscribable } from './webhook.ts'

const eventChoice = choiceOf('WebhookEvent', subscribable, {
  '*': 'Every event (`*` in REST).',
  ...Object.fromEntries(eventTypes.map((type) => [type, eventCatalog[type].description ?? type])),
})

const webhookStatusChoice = choiceOf('WebhookStatus', Object.values(WebhookStatus), {
  active: 'Events are posted to it.',
  paused: 'It gets nothing until it is set to work again.',
})

const deliveryStatusChoice = choiceOf('WebhookDeliveryStatus', Object.values(WebhookDeliveryStatus), {
  pending: 'It is sent, or sent again, when it is due.',
  delivered: 'The endpoint has taken it.',
  failed: 'All attempts have failed.',
})

export const webhookView = view<Webhook>()('Webhook', 'An endpoint that events are posted to.', {
  id: id('Identifier, `wh_…`.'),
  url: text('Where events are posted to.').like('https://hooks.example.com/invoices'),
  events: choice(eventChoice, 'Which kinds of events.').list(),
  status: choice(webhookStatusChoice, 'Whether it is at work.'),
  companyId: id('Only events about this company; about all when null.').orNull().onlyIn('rest'),
  company: relation(companyView, 'Only events about this company; about all when null.').orNull().onlyIn('graphql'),
  failureCount: integer('Failed attempts since the last one that succeeded.'),
  lastDeliveredAt: instant('When the last event was delivered.').orNull(),
  pausedAt: instant('Since when it is paused.').orNull().onlyIn('graphql'),
  createdAt: instant('When it was made.'),
})

const SECRET = 'What signs the deliveries. Keep it: it is shown this once.'

interface NewSecret {
  newSecret: string
}

export const newWebhookView = extend<Webhook, NewSecret>(webhookView)('NewWebhook', 'A new webhook, with its secret.', {
  secret: text(SECRET).from('newSecret'),
})

interface ChangedSecret {
  newSecret: string | null
}

export const changedWebhookView = extend<Webhook, ChangedSecret>(webhookView)(
  'ChangedWebhook',
  'A webhook as it is now, with its new secret where one was asked for.',
  {
    secret: text(SECRET)
      .orAbsent()
      .by(['newSecret'], ({ newSecret }: ChangedSecret) => newSecret ?? undefined),
  },
)

const attemptView = view<Attempt>()('WebhookAttempt', 'One attempt at a delivery.', {
  number: integer('Which one it was, from 1.'),
  at: instant('When it began.').by(['at'], ({ at }: Attempt) => new Date(at)),
  durationMs: integer('How long it took, in milliseconds.'),
  status: integer('HTTP status of the answer; null where there was none.').orNull(),
  error: text('Why it counts as failed; null for a success.').orNull(),
  response: text('The first 2 kB of the answer.').orNull(),
})

export const deliveryView = view<DeliveryRow>()('WebhookDelivery', 'One event on its way to one webhook.', {
  id: id('Identifier, `dlv_…`: the header `X-Service-Delivery`.'),
  webhookId: id('The webhook.'),
  eventId: id('The event, `evt_…`: the same as in the feed.'),
  eventType: text('Kind of event as on the wire, such as `document.received`; `webhook.test` for a test.'),
  status: choice(deliveryStatusChoice, 'Where it stands.'),
  attempts: object(attemptView, 'Every attempt, in order.').list().from('log'),
  nextAttemptAt: instant('When it is tried next; null when it is over, or its webhook is paused.').orNull(),
  deliveredAt: instant('When the endpoint took it.').orNull(),
  createdAt: instant('When it was made.'),
})
