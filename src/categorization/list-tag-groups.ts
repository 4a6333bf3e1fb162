import { z } from 'zod'
import { operation } from '../operation/operation.ts'

export const listTagGroups = operation({
  name: 'listTagGroups',
  summary: 'Lists the tag groups of the organization, by name.',
  scope: 'documents.read',
  writes: false,
  input: z.strictObject({}),
  errors: [],
  run: ({ db, actor: { organizationId } }) =>
    db.tagGroup.findMany({ where: { organizationId }, orderBy: [{ name: 'asc' }, { id: 'asc' }] }),
})
