/** Groups, their tags, and what has them. */
import type { Tag, TagAssignment, TagGroup } from '../generated/prisma/client.ts'
import { choice, choiceOf, extend, flag, id, instant, number, object, text, view } from '../operation/view.ts'
import { objectTypes } from './categorize.ts'
import type { Suggestion } from './suggest-tags.ts'

const objectTypeChoice = choiceOf('CategorizedType', objectTypes, {
  document: 'A document.',
  partner: 'A partner.',
  company: 'A company of the organization.',
})

const createdAt = instant('When it was created.')
const updatedAt = instant('When it was last changed.')

export const groupView = view<TagGroup>()(
  'TagGroup',
  'A group of tags for one purpose, such as the ledger account of a document.',
  {
    id: id('Identifier, `tgrp_…`.'),
    companyId: id(
      'The company whose group it is, with its tags. Null when the companies of the organization share it.',
    ).orNull(),
    name: text('Name.'),
    description: text('Purpose of the group. Null when it has no description.').orNull(),
    exclusive: flag('Whether an object has at most one tag of the group.'),
    objectTypes: choice(objectTypeChoice, 'Kinds of objects that the tags of the group can be assigned to.').list(),
    createdAt,
    updatedAt,
  },
)

export const tagView = view<Tag>()('Tag', 'A tag of a group.', {
  id: id('Identifier, `tag_…`.'),
  groupId: id("Identifier of the tag's group."),
  name: text('Name.'),
  color: text('Colour, as `#rrggbb`. Null when the tag has none.').orNull(),
  code: text('Code of the tag in another system. Null when it has none.').orNull(),
  createdAt,
  updatedAt,
})

type Assignment = TagAssignment & { tag: Tag }

export const assignmentView = view<Assignment>()('TagAssignment', 'The assignment of a tag to an object.', {
  objectId: id('Identifier of the object.'),
  objectType: choice(objectTypeChoice, 'Kind of the object.'),
  tagId: id('Identifier of the tag.').onlyIn('rest'),
  groupId: id("Identifier of the tag's group.")
    .by(['tag'], ({ tag }: Pick<Assignment, 'tag'>) => tag.groupId)
    .onlyIn('rest'),
  tag: object(tagView, 'The tag.'),
  assignedBy: text('The user or API key that assigned the tag.'),
  createdAt: instant('When the tag was assigned.'),
})

export const assignedView = extend<Assignment, { replaced: string[] }>(assignmentView)(
  'AssignedTag',
  'The result of assigning a tag to an object.',
  { replaced: id('Identifiers of the tags that were replaced. Only an exclusive group replaces tags.').list() },
)

export const suggestionView = view<Suggestion>()('TagSuggestion', 'A suggested tag for an object.', {
  tagId: id('Identifier of the tag.'),
  name: text('Name of the tag.'),
  groupId: id("Identifier of the tag's group."),
  confidence: number('Confidence from 0 to 1: the share of suggestions as strong as this one that were right.'),
})
