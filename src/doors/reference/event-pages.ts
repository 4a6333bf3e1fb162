import type { z } from 'zod'
import { EVENT_API_VERSION, type EventType, eventCatalog, eventTypes } from '../../engine/feed/catalog.ts'
import { camelCase, envelopeShape, eventName } from '../../engine/feed/envelope.ts'
import { codeFigure } from '../docs/code-figure.ts'
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
    codeFigure('Example', JSON.stringify(example, null, 2)).text,
    '</section>',
  ].join('')

/** One page for all kinds of events: what each says, and how it looks on the wire. */
export const eventPage = (exampleOf: (type: EventType) => unknown) =>
  pageOf(
    'Events',
    [
      '<p>The events of an organization are numbered without gaps, in the order in which they were stored. ',
      'The same envelope is delivered in four ways. ',
      `The version of the payloads is <code>${EVENT_API_VERSION}</code>. `,
      'Ignore fields and kinds of events that you do not know.</p>',
      '<dl>',
      '<dt>Feed</dt><dd><code>GET /v1/events</code> lists the events that are not acknowledged yet ',
      '(<code>POST /v1/events/{id}/ack</code> acknowledges one). With <code>?after=&lt;seq&gt;</code> the list ',
      'continues after that event. Events are kept for 30 days.</dd>',
      '<dt>Stream</dt><dd><code>GET /v1/events/stream</code> sends Server-Sent Events. ',
      'The header <code>Last-Event-ID</code> resumes the stream after the last received event.</dd>',
      '<dt>GraphQL</dt><dd><code>subscription { events(after: "…") { … } }</code> for all events, ',
      'and one field for each kind of event, over WebSocket and Server-Sent Events.</dd>',
      '<dt>Webhooks</dt><dd>A signed POST request to your address, at least once for each event.</dd>',
      '</dl>',
      '<h2>The envelope</h2>',
      fields(envelopeShape('document.received').shape),
      '<h2>Headers of a webhook delivery</h2>',
      table(Object.entries(deliveryHeaders).map(([name, [description]]) => [name, description])),
      ...eventTypes.map((type) => section(type, exampleOf(type))),
    ].join(''),
  )
