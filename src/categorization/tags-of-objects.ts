import type { Db } from '../kernel/database/open.ts'
import type { Tag, TagAssignment } from '../generated/prisma/client.ts'

/** The tags of many objects in one statement, in the order of the objects. */
export const tagsOfObjects = async (
  db: Db,
  organizationId: string,
  objectIds: readonly string[],
): Promise<(TagAssignment & { tag: Tag })[][]> => {
  const rows = await db.tagAssignment.findMany({
    where: { organizationId, objectId: { in: [...objectIds] } },
    include: { tag: true },
    orderBy: [{ createdAt: 'asc' }, { tagId: 'asc' }],
  })
  const byObject = Map.groupBy(rows, ({ objectId }) => objectId)
  return objectIds.map((id) => byObject.get(id) ?? [])
}
