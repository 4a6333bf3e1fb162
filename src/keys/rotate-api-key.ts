import { z } from 'zod'
import type { Actor } from '../auth/actor.ts'
import type { Scope } from '../auth/scopes.ts'
import type { ApiKey } from '../generated/prisma/client.ts'
import { changeHeld } from '../kernel/database/held-rows.ts'
import type { Db } from '../kernel/database/open.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { id } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'
import { auditEnds, endAgentsBy, endKeys } from './agent-key.ts'
import { keyFields } from './key-input.ts'
import { keyToChange } from './key-to-change.ts'
import { makeKey, sharesLimits, shownOf } from './make-key.ts'
import { HOUR_MS } from '../values/dates.ts'

const MOST_HOURS = 168

const keyToRotate = async (db: Db, actor: Actor, keyId: string, now: Date): Promise<ApiKey> => {
  const key = await keyToChange(db, actor, keyId, now)
  if (key.kind === 'agent')
    throw new AppError('CONFLICT', { message: 'An agent renews its access itself, or asks for it again.' })
  if (key.replacedById !== null)
    throw new AppError('CONFLICT', { message: `The key was rotated before: ${key.replacedById} has taken its place.` })
  return key
}

/**
 * A key does not get a new month or minute by being rotated: what takes its place counts with the first of its line.
 * Where a key with limits rotates another one, it counts with those.
 */
const sharesWith = async (db: Db, actor: Actor, old: ApiKey): Promise<string | null> => {
  if (sharesLimits(actor) && actor.keyId !== old.id) return actor.keyId
  const { organizationId, id, quotaKeyId, documentsPerMonth, rateLimit } = old
  if (documentsPerMonth === null && rateLimit === null) return quotaKeyId
  const isFirst = (await db.apiKey.count({ where: { organizationId, replacedById: id } })) === 0
  return isFirst ? id : quotaKeyId
}

/** As long as the old key was to live from its creation on. */
const lifetimeOf = ({ createdAt, expiresAt }: ApiKey, now: Date): Date | null =>
  expiresAt && new Date(now.getTime() + expiresAt.getTime() - createdAt.getTime())

export const rotateApiKey = operation({
  name: 'rotateApiKey',
  summary:
    'Replaces an API key by a new one with the same rights. The old key works for some hours more, so ' +
    'that nothing fails while it is replaced. The agents that it let in end with it. Only this answer contains the ' +
    'full value of the new key.',
  scope: 'platform',
  writes: true,
  input: z.strictObject({
    keyId: id('apiKey').describe('Identifier of the key, `key_…`.'),
    overlapHours: z
      .number()
      .int()
      .min(0)
      .max(MOST_HOURS)
      .default(24)
      .describe(`Hours for which the old key still works (default 24, at most ${MOST_HOURS}). 0 revokes it at once.`),
    expiresAt: keyFields.expiresAt
      .nullish()
      .describe('When the new key expires. By default it lives as long as the old one was to live.'),
  }),
  errors: ['RESOURCE_NOT_FOUND', 'CONFLICT', 'INVALID_DATE'],
  async run(run, { keyId, overlapHours, expiresAt }) {
    const { db, actor, now, platform, afterCommit } = run
    const { organizationId } = actor
    const old = await keyToRotate(db, actor, keyId, now)
    const end = new Date(now.getTime() + overlapHours * HOUR_MS)
    const made = await makeKey(run, {
      ...old,
      boundTo: old.companyId,
      // In the place of the old one, which is not what lets it in.
      letInBy: actor.isAgent && actor.keyId !== old.id ? actor.keyId : old.parentKeyId,
      sharesWith: await sharesWith(db, actor, old),
      scopes: old.scopes as Scope[],
      requestsPerMinute: old.rateLimit,
      expiresAt: expiresAt === undefined ? lifetimeOf(old, now) : expiresAt,
    })
    // Webhooks that would end with the old one end with the new one.
    if (old.parentKeyId !== null)
      await db.webhook.updateMany({ where: { organizationId, endsWithKeyId: keyId }, data: { endsWithKeyId: made.id } })
    const ended = await changeHeld(db, 'api_keys', old, {
      replacedById: made.id,
      ...(overlapHours === 0
        ? { revokedAt: now }
        : { expiresAt: old.expiresAt !== null && old.expiresAt < end ? old.expiresAt : end }),
    })
    // With the new one among them, where an agent that the old one let in has made it.
    if (overlapHours === 0) auditEnds(run, await endKeys(db, organizationId, [keyId], now))
    else await endAgentsBy(db, organizationId, [keyId], end)
    run.audit({ kind: 'key', subjectId: old.id, companyId: old.companyId, before: shownOf(old), after: shownOf(ended) })
    afterCommit(() => platform.wakeUps.publish('credentials', organizationId))
    return made
  },
})
