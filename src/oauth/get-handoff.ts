import { z } from 'zod'
import type { Scope } from '../auth/scopes.ts'
import { pageBrandOf } from '../companies/brand.ts'
import { operation } from '../operation/operation.ts'
import { noteGuess, refuseGuesser } from './guesses.ts'
import { handoffOf } from './handoff.ts'
import { hostOf, redirectWith } from './redirects.ts'
import { secret } from './oauth-input.ts'
import { invalidGrant } from './tokens.ts'

export const getHandoff = operation({
  name: 'getHandoff',
  summary: 'Shows what a handoff token gives, and does not use it up. The call needs no other credentials.',
  scope: 'anyone',
  writes: false,
  input: z.strictObject({ handoffToken: secret.describe('The handoff token, `hand_…`.') }),
  errors: ['INVALID_GRANT', 'RATE_LIMITED'],
  prepare: refuseGuesser,
  async run(run, { handoffToken }) {
    const { db, now } = run
    const handoff = await handoffOf(run, handoffToken)
    if (!handoff) await noteGuess(run)
    if (!handoff || handoff.redeemedAt || handoff.revokedAt || handoff.expiresAt <= now)
      throw invalidGrant('The handoff token is unknown, has expired, or was used before.')
    const { organizationId, companyId, label, scopes, clientId, redirectUri, expiresAt } = handoff
    const [organization, company, client] = await Promise.all([
      db.organization.findUniqueOrThrow({ where: { id: organizationId }, select: { name: true } }),
      companyId === null
        ? null
        : db.company.findUnique({ where: { organizationId_id: { organizationId, id: companyId } } }),
      clientId === null ? null : db.oauthClient.findUnique({ where: { id: clientId } }),
    ])
    return {
      /** Whose brand its page has. */
      brand: await pageBrandOf(db, organizationId, companyId),
      label,
      scopes: scopes as Scope[],
      organizationName: organization.name,
      companyName: company?.name ?? null,
      clientName: client?.name ?? null,
      redirectHost: redirectUri === null ? null : hostOf(redirectUri),
      deepLink: redirectUri === null ? null : redirectWith(redirectUri, { handoff_token: handoffToken }),
      expiresAt,
    }
  },
})
