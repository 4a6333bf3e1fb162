/** Onboarding a company: the questions before it, and all that is stored with it. */
import { identify } from '../companies/identify.ts'
import type { CompanyRow } from '../companies/company.ts'
import { defaultsOf } from '../companies/brand.ts'
import { type CompanyFacts, requireNew, storeCompany } from '../companies/store-company.ts'
import { AppError, refusal } from '../kernel/errors/app-error.ts'
import { type NewApiKey, makeKey } from '../keys/make-key.ts'
import { settle } from '../operation/batch.ts'
import type { Preparation, Run } from '../operation/operation.ts'
import { newLookup } from '../upstreams/directory/lookup.ts'
import type { DatedEntity } from '../upstreams/registries/memory.ts'
import { type NewWebhook, makeWebhook } from '../webhooks/make-webhook.ts'
import { refuseTarget } from '../webhooks/webhook.ts'
import type { OnboardingInput } from './onboarding-input.ts'

/** What registry and network said before the company was stored. */
export interface Verification {
  provider: string
  name: string
  legalName: string | null
  checkedAt: Date
  /** Whether the participant id is published on the network already, by another provider. Null: nobody could be asked. */
  isOnNetwork: boolean | null
}

export interface PreparedOnboarding extends CompanyFacts {
  verification: Verification | null
}

export interface Onboarding {
  company: CompanyRow
  apiKey: NewApiKey | null
  webhook: NewWebhook | null
  verification: Verification | null
}

export const ONBOARDING_ERRORS = [
  'INVALID_VAT_FORMAT',
  'INVALID_CURRENCY',
  'INVALID_DATE',
  'COMPANY_EXISTS',
  'CONFLICT',
  'VAT_NOT_FOUND',
  'VAT_INACTIVE',
  'UPSTREAM_ERROR',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
] as const

/** Refusals of a part name the fields where the part stands. */
const inPart = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { code, message, details, retryAfter } = error
    throw new AppError(code, {
      message,
      details: details.map((one) => ({ ...one, field: `${name}.${one.field}` })),
      ...(retryAfter !== undefined && { retryAfter }),
    })
  }
}

/** What the caller says itself, where no registry is asked. */
const toldByCaller = ({ name, address, vatNumber }: OnboardingInput, country: string, at: Date): DatedEntity => {
  if (name === undefined)
    throw refusal('MISSING_FIELD', 'name', 'Without `autoVerify`, nobody else says how the company is called.')
  const { street = null, streetLine2 = null, city = null, postalCode = null } = address ?? {}
  return {
    at,
    entity: {
      name,
      legalName: name,
      vatNumber,
      registrationNumber: null,
      taxNumber: null,
      establishment: null,
      address: { street, streetLine2, city, postalCode, country: address?.country ?? country },
      provider: 'caller',
    },
  }
}

/** Whether the network knows the participant already; null where it cannot be asked. */
const isOnNetwork = async ({ platform, trace }: Preparation, peppolId: string): Promise<boolean | null> => {
  const record = await settle(() => platform.upstreams.directory.lookUp(newLookup(trace), peppolId))
  return record instanceof AppError ? null : record.exists
}

/** All that can be known and refused before anything is stored. */
export const prepareOnboarding = async (call: Preparation, given: OnboardingInput): Promise<PreparedOnboarding> => {
  const { actor, db, platform, trace } = call
  const { vatNumber, webhook, autoVerify } = given
  const identity = identify(vatNumber)
  const defaults = await requireNew(db, actor.organizationId, given, identity)
  if (webhook) await inPart('webhook', () => refuseTarget(webhook.url, platform))
  if (!autoVerify)
    return { identity, defaults, told: toldByCaller(given, identity.country, platform.clock.now()), verification: null }
  const told = await platform.upstreams.registries.byVat(trace, vatNumber)
  const { entity, at: checkedAt } = told
  const { provider, name, legalName } = entity
  const verification = {
    provider,
    name,
    legalName,
    checkedAt,
    isOnNetwork: await isOnNetwork(call, identity.peppolId),
  }
  return { identity, defaults, told, verification }
}

/** A webhook that names no events gets those that the platform has decided. */
const storeWebhook = async (
  run: Run,
  { events, ...webhook }: NonNullable<OnboardingInput['webhook']>,
  boundTo: string,
): Promise<NewWebhook> => {
  const wanted = events ?? (await defaultsOf(run.db, run.actor.organizationId)).webhookEvents
  if (!wanted) throw refusal('MISSING_FIELD', 'events', 'Neither the webhook nor the platform says which events.')
  return makeWebhook(run, { ...webhook, events: wanted, boundTo })
}

/** The company, its webhook and its key: all of them, or none where one is refused. */
export const storeOnboarding = async (
  run: Run,
  { webhook, apiKey, receiveDocuments, autoVerify: _asked, quotas, ...given }: OnboardingInput,
  { verification, ...facts }: PreparedOnboarding,
): Promise<Onboarding> => {
  const company = await storeCompany(run, given, facts, {
    receivesDocuments: receiveDocuments,
    ...(!receiveDocuments && { smpStatus: 'none' as const }),
    ...quotas,
  })
  const boundTo = company.id
  return {
    company,
    verification,
    webhook: webhook ? await inPart('webhook', () => storeWebhook(run, webhook, boundTo)) : null,
    apiKey: apiKey ? await inPart('apiKey', () => makeKey(run, { ...apiKey, ...apiKey.rateLimit, boundTo })) : null,
  }
}
