import { z } from 'zod'
import { companyRef, visibleCompany } from '../companies/company.ts'
import type { ApiKey, Prisma } from '../generated/prisma/client.ts'
import { pageInput, readPage } from '../operation/pagination.ts'
import { forPlatforms } from './for-platforms.ts'
import { DAY_MS } from '../values/dates.ts'

const unusedSince = (then: Date): Prisma.ApiKeyWhereInput => ({
  createdAt: { lte: then },
  OR: [{ lastUse: null }, { lastUse: { at: { lte: then } } }],
})

export const listPlatformApiKeys = forPlatforms({
  name: 'listPlatformApiKeys',
  summary:
    'Lists the API keys of the organization and of all its companies that are not revoked, newest first, with their ' +
    'last use. Only the prefix of each key is shown.',
  scope: 'platform',
  writes: false,
  ofOrganization: true,
  input: z.strictObject({
    companyId: companyRef.optional().describe('Only keys that are bound to this company.'),
    unusedForDays: z
      .number()
      .int()
      .min(1)
      .max(3_650)
      .optional()
      .describe('Only keys that were not used for so many days, such as 90.'),
    ...pageInput,
  }),
  errors: ['COMPANY_NOT_FOUND'],
  async run({ db, actor, now, platform, select }, { companyId, unusedForDays, ...page }) {
    await platform.keyUse.flush()
    const company = companyId === undefined ? undefined : await visibleCompany(db, actor, companyId)
    const shape: object = 'select' in select || 'include' in select ? select : { include: { lastUse: true } }
    const where: Prisma.ApiKeyWhereInput = {
      organizationId: actor.organizationId,
      revokedAt: null,
      ...(company && { companyId: company.id }),
      ...(unusedForDays !== undefined && unusedSince(new Date(now.getTime() - unusedForDays * DAY_MS))),
    }
    return readPage<ApiKey>(platform.cursors, {
      name: 'platform-api-keys',
      filters: { companyId, unusedForDays },
      page,
      keyOf: (key) => key.id,
      find: (range, order, take) =>
        db.apiKey.findMany({
          where: { AND: [where, range ? { id: range } : {}] },
          orderBy: { id: order },
          take,
          ...shape,
        }),
      count: () => db.apiKey.count({ where }),
    })
  },
})
