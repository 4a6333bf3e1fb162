import { z } from 'zod'
import { AppError } from '../../kernel/errors/app-error.ts'
import { operation } from '../../operation/operation.ts'
import { type Deletion, heldOrganization, requireEverything, setDue } from './deletion.ts'

export const cancelOrganizationDeletion = operation({
  name: 'cancelOrganizationDeletion',
  summary: 'Cancels the deletion of the organization. It is too late when the time of grace is over.',
  scope: 'platform',
  writes: true,
  ofOrganization: true,
  input: z.strictObject({}),
  errors: ['CONFLICT'],
  async run(run): Promise<Deletion> {
    const { db, actor, now } = run
    requireEverything(actor)
    const organization = await heldOrganization(db, actor.organizationId)
    const { id, deletionDueAt } = organization
    if (!deletionDueAt || deletionDueAt <= now)
      throw new AppError('CONFLICT', {
        message: deletionDueAt ? 'The time of grace is over.' : 'Nobody has asked for the deletion.',
      })
    await db.work.deleteMany({ where: { organizationId: id, kind: 'organization.delete' } })
    return setDue(run, organization, null)
  },
})
