import type { Plan } from '../generated/prisma/enums.ts'

/**
 * Requests per minute, what GraphQL documents may cost per minute (fields, each for every row), documents per month
 * and megabytes of stored documents (null is without limit), and API keys in use: of the organization, and of one
 * company that makes them itself.
 */
export const plans: Record<
  Plan,
  {
    label: string
    requestsPerMinute: number
    costPerMinute: number
    documentsPerMonth: number | null
    storageMegabytes: number | null
    keys: number
    companyKeys: number
  }
> = {
  free: {
    label: 'Free',
    requestsPerMinute: 60,
    costPerMinute: 60_000,
    documentsPerMonth: 50,
    storageMegabytes: 1_000,
    keys: 20,
    companyKeys: 10,
  },
  starter: {
    label: 'Starter',
    requestsPerMinute: 120,
    costPerMinute: 120_000,
    documentsPerMonth: 500,
    storageMegabytes: 10_000,
    keys: 50,
    companyKeys: 20,
  },
  pro: {
    label: 'Pro',
    requestsPerMinute: 300,
    costPerMinute: 300_000,
    documentsPerMonth: 5_000,
    storageMegabytes: 100_000,
    keys: 200,
    companyKeys: 50,
  },
  platform: {
    label: 'Platform',
    requestsPerMinute: 600,
    costPerMinute: 600_000,
    documentsPerMonth: 50_000,
    storageMegabytes: 1_000_000,
    keys: 20_000,
    companyKeys: 100,
  },
  white_label: {
    label: 'White-label',
    requestsPerMinute: 1_200,
    costPerMinute: 1_200_000,
    documentsPerMonth: null,
    storageMegabytes: null,
    keys: 50_000,
    companyKeys: 100,
  },
}
