import { isKnownAt } from '../../auth/site.ts'
import { refusal } from '../../kernel/errors/app-error.ts'
import { covers } from '../../auth/scopes.ts'
import type { Run } from '../../operation/operation.ts'
import { noteGuess } from '../guesses.ts'
import { hashOfSecret } from '../secrets.ts'
import {
  type GrantInput,
  type Token,
  endAfterRefusal,
  forgetKeys,
  invalidGrant,
  refuseOtherClient,
  renewToken,
} from '../tokens.ts'

const UNKNOWN = 'The refresh token is unknown, has expired, or was used before.'

/** Each refresh token works once. One that comes again was stolen, by whoever came first or second: the agent ends. */
export const grantForRefreshToken = async (
  run: Run,
  input: GrantInput & { refreshToken?: string | undefined },
): Promise<Token> => {
  const { db, now } = run
  const { refreshToken, scopes = [] } = input
  if (refreshToken === undefined) throw refusal('MISSING_FIELD', 'refreshToken', 'This field is required.')
  const hash = hashOfSecret(refreshToken)
  const known = await db.oauthRefreshToken.findUnique({ where: { hash }, include: { key: true } })
  if (!known || !isKnownAt(run.site, known.key)) {
    await noteGuess(run)
    throw invalidGrant(UNKNOWN)
  }
  const { organizationId, keyId, key } = known
  refuseOtherClient(key.clientId, input)
  const held = new Set(key.scopes as typeof scopes)
  if (scopes.some((scope) => !covers(held, scope)))
    throw refusal('INVALID_REQUEST', 'scopes', 'A renewal gives no more scopes than the access has.')
  const { count } = await db.oauthRefreshToken.updateMany({
    where: { organizationId, hash, usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  })
  if (count === 0) {
    const { usedAt } = await db.oauthRefreshToken.findUniqueOrThrow({ where: { organizationId, hash } })
    if (usedAt !== null) endAfterRefusal(run, organizationId, keyId)
    throw invalidGrant(UNKNOWN)
  }
  const token = await renewToken(run, organizationId, keyId)
  forgetKeys(run, organizationId)
  return token
}
