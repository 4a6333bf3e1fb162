import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { pageInput } from '../operation/pagination.ts'
import { eventFilters, readFeed, seqInput } from './feed.ts'

export const listEvents = operation({
  name: 'listEvents',
  summary: 'The events of the organization, oldest first; acknowledged ones are left out unless asked for.',
  scope: 'receive',
  writes: false,
  input: z.strictObject({
    ...eventFilters,
    ...pageInput,
    afterSeq: seqInput.optional().describe('Only events after the one with this `seq`.'),
    includeAcked: z.boolean().optional().describe('True shows acknowledged events too (default false).'),
  }),
  errors: ['COMPANY_NOT_FOUND', 'CURSOR_EXPIRED'],
  run: (run, given) => readFeed('events', run, given),
})
