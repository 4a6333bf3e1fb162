import { revokeApiKey } from '../keys/revoke-api-key.ts'
import { forPlatforms } from './for-platforms.ts'

export const revokePlatformApiKey = forPlatforms({
  ...revokeApiKey,
  name: 'revokePlatformApiKey',
  summary:
    'Revokes an API key of any managed company at once. Running requests finish, and new ones get the status 401.',
  ofOrganization: true,
})
