import { getCompanyImport } from '../companies/get-import.ts'
import { forPlatforms } from './for-platforms.ts'

export const getOnboarding = forPlatforms({
  ...getCompanyImport,
  name: 'getOnboarding',
  summary:
    'Returns the progress of a batch of companies that are onboarded, while it runs and for a month after. To know the ' +
    'id beforehand, send your own `X-Request-Id` with the batch. An interrupted batch has stored nothing.',
  scope: 'platform',
  ofOrganization: true,
})
