import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { requireSandbox } from './sandbox-only.ts'

export const exhaustRateLimit = operation({
  name: 'exhaustRateLimit',
  summary:
    'Answers every request of the organization with the status 429 ' +
    'for the given time, to test how a client handles it.',
  scope: 'platform',
  writes: true,
  ofOrganization: true,
  input: z.strictObject({
    durationSeconds: z
      .number()
      .int()
      .min(1, 'At least 1')
      .max(3_600, 'At most 3600')
      .default(60)
      .describe('Duration in seconds (default 60, at most 3600).'),
  }),
  errors: ['SANDBOX_ONLY'],
  async run({ db, actor, platform, now, afterCommit }, { durationSeconds }) {
    requireSandbox(platform.env, actor)
    const until = new Date(now.getTime() + durationSeconds * 1_000)
    await db.organization.update({ where: { id: actor.organizationId }, data: { rateLimitedUntil: until } })
    afterCommit(() => platform.wakeUps.publish('credentials', actor.organizationId))
    return { exhausted: true, durationSeconds, until }
  },
})
