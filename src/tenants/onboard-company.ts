import { forPlatforms } from './for-platforms.ts'
import { onboardingInput } from './onboarding-input.ts'
import { ONBOARDING_ERRORS, prepareOnboarding, storeOnboarding } from './onboarding.ts'

export const onboardCompany = forPlatforms({
  name: 'onboardCompany',
  summary:
    'Onboards a company in one call: the company, its webhook and its API key are created together or not at all. ' +
    'Only this answer, and its repetition for the same idempotency key, contains the secrets.',
  scope: 'platform',
  writes: true,
  ofOrganization: true,
  input: onboardingInput,
  errors: ONBOARDING_ERRORS,
  prepare: prepareOnboarding,
  run: storeOnboarding,
})
