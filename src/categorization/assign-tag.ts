import { z } from 'zod'
import { refusal } from '../kernel/errors/app-error.ts'
import type { TagGroup } from '../generated/prisma/client.ts'
import { operation } from '../operation/operation.ts'
import { announceTags, removeAssignment } from './assignments.ts'
import { type CategorizedObject, heldTagOf, objectId, objectToTag, objectType, tagId } from './categorize.ts'
import { learn } from './learn.ts'

const include = { tag: true } as const

const refuseStranger = ({ name, objectTypes }: Pick<TagGroup, 'name' | 'objectTypes'>, type: string): void => {
  if (objectTypes.includes(type)) return
  const message = `The tags of the group "${name}" can be assigned only to: ${objectTypes.join(', ')}.`
  throw refusal('INVALID_REQUEST', 'objectType', message)
}

/** What all read shows no tag of one company, and one company's object none of another's. */
const refuseOtherOwner = (group: TagGroup, object: CategorizedObject): void => {
  if (group.companyId === null || group.companyId === object.companyId) return
  throw refusal('INVALID_REQUEST', 'tagId', 'The tag belongs to a company, and the object does not belong to it.')
}

export const assignTag = operation({
  name: 'assignTag',
  summary:
    'Assigns a tag to a document, partner or company. In an exclusive group, the tag ' +
    'replaces the previous one. Suggestions learn from each assignment.',
  scope: 'documents.write',
  writes: true,
  input: z.strictObject({ objectId, tagId, objectType: objectType.describe('Kind of the object.') }),
  errors: ['RESOURCE_NOT_FOUND', 'DOCUMENT_NOT_FOUND', 'COMPANY_NOT_FOUND', 'COMPANY_FORBIDDEN'],
  async run(run, given) {
    const { db, actor, now } = run
    const object = await objectToTag(db, actor, given.objectId, given.objectType)
    const { objectId: id, objectType: type, features } = object
    const companyId = object.companyId ?? ''
    const { id: tag, organizationId, groupId, group } = await heldTagOf(db, actor, given.tagId)
    refuseStranger(group, type)
    refuseOtherOwner(group, object)
    const earlier = await db.tagAssignment.findMany({
      where: { organizationId, objectId: id, tag: { groupId } },
      orderBy: { tagId: 'asc' },
    })
    if (earlier.some((one) => one.tagId === tag)) {
      const key = { organizationId_objectId_tagId: { organizationId, objectId: id, tagId: tag } }
      return { ...(await db.tagAssignment.findUniqueOrThrow({ where: key, include })), replaced: [] }
    }
    const replaced = group.exclusive ? earlier : []
    for (const one of replaced) await removeAssignment(db, one)
    const remaining = new Set(group.exclusive ? [] : earlier.map((one) => one.tagId))
    await learn(db, { organizationId, companyId, groupId }, tag, remaining, features)
    const assignedBy = actor.label
    const about = { objectId: id, objectType: type, companyId, features }
    const data = { organizationId, tagId: tag, ...about, assignedBy, createdAt: now }
    const assignment = await db.tagAssignment.create({ data, include })
    const replacedTags = replaced.map((one) => one.tagId)
    announceTags(run, object, replacedTags, [tag])
    return { ...assignment, replaced: replacedTags }
  },
})
