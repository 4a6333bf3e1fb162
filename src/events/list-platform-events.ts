import { z } from 'zod'
import { requirePlatformKey } from '../auth/actor.ts'
import { operation } from '../operation/operation.ts'
import { pageInput } from '../operation/pagination.ts'
import { eventFilters, readFeed } from './feed.ts'

export const listPlatformEvents = operation({
  name: 'listPlatformEvents',
  summary:
    'Lists the events of all managed companies, oldest first, acknowledged or not. Each event names its company.',
  scope: 'platform',
  writes: false,
  ofOrganization: true,
  input: z.strictObject({ ...eventFilters, ...pageInput }),
  errors: ['COMPANY_NOT_FOUND', 'CURSOR_EXPIRED'],
  run(run, given) {
    requirePlatformKey(run.actor)
    return readFeed('platform-events', run, { ...given, includeAcked: true })
  },
})
