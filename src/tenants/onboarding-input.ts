/** What is said of a company that is onboarded. */
import { z } from 'zod'
import { registrationFields } from '../companies/store-company.ts'
import { keyFields, requestsPerMinute } from '../keys/key-input.ts'
import { limits } from '../values/limits.ts'
import { webhookFields } from '../webhooks/webhook.ts'

export const documentsPerMonth = z.number().int().min(1).max(limits.quotaDocuments)

export const storageMegabytes = z.number().int().min(1).max(limits.quotaMegabytes)

/** Limits of a key of its own. */
export const keyLimits = z
  .strictObject({
    requestsPerMinute: requestsPerMinute.nullish().describe('Requests per minute. It can only lower what applies.'),
    documentsPerMonth: documentsPerMonth.nullish().describe('Documents that may be sent with the key in a month.'),
  })
  .meta({ id: 'KeyLimitsInput', description: 'Limits of a key of its own.' })

export const quotas = z
  .strictObject({
    documentsPerMonth: documentsPerMonth.nullish().describe('Documents that the company may send in a month.'),
    requestsPerMinute: requestsPerMinute.nullish().describe('Requests per minute of all keys of the company together.'),
    storageMegabytes: storageMegabytes
      .nullish()
      .describe('Megabytes (1,000,000 bytes) that stored documents may take, after which the company sends no more.'),
  })
  .meta({ id: 'CompanyQuotasInput', description: 'What a company may use. Null is without a limit of its own.' })

const webhook = z
  .strictObject({
    url: webhookFields.url,
    events: webhookFields.events
      .optional()
      .describe('Kinds of events to send; `*` stands for all kinds. By default those that the platform has decided.'),
    secret: webhookFields.secret.optional(),
  })
  .meta({ id: 'OnboardingWebhookInput', description: 'A webhook of the new company.' })

const apiKey = z
  .strictObject({
    name: keyFields.name,
    label: keyFields.label.nullish(),
    scopes: keyFields.scopes.optional(),
    expiresAt: keyFields.expiresAt.nullish(),
    rateLimit: keyLimits.nullish(),
    allowedNetworks: keyFields.allowedNetworks.optional(),
  })
  .meta({ id: 'OnboardingKeyInput', description: 'An API key that is bound to the new company.' })

export const onboardingFields = {
  ...registrationFields,
  receiveDocuments: z
    .boolean()
    .default(true)
    .describe('Whether the company receives documents (default true). One that only sends is not published.'),
  autoVerify: z
    .boolean()
    .default(true)
    .describe(
      'Whether the registry and the network are asked about the company before it is stored (default true). ' +
        'What they say is in the answer. Without it, `name` is required.',
    ),
  quotas: quotas.optional(),
  webhook: webhook.optional().describe('A webhook for the events of the company, created with it.'),
  apiKey: apiKey.optional().describe('An API key that is bound to the company, created with it.'),
}

const example = { vatNumber: 'FR40303265045', externalId: 'customer-4711', apiKey: { name: 'ERP', scopes: ['send'] } }

export const onboardingInput = z.strictObject(onboardingFields).meta({ examples: [example] })
export type OnboardingInput = z.output<typeof onboardingInput>
