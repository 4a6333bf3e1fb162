import { z } from 'zod'
import { id } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'
import { visibleEvent } from './feed.ts'

export const getEvent = operation({
  name: 'getEvent',
  summary: 'Returns one event, acknowledged or not.',
  scope: 'receive',
  writes: false,
  input: z.strictObject({ eventId: id('event').describe('Identifier of the event, `evt_…`.') }),
  errors: ['RESOURCE_NOT_FOUND'],
  run: ({ db, actor, now }, { eventId }) => visibleEvent(db, actor, eventId, now),
})
