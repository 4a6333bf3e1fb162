import { batched } from '../graphql/batched.ts'
import { builder } from '../graphql/builder.ts'
import type { Context } from '../graphql/context.ts'
import { enumOf } from '../graphql/enums.ts'
import { args, mutation, read, runs } from '../graphql/field.ts'
import { Document } from '../documents/schema.ts'
import type { Tag, TagGroup } from '../generated/prisma/client.ts'
import { assignTag } from './assign-tag.ts'
import { objectTypes } from './categorize.ts'
import { createTag } from './create-tag.ts'
import { createTagGroup } from './create-tag-group.ts'
import { deleteTag } from './delete-tag.ts'
import { deleteTagGroup } from './delete-tag-group.ts'
import { listObjectTags } from './list-object-tags.ts'
import { listTagGroups } from './list-tag-groups.ts'
import { listTags } from './list-tags.ts'
import { removeTag } from './remove-tag.ts'
import { type Suggestion, suggestTags } from './suggest-tags.ts'
import { tagsOfObjects } from './tags-of-objects.ts'
import { updateTag } from './update-tag.ts'
import { updateTagGroup } from './update-tag-group.ts'

const CategorizedType = enumOf('CategorizedType', objectTypes)

const TagType = builder.objectRef<Tag>('Tag').implement({
  description: 'A tag of a group.',
  authScopes: { access: 'documents.read' },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier.' }),
    groupId: t.exposeID('groupId', { description: 'Its group.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    color: t.exposeString('color', { nullable: true, description: 'Colour, as `#rrggbb`.' }),
    code: t.exposeString('code', { nullable: true, description: 'Code in another system.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
})

const TagGroupType = builder.objectRef<TagGroup>('TagGroup').implement({
  description: 'A question that tags answer.',
  authScopes: { access: 'documents.read' },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    description: t.exposeString('description', { nullable: true, description: 'What it is for.' }),
    objectTypes: t.field({
      type: [CategorizedType],
      description: 'What its tags can be given to.',
      resolve: (group) => group.objectTypes,
    }),
    exclusive: t.exposeBoolean('exclusive', { description: 'Whether an object has at most one of its tags.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
})

type Assignment = Awaited<ReturnType<typeof listObjectTags.run>>[number]

const TagAssignmentType = builder.objectRef<Assignment>('TagAssignment').implement({
  description: 'A tag on an object.',
  authScopes: { access: 'documents.read' },
  fields: (t) => ({
    objectId: t.exposeID('objectId', { description: 'The object.' }),
    objectType: t.field({
      type: CategorizedType,
      description: 'What the object is.',
      resolve: (assignment) => assignment.objectType,
    }),
    tag: t.field({ type: TagType, description: 'The tag.', resolve: ({ tag }) => tag }),
    assignedBy: t.exposeString('assignedBy', { description: 'Who put it there.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When.' }),
  }),
})

const TagSuggestion = builder.objectRef<Suggestion>('TagSuggestion').implement({
  description: 'A tag that an object might get.',
  fields: (t) => ({
    tagId: t.exposeID('tagId', { description: 'The tag.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
    groupId: t.exposeID('groupId', { description: 'Its group.' }),
    confidence: t.exposeFloat('confidence', {
      description: 'From 0 to 1: how often suggestions as strong as this one were right.',
    }),
  }),
})

builder.queryField('tagGroups', (t) =>
  t.field({
    type: [TagGroupType],
    description: listTagGroups.summary,
    extensions: runs(listTagGroups),
    resolve: (_root, _given, context) => read(listTagGroups, {}, context),
  }),
)
builder.queryField('tags', (t) =>
  t.field({
    type: [TagType],
    description: listTags.summary,
    args: args(listTags, t),
    extensions: runs(listTags),
    resolve: (_root, given, context) => read(listTags, given, context),
  }),
)
builder.queryField('objectTags', (t) =>
  t.field({
    type: [TagAssignmentType],
    description: listObjectTags.summary,
    args: args(listObjectTags, t),
    extensions: runs(listObjectTags),
    resolve: (_root, given, context) => read(listObjectTags, given, context),
  }),
)
builder.queryField('suggestTags', (t) =>
  t.field({
    type: [TagSuggestion],
    description: suggestTags.summary,
    args: args(suggestTags, t),
    extensions: runs(suggestTags),
    resolve: (_root, given, context) => read(suggestTags, given, context),
  }),
)

const tagsOf = (objectId: string, context: Context): Promise<Assignment[]> =>
  batched<string, Assignment[]>(context, 'categories', (ids) =>
    tagsOfObjects(context.call.platform.db.client, context.call.actor.organizationId, ids),
  ).load(objectId)

builder.prismaObjectField(Document, 'categories', (t) =>
  t.field({
    type: [TagAssignmentType],
    description: 'The tags of groups that it has, oldest first.',
    select: { id: true },
    resolve: ({ id }, _args, context) => tagsOf(id, context),
  }),
)

mutation(createTagGroup, (t) => ({
  group: t.field({ type: TagGroupType, description: 'The new group.', resolve: (group) => group }),
}))
mutation(updateTagGroup, (t) => ({
  group: t.field({ type: TagGroupType, description: 'The group as it is now.', resolve: (group) => group }),
}))
mutation(deleteTagGroup, (t) => ({
  groupId: t.exposeID('groupId', { description: 'The group that is gone.' }),
}))
mutation(createTag, (t) => ({
  tag: t.field({ type: TagType, description: 'The new tag.', resolve: (tag) => tag }),
}))
mutation(updateTag, (t) => ({
  tag: t.field({ type: TagType, description: 'The tag as it is now.', resolve: (tag) => tag }),
}))
mutation(deleteTag, (t) => ({
  tagId: t.exposeID('tagId', { description: 'The tag that is gone.' }),
}))
mutation(assignTag, (t) => ({
  assignment: t.field({
    type: TagAssignmentType,
    description: 'The tag on the object.',
    resolve: (assignment) => assignment,
  }),
  replaced: t.field({
    type: ['ID'],
    description: 'The tag that it replaced, where the group is exclusive.',
    resolve: ({ replaced }) => replaced,
  }),
}))
mutation(removeTag, (t) => ({
  objectId: t.exposeID('objectId', { description: 'The object.' }),
  tagId: t.exposeID('tagId', { description: 'The tag that it has no longer.' }),
}))
