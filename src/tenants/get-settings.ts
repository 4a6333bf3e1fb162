import { z } from 'zod'
import { companyRef } from '../companies/company.ts'
import { forPlatforms } from './for-platforms.ts'
import { companyOfSettings, shownSettings } from './tenant-settings.ts'

export const getPlatformSettings = forPlatforms({
  name: 'getPlatformSettings',
  summary:
    'Returns the branding of the organization and what its new companies begin with, or the branding of one company ' +
    'with what it inherits.',
  scope: 'platform',
  writes: false,
  ofOrganization: true,
  input: z.strictObject({ companyId: companyRef.optional().describe('The company, with a white-label key.') }),
  errors: ['COMPANY_NOT_FOUND'],
  run: async ({ db, actor }, { companyId }) =>
    shownSettings(db, actor.organizationId, await companyOfSettings(db, actor, companyId)),
})
