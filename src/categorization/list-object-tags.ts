import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { objectId, visibleObject } from './categorize.ts'

export const listObjectTags = operation({
  name: 'listObjectTags',
  summary: 'Lists the tags of a document, partner or company, oldest assignment first.',
  scope: 'documents.read',
  writes: false,
  input: z.strictObject({ objectId }),
  errors: ['RESOURCE_NOT_FOUND', 'DOCUMENT_NOT_FOUND', 'COMPANY_NOT_FOUND', 'COMPANY_FORBIDDEN'],
  async run({ db, actor }, { objectId: ref }) {
    const { objectId: id } = await visibleObject(db, actor, ref)
    return db.tagAssignment.findMany({
      where: { organizationId: actor.organizationId, objectId: id },
      include: { tag: true },
      orderBy: [{ createdAt: 'asc' }, { tagId: 'asc' }],
    })
  },
})
