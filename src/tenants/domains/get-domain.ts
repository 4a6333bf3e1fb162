import { forPlatforms } from '../for-platforms.ts'
import { type ShownDomain, domainInput, domainOf, shownDomain } from './domain.ts'

export const getDomain = forPlatforms({
  name: 'getDomain',
  summary: 'Returns an own domain with the records that it needs in the DNS, and what is missing.',
  scope: 'platform',
  writes: false,
  ofOrganization: true,
  input: domainInput,
  errors: ['RESOURCE_NOT_FOUND'],
  run: async ({ db, actor, platform }, { domainId }): Promise<ShownDomain> =>
    shownDomain(await domainOf(db, actor, domainId), platform.env),
})
