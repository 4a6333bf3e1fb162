import { z } from 'zod'
import type { Actor } from '../auth/actor.ts'
import { newKey } from '../auth/bearer-key.ts'
import { plans } from '../auth/plans.ts'
import { refusal } from '../kernel/errors/app-error.ts'
import { id, instant } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'
import { boundCompany } from '../companies/company.ts'
import { newId } from '../values/ids.ts'
import { refuseMoreThanHeld, scopeList } from './key-input.ts'

/** What a key makes does not outlive it; a user outlives the token it comes with. */
const endFor = ({ kind, expiresAt: latest }: Actor, wanted: Date | null): Date | null =>
  kind !== 'key' || latest === null || (wanted !== null && wanted < latest) ? wanted : latest

/** Nor may it call more often, where its maker has a limit below the plan's. */
const limitFor = ({ plan, requestsPerMinute: most }: Actor, wanted: number | null): number | null =>
  most === plans[plan].requestsPerMinute || (wanted !== null && wanted < most) ? wanted : most

export const createApiKey = operation({
  name: 'createApiKey',
  summary: 'Makes an API key. Its full value is in this answer and never again.',
  scope: 'platform',
  writes: true,
  input: z.strictObject({
    name: z.string().trim().min(1).max(100).describe('What the key is for.'),
    companyId: id('company').nullish().describe('Binds the key to one company.'),
    scopes: scopeList.optional().describe('What the key may do; by default what the caller may.'),
    expiresAt: instant
      .nullish()
      .describe('When the key ends; never when absent. At the latest with the key that makes it.'),
    rateLimit: z
      .number()
      .int()
      .min(1)
      .max(1_200)
      .nullish()
      .describe('Requests per minute; can only lower what the plan allows, and what the key that makes it is allowed.'),
  }),
  errors: ['COMPANY_NOT_FOUND', 'INVALID_DATE'],
  async run({ db, actor, now }, { name, companyId, scopes, expiresAt, rateLimit }) {
    const { organizationId, testMode } = actor
    const held = scopes ?? [...actor.scopes]
    refuseMoreThanHeld(actor, held)
    const boundTo = await boundCompany(db, actor, companyId)
    const ends = endFor(actor, expiresAt == null ? null : new Date(expiresAt))
    if (ends && ends <= now) throw refusal('INVALID_DATE', 'expiresAt', 'The end lies in the past.')
    const { key, hash, keyPrefix } = newKey(actor.keyType ?? 'personal', testMode)
    const record = await db.apiKey.create({
      data: {
        organizationId,
        id: newId('apiKey'),
        name,
        type: actor.keyType ?? 'personal',
        testMode,
        keyPrefix,
        scopes: held,
        companyId: boundTo,
        rateLimit: limitFor(actor, rateLimit ?? null),
        createdAt: now,
        expiresAt: ends,
      },
    })
    await db.apiKeyHash.create({ data: { hash, organizationId, keyId: record.id } })
    return { ...record, key }
  },
})
