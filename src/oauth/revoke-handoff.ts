import { z } from 'zod'
import { ownedBy } from '../auth/visibility.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import { id } from '../kernel/input.ts'
import { operation } from '../operation/operation.ts'

export const revokeHandoff = operation({
  name: 'revokeHandoff',
  summary: 'Revokes a handoff that nobody redeemed. To end the access of one that was redeemed, revoke its key.',
  scope: 'platform',
  writes: true,
  input: z.strictObject({ handoffId: id('handoff').describe('Identifier of the handoff, `hand_…`.') }),
  errors: ['RESOURCE_NOT_FOUND'],
  async run({ db, actor, now }, { handoffId }) {
    const [handoff] = await db.handoff.updateManyAndReturn({
      where: { ...ownedBy(actor), id: handoffId, redeemedAt: null, revokedAt: null },
      data: { revokedAt: now },
    })
    if (!handoff) throw new AppError('RESOURCE_NOT_FOUND')
    return handoff
  },
})
