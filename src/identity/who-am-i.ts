import { z } from 'zod'
import { plans } from '../auth/plans.ts'
import { usedThisMonth } from '../exchange/send/store/quota.ts'
import { operation } from '../operation/operation.ts'

export const whoAmI = operation({
  name: 'whoAmI',
  summary: 'Returns the owner of the credentials, their scopes, and the organizations that they can act for.',
  scope: 'authenticated',
  writes: false,
  input: z.strictObject({}),
  errors: [],
  async run({ db, actor, now }) {
    const organizations = await db.organization.findMany({
      where: { id: { in: [...actor.organizationIds] } },
      select: { id: true, name: true, country: true, vatNumber: true },
    })
    const used = await usedThisMonth(db, actor, now)
    const quota = plans[actor.plan].documentsPerMonth
    return {
      authMethod: actor.kind === 'user' ? 'jwt' : 'api_key',
      userId: actor.userId,
      email: actor.email,
      keyType: actor.keyType,
      organizationId: actor.organizationId,
      organizationIds: [...actor.organizationIds],
      organizations: actor.organizationIds.map(
        (id) => organizations.find((one) => one.id === id) ?? { id, name: id, country: null, vatNumber: null },
      ),
      companyId: actor.companyId,
      roles: [...actor.roles],
      scopes: [...actor.scopes],
      isTestMode: actor.testMode,
      plan: actor.plan,
      // The sandbox has no quota, whatever the plan says.
      quota: { limit: actor.testMode ? null : quota, used },
      rateLimitPerMinute: actor.requestsPerMinute,
    }
  },
})
