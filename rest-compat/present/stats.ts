import { z } from 'zod'
import type { Share, getStats } from '../../src/stats/get-stats.ts'
import { timestamp } from './shared.ts'

const counts = z
  .object({ sent: z.number(), received: z.number(), delivered: z.number(), failed: z.number() })
  .meta({ id: 'DocumentCounts' })

export const statsShape = z
  .object({
    period: z.object({ start: timestamp, end: timestamp }),
    quota: z.object({ limit: z.number().nullable(), used: z.number(), remaining: z.number().nullable() }),
    rateLimit: z.object({ perMinute: z.number() }),
    documents: counts,
    byType: z.record(z.string(), counts),
    byCountry: z.record(z.string(), counts),
    byCompany: z.record(z.string(), counts),
    series: z.array(
      z.object({
        key: z.string(),
        documents: counts,
        points: z.array(z.object({ start: timestamp, documents: counts })),
      }),
    ),
    partners: z.object({ total: z.number(), active: z.number() }),
  })
  .meta({ id: 'Stats' })

const byKey = (shares: readonly Share[]) => Object.fromEntries(shares.map(({ key, documents }) => [key, documents]))

export const presentStats = ({
  period: { start, end },
  byType,
  byCountry,
  byCompany,
  series,
  ...stats
}: Awaited<ReturnType<typeof getStats.run>>): z.input<typeof statsShape> => ({
  ...stats,
  period: { start: start.toISOString(), end: end.toISOString() },
  byType: byKey(byType),
  byCountry: byKey(byCountry),
  byCompany: byKey(byCompany),
  series: series.map(({ key, documents, points }) => ({
    key,
    documents,
    points: points.map((point) => ({ start: point.start.toISOString(), documents: point.documents })),
  })),
})
