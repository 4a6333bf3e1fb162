/** What a webhook and its deliveries answer. */
import { companyView } from '../companies/view.ts'
import { eventCatalog, eventTypes } from '../engine/feed/catalog.ts'
import type { Attempt } from '../engine/webhooks/post.ts'
import type { Webhook } from '../generated/prisma/client.ts'
import { WebhookDeliveryStatus, WebhookStatus } from '../generated/prisma/enums.ts'
import { choice, choiceOf, extend, id, instant, integer, object, relation, text, view } from '../operation/view.ts'
import type { DeliveryRequest } from './delivery-request.ts'
import type { DeliveryRow } from './delivery.ts'
import { subscribable } from './webhook.ts'

export const eventChoice = choiceOf('WebhookEvent', subscribable, {
  '*': 'All kinds of events (`*` in REST).',
  ...Object.fromEntries(eventTypes.map((type) => [type, eventCatalog[type].description ?? type])),
})

const webhookStatusChoice = choiceOf('WebhookStatus', Object.values(WebhookStatus), {
  active: 'Events are sent to the webhook.',
  paused: 'Nothing is sent until the webhook is active again.',
})

type PauseColumns = Pick<Webhook, 'status' | 'pausedWithCompany' | 'pausedByFailures' | 'pausedWithKey'>

const pauseReasons = {
  caller: 'Somebody paused it.',
  failures: 'All attempts of a delivery have failed.',
  company: 'Its company is suspended. It goes on with the company.',
  agent: 'The access of the agent that made it has ended.',
} as const
const pauseReasonChoice = choiceOf('WebhookPauseReason', Object.keys(pauseReasons), pauseReasons)

const pauseReasonOf = ({ status, pausedWithCompany, pausedByFailures, pausedWithKey }: PauseColumns): string | null => {
  if (status === 'active') return null
  if (pausedWithCompany) return 'company'
  if (pausedWithKey) return 'agent'
  return pausedByFailures ? 'failures' : 'caller'
}

const deliveryStatusChoice = choiceOf('WebhookDeliveryStatus', Object.values(WebhookDeliveryStatus), {
  pending: 'The next attempt is waiting for its time.',
  delivered: 'The endpoint accepted the event.',
  failed: 'All attempts have failed.',
})

export const webhookView = view<Webhook>()('Webhook', 'An endpoint that receives events by HTTP POST.', {
  id: id('Identifier, `wh_…`.'),
  url: text('Address that events are posted to.').like('https://hooks.example.com/invoices'),
  events: choice(eventChoice, 'Kinds of events that are sent.').list(),
  document: text(
    'The GraphQL subscription whose answer is posted. Null when the events are posted as they are in the feed.',
  ).orNull(),
  status: choice(webhookStatusChoice, 'Status of the webhook.'),
  companyId: id('Only events about this company are sent. Null for events about all companies.')
    .orNull()
    .onlyIn('rest'),
  company: relation(companyView, 'Only events about this company are sent. Null for events about all companies.')
    .orNull()
    .onlyIn('graphql'),
  failureCount: integer('Number of failed attempts since the last successful one.'),
  lastDeliveredAt: instant('When an event was last delivered. Null when none was.').orNull(),
  pausedAt: instant('Since when the webhook is paused. Null when it is active.').orNull().onlyIn('graphql'),
  pauseReason: choice(pauseReasonChoice, 'Why the webhook is paused. Null when it is active.')
    .orNull()
    .by(['status', 'pausedWithCompany', 'pausedByFailures', 'pausedWithKey'], pauseReasonOf),
  createdAt: instant('When it was created.'),
})

const SECRET = 'The secret that signs the deliveries. Store it: it is shown only in this answer.'

interface NewSecret {
  newSecret: string
}

export const newWebhookView = extend<Webhook, NewSecret>(webhookView)('NewWebhook', 'A new webhook with its secret.', {
  secret: text(SECRET).from('newSecret'),
})

interface ChangedSecret {
  newSecret: string | null
}

export const changedWebhookView = extend<Webhook, ChangedSecret>(webhookView)(
  'ChangedWebhook',
  'A webhook after a change, with its new secret if one was requested.',
  {
    secret: text(SECRET)
      .orAbsent()
      .by(['newSecret'], ({ newSecret }: ChangedSecret) => newSecret ?? undefined),
  },
)

const attemptView = view<Attempt>()('WebhookAttempt', 'One attempt at a delivery.', {
  number: integer('Number of the attempt, from 1.'),
  at: instant('When the attempt started.').by(['at'], ({ at }: Attempt) => new Date(at)),
  durationMs: integer('Duration of the attempt in milliseconds.'),
  status: integer('HTTP status of the answer. Null when there was none.').orNull(),
  error: text('Why the attempt failed. Null when it succeeded.').orNull(),
  response: text('The first 2 kB of the answer. Null when there was none.').orNull(),
})

export const deliveryView = view<DeliveryRow>()('WebhookDelivery', 'The delivery of one event to one webhook.', {
  id: id('Identifier, `dlv_…`. The header `X-Service-Delivery` contains it.'),
  webhookId: id('Identifier of the webhook.'),
  eventId: id('Identifier of the event, `evt_…`, the same as in the feed.'),
  eventType: text('Kind of event, such as `document.received`, or `webhook.test` for a test.'),
  status: choice(deliveryStatusChoice, 'Status of the delivery.'),
  attempts: object(attemptView, 'Every attempt, in order.').list().from('log'),
  nextAttemptAt: instant(
    'When the next attempt is due. Null when the delivery has ended, or the webhook is paused.',
  ).orNull(),
  deliveredAt: instant('When the endpoint accepted the event. Null when it has not.').orNull(),
  createdAt: instant('When it was created.'),
})

const headerView = view<DeliveryRequest['headers'][number]>()('WebhookHeader', 'One header of a request.', {
  name: text('Name of the header.').like('X-Service-Event'),
  value: text('Value of the header.').like('document.received'),
})

export const deliveryRequestView = view<DeliveryRequest>()(
  'WebhookDeliveryRequest',
  'The request that a delivery posts, without what signs it.',
  {
    deliveryId: id('Identifier of the delivery.'),
    url: text('Address of the webhook, which the request is posted to.').like('https://hooks.example.com/invoices'),
    headers: object(headerView, 'Headers of the last attempt. The signature is left out.').list(),
    body: text(
      'The body, as a text in JSON, at most its first 65,536 characters. Null when its event is no longer kept, for ' +
        'a callback of a flow, and for a test of a webhook with a document.',
    ).orNull(),
    bytes: integer('Length of the whole body in bytes. Null without a body.').orNull(),
  },
)

interface Tested {
  body: string
}

export const testedView = extend<DeliveryRow, Tested>(deliveryView)(
  'TestedDelivery',
  'The delivery of a test, with what was posted.',
  { body: text('The body that was posted, as a text in JSON.').like('{"type":"webhook.test"}') },
)
