import { z } from 'zod'
import { AppError } from '../kernel/errors/app-error.ts'
import { operation } from '../operation/operation.ts'
import { newId } from '../values/ids.ts'
import { MOST_TAGS, groupId, holdGroup, ownGroup, refusingTaken, tagFields } from './categorize.ts'

const { name, color, code } = tagFields

export const createTag = operation({
  name: 'createTag',
  summary: 'Creates a tag in a group.',
  scope: 'documents.write',
  writes: true,
  input: z.strictObject({ groupId, name, color: color.nullish(), code: code.nullish() }),
  errors: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  async run({ db, actor, now }, { groupId: ref, ...given }) {
    const { organizationId, id } = await ownGroup(db, actor, ref)
    await holdGroup(db, organizationId, id)
    if ((await db.tag.count({ where: { organizationId, groupId: id } })) >= MOST_TAGS)
      throw new AppError('CONFLICT', { message: `A group can have at most ${MOST_TAGS} tags.` })
    return db.tag
      .create({
        data: {
          organizationId,
          id: newId('tag'),
          groupId: id,
          name: given.name,
          color: given.color ?? null,
          code: given.code ?? null,
          createdAt: now,
          updatedAt: now,
        },
      })
      .catch(refusingTaken('tag'))
  },
})
