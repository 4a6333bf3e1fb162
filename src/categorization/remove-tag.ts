import { z } from 'zod'
import { AppError } from '../kernel/errors/app-error.ts'
import { operation } from '../operation/operation.ts'
import { announceTags, removeAssignment } from './assignments.ts'
import { heldTagOf, objectId, tagId, ownObject } from './categorize.ts'

export const removeTag = operation({
  name: 'removeTag',
  summary:
    'Removes a tag from a document, partner or company. Suggestions ' +
    'no longer use what they learned from this assignment.',
  scope: 'documents.write',
  writes: true,
  input: z.strictObject({ objectId, tagId }),
  errors: ['RESOURCE_NOT_FOUND', 'DOCUMENT_NOT_FOUND', 'COMPANY_NOT_FOUND', 'COMPANY_FORBIDDEN'],
  async run(run, given) {
    const { db, actor } = run
    const object = await ownObject(db, actor, given.objectId)
    const { id, organizationId } = await heldTagOf(db, actor, given.tagId)
    const assignment = await db.tagAssignment.findUnique({
      where: { organizationId_objectId_tagId: { organizationId, objectId: object.objectId, tagId: id } },
    })
    if (!assignment) throw new AppError('RESOURCE_NOT_FOUND', { message: 'The object does not have that tag.' })
    await removeAssignment(db, assignment)
    announceTags(run, object, [id], [])
    return { objectId: object.objectId, tagId: id }
  },
})
