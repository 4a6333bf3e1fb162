/** Events of what a platform does with its companies, and of quotas. */
import { z } from 'zod'
import { oneOf } from '../../kernel/input.ts'
import { companyId, idOf, moment, peppolId, updatedAt } from './event-fields.ts'

export const domainProblems = {
  no_proof: 'The TXT record is missing.',
  other_proof: 'The TXT record has the text of another claim.',
  no_address: 'The domain leads nowhere.',
  elsewhere: 'The domain leads to another server.',
  unreachable: 'The name servers of the domain do not answer.',
  taken: 'Another organization has proved the domain.',
} as const

const count = (what: string, example: number) =>
  z
    .number()
    .int()
    .describe(what)
    .meta({ graphql: 'Int', examples: [example] })

const ofDomain = (what: string) =>
  z
    .object({
      domainId: idOf('domain', 'Identifier of the domain.'),
      companyId: companyId.nullable().describe('The company that it is for. Null for the whole organization.'),
      domain: z
        .string()
        .describe('The domain.')
        .meta({ examples: ['pay.atelier.example'] }),
      problem: oneOf('DomainProblem', domainProblems)
        .nullable()
        .describe('What is missing. Null while all is well.')
        .meta({ examples: [null] }),
      updatedAt,
    })
    .describe(what)

export const tenantEvents = {
  'domain.claimed': ofDomain('A domain was claimed, or is looked up again after it had failed.'),
  'domain.verified': ofDomain('The proof of a domain was found in the DNS. It does not lead here so far.'),
  'domain.activated': ofDomain('A domain is served: with the brand, and for the keys of its owner.'),
  'domain.failed': ofDomain('A domain is not served, nor looked up: its records are missing, or another has it.'),
  'domain.released': ofDomain('A domain was released. Others may claim it.'),
  'company.suspended': z
    .object({
      companyId,
      reason: z
        .string()
        .nullable()
        .describe('Why, in the words of the platform. Null when no reason was given.')
        .meta({ examples: ['Unpaid subscription'] }),
      updatedAt,
    })
    .describe('A platform suspended a company: it sends nothing, and its keys and webhooks rest.'),
  'company.resumed': z
    .object({ companyId, updatedAt })
    .describe('A platform resumed a company that was suspended, with its keys and webhooks.'),
  'company.offboarded': z
    .object({ companyId, peppolId, updatedAt })
    .describe('A company left the platform: it is removed from the network, and its keys and webhooks end.'),
  'company.reactivated': z
    .object({ companyId, peppolId, updatedAt })
    .describe('A company that had left came back. Its keys have to be made anew.'),
  'company.mandate_signed': z
    .object({
      companyId,
      onboardingLinkId: z
        .string()
        .meta({ graphql: 'ID', examples: ['onb_01kafm4h7vf8xbkrs9q2m3c5de'] })
        .describe('The onboarding link.'),
      signedBy: z
        .string()
        .describe('Name of the person who signed.')
        .meta({ examples: ['Ada Example'] }),
      signedAt: moment('When it was signed.'),
      updatedAt,
    })
    .describe('A customer confirmed its company and signed the mandate on an onboarding page.'),
  'company.requirements_changed': z
    .object({
      companyId,
      requirements: z
        .array(z.string())
        .describe('Codes of what is still to be done. Empty when nothing is.')
        .meta({ examples: [['address']] }),
      fulfilled: z
        .array(z.string())
        .describe('Codes of what was to be done before, and is not any more.')
        .meta({ examples: [['mandate']] }),
      updatedAt,
    })
    .describe('What is still to be done for a company changed. `requirements` of the company says how.'),
  'organization.updated': z
    .object({
      changes: z
        .array(z.string())
        .describe('Names of the changed fields.')
        .meta({ examples: [['contactEmail', 'plan']] }),
      updatedAt,
    })
    .describe('The profile or the plan of the organization changed.'),
  'platform.settings_updated': z
    .object({
      companyId: companyId.nullable().describe('The company whose settings changed. Null for the organization.'),
      changes: z
        .array(z.string())
        .describe('Names of the changed fields.')
        .meta({ examples: [['colors', 'logo']] }),
      updatedAt,
    })
    .describe('The branding or the defaults of a platform, or the branding of one company, changed.'),
  'quota.storage_warning': z
    .object({
      quota: oneOf('StorageQuotaKind', {
        organization: 'What the plan allows the organization.',
        company: 'What the organization gives the company.',
      }).describe('Whose quota it is.'),
      subjectId: z
        .string()
        .meta({ graphql: 'ID', examples: ['comp_01kafm4h7vf8xbkrs9q2m3c5de'] })
        .describe('Identifier of the organization or company.'),
      limitMegabytes: count('Megabytes (1,000,000 bytes) that stored documents may take.', 1_000),
      usedBytes: z
        .number()
        .describe('Bytes that stored documents take.')
        .meta({ graphql: 'Float', examples: [800_012_345] }),
      percent: count('How much of the quota is used: 80 or 100.', 80),
      updatedAt,
    })
    .describe('80 % or 100 % of a quota of storage is used. At 100 %, further documents are not sent.'),
  'quota.warning': z
    .object({
      quota: oneOf('QuotaKind', {
        organization: 'What the plan allows the organization.',
        company: 'What the organization gives the company.',
        key: 'What the organization gives the API key.',
      }).describe('Whose quota it is.'),
      subjectId: z
        .string()
        .meta({ graphql: 'ID', examples: ['comp_01kafm4h7vf8xbkrs9q2m3c5de'] })
        .describe('Identifier of the organization, company or API key.'),
      limit: count('Documents that are allowed in the month.', 500),
      used: count('Documents that were sent in the month.', 400),
      percent: count('How much of the quota is used: 80 or 100.', 80),
      resetsAt: moment('When the next month begins.'),
      updatedAt,
    })
    .describe('80 % or 100 % of a monthly quota of documents is used. At 100 %, further documents are refused.'),
} as const
