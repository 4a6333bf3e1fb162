/** How live events travel: a small protocol that another server could speak. */
import { codeFigure } from '../docs/code-figure.ts'
import { asHtml, pageOf } from './pages.ts'

type Line = readonly [name: string, description: string]

const table = (lines: readonly Line[]): string =>
  `<table>${lines.map(([name, text]) => `<tr><td>${asHtml(name)}</td><td>${asHtml(text)}</td></tr>`).join('')}</table>`

const list = (texts: readonly string[]): string =>
  `<ul>${texts.map((text) => `<li>${asHtml(text)}</li>`).join('')}</ul>`

const ways: readonly Line[] = [
  ['GraphQL over WebSocket', '`/graphql`, subprotocol `graphql-transport-ws` (graphql-ws).'],
  ['GraphQL over SSE, a connection each', '`POST` or `GET /graphql` with `Accept: text/event-stream` (graphql-sse).'],
  [
    'GraphQL over SSE, one connection',
    '`/graphql/stream`, the single connection mode of graphql-sse: `PUT` reserves a stream and answers its token, ' +
      '`GET` opens it, `POST` adds an operation (`extensions.operationId`), `DELETE ?operationId=` ends one. The token ' +
      'is sent as `X-GraphQL-Event-Stream-Token`, with the same credentials. A reserved stream waits 30 seconds.',
  ],
  ['REST', '`GET /v1/events/stream`: Server-Sent Events whose `id` is the number of the event.'],
]

const filters: readonly Line[] = [
  ['`types`', 'Kinds of events (`type` in REST).'],
  ['`companyId`', 'The company that an event is about.'],
  ['`documentId`', 'The document that an event is about.'],
  ['`partnerId`', 'The partner that an event is about, or with which its document was exchanged.'],
  [
    '`lifecycleStatus`',
    'Business statuses of the document: after the update that the event tells, otherwise as it is.',
  ],
  ['`tag`', 'A tag of the document, as it is when the event is sent.'],
]

const rules: readonly (readonly [title: string, rules: readonly string[]])[] = [
  [
    'Number and order',
    [
      'Every event of an organization has a number `seq`: 1, 2, 3 and so on, without gaps, in the order of the commits.',
      'A subscription gets events in rising order of `seq`, each once.',
      'With filters, and for a caller of one company, numbers are left out. A missing number is then no loss.',
    ],
  ],
  [
    'Resume',
    [
      'A client remembers the `seq` of the last event that it has dealt with, and subscribes again with `after` set to it ' +
        '(REST: the header `Last-Event-ID`). It first gets the stored events after that number, then new ones.',
      'Without `after`, a subscription begins with the next new event.',
      'A client may see an event twice if it crashed before it remembered the number. `id` is the same both times.',
    ],
  ],
  [
    'Heartbeat',
    [
      'REST sends `: still here` every 15 seconds, with the `id` of the last event that was looked at, so that a client ' +
        'whose filters let little through resumes close to the end. GraphQL over SSE sends a comment every 12 seconds, and ' +
        'WebSocket a ping every 12 seconds.',
      'A client that has heard nothing for 30 seconds closes the connection, and resumes.',
    ],
  ],
  [
    'Gap',
    [
      'A server never leaves out an event silently. If it cannot go on, it ends the subscription with an error that says ' +
        'where to continue.',
      '`SUBSCRIBER_TOO_SLOW` (429): more events wait for this subscriber than the server keeps for it. `details[0].after` is ' +
        'the number to resume from.',
    ],
  ],
  [
    'Expiry',
    [
      'Events are kept for 30 days. `CURSOR_EXPIRED` (410) says that `after` is older, and `details[0].oldest` is the ' +
        'oldest number that can be resumed from. A client then reads the present state of its objects, and goes on.',
      'When credentials end, the connection does: WebSocket closes with 4403, REST sends `REVOKED_KEY`, the others end.',
    ],
  ],
  [
    'Back-pressure',
    [
      'A server writes to a connection only while the client takes what it is sent. Meanwhile events wait in the feed, not in ' +
        'memory: one copy for all subscribers of an organization.',
      'A reader that falls behind by more than this copy holds gets `SUBSCRIBER_TOO_SLOW` as its last message. Nothing is ' +
        'lost: it resumes, and reads the feed at its own pace.',
      'On one connection with several operations, a reader that is behind holds up these operations, and nobody else.',
      'A REST connection that has taken nothing between two heartbeats is closed.',
    ],
  ],
]

const messages = `PUT /graphql/stream                     201, the token as text
GET /graphql/stream                     200, the stream:
  :                                       heartbeat
  event: next
  data: {"id": "1", "payload": {"data": {"events": {"seq": "42"}}}}
  event: complete
  data: {"id": "1"}
POST /graphql/stream                    202, or 400 with errors
  {"query": "subscription { events { seq } }", "extensions": {"operationId": "1"}}
DELETE /graphql/stream?operationId=1    200`

export const livePage = () =>
  pageOf(
    'Live events',
    [
      '<p>Live events are a feed with numbers, read to its end and then on. This page says all that a client relies on, ',
      'and all that another server would have to do.</p>',
      '<h2 id="ways">Ways</h2>',
      table(ways),
      codeFigure('Messages', messages).text,
      '<h2 id="filters">Filters</h2>',
      table(filters),
      ...rules.map(
        ([title, texts]) => `<h2 id="${title.toLowerCase().replaceAll(' ', '-')}">${title}</h2>${list(texts)}`,
      ),
    ].join(''),
  )
