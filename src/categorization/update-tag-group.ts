import { z } from 'zod'
import { AppError } from '../kernel/errors/app-error.ts'
import { operation } from '../operation/operation.ts'
import { changedAt, ifUpdatedAt, refuseChanged } from '../operation/precondition.ts'
import { groupFields, groupId, holdGroup, ownGroup, refusingTaken } from './categorize.ts'

const { name, description, objectTypes, exclusive } = groupFields

export const updateTagGroup = operation({
  name: 'updateTagGroup',
  summary:
    'Changes a tag group. It can become exclusive only while no object has several of its ' +
    'tags, and can drop a kind of object only while no such object has its tags.',
  scope: 'documents.write',
  writes: true,
  input: z.strictObject({
    groupId,
    name: name.optional(),
    description: description.nullish(),
    objectTypes: objectTypes.optional(),
    exclusive: exclusive.optional(),
    ifUpdatedAt,
  }),
  errors: ['RESOURCE_NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
  async run({ db, actor, now }, { groupId: ref, ifUpdatedAt, ...given }) {
    const { organizationId, id } = await ownGroup(db, actor, ref)
    await holdGroup(db, organizationId, id)
    const group = await ownGroup(db, actor, id)
    refuseChanged(group, ifUpdatedAt)
    const assigned = { organizationId, tag: { groupId: id } }
    const refuse = (field: string, message: string): never => {
      throw new AppError('CONFLICT', { message, details: [{ field, rule: 'CONFLICT', message }] })
    }
    if (
      given.objectTypes &&
      (await db.tagAssignment.findFirst({ where: { ...assigned, objectType: { notIn: given.objectTypes } } }))
    )
      refuse(
        'objectTypes',
        'Objects of a kind that the new list omits have tags of the group. Remove those tags first.',
      )
    if (
      given.exclusive &&
      (
        await db.tagAssignment.groupBy({
          by: ['objectId'],
          where: assigned,
          having: { objectId: { _count: { gt: 1 } } },
          orderBy: { objectId: 'asc' },
          take: 1,
        })
      ).length > 0
    )
      refuse('exclusive', 'An object has several tags of the group. Remove all but one first.')
    const data = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    return db.tagGroup
      .update({
        where: { organizationId_id: { organizationId, id } },
        data: { ...data, updatedAt: changedAt(group, now) },
      })
      .catch(refusingTaken('group'))
  },
})
