/** Groups, their tags, and what has them. */
import type { Tag, TagAssignment, TagGroup } from '../generated/prisma/client.ts'
import { choice, choiceOf, extend, flag, id, instant, number, object, text, view } from '../operation/view.ts'
import { objectTypes } from './categorize.ts'
import type { Suggestion } from './suggest-tags.ts'

const objectTypeChoice = choiceOf('CategorizedType', objectTypes)

const createdAt = instant('When it was made.')
const updatedAt = instant('When it last changed.')

export const groupView = view<TagGroup>()('TagGroup', 'A question that tags answer.', {
  id: id('Identifier, `tgrp_…`.'),
  name: text('Name.'),
  description: text('What it is for.').orNull(),
  exclusive: flag('Whether an object has at most one of its tags.'),
  objectTypes: choice(objectTypeChoice, 'What its tags can be given to.').list(),
  createdAt,
  updatedAt,
})

export const tagView = view<Tag>()('Tag', 'A tag of a group.', {
  id: id('Identifier, `tag_…`.'),
  groupId: id('The group that it belongs to.'),
  name: text('Name.'),
  color: text('Colour, as `#rrggbb`.').orNull(),
  code: text('Code in another system.').orNull(),
  createdAt,
  updatedAt,
})

type Assignment = TagAssignment & { tag: Tag }

export const assignmentView = view<Assignment>()('TagAssignment', 'A tag on an object.', {
  objectId: id('The object.'),
  objectType: choice(objectTypeChoice, 'What the object is.'),
  tagId: id('Identifier of the tag.').onlyIn('rest'),
  groupId: id('The group of the tag.')
    .by(['tag'], ({ tag }: Pick<Assignment, 'tag'>) => tag.groupId)
    .onlyIn('rest'),
  tag: object(tagView, 'The tag.'),
  assignedBy: text('Who put it there.'),
  createdAt: instant('When it was put there.'),
})

export const assignedView = extend<Assignment, { replaced: string[] }>(assignmentView)(
  'AssignedTag',
  'A tag that was put on an object.',
  { replaced: id('The tag that it replaced, where the group is exclusive.').list() },
)

export const suggestionView = view<Suggestion>()('TagSuggestion', 'A tag that an object might get.', {
  tagId: id('The tag.'),
  name: text('The name of the tag.'),
  groupId: id('The group of the tag.'),
  confidence: number('From 0 to 1: how often suggestions as strong as this one were right.'),
})
