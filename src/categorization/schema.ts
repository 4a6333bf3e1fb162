import { Company } from '../companies/schema.ts'
import { Document } from '../documents/schema.ts'
import { batched } from '../graphql/batched.ts'
import { builder } from '../graphql/builder.ts'
import type { Context } from '../graphql/context.ts'
import { changed, deletedId } from '../graphql/changed.ts'
import { mutation, mutationOf } from '../graphql/field.ts'
import { objectOf } from '../graphql/object.ts'
import { query } from '../graphql/query.ts'
import { Partner } from '../partners/schema.ts'
import { kindOf } from '../values/ids.ts'
import type { ObjectType } from './categorize.ts'
import { assignTag } from './assign-tag.ts'
import { createTag } from './create-tag.ts'
import { createTagGroup } from './create-tag-group.ts'
import { deleteTag } from './delete-tag.ts'
import { deleteTagGroup } from './delete-tag-group.ts'
import { listObjectTags } from './list-object-tags.ts'
import { listTagGroups } from './list-tag-groups.ts'
import { listTags } from './list-tags.ts'
import { removeTag } from './remove-tag.ts'
import { suggestTags } from './suggest-tags.ts'
import { tagsOfObjects } from './tags-of-objects.ts'
import { updateTag } from './update-tag.ts'
import { updateTagGroup } from './update-tag-group.ts'
import { assignmentView, groupView, suggestionView, tagView } from './view.ts'

const authScopes = { access: 'documents.read' }

const Tag = objectOf(tagView, { authScopes })
const TagGroup = objectOf(groupView, { authScopes })
const TagAssignment = objectOf(assignmentView, { authScopes })

query('tagGroups', listTagGroups, [TagGroup])
query('tags', listTags, [Tag])
query('objectTags', listObjectTags, [TagAssignment])
query('suggestTags', suggestTags, [objectOf(suggestionView)])

const tagsOf = (objectId: string, context: Context) =>
  batched(context, 'categories', (ids: readonly string[]) =>
    tagsOfObjects(context.call.platform.db.client, context.call.actor.organizationId, ids),
  ).load(objectId)

builder.prismaObjectField(Document, 'categories', (t) =>
  t.field({
    type: [TagAssignment],
    description: 'Tags of tag groups that the object has, oldest assignment first.',
    select: { id: true },
    resolve: ({ id }, _args, context) => tagsOf(id, context),
  }),
)

mutationOf(createTagGroup, 'group', TagGroup, 'The new group.')
mutationOf(updateTagGroup, 'group', TagGroup, 'The group after the change.')
mutation(deleteTagGroup, (t) => ({ deletedId: deletedId<{ groupId: string }>(t, ({ groupId }) => groupId) }))
mutationOf(createTag, 'tag', Tag, 'The new tag.')
mutationOf(updateTag, 'tag', Tag, 'The tag after the change.')
mutation(deleteTag, (t) => ({ deletedId: deletedId<{ tagId: string }>(t, ({ tagId }) => tagId) }))

/** The object with its tags: of the three one is not null. */
const tagged = (t: object) =>
  Object.fromEntries(
    Object.entries({ document: Document, partner: Partner, company: Company }).map(([kind, type]) => [
      kind,
      changed<{ objectId: string }>(t, type, {
        as: kind as ObjectType,
        id: ({ objectId }) => (kindOf(objectId) === kind ? objectId : null),
        nullable: true,
        description: `The object after the change. Null when it is no ${kind}.`,
      }),
    ]),
  ) as Record<ObjectType, never>

mutation(assignTag, (t) => ({
  assignment: t.field({
    type: TagAssignment,
    description: 'The assignment of the tag to the object.',
    resolve: (assignment) => assignment,
  }),
  replaced: t.field({
    type: ['ID'],
    description: 'Identifiers of the tags that were replaced. Only an exclusive group replaces tags.',
    resolve: ({ replaced }) => replaced,
  }),
  ...tagged(t),
}))
mutation(removeTag, (t) => ({
  objectId: t.exposeID('objectId', { description: 'Identifier of the object.' }),
  tagId: t.exposeID('tagId', { description: 'Identifier of the removed tag.' }),
  ...tagged(t),
}))
