import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { ownTag, refusingTaken, tagFields, tagId } from './categorize.ts'

const { name, color, code } = tagFields

export const updateTag = operation({
  name: 'updateTag',
  summary: 'Changes the name, colour or code of a tag. Objects keep the tag.',
  scope: 'documents.write',
  writes: true,
  input: z.strictObject({ tagId, name: name.optional(), color: color.nullish(), code: code.nullish() }),
  errors: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  async run({ db, actor, now }, { tagId: ref, ...given }) {
    const { organizationId, id } = await ownTag(db, actor, ref)
    const data = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    return db.tag
      .update({ where: { organizationId_id: { organizationId, id } }, data: { ...data, updatedAt: now } })
      .catch(refusingTaken('tag'))
  },
})
