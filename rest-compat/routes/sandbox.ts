/** Section 4.10. */
import { advanceClock } from '../../src/sandbox/advance-clock.ts'
import { bootstrapSandbox } from '../../src/sandbox/bootstrap.ts'
import { exhaustRateLimit } from '../../src/sandbox/exhaust-rate-limit.ts'
import { flushIdempotency } from '../../src/sandbox/flush-idempotency.ts'
import { resetClock } from '../../src/sandbox/reset-clock.ts'
import { resetSandbox } from '../../src/sandbox/reset-sandbox.ts'
import { listSandboxStories } from '../../src/sandbox/stories/list-stories.ts'
import { playSandboxStory } from '../../src/sandbox/stories/play-story.ts'
import { playView, storyView } from '../../src/sandbox/stories/view.ts'
import {
  advancedClockView,
  bootstrapView,
  exhaustionView,
  flushView,
  resetClockView,
  resetView,
} from '../../src/sandbox/view.ts'
import { one, wholeListOf } from '../../src/http/answers.ts'
import { type Route, body, path, route } from '../../src/http/route.ts'

const section = 'Sandbox'

export const sandbox: readonly Route[] = [
  route(bootstrapSandbox, {
    method: 'POST',
    path: '/v1/sandbox/bootstrap',
    field: 'Mutation.bootstrapSandbox',
    status: 201,
    input: body,
    ...one(bootstrapView),
    section,
  }),
  route(resetSandbox, {
    method: 'POST',
    path: '/v1/sandbox/reset',
    field: 'Mutation.resetSandbox',
    status: 200,
    input: body,
    ...one(resetView),
    section,
  }),
  route(exhaustRateLimit, {
    method: 'POST',
    path: '/v1/sandbox/rate-limit/exhaust',
    field: 'Mutation.exhaustRateLimit',
    status: 200,
    input: body,
    section,
    ...one(exhaustionView),
  }),
  route(advanceClock, {
    method: 'POST',
    path: '/v1/sandbox/clock/advance',
    field: 'Mutation.advanceClock',
    status: 200,
    input: body,
    ...one(advancedClockView),
    section,
  }),
  route(resetClock, {
    method: 'POST',
    path: '/v1/sandbox/clock/reset',
    field: 'Mutation.resetClock',
    status: 200,
    input: body,
    ...one(resetClockView),
    section,
  }),
  route(flushIdempotency, {
    method: 'POST',
    path: '/v1/sandbox/idempotency/flush',
    field: 'Mutation.flushIdempotency',
    status: 200,
    input: body,
    ...one(flushView),
    section,
  }),
  route(listSandboxStories, {
    method: 'GET',
    path: '/v1/sandbox/stories',
    field: 'Query.sandboxStories',
    status: 200,
    input: path,
    ...wholeListOf(storyView),
    section,
  }),
  route(playSandboxStory, {
    method: 'POST',
    path: '/v1/sandbox/stories/play',
    field: 'Mutation.playSandboxStory',
    status: 201,
    input: body,
    ...one(playView),
    section,
  }),
]
