import { z } from 'zod'
import type { ApiKey } from '../../src/generated/prisma/client.ts'
import { iso, timestamp } from './shared.ts'

export const keyShape = z
  .object({
    id: z.string(),
    keyPrefix: z.string(),
    name: z.string(),
    scopes: z.array(z.string()),
    companyId: z.string().nullable(),
    rateLimit: z.number().nullable(),
    createdAt: timestamp,
    expiresAt: timestamp.nullable(),
  })
  .meta({ id: 'ApiKey' })

/** With the full value, which is shown once. */
export const newKeyShape = keyShape.extend({ key: z.string() }).meta({ id: 'NewApiKey' })

export const presentKey = ({
  id,
  keyPrefix,
  name,
  scopes,
  companyId,
  rateLimit,
  createdAt,
  expiresAt,
}: ApiKey): z.input<typeof keyShape> => ({
  id,
  keyPrefix,
  name,
  scopes,
  companyId,
  rateLimit,
  createdAt: createdAt.toISOString(),
  expiresAt: iso(expiresAt),
})

export const presentNewKey = (made: ApiKey & { key: string }): z.input<typeof newKeyShape> => ({
  ...presentKey(made),
  key: made.key,
})
