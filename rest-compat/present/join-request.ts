import { z } from 'zod'
import type { JoinRequestRow } from '../../src/companies/join-request.ts'
import { iso, timestamp } from './shared.ts'

export const joinRequestShape = z
  .object({
    id: z.string(),
    companyId: z.string(),
    companyName: z.string(),
    requester: z.object({ userId: z.string(), email: z.string().nullable() }),
    status: z.string(),
    createdAt: timestamp,
    decidedAt: timestamp.nullable(),
    decidedBy: z.string().nullable(),
  })
  .meta({ id: 'JoinRequest' })

export const presentJoinRequest = ({
  id,
  companyId,
  company,
  userId,
  email,
  status,
  createdAt,
  decidedAt,
  decidedBy,
}: JoinRequestRow): z.input<typeof joinRequestShape> => ({
  id,
  companyId,
  companyName: company.name,
  requester: { userId, email },
  status,
  createdAt: createdAt.toISOString(),
  decidedAt: iso(decidedAt),
  decidedBy,
})
