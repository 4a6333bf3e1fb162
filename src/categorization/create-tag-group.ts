import { z } from 'zod'
import { AppError } from '../kernel/errors/app-error.ts'
import { operation } from '../operation/operation.ts'
import { newId } from '../values/ids.ts'
import { MOST_GROUPS, groupFields, objectTypes, refusingTaken } from './categorize.ts'

const { name, description, objectTypes: types, exclusive } = groupFields

export const createTagGroup = operation({
  name: 'createTagGroup',
  summary: 'Creates a tag group.',
  scope: 'documents.write',
  writes: true,
  input: z.strictObject({
    name,
    description: description.nullish(),
    objectTypes: types.default([...objectTypes]),
    exclusive: exclusive.default(false),
  }),
  errors: ['CONFLICT'],
  async run({ db, actor: { organizationId }, now }, given) {
    if ((await db.tagGroup.count({ where: { organizationId } })) >= MOST_GROUPS)
      throw new AppError('CONFLICT', { message: `An organization can have at most ${MOST_GROUPS} tag groups.` })
    return db.tagGroup
      .create({
        data: {
          organizationId,
          id: newId('tagGroup'),
          ...given,
          description: given.description ?? null,
          createdAt: now,
          updatedAt: now,
        },
      })
      .catch(refusingTaken('group'))
  },
})
