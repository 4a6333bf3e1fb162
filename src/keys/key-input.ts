/** What the operations that make keys have in common: the forms of their input, and what a maker cannot give. */
import { z } from 'zod'
import type { Actor } from '../auth/actor.ts'
import { isNetwork, liesWithin } from '../auth/networks.ts'
import { plans } from '../auth/plans.ts'
import { type Scope, covers, scopeNames } from '../auth/scopes.ts'
import { oneOf } from '../kernel/input.ts'
import { refusal } from '../kernel/errors/app-error.ts'
import { id, instant } from '../kernel/input.ts'
import { limits } from '../values/limits.ts'

export const keyKinds = {
  secret: 'Created by a caller and shown once.',
  agent: 'Given to a program that somebody let in: by consent, or by a handoff.',
} as const
export const keyKind = oneOf('KeyKind', keyKinds)

export const scopeList = z
  .array(z.enum(scopeNames).meta({ graphql: 'Scope' }))
  .min(1)
  .max(scopeNames.length)
  .transform((list) => [...new Set(list)])

export const requestsPerMinute = z.number().int().min(1).max(1_200)

/** What is said of a key when it is made. */
export const keyFields = {
  name: z.string().trim().min(1).max(100).describe('Name of the key, such as its purpose.'),
  label: z.string().trim().min(1).max(200).describe('What the key is for, in your own words.'),
  companyId: id('company').describe(
    'The company to bind the key to, which makes it a personal key. When absent, the key is bound to ' +
      'the company of the caller, if the caller is bound to one.',
  ),
  scopes: scopeList.describe('Scopes of the key. By default, the scopes of the caller.'),
  expiresAt: instant.describe(
    'When the key expires. When absent, together with the key that creates it, or never if that does not expire. ' +
      'A later time than that of the creating key is rejected.',
  ),
  allowedNetworks: z
    .array(
      z
        .string()
        .max(50)
        .refine(isNetwork, 'Expected an address or a network (CIDR); of IPv6, at most 64 bits')
        .meta({ examples: ['203.0.113.0/24'] }),
    )
    .max(limits.keyNetworks, `At most ${limits.keyNetworks} networks`)
    .describe('Networks (CIDR) that the key may be used from. All when absent, or those of the key that created it.'),
}

/** A limit of a key, which cannot be wider than that of its maker. */
const narrower = (most: number | null, wanted: number | null): number | null =>
  most === null ? wanted : Math.min(most, wanted ?? most)

/** What a key makes does not outlive it; a user outlives the token it comes with. */
export const endFor = ({ kind, expiresAt: latest }: Actor, wanted: Date | null): Date | null =>
  kind !== 'key' || latest === null || (wanted !== null && wanted < latest) ? wanted : latest

/** Nor may it call more often, where its maker has a limit below the plan's. */
export const limitFor = ({ plan, requestsPerMinute: most }: Actor, wanted: number | null): number | null =>
  narrower(most === plans[plan].requestsPerMinute ? null : most, wanted)

/** Nor send more. */
export const quotaFor = ({ documentsPerMonth = null }: Actor, wanted: number | null): number | null =>
  narrower(documentsPerMonth, wanted)

/** Nor be used from elsewhere. */
export const networksFor = ({ allowedNetworks: held = [] }: Actor, wanted: readonly string[]): string[] => {
  if (held.length === 0 || wanted.length === 0) return [...(wanted.length === 0 ? held : wanted)]
  const beyond = wanted.filter((one) => !liesWithin(held, one))
  if (beyond.length > 0)
    throw refusal('NETWORK_FORBIDDEN', 'allowedNetworks', `The caller may not be used from: ${beyond.join(', ')}.`, {
      summary: 'A key cannot give another one networks that it may not be used from itself.',
    })
  return [...wanted]
}

/** A key never holds more than its maker. */
export const refuseMoreThanHeld = (actor: Actor, wanted: readonly Scope[]): void => {
  const excess = wanted.filter((scope) => !covers(actor.scopes, scope))
  if (excess.length > 0)
    throw refusal('INSUFFICIENT_SCOPE', 'scopes', `The caller does not have: ${excess.join(', ')}.`, {
      summary: `A caller cannot give a key scopes that it does not have itself: ${excess.join(', ')}.`,
    })
}
