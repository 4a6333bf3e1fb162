import { z } from 'zod'
import { hashOfKey } from '../auth/bearer-key.ts'
import { refusalOfKey, withKey } from '../auth/credentials.ts'
import { operation } from '../operation/operation.ts'
import { secret } from './oauth-input.ts'

const INACTIVE = {
  active: false,
  scope: undefined,
  clientId: undefined,
  username: undefined,
  tokenType: undefined,
  exp: undefined,
  iat: undefined,
  sub: undefined,
}

const seconds = (date: Date): number => Math.floor(date.getTime() / 1_000)

export const introspectToken = operation({
  name: 'introspectToken',
  summary:
    'Tells whether an access token of the own organization is in use, and what it allows (RFC 7662). Any other token ' +
    'is not active.',
  scope: 'authenticated',
  writes: false,
  input: z.strictObject({ token: secret.describe('The access token.') }),
  errors: [],
  async run({ db, actor, now }, { token }) {
    const found = await db.apiKeyHash.findUnique({ where: { hash: hashOfKey(token) }, include: withKey })
    const key = found?.key
    if (!key || key.organizationId !== actor.organizationId) return INACTIVE
    if (actor.companyId !== null && key.companyId !== actor.companyId) return INACTIVE
    if (refusalOfKey(key, now)) return INACTIVE
    return {
      active: true,
      scope: key.scopes.join(' '),
      clientId: key.clientId ?? undefined,
      username: key.name,
      tokenType: 'Bearer',
      exp: key.expiresAt ? seconds(key.expiresAt) : undefined,
      iat: seconds(key.createdAt),
      sub: key.id,
    }
  },
})
