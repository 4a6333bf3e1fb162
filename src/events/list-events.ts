import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { pageInput } from '../operation/pagination.ts'
import { eventFilters, readFeed, seqInput } from './feed.ts'

export const listEvents = operation({
  name: 'listEvents',
  summary:
    'Lists the events of the organization, oldest first. Acknowledged events are omitted by default. A caller of one ' +
    'company gets the events of that company, and with `includeAcked` those about what the companies share.',
  scope: 'receive',
  writes: false,
  input: z.strictObject({
    ...eventFilters,
    ...pageInput,
    afterSeq: seqInput
      .optional()
      .describe('Only events after the event with this `seq`, or after the page with this `cursor`.'),
    includeAcked: z.boolean().optional().describe('Whether to include acknowledged events (default false).'),
  }),
  errors: ['COMPANY_NOT_FOUND', 'CURSOR_EXPIRED'],
  run: (run, given) => readFeed('events', run, given),
})
