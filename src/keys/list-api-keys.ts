import { z } from 'zod'
import type { ApiKey } from '../generated/prisma/client.ts'
import { operation } from '../operation/operation.ts'
import { keyKind } from './key-input.ts'
import { pageInput, readPage } from '../operation/pagination.ts'

export const listApiKeys = operation({
  name: 'listApiKeys',
  summary: 'Lists the API keys that are not revoked, newest first. Only the prefix of each key is shown.',
  scope: 'platform',
  writes: false,
  input: z.strictObject({ kind: keyKind.optional().describe('Only keys of this kind.'), ...pageInput }),
  errors: [],
  async run({ db, actor, platform, select }, { kind, ...page }) {
    await platform.keyUse.flush()
    const shape: object = 'select' in select || 'include' in select ? select : { include: { lastUse: true } }
    const where = {
      organizationId: actor.organizationId,
      revokedAt: null,
      ...(kind !== undefined && { kind }),
      ...(actor.companyId !== null && { companyId: actor.companyId }),
    }
    return readPage<ApiKey>(platform.cursors, {
      name: 'api-keys',
      filters: { kind },
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
