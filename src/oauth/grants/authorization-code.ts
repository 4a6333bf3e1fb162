import { isKnownAt } from '../../auth/site.ts'
import { refusal } from '../../kernel/errors/app-error.ts'
import type { Run } from '../../operation/operation.ts'
import type { OauthRequest } from '../../generated/prisma/client.ts'
import { noteGuess } from '../guesses.ts'
import { fitsChallenge, hashOfSecret } from '../secrets.ts'
import { type GrantInput, type Token, endAfterRefusal, invalidGrant, issueToken, refuseOtherClient } from '../tokens.ts'

const UNKNOWN = 'The code is unknown, has expired, or was used before.'

const refuseMismatch = (
  request: OauthRequest,
  verifier: string,
  input: GrantInput & { redirectUri?: string | null | undefined },
): void => {
  refuseOtherClient(request.clientId, input)
  if (input.redirectUri != null && input.redirectUri !== request.redirectUri)
    throw invalidGrant('The code was given for another redirect address.')
  if (request.codeChallenge === null || !fitsChallenge(verifier, request.codeChallenge))
    throw invalidGrant('The verifier does not fit the challenge.')
}

/** The permission that somebody gave in answer to a request. */
const permissionIn = (request: OauthRequest) => ({
  organizationId: request.organizationId ?? '',
  companyId: request.companyId,
  name: request.clientName,
  scopes: request.granted,
  type: request.keyType ?? 'personal',
  clientId: request.clientId,
  parentKeyId: request.allowedByKey,
  allowedByUser: request.allowedByUser,
  latestEnd: request.latestEnd,
  renewable: request.offline,
})

/** The token of a request that was allowed, once: one statement decides who is first. */
export const redeem = async (run: Run, request: OauthRequest): Promise<Token> => {
  if (!isKnownAt(run.site, request)) throw invalidGrant(UNKNOWN)
  const { db, now } = run
  const [redeemed] = await db.oauthRequest.updateManyAndReturn({
    where: {
      id: request.id,
      status: 'allowed',
      redeemedAt: null,
      codeExpiresAt: { gt: now },
    },
    data: { redeemedAt: now },
  })
  if (!redeemed) {
    const { organizationId, tokenKeyId } = await db.oauthRequest.findUniqueOrThrow({ where: { id: request.id } })
    // Two have the code: neither is trusted.
    endAfterRefusal(run, organizationId, tokenKeyId)
    throw invalidGrant(UNKNOWN)
  }
  const { keyId, ...token } = await issueToken(run, permissionIn(redeemed))
  await db.oauthRequest.update({ where: { id: request.id }, data: { tokenKeyId: keyId } })
  return token
}

export const grantForCode = async (
  run: Run,
  input: GrantInput & { code?: string | undefined; codeVerifier?: string | undefined },
): Promise<Token> => {
  const { code, codeVerifier } = input
  if (code === undefined) throw refusal('MISSING_FIELD', 'code', 'This field is required.')
  if (codeVerifier === undefined) throw refusal('MISSING_FIELD', 'codeVerifier', 'This field is required.')
  const request = await run.db.oauthRequest.findUnique({ where: { codeHash: hashOfSecret(code) } })
  if (!request || !isKnownAt(run.site, request)) {
    await noteGuess(run)
    throw invalidGrant(UNKNOWN)
  }
  if (request.redeemedAt !== null) endAfterRefusal(run, request.organizationId, request.tokenKeyId)
  refuseMismatch(request, codeVerifier, input)
  return redeem(run, request)
}
