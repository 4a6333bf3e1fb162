import { z } from 'zod'
import { escapeLike } from '../kernel/database/like.ts'
import { operation } from '../operation/operation.ts'
import { requireSandbox } from './sandbox-only.ts'

export const flushIdempotency = operation({
  name: 'flushIdempotency',
  summary:
    'Deletes the stored answers of the calling API key, so that its idempotency keys can be used again. ' +
    'With `X-Service-Company`, only the answers for that company.',
  scope: 'authenticated',
  writes: true,
  input: z.strictObject({}),
  errors: ['SANDBOX_ONLY'],
  async run({ db, actor, platform }) {
    requireSandbox(platform.env, actor)
    const { count } = await db.idempotencyRecord.deleteMany({
      where: {
        organizationId: actor.organizationId,
        OR: [
          { caller: actor.repeatsAs },
          // Whoever acts for no company in particular flushes what was answered for each.
          ...(actor.companyId === null ? [{ caller: { startsWith: `${escapeLike(actor.caller)}@` } }] : []),
        ],
      },
    })
    return { flushed: count }
  },
})
