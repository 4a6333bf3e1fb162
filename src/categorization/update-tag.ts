import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { changedAt, ifUpdatedAt, refuseChanged } from '../operation/precondition.ts'
import { holdGroup, ownTag, refusingTaken, tagFields, tagId } from './categorize.ts'

const { name, color, code } = tagFields

export const updateTag = operation({
  name: 'updateTag',
  summary: 'Changes the name, colour or code of a tag. Objects keep the tag.',
  scope: 'documents.write',
  writes: true,
  input: z.strictObject({ tagId, name: name.optional(), color: color.nullish(), code: code.nullish(), ifUpdatedAt }),
  errors: ['RESOURCE_NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
  async run({ db, actor, now }, { tagId: ref, ifUpdatedAt, ...given }) {
    const { groupId } = await ownTag(db, actor, ref)
    await holdGroup(db, actor.organizationId, groupId)
    const tag = await ownTag(db, actor, ref)
    refuseChanged(tag, ifUpdatedAt)
    const { organizationId, id } = tag
    const data = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    return db.tag
      .update({
        where: { organizationId_id: { organizationId, id } },
        data: { ...data, updatedAt: changedAt(tag, now) },
      })
      .catch(refusingTaken('tag'))
  },
})
