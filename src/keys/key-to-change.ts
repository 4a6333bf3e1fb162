import type { Actor } from '../auth/actor.ts'
import type { ApiKey } from '../generated/prisma/client.ts'
import { hold } from '../kernel/database/held-rows.ts'
import type { Db } from '../kernel/database/open.ts'
import { AppError } from '../kernel/errors/app-error.ts'

/**
 * A key in use that the caller may see, held until the transaction ends: it is rotated once, and the audit tells what was
 * before.
 */
export const keyToChange = async (db: Db, actor: Actor, id: string, now: Date): Promise<ApiKey> => {
  const { organizationId, companyId } = actor
  const key = await hold(db, 'api_keys', { organizationId, id, companyId })
  if (!key || key.revokedAt !== null || (key.expiresAt !== null && key.expiresAt <= now))
    throw new AppError('RESOURCE_NOT_FOUND')
  return key
}
