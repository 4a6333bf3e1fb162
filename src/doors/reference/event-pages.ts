import type { z } from 'zod'
import { EVENT_API_VERSION, type EventType, eventCatalog, eventTypes } from '../../engine/feed/catalog.ts'
import { camelCase, envelopeShape, eventName } from '../../engine/feed/envelope.ts'
import { deliveryHeaders } from './openapi/webhooks.ts'
import { asHtml, pageOf } from './pages.ts'

type Line = readonly [name: string, description: string]

const row = ([name, description]: Line): string =>
  `<tr><td><code>${name}</code></td><td>${asHtml(description)}</td></tr>`
const table = (lines: readonly Line[]): string => `<table>${lines.map(row).join('')}</table>`

const fields = (shape: Readonly<Record<string, z.ZodType>>): string =>
  table(Object.entries(shape).map(([name, field]) => [name, field.description ?? '']))

const section = (type: EventType, example: unknown): string =>
  [
    `<section id="${type}"><h2><a href="#${type}"><code>${type}</code></a></h2>`,
    `<p>${asHtml(eventCatalog[type].description ?? '')}</p>${fields(eventCatalog[type].shape)}`,
    `<p>GraphQL: <code>subscription { ${camelCase(type)} }</code>, type <code>${eventName(type)}</code>.</p>`,
    `<pre><code>${asHtml(JSON.stringify(example, null, 2))}</code></pre></section>`,
  ].join('')

/** One page for all kinds of events: what each says, and how it looks on the wire. */
export const eventPage = (exampleOf: (type: EventType) => unknown): string =>
  pageOf(
    'Events',
    [
      '<p>Events are numbered within their organization, without a gap and in the order of commits. The same envelope ',
      `arrives by each of four ways; version of the payloads: <code>${EVENT_API_VERSION}</code>. `,
      'Ignore fields and kinds that you do not know.</p>',
      '<dl>',
      '<dt>Feed</dt>',
      '<dd><code>GET /v1/events</code> holds back what is acknowledged (<code>POST /v1/events/{id}/ack</code>); ',
      '<code>?after=&lt;seq&gt;</code> reads on from a place. Events are kept for 30 days.</dd>',
      '<dt>Stream</dt>',
      '<dd><code>GET /v1/events/stream</code>: Server-Sent Events; ',
      '<code>Last-Event-ID</code> resumes after the last one seen.</dd>',
      '<dt>GraphQL</dt>',
      '<dd><code>subscription { events(after: "…") { … } }</code>, and a field for each kind, ',
      'over websocket and Server-Sent Events.</dd>',
      '<dt>Webhooks</dt><dd>A signed POST to your address, at least once.</dd>',
      '</dl>',
      '<h2>The envelope</h2>',
      fields(envelopeShape('document.received').shape),
      '<h2>Headers of a webhook delivery</h2>',
      table(Object.entries(deliveryHeaders).map(([name, [description]]) => [name, description])),
      ...eventTypes.map((type) => section(type, exampleOf(type))),
    ].join(''),
  )
