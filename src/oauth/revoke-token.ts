import { z } from 'zod'
import { hashOfKey } from '../auth/bearer-key.ts'
import { type Site, isKnownAt } from '../auth/site.ts'
import type { Db } from '../kernel/database/open.ts'
import { auditEnds, endKeys } from '../keys/agent-key.ts'
import { operation } from '../operation/operation.ts'
import { noteGuess, refuseGuesser } from './guesses.ts'
import { secret } from './oauth-input.ts'
import { forgetKeys } from './tokens.ts'

interface Agent {
  organizationId: string
  keyId: string
}

/** The agent that a token or a refresh token belongs to. */
const agentWith = async (db: Db, site: Site, token: string): Promise<Agent | null> => {
  const hash = hashOfKey(token)
  const access = await db.apiKeyHash.findUnique({ where: { hash }, include: { key: true } })
  if (access) return access.key.kind === 'agent' && isKnownAt(site, access.key) ? access : null
  const refresh = await db.oauthRefreshToken.findUnique({ where: { hash }, include: { key: true } })
  return refresh && isKnownAt(site, refresh.key) ? refresh : null
}

export const revokeToken = operation({
  name: 'revokeToken',
  summary:
    'Ends the access of a program by its access token or its refresh token (RFC 7009). Both end. The token is the ' +
    'only credential that is needed, and an unknown one is answered in the same way.',
  scope: 'anyone',
  writes: true,
  input: z.strictObject({ token: secret.describe('The access token or the refresh token.') }),
  errors: ['RATE_LIMITED'],
  prepare: refuseGuesser,
  async run(run, { token }) {
    const agent = await agentWith(run.db, run.site, token)
    if (!agent) await noteGuess(run)
    else {
      auditEnds(run, await endKeys(run.db, agent.organizationId, [agent.keyId], run.now))
      forgetKeys(run, agent.organizationId)
    }
    return { revoked: true }
  },
})
