import { z } from 'zod'
import type { Actor } from '../auth/actor.ts'
import { newKey } from '../auth/bearer-key.ts'
import { plans } from '../auth/plans.ts'
import type { Db } from '../kernel/database/open.ts'
import { AppError, refusal } from '../kernel/errors/app-error.ts'
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

/** A caller of one company leaves keys for the others. */
const refuseMoreKeys = async (db: Db, { organizationId, companyId, plan }: Actor, now: Date): Promise<void> => {
  const { keys, companyKeys } = plans[plan]
  const inUse = { organizationId, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] }
  const refuse = (whose: string, most: number): never => {
    throw new AppError('CONFLICT', {
      message: `The ${whose} has ${most} API keys, which is the limit of the plan. Revoke one first.`,
    })
  }
  if (companyId !== null && (await db.apiKey.count({ where: { ...inUse, companyId } })) >= companyKeys)
    refuse('company', companyKeys)
  if ((await db.apiKey.count({ where: inUse })) >= keys) refuse('organization', keys)
}

export const createApiKey = operation({
  name: 'createApiKey',
  summary: 'Creates an API key. Only this answer contains its full value.',
  scope: 'platform',
  writes: true,
  input: z.strictObject({
    name: z.string().trim().min(1).max(100).describe('Name of the key, such as its purpose.'),
    companyId: id('company')
      .nullish()
      .describe(
        'The company to bind the key to, which makes it a personal key. When absent, the key is bound to ' +
          'the company of the caller, if the caller is bound to one.',
      ),
    scopes: scopeList.optional().describe('Scopes of the key. By default, the scopes of the caller.'),
    expiresAt: instant
      .nullish()
      .describe(
        'When the key expires. Never when absent. A key expires at ' +
          'the latest together with the key that created it.',
      ),
    rateLimit: z
      .number()
      .int()
      .min(1)
      .max(1_200)
      .nullish()
      .describe(
        'Requests per minute. The value can only be lower than the ' +
          'limit of the plan and of the key that creates this one.',
      ),
  }),
  errors: ['COMPANY_NOT_FOUND', 'INVALID_DATE', 'CONFLICT'],
  async run({ db, actor, now }, { name, companyId, scopes, expiresAt, rateLimit }) {
    const { organizationId, testMode } = actor
    await refuseMoreKeys(db, actor, now)
    const held = scopes ?? [...actor.scopes]
    refuseMoreThanHeld(actor, held)
    const boundTo = await boundCompany(db, actor, companyId)
    const ends = endFor(actor, expiresAt == null ? null : new Date(expiresAt))
    if (ends && ends <= now)
      throw refusal('INVALID_DATE', 'expiresAt', 'The time is in the past. Give a time in the future.')
    // Who is bound to one company manages no companies, whoever has made the key.
    const type = boundTo === null ? (actor.keyType ?? 'personal') : 'personal'
    const { key, hash, keyPrefix } = newKey(type, testMode)
    const record = await db.apiKey.create({
      data: {
        organizationId,
        id: newId('apiKey'),
        name,
        type,
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
