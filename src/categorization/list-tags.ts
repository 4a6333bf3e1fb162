import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { groupId, groupOf } from './categorize.ts'

export const listTags = operation({
  name: 'listTags',
  summary: 'Lists the tags of a group, by name.',
  scope: 'documents.read',
  writes: false,
  input: z.strictObject({ groupId }),
  errors: ['RESOURCE_NOT_FOUND'],
  async run({ db, actor }, { groupId: ref }) {
    const { organizationId, id } = await groupOf(db, actor, ref)
    return db.tag.findMany({ where: { organizationId, groupId: id }, orderBy: [{ name: 'asc' }, { id: 'asc' }] })
  },
})
