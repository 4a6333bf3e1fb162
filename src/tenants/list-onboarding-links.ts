import { z } from 'zod'
import { companyRef, visibleCompany } from '../companies/company.ts'
import type { OnboardingLink } from '../generated/prisma/client.ts'
import { pageInput, readPage } from '../operation/pagination.ts'
import { forPlatforms } from './for-platforms.ts'

export const listOnboardingLinks = forPlatforms({
  name: 'listOnboardingLinks',
  summary: 'Lists the onboarding links of a company, newest first, with what was signed, by whom and when.',
  scope: 'platform',
  writes: false,
  ofOrganization: true,
  input: z.strictObject({ companyId: companyRef, ...pageInput }),
  errors: ['COMPANY_NOT_FOUND'],
  async run({ db, actor, platform }, { companyId: ref, ...page }) {
    const { organizationId, id: companyId } = await visibleCompany(db, actor, ref)
    const where = { organizationId, companyId }
    return readPage<OnboardingLink>(platform.cursors, {
      name: 'onboarding-links',
      filters: { companyId },
      page,
      keyOf: ({ id }) => id,
      find: (range, order, take) =>
        db.onboardingLink.findMany({
          where: { AND: [where, range ? { id: range } : {}] },
          orderBy: { id: order },
          take,
        }),
      count: () => db.onboardingLink.count({ where }),
    })
  },
})
