import type { Plan } from '../generated/prisma/enums.ts'

/** Requests per minute and documents per month; null is without limit. */
export const plans: Record<Plan, { label: string; requestsPerMinute: number; documentsPerMonth: number | null }> = {
  free: { label: 'Free', requestsPerMinute: 60, documentsPerMonth: 50 },
  starter: { label: 'Starter', requestsPerMinute: 120, documentsPerMonth: 500 },
  pro: { label: 'Pro', requestsPerMinute: 300, documentsPerMonth: 5_000 },
  platform: { label: 'Platform', requestsPerMinute: 600, documentsPerMonth: 50_000 },
  white_label: { label: 'White-label', requestsPerMinute: 1_200, documentsPerMonth: null },
}
