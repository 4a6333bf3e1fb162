import { z } from 'zod'
import type { Handoff } from '../generated/prisma/client.ts'
import type { Db } from '../kernel/database/open.ts'
import { operation } from '../operation/operation.ts'
import { noteGuess, refuseGuesser } from './guesses.ts'
import { handoffOf, unused } from './handoff.ts'
import { secret } from './oauth-input.ts'
import { invalidGrant, issueToken } from './tokens.ts'

const UNKNOWN = 'The handoff token is unknown, has expired, or was used before.'

/** A handoff that nobody made comes with an organization of one company, which the program starts with. */
const companyOfSandbox = async (db: Db, { organizationId, madeByKey, madeByUser }: Handoff): Promise<string | null> => {
  if (madeByKey !== null || madeByUser !== null) return null
  const company = await db.company.findFirst({
    where: { organizationId },
    orderBy: { id: 'asc' },
    select: { id: true },
  })
  return company?.id ?? null
}

export const exchangeHandoff = operation({
  name: 'exchangeHandoff',
  summary: 'Exchanges a handoff token for an access token, once. The call needs no other credentials.',
  scope: 'anyone',
  writes: true,
  input: z.strictObject({ handoffToken: secret.describe('The handoff token, `hand_…`.') }),
  errors: ['INVALID_GRANT', 'CONFLICT', 'RATE_LIMITED'],
  prepare: refuseGuesser,
  async run(run, { handoffToken }) {
    const { db, now } = run
    const handoff = await handoffOf(run, handoffToken)
    if (!handoff) {
      await noteGuess(run)
      throw invalidGrant(UNKNOWN)
    }
    const { organizationId, companyId, id, label, scopes } = handoff
    const { count } = await db.handoff.updateMany({
      where: { organizationId, id, ...unused(now) },
      data: { redeemedAt: now },
    })
    if (count === 0) throw invalidGrant(UNKNOWN)
    const { keyId, ...token } = await issueToken(run, {
      organizationId,
      companyId,
      name: label ?? 'Handoff',
      scopes,
      type: handoff.keyType,
      clientId: handoff.clientId,
      parentKeyId: handoff.madeByKey,
      allowedByUser: handoff.madeByUser,
      latestEnd: handoff.latestEnd,
      renewable: false,
    })
    await db.handoff.update({
      where: { organizationId_id: { organizationId, id } },
      data: { tokenKeyId: keyId },
    })
    run.emit('handoff.redeemed', { handoffId: id, label, scopes, keyId }, { organizationId, companyId })
    return {
      ...token,
      companyId: companyId ?? (await companyOfSandbox(db, handoff)),
      tokenType: 'Bearer',
      scope: token.scopes.join(' '),
    }
  },
})
