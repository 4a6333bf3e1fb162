/** Section 4.7: the feed of events, and their stream; of 4.9, the events of all companies. */
import { acknowledgeEvent } from '../../src/events/acknowledge-event.ts'
import { acknowledgeEvents } from '../../src/events/acknowledge-events.ts'
import { followEvents } from '../../src/events/follow-events.ts'
import { getEvent } from '../../src/events/get-event.ts'
import { listEvents } from '../../src/events/list-events.ts'
import { listPlatformEvents } from '../../src/events/list-platform-events.ts'
import { replayEvent } from '../../src/events/replay-event.ts'
import { streamEvents } from '../event-stream.ts'
import { acknowledgedView, anyEvent, replayedView } from '../../src/events/view.ts'
import { one, paged } from '../../src/http/answers.ts'
import {
  type Route,
  asBoolean,
  asList,
  body,
  bodyAndPath,
  path,
  query,
  resumable,
  route,
} from '../../src/http/route.ts'

const section = 'Events'

export const events: readonly Route[] = [
  route(listEvents, {
    method: 'GET',
    path: '/v1/events',
    field: 'Query.events',
    status: 200,
    input: query({ type: ['types', asList], after: ['afterSeq', String], includeAcked: asBoolean }),
    ...paged(anyEvent),
    section,
  }),
  route(listPlatformEvents, {
    method: 'GET',
    path: '/v1/platform/events',
    field: 'Query.platformEvents',
    status: 200,
    input: query({ type: ['types', asList] }),
    ...paged(anyEvent),
    section: 'Platforms',
  }),
  route(followEvents, {
    method: 'GET',
    path: '/v1/events/stream',
    field: 'Subscription.events',
    status: 200,
    input: resumable(query({ type: ['types', asList], lifecycleStatus: asList, after: String })),
    shape: anyEvent.shape,
    answersStream: streamEvents,
    names: { after: 'after' },
    section,
  }),
  route(getEvent, {
    method: 'GET',
    path: '/v1/events/:eventId',
    field: 'Query.event',
    status: 200,
    input: path,
    ...anyEvent,
    section,
  }),
  route(acknowledgeEvent, {
    method: 'POST',
    path: '/v1/events/:eventId/ack',
    field: 'Mutation.acknowledgeEvent',
    status: 204,
    input: bodyAndPath,
    section,
  }),
  route(acknowledgeEvents, {
    method: 'POST',
    path: '/v1/events/ack',
    field: 'Mutation.acknowledgeEvents',
    status: 200,
    input: body,
    ...one(acknowledgedView),
    section,
  }),
  route(replayEvent, {
    method: 'POST',
    path: '/v1/events/:eventId/replay',
    field: 'Mutation.replayEvent',
    status: 200,
    input: bodyAndPath,
    ...one(replayedView),
    section,
  }),
]
