/** What events answer: the envelope of the catalog, and what came of acknowledging and replaying. */
import { z } from 'zod'
import { eventTypes } from '../engine/feed/catalog.ts'
import { envelopeOf, envelopeShape } from '../engine/feed/envelope.ts'
import { integer, view } from '../operation/view.ts'
import type { acknowledgeEvents } from './acknowledge-events.ts'
import type { ShownEvent } from './feed.ts'
import type { replayEvent } from './replay-event.ts'
import type { ResultOf } from '../operation/operation.ts'

/** Any kind of event as JSON: its `type` says which payload it has. */
export const anyEvent = {
  shape: z
    .discriminatedUnion('type', eventTypes.map((type) => envelopeShape(type)) as never)
    .meta({ id: 'Event', description: 'An event. Its `type` decides which payload it has.' }),
  present: (event: ShownEvent) => envelopeOf(event, event.livemode),
}

export const acknowledgedView = view<ResultOf<typeof acknowledgeEvents>>()(
  'Acknowledgement',
  'The result of acknowledging several events.',
  { acknowledged: integer('Number of events that were not acknowledged before.') },
)

export const replayedView = view<ResultOf<typeof replayEvent>>()('Replay', 'The result of replaying an event.', {
  replayed: integer('Number of webhook deliveries that were scheduled.'),
})
