import { z } from 'zod'
import { AppError } from '../kernel/errors/app-error.ts'
import { operation } from '../operation/operation.ts'
import { announceTags, removeAssignment } from './assignments.ts'
import { heldTagOf, objectId, objectToTag, objectType, tagId } from './categorize.ts'
import { learn } from './learn.ts'

export const assignTag = operation({
  name: 'assignTag',
  summary:
    'Puts a tag on a document, partner or company. In an exclusive group it replaces the tag that was there. Suggestions learn from it.',
  scope: 'documents.write',
  writes: true,
  input: z.strictObject({ objectId, tagId, objectType: objectType.describe('What the object is.') }),
  errors: ['RESOURCE_NOT_FOUND', 'DOCUMENT_NOT_FOUND', 'COMPANY_NOT_FOUND', 'COMPANY_FORBIDDEN'],
  async run(run, given) {
    const { db, actor, now } = run
    const object = await objectToTag(db, actor, given.objectId, given.objectType)
    const { id, organizationId, groupId, group } = await heldTagOf(db, actor, given.tagId)
    if (!group.objectTypes.includes(object.objectType))
      throw new AppError('INVALID_REQUEST', {
        details: [
          {
            field: 'objectType',
            rule: 'INVALID_REQUEST',
            message: `Tags of the group "${group.name}" are for: ${group.objectTypes.join(', ')}.`,
          },
        ],
      })
    const had = await db.tagAssignment.findMany({
      where: { organizationId, objectId: object.objectId, tag: { groupId } },
      orderBy: { tagId: 'asc' },
    })
    const include = { tag: true } as const
    const key = { organizationId_objectId_tagId: { organizationId, objectId: object.objectId, tagId: id } }
    if (had.some(({ tagId: one }) => one === id))
      return { ...(await db.tagAssignment.findUniqueOrThrow({ where: key, include })), replaced: [] }
    const replaced = group.exclusive ? had : []
    for (const one of replaced) await removeAssignment(db, one)
    await learn(
      db,
      { organizationId, groupId },
      id,
      new Set(group.exclusive ? [] : had.map(({ tagId: one }) => one)),
      object.features,
    )
    const assignment = await db.tagAssignment.create({
      data: {
        organizationId,
        objectId: object.objectId,
        tagId: id,
        objectType: object.objectType,
        features: object.features,
        assignedBy: actor.label,
        createdAt: now,
      },
      include,
    })
    announceTags(
      run,
      object,
      replaced.map(({ tagId: one }) => one),
      [id],
    )
    return { ...assignment, replaced: replaced.map(({ tagId: one }) => one) }
  },
})
