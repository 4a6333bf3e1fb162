import { z } from 'zod'
import { boundCompany } from '../companies/company.ts'
import { operation } from '../operation/operation.ts'
import { keyFields, requestsPerMinute } from './key-input.ts'
import { makeKey } from './make-key.ts'

const { name, label, companyId, scopes, expiresAt, allowedNetworks } = keyFields

export const createApiKey = operation({
  name: 'createApiKey',
  summary: 'Creates an API key. Only this answer contains its full value.',
  scope: 'platform',
  writes: true,
  input: z.strictObject({
    name,
    label: label.nullish(),
    companyId: companyId.nullish(),
    scopes: scopes.optional(),
    expiresAt: expiresAt.nullish(),
    rateLimit: requestsPerMinute
      .nullish()
      .describe(
        'Requests per minute. The value can only be lower than the ' +
          'limit of the plan and of the key that creates this one.',
      ),
    allowedNetworks: allowedNetworks.optional(),
  }),
  errors: ['COMPANY_NOT_FOUND', 'INVALID_DATE', 'CONFLICT'],
  run: async (run, { companyId: company, rateLimit, ...wishes }) =>
    makeKey(run, {
      ...wishes,
      boundTo: await boundCompany(run.db, run.actor, company),
      requestsPerMinute: rateLimit,
    }),
})
