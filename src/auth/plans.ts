import type { Plan } from '../generated/prisma/enums.ts'

/** Requests per minute, documents per month (null is without limit), and API keys in use. */
export const plans: Record<
  Plan,
  { label: string; requestsPerMinute: number; documentsPerMonth: number | null; keys: number }
> = {
  free: { label: 'Free', requestsPerMinute: 60, documentsPerMonth: 50, keys: 20 },
  starter: { label: 'Starter', requestsPerMinute: 120, documentsPerMonth: 500, keys: 50 },
  pro: { label: 'Pro', requestsPerMinute: 300, documentsPerMonth: 5_000, keys: 200 },
  platform: { label: 'Platform', requestsPerMinute: 600, documentsPerMonth: 50_000, keys: 20_000 },
  white_label: { label: 'White-label', requestsPerMinute: 1_200, documentsPerMonth: null, keys: 50_000 },
}
