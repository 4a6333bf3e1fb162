import { z } from 'zod'
import type { Partner } from '../../src/generated/prisma/client.ts'
import { iso, timestamp } from './shared.ts'

export const partnerShape = z
  .object({
    id: z.string(),
    peppolId: z.string().nullable(),
    name: z.string(),
    vatNumber: z.string().nullable(),
    country: z.string().nullable(),
    role: z.string(),
    contactName: z.string().nullable(),
    contactEmail: z.string().nullable(),
    peppolStatus: z.string(),
    defaults: z
      .object({ currency: z.string(), paymentTermsDays: z.number(), note: z.string(), orderReference: z.string() })
      .partial(),
    tags: z.array(z.string()),
    enrichment: z.record(z.string(), z.unknown()),
    stats: z.object({ documentsSent: z.number(), documentsReceived: z.number(), lastActivityAt: timestamp.nullable() }),
    metadata: z.record(z.string(), z.string()),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Partner' })

type Shown = z.input<typeof partnerShape>

export const presentPartner = ({
  organizationId: _organization,
  searchText: _search,
  documentsSent,
  documentsReceived,
  lastActivityAt,
  defaults,
  enrichment,
  metadata,
  createdAt,
  updatedAt,
  ...partner
}: Partner): Shown => ({
  ...partner,
  defaults: defaults as Shown['defaults'],
  enrichment: enrichment as Shown['enrichment'],
  stats: { documentsSent, documentsReceived, lastActivityAt: iso(lastActivityAt) },
  metadata: metadata as Shown['metadata'],
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})
