import { z } from 'zod'
import { boundCompany } from '../companies/company.ts'
import { KeyType } from '../generated/prisma/enums.ts'
import { keyFields } from '../keys/key-input.ts'
import { makeKey } from '../keys/make-key.ts'
import { forPlatforms } from './for-platforms.ts'
import { keyLimits } from './onboarding-input.ts'

const { name, label, companyId, scopes, expiresAt, allowedNetworks } = keyFields

export const createPlatformApiKey = forPlatforms({
  name: 'createPlatformApiKey',
  summary:
    'Creates an API key for one of the managed companies, or for all of them. Only this answer contains its full value.',
  scope: 'platform',
  writes: true,
  ofOrganization: true,
  input: z
    .strictObject({
      name,
      label: label.nullish(),
      companyId: companyId
        .nullish()
        .describe('The company to bind the key to. When absent, the key is for all companies.'),
      type: z
        .enum(KeyType)
        .meta({ graphql: 'KeyType' })
        .optional()
        .describe(
          'Kind of key, for one that is bound to no company: the kind of the caller or `personal`, and of a user ' +
            'the kinds that the plan allows. By default the kind of the caller.',
        ),
      scopes: scopes.optional(),
      expiresAt: expiresAt.nullish(),
      rateLimit: keyLimits.nullish(),
      allowedNetworks: allowedNetworks.optional(),
    })
    .meta({ examples: [{ name: 'Office', scopes: ['send'], rateLimit: { requestsPerMinute: 60 } }] }),
  errors: ['COMPANY_NOT_FOUND', 'INVALID_DATE', 'CONFLICT'],
  run: async (run, { companyId: company, rateLimit, ...wishes }) =>
    makeKey(run, { ...wishes, ...rateLimit, boundTo: await boundCompany(run.db, run.actor, company) }),
})
