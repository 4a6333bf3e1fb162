import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { ownTag, tagId } from './categorize.ts'

export const deleteTag = operation({
  name: 'deleteTag',
  summary: 'Deletes a tag. It is removed from every object, and suggestions no longer use what they learned from it.',
  scope: 'documents.write',
  writes: true,
  input: z.strictObject({ tagId }),
  errors: ['RESOURCE_NOT_FOUND'],
  async run({ db, actor }, { tagId: ref }) {
    const { organizationId, id } = await ownTag(db, actor, ref)
    await db.tag.deleteMany({ where: { organizationId, id } })
    return { tagId: id }
  },
})
