/** Tags on objects: putting them there, taking them away, and telling of it. */
import type { Db } from '../kernel/database/open.ts'
import type { EventData } from '../engine/feed/catalog.ts'
import type { TagAssignment } from '../generated/prisma/client.ts'
import type { Run } from '../operation/operation.ts'
import type { CategorizedObject, ObjectType } from './categorize.ts'
import { holdGroup } from './categorize.ts'
import { unlearn } from './learn.ts'

/**
 * Groups are held before the tags in them, in the order of their identifiers: two callers who change several of them
 * never wait for each other at once.
 */
const holdGroups = async (db: Db, organizationId: string, groupIds: readonly string[]): Promise<void> => {
  for (const groupId of [...new Set(groupIds)].sort()) await holdGroup(db, organizationId, groupId)
}

export const removeAssignment = async (
  db: Db,
  { organizationId, companyId, objectId, tagId, features }: TagAssignment,
): Promise<void> => {
  await db.tagAssignment.delete({
    where: { organizationId_objectId_tagId: { organizationId, objectId, tagId } },
    select: { tagId: true },
  })
  await unlearn(db, { organizationId, companyId, tagId, features })
}

const assignmentsOf = (db: Db, organizationId: string, objectId: string) =>
  db.tagAssignment.findMany({
    where: { organizationId, objectId },
    include: { tag: { include: { group: { select: { exclusive: true, companyId: true } } } } },
    orderBy: { tagId: 'asc' },
  })

/** An object that goes has no tags, and teaches nothing any more. It is held, so nobody gives it one meanwhile. */
export const forgetObject = async (db: Db, organizationId: string, objectId: string): Promise<void> => {
  const seen = await assignmentsOf(db, organizationId, objectId)
  if (seen.length === 0) return
  await holdGroups(
    db,
    organizationId,
    seen.map(({ tag }) => tag.groupId),
  )
  for (const assignment of await assignmentsOf(db, organizationId, objectId)) await removeAssignment(db, assignment)
}

interface TaggedRow {
  id: string
  companyId: string | null
}

/**
 * Tags of an object that becomes part of another one. Where a group allows one tag only, the kept object's stays;
 * tags of a company do not come to an object that others see.
 */
export const moveTags = async (
  db: Db,
  organizationId: string,
  { id: from }: TaggedRow,
  { id: to, companyId }: TaggedRow,
): Promise<void> => {
  await holdGroups(
    db,
    organizationId,
    [...(await assignmentsOf(db, organizationId, from)), ...(await assignmentsOf(db, organizationId, to))].map(
      ({ tag }) => tag.groupId,
    ),
  )
  const kept = await assignmentsOf(db, organizationId, to)
  for (const { tag, ...assignment } of await assignmentsOf(db, organizationId, from)) {
    const isTaken = kept.some(
      (one) => one.tagId === tag.id || (one.tag.group.exclusive && one.tag.groupId === tag.groupId),
    )
    const isOfOther = tag.group.companyId !== null && tag.group.companyId !== companyId
    if (isTaken || isOfOther) await removeAssignment(db, assignment)
    else
      await db.tagAssignment.update({
        where: { organizationId_objectId_tagId: { organizationId, objectId: from, tagId: tag.id } },
        data: { objectId: to },
        select: { tagId: true },
      })
  }
}

type Announce = (
  run: Pick<Run, 'emit'>,
  object: CategorizedObject,
  change: EventData<'document.updated'>['changes'][number],
) => void

/** Each kind of object tells in its own event that its tags have changed. */
const announcers: Record<ObjectType, Announce> = {
  document: ({ emit }, { objectId, companyId }, change) =>
    emit('document.updated', { documentId: objectId, changes: [change] }, { companyId }),
  partner: ({ emit }, { objectId, companyId }) =>
    emit('partner.updated', { partnerId: objectId, changes: ['categories'] }, { companyId }),
  company: ({ emit }, { objectId }) =>
    emit('company.updated', { companyId: objectId, changes: ['categories'] }, { companyId: objectId }),
}

export const announceTags = (run: Pick<Run, 'emit'>, object: CategorizedObject, from: string[], to: string[]): void =>
  announcers[object.objectType](run, object, { field: 'categories', from, to })
