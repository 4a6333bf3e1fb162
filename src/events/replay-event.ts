import { z } from 'zod'
import { id } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'
import { makeDeliveries } from '../engine/webhooks/queue.ts'
import { ownEvent } from './feed.ts'

export const replayEvent = operation({
  name: 'replayEvent',
  summary:
    'Sends an event again to every webhook that subscribes to it now. The identifier of the event stays the same.',
  scope: 'receive',
  writes: true,
  input: z.strictObject({ eventId: id('event').describe('Identifier of the event, `evt_…`.') }),
  errors: ['RESOURCE_NOT_FOUND'],
  async run({ db, actor, now }, { eventId }) {
    const event = await ownEvent(db, actor, eventId, now)
    return { event, replayed: await makeDeliveries(db, [{ ...event, createdAt: now }]) }
  },
})
