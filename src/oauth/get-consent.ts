import { z } from 'zod'
import type { Scope } from '../auth/scopes.ts'
import type { OauthRequest } from '../generated/prisma/client.ts'
import type { Db } from '../kernel/database/open.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { id } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'
import { isOwnConsole } from './client.ts'
import { noteGuess, refuseGuesser } from './guesses.ts'
import { hostOf } from './redirects.ts'

/** A request that still waits for a decision. Any other is like one that never was. */
export const openRequest = async (db: Db, consentId: string, now: Date): Promise<OauthRequest> => {
  const request = await db.oauthRequest.findUnique({ where: { id: consentId } })
  if (request && request.status === 'pending' && request.expiresAt > now) return request
  throw new AppError('RESOURCE_NOT_FOUND', {
    message: 'The request does not exist, has expired, or was decided already.',
  })
}

export const getConsentRequest = operation({
  name: 'getConsentRequest',
  summary: 'Shows what a program asks for, while the request waits for a decision.',
  scope: 'anyone',
  writes: false,
  input: z.strictObject({ consentId: id('consent').describe('Identifier of the request, `areq_…`.') }),
  errors: ['RESOURCE_NOT_FOUND', 'RATE_LIMITED'],
  prepare: refuseGuesser,
  async run(run, { consentId }) {
    const request = await openRequest(run.db, consentId, run.now).catch(async (error: unknown) => {
      await noteGuess(run)
      throw error
    })
    const { clientId, redirectUri, scopes, ...rest } = request
    return {
      id: request.id,
      clientName: rest.clientName,
      isRegistered: clientId !== null,
      isOwn: isOwnConsole(clientId),
      scopes: scopes as Scope[],
      redirectHost: redirectUri === null ? null : hostOf(redirectUri),
      redirectUri,
      renewable: rest.offline,
      isDevice: rest.deviceHash !== null,
      userCode: rest.userCode,
      expiresAt: rest.expiresAt,
    }
  },
})
