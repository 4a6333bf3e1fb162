import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { groupId, ownGroup } from './categorize.ts'

export const deleteTagGroup = operation({
  name: 'deleteTagGroup',
  summary:
    'Deletes a tag group with its tags. The tags are removed from every ' +
    'object, and suggestions no longer use what they learned from them.',
  scope: 'documents.write',
  writes: true,
  input: z.strictObject({ groupId }),
  errors: ['RESOURCE_NOT_FOUND'],
  async run({ db, actor }, { groupId: ref }) {
    const { organizationId, id } = await ownGroup(db, actor, ref)
    await db.tagGroup.deleteMany({ where: { organizationId, id } })
    return { groupId: id }
  },
})
