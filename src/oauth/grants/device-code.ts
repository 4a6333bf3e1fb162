import { AppError, refusal } from '../../kernel/errors/app-error.ts'
import type { Run } from '../../operation/operation.ts'
import { noteGuess } from '../guesses.ts'
import { hashOfSecret } from '../secrets.ts'
import { POLL_SECONDS } from '../start-device.ts'
import { type GrantInput, type Token, invalidGrant, refuseOtherClient } from '../tokens.ts'
import { redeem } from './authorization-code.ts'

/** Clocks of networks are not exact: a question that comes a little early is no fault. */
const TOLERANCE_MS = 1_000

/** A program without a browser asks again and again whether somebody has let it in. */
export const grantForDevice = async (
  run: Run,
  input: GrantInput & { deviceCode?: string | undefined },
): Promise<Token> => {
  const { db, now } = run
  const { deviceCode } = input
  if (deviceCode === undefined) throw refusal('MISSING_FIELD', 'deviceCode', 'This field is required.')
  const request = await db.oauthRequest.findUnique({ where: { deviceHash: hashOfSecret(deviceCode) } })
  if (!request) {
    await noteGuess(run)
    throw invalidGrant('The device code is unknown.')
  }
  refuseOtherClient(request.clientId, input)
  if (request.status === 'refused') throw new AppError('CONSENT_REFUSED')
  if (request.status === 'allowed') return redeem(run, request)
  if (request.expiresAt <= now) throw new AppError('CONSENT_EXPIRED')
  const { id, polledAt } = request
  run.afterRollback((client) => client.oauthRequest.updateMany({ where: { id }, data: { polledAt: now } }))
  const isEarly = polledAt !== null && now.getTime() - polledAt.getTime() < POLL_SECONDS * 1_000 - TOLERANCE_MS
  throw new AppError(isEarly ? 'SLOW_DOWN' : 'AUTHORIZATION_PENDING', { retryAfter: POLL_SECONDS })
}
