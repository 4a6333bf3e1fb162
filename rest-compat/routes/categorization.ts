/** Section 4.8: categorization. */
import { assignTag } from '../../src/categorization/assign-tag.ts'
import { createTag } from '../../src/categorization/create-tag.ts'
import { createTagGroup } from '../../src/categorization/create-tag-group.ts'
import { deleteTag } from '../../src/categorization/delete-tag.ts'
import { deleteTagGroup } from '../../src/categorization/delete-tag-group.ts'
import { listObjectTags } from '../../src/categorization/list-object-tags.ts'
import { listTagGroups } from '../../src/categorization/list-tag-groups.ts'
import { listTags } from '../../src/categorization/list-tags.ts'
import { removeTag } from '../../src/categorization/remove-tag.ts'
import { suggestTags } from '../../src/categorization/suggest-tags.ts'
import { updateTag } from '../../src/categorization/update-tag.ts'
import { updateTagGroup } from '../../src/categorization/update-tag-group.ts'
import { assignedView, assignmentView, groupView, suggestionView, tagView } from '../../src/categorization/view.ts'
import { one, wholeListOf } from '../../src/http/answers.ts'
import { type Route, body, bodyAndPath, path, pathOfWhole, route } from '../../src/http/route.ts'

const section = 'Tags'

export const categorization: readonly Route[] = [
  route(listTagGroups, {
    method: 'GET',
    path: '/v1/categorization/groups',
    field: 'Query.tagGroups',
    status: 200,
    input: pathOfWhole,
    ...wholeListOf(groupView),
    section,
  }),
  route(createTagGroup, {
    method: 'POST',
    path: '/v1/categorization/groups',
    field: 'Mutation.createTagGroup',
    status: 201,
    input: body,
    ...one(groupView),
    section,
  }),
  route(updateTagGroup, {
    method: 'PATCH',
    path: '/v1/categorization/groups/:groupId',
    field: 'Mutation.updateTagGroup',
    status: 200,
    input: bodyAndPath,
    ...one(groupView),
    section,
  }),
  route(deleteTagGroup, {
    method: 'DELETE',
    path: '/v1/categorization/groups/:groupId',
    field: 'Mutation.deleteTagGroup',
    status: 204,
    input: path,
    section,
  }),
  route(listTags, {
    method: 'GET',
    path: '/v1/categorization/groups/:groupId/tags',
    field: 'Query.tags',
    status: 200,
    input: pathOfWhole,
    ...wholeListOf(tagView),
    section,
  }),
  route(createTag, {
    method: 'POST',
    path: '/v1/categorization/groups/:groupId/tags',
    field: 'Mutation.createTag',
    status: 201,
    input: bodyAndPath,
    ...one(tagView),
    section,
  }),
  route(updateTag, {
    method: 'PATCH',
    path: '/v1/categorization/tags/:tagId',
    field: 'Mutation.updateTag',
    status: 200,
    input: bodyAndPath,
    ...one(tagView),
    section,
  }),
  route(deleteTag, {
    method: 'DELETE',
    path: '/v1/categorization/tags/:tagId',
    field: 'Mutation.deleteTag',
    status: 204,
    input: path,
    section,
  }),
  route(listObjectTags, {
    method: 'GET',
    path: '/v1/categorization/objects/:objectId/tags',
    field: 'Query.objectTags',
    status: 200,
    input: pathOfWhole,
    ...wholeListOf(assignmentView),
    section,
  }),
  route(assignTag, {
    method: 'POST',
    path: '/v1/categorization/objects/:objectId/tags',
    field: 'Mutation.assignTag',
    status: 201,
    input: bodyAndPath,
    ...one(assignedView),
    section,
  }),
  route(removeTag, {
    method: 'DELETE',
    path: '/v1/categorization/objects/:objectId/tags/:tagId',
    field: 'Mutation.removeTag',
    status: 204,
    input: path,
    section,
  }),
  route(suggestTags, {
    method: 'POST',
    path: '/v1/categorization/objects/tags/auto',
    field: 'Query.suggestTags',
    status: 200,
    input: body,
    ...wholeListOf(suggestionView),
    section,
  }),
]
