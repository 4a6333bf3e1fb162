import { z } from 'zod'
import { objectTypes } from '../../src/categorization/categorize.ts'
import type { Tag, TagAssignment, TagGroup } from '../../src/generated/prisma/client.ts'
import { timestamp } from './shared.ts'

export const groupShape = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    objectTypes: z.array(z.enum(objectTypes)),
    exclusive: z.boolean(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'TagGroup' })
export const tagShape = z
  .object({
    id: z.string(),
    groupId: z.string(),
    name: z.string(),
    color: z.string().nullable(),
    code: z.string().nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Tag' })
export const assignmentShape = z
  .object({
    objectId: z.string(),
    objectType: z.enum(objectTypes),
    tagId: z.string(),
    groupId: z.string(),
    tag: tagShape,
    assignedBy: z.string(),
    createdAt: timestamp,
  })
  .meta({ id: 'TagAssignment' })
export const assignedShape = assignmentShape.extend({ replaced: z.array(z.string()) }).meta({ id: 'AssignedTag' })
export const suggestionShape = z
  .object({ tagId: z.string(), name: z.string(), groupId: z.string(), confidence: z.number() })
  .meta({ id: 'TagSuggestion' })

export const presentGroup = ({
  organizationId: _organization,
  objectTypes: types,
  createdAt,
  updatedAt,
  ...group
}: TagGroup): z.input<typeof groupShape> => ({
  ...group,
  objectTypes: types as z.input<typeof groupShape>['objectTypes'],
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

export const presentTag = ({
  id,
  groupId,
  name,
  color,
  code,
  createdAt,
  updatedAt,
}: Tag): z.input<typeof tagShape> => ({
  id,
  groupId,
  name,
  color,
  code,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

export const presentAssignment = ({
  objectId,
  objectType,
  tag,
  assignedBy,
  createdAt,
}: TagAssignment & { tag: Tag }): z.input<typeof assignmentShape> => ({
  objectId,
  objectType: objectType as (typeof objectTypes)[number],
  tagId: tag.id,
  groupId: tag.groupId,
  tag: presentTag(tag),
  assignedBy,
  createdAt: createdAt.toISOString(),
})

export const presentAssigned = ({
  replaced,
  ...assignment
}: TagAssignment & { tag: Tag; replaced: string[] }): z.input<typeof assignedShape> => ({
  ...presentAssignment(assignment),
  replaced,
})
