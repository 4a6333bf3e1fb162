/** The `webhooks` section of the OpenAPI document: what is posted to endpoints, one entry for each kind of event. */
import { type EventType, eventCatalog, eventTypes } from '../../../engine/feed/catalog.ts'
import { envelopeShape, eventName } from '../../../engine/feed/envelope.ts'
import { exampleOf } from './samples.ts'
import type { Json, Writer } from './schemas.ts'

/** What every delivery carries in its headers (specification 6). */
export const deliveryHeaders = {
  'User-Agent': ['Name and version of the service.', 'InvoiceExchange/1.0'],
  'X-Service-Signature': [
    '`t=<unix seconds>,v1=<hex>`: `v1` is the HMAC-SHA256 of `<t>.<raw body>` with the secret of the ' +
      'webhook. One more `v1` follows for each secret that was replaced within the last 24 hours.',
    't=1795255200,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
  ],
  'X-Service-Event': ['Kind of the event.', 'document.received'],
  'X-Service-Event-Id': ['Identifier of the event. Use it to recognise duplicates.', 'evt_01kafm4h7vf8xbkrs9q2m3c5de'],
  'X-Service-Delivery': ['Identifier of the delivery.', 'dlv_01kafm4h7vf8xbkrs9q2m3c5de'],
  'X-Service-Attempt': ['Number of the attempt, from 1 to 8.', '1'],
} as const

interface Delivery {
  post: Json & {
    requestBody: { required: boolean; content: { 'application/json': { schema: Json; example: unknown } } }
  }
}

const deliveryOf = (type: EventType, { components, write }: Writer): Delivery['post'] => {
  const schema = write(envelopeShape(type), 'output')
  return {
    operationId: `${eventName(type)}Webhook`,
    tags: ['Webhooks'],
    summary: (eventCatalog[type].description ?? type).split(/[.;:]/, 1)[0],
    description:
      `${eventCatalog[type].description}\n\nAnswer with a status 2xx within 20 seconds, and process ` +
      `the event afterwards. Any other answer is tried again, up to eight attempts in total. ` +
      `Each event is delivered at least once, in no particular order.`,
    security: [],
    parameters: Object.entries(deliveryHeaders).map(([name, [description, example]]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
      example: name === 'X-Service-Event' ? type : example,
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example: exampleOf(schema, components) } },
    },
    responses: {
      '2XX': { description: 'The delivery is accepted.' },
      '4XX': { description: 'The delivery is not accepted and is tried again.' },
      '5XX': { description: 'The delivery is not accepted and is tried again.' },
    },
  }
}

export const webhooks = (writer: Writer): Record<EventType, Delivery> =>
  Object.fromEntries(eventTypes.map((type) => [type, { post: deliveryOf(type, writer) }])) as Record<
    EventType,
    Delivery
  >
