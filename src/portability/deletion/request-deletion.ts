import { z } from 'zod'
import { AppError, refusal } from '../../kernel/errors/app-error.ts'
import { operation } from '../../operation/operation.ts'
import { limits } from '../../values/limits.ts'
import { type Deletion, heldOrganization, requireEverything, setDue } from './deletion.ts'
import { DAY_MS } from '../../values/dates.ts'

export const requestOrganizationDeletion = operation({
  name: 'requestOrganizationDeletion',
  summary:
    'Asks for the end of the organization: after a time of grace everything that it has is deleted, and its keys stop. ' +
    'Until then everything works, and the deletion can be cancelled. Export the organization before ' +
    '(`startOrganizationExport`). Only credentials with all scopes may ask, and of users owners alone.',
  scope: 'platform',
  writes: true,
  ofOrganization: true,
  input: z
    .strictObject({
      confirm: z
        .string()
        .min(1)
        .max(limits.idCharacters)
        .describe('Identifier of the organization, as a confirmation.'),
      graceDays: z
        .number()
        .int()
        .min(7)
        .max(90)
        .default(30)
        .describe('Days until everything is deleted (7 to 90, default 30).'),
    })
    .meta({ examples: [{ confirm: 'org_01kafm4h7vf8xbkrs9q2m3c5de', graceDays: 30 }] }),
  errors: ['INVALID_REQUEST', 'CONFLICT'],
  async run(run, { confirm, graceDays }): Promise<Deletion> {
    const { db, actor, now, enqueue } = run
    requireEverything(actor)
    const organization = await heldOrganization(db, actor.organizationId)
    const { id, deletionDueAt } = organization
    if (confirm !== id) throw refusal('INVALID_REQUEST', 'confirm', 'Expected the identifier of your organization.')
    if (deletionDueAt)
      throw new AppError('CONFLICT', { message: `The deletion is due at ${deletionDueAt.toISOString()} already.` })
    const dueAt = new Date(now.getTime() + graceDays * DAY_MS)
    enqueue({ kind: 'organization.delete', subjectId: id, dueAt })
    return setDue(run, organization, dueAt)
  },
})
