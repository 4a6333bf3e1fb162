import { z } from 'zod'
import { id } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'
import { acknowledge, ownEvent } from './feed.ts'

export const acknowledgeEvent = operation({
  name: 'acknowledgeEvent',
  summary: 'Acknowledges an event: the feed omits it from now on. A repetition changes nothing.',
  scope: 'receive',
  writes: true,
  input: z.strictObject({ eventId: id('event').describe('Identifier of the event, `evt_…`.') }),
  errors: ['RESOURCE_NOT_FOUND'],
  async run({ db, actor, now }, { eventId }) {
    const event = await ownEvent(db, actor, eventId, now)
    await acknowledge(db, actor, [eventId], now)
    return { event: { ...event, acknowledgedAt: event.acknowledgedAt ?? now } }
  },
})
