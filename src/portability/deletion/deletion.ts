/** The end of an organization: asked for, waited for, and carried out by due work. */
import { type Actor, requireUserAdmin } from '../../auth/actor.ts'
import { covers } from '../../auth/scopes.ts'
import type { Organization } from '../../generated/prisma/client.ts'
import type { Db } from '../../kernel/database/open.ts'
import { AppError, refusal } from '../../kernel/errors/app-error.ts'
import type { Run } from '../../operation/operation.ts'

export interface Deletion {
  organizationId: string
  dueAt: Date | null
}

/** Who may do everything may end everything; a program that somebody let in may not. */
export const requireEverything = (actor: Actor): void => {
  requireUserAdmin(actor)
  if (actor.isAgent || !covers(actor.scopes, '*'))
    throw refusal(
      'INSUFFICIENT_SCOPE',
      'Authorization',
      'Only credentials with all scopes, and no agent, may do this.',
      {
        summary: 'This operation requires all scopes.',
        facts: { scope: '*' },
      },
    )
}

export const heldOrganization = async (db: Db, id: string): Promise<Organization> => {
  await db.$queryRaw`SELECT 1 FROM organizations WHERE id = ${id} FOR UPDATE`
  const found = await db.organization.findUnique({ where: { id } })
  if (!found) throw new AppError('RESOURCE_NOT_FOUND')
  return found
}

/** Writes when it ends, or that it does not, and tells of it. */
export const setDue = async (run: Run, { id, deletionDueAt }: Organization, dueAt: Date | null): Promise<Deletion> => {
  const { db, audit, emit, afterCommit, platform } = run
  await db.organization.update({ where: { id }, data: { deletionDueAt: dueAt } })
  const change = { before: { deletionDueAt }, after: { deletionDueAt: dueAt } }
  audit({ kind: 'organization', subjectId: id, companyId: null, ...change })
  emit('organization.updated', { changes: ['deletionDueAt'] })
  afterCommit(() => platform.wakeUps.publish('credentials', id))
  return { organizationId: id, dueAt }
}
