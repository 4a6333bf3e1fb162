import { z } from 'zod'
import { id } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'
import { acknowledge, ownEvents } from './feed.ts'
import { limits } from '../values/limits.ts'

export const acknowledgeEvents = operation({
  name: 'acknowledgeEvents',
  summary: 'Acknowledges several events. When one of them does not exist, none is acknowledged.',
  scope: 'receive',
  writes: true,
  input: z.strictObject({
    eventIds: z
      .array(id('event'))
      .min(1, 'At least one event')
      .max(limits.batchUpdates, `At most ${limits.batchUpdates} events`)
      .describe('Identifiers of the events, `evt_…`.'),
  }),
  errors: ['RESOURCE_NOT_FOUND'],
  async run({ db, actor, now }, { eventIds }) {
    const events = await ownEvents(db, actor, eventIds)
    const ids = events.map((event) => event.id)
    return { acknowledged: await acknowledge(db, actor, ids, now), eventIds: [...new Set(eventIds)] }
  },
})
