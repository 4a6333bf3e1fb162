import { rotateApiKey } from '../keys/rotate-api-key.ts'
import { forPlatforms } from './for-platforms.ts'

export const rotatePlatformApiKey = forPlatforms({
  ...rotateApiKey,
  name: 'rotatePlatformApiKey',
  summary:
    'Replaces an API key of any managed company by a new one with the same rights. The old key works for some ' +
    'hours more. Only this answer contains the full value of the new key.',
  ofOrganization: true,
})
