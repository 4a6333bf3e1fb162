import { newKey } from '../auth/bearer-key.ts'
import type { KeyType, Plan } from '../generated/prisma/enums.ts'
import { writeRows } from '../kernel/database/rows.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { auditRow } from '../operation/audit.ts'
import type { Platform } from '../operation/platform.ts'
import { newId } from '../values/ids.ts'
import { shownOf } from './make-key.ts'

const types: Partial<Record<Plan, KeyType>> = { platform: 'platform', white_label: 'white_label' }

/** A key for everything, made by the operator of a deployment: for an organization whose keys let nobody in. */
export const makeOperatorKey = async (
  { db, clock, env }: Pick<Platform, 'db' | 'clock' | 'env'>,
  organizationId: string,
  name: string,
): Promise<string> => {
  const now = clock.now()
  const organization = await db.client.organization.findUnique({ where: { id: organizationId } })
  if (!organization)
    throw new AppError('RESOURCE_NOT_FOUND', { message: `There is no organization ${organizationId}.` })
  const testMode = env.SERVICE_MODE === 'sandbox'
  const type = types[organization.plan] ?? 'personal'
  const { key, hash, keyPrefix } = newKey(type, testMode)
  await db.transaction(async (inside) => {
    const made = await inside.apiKey.create({
      data: { organizationId, id: newId('apiKey'), name, type, testMode, keyPrefix, scopes: ['*'], createdAt: now },
    })
    await inside.apiKeyHash.create({ data: { hash, organizationId, keyId: made.id } })
    const author = { organizationId, keyId: null, userId: null, label: 'operator' }
    const change = { kind: 'key' as const, subjectId: made.id, companyId: null, before: null, after: shownOf(made) }
    await writeRows(inside, [auditRow({ actor: author, requestId: newId('request') }, 'makeOperatorKey', change, now)])
  })
  return key
}
