import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { requireSandbox } from './sandbox-only.ts'

export const flushIdempotency = operation({
  name: 'flushIdempotency',
  summary: 'Deletes the stored answers of the calling API key, so that its idempotency keys can be used again.',
  scope: 'authenticated',
  writes: true,
  input: z.strictObject({}),
  errors: ['SANDBOX_ONLY'],
  async run({ db, actor, platform }) {
    requireSandbox(platform.env, actor)
    const { count } = await db.idempotencyRecord.deleteMany({
      where: { organizationId: actor.organizationId, caller: actor.caller },
    })
    return { flushed: count }
  },
})
