/** What the operations on tags have in common: the forms of their input, and finding what the caller means. */
import { z } from 'zod'
import type { Actor } from '../auth/actor.ts'
import { readableBy, requireOwner } from '../auth/visibility.ts'
import { visibleCompany } from '../companies/company.ts'
import { constraintOf, type Db } from '../kernel/database/open.ts'
import { visibleDocument } from '../documents/record/document.ts'
import { AppError, refusal } from '../kernel/errors/app-error.ts'
import type { Tag, TagGroup } from '../generated/prisma/client.ts'
import { id } from '../kernel/input.ts'
import { holdPartners, visiblePartner } from '../partners/record/partner.ts'
import { kindOf } from '../values/ids.ts'
import { companyFeatures, documentFeatures, partnerFeatures } from './features.ts'

export const objectTypes = ['document', 'partner', 'company'] as const
export type ObjectType = (typeof objectTypes)[number]

/**
 * Bounds of what a company makes, and of what the organization shares: lists of groups and tags are answered whole,
 * and a suggestion weighs every tag.
 */
export const MOST_GROUPS = 100
export const MOST_TAGS = 500

export const objectType = z.enum(objectTypes).meta({ graphql: 'CategorizedType' })
export const objectId = z
  .string()
  .max(200)
  .meta({ graphql: 'ID', examples: ['doc_01kafm4h7vf8xbkrs9q2m3c5de'] })
  .describe('Identifier of the object: a document (`doc_…`), partner (`part_…`) or company (`comp_…`).')
export const groupId = id('tagGroup').describe('Identifier of the group, `tgrp_…`.')
export const tagId = id('tag').describe('Identifier of the tag, `tag_…`.')

export const groupFields = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .meta({ examples: ['Ledger account'] })
    .describe('Name of the group, unique among those of its owner.'),
  description: z.string().trim().max(1_000).describe('Purpose of the group.'),
  objectTypes: z
    .array(objectType)
    .min(1)
    .max(objectTypes.length)
    .transform((types) => [...new Set(types)])
    .describe('Kinds of objects that the tags of the group can be assigned to.'),
  exclusive: z
    .boolean()
    .describe('Whether an object has at most one tag of the group. A new tag then replaces the previous one.'),
}

export const tagFields = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .meta({ examples: ['Office supplies'] })
    .describe('Name of the tag, unique in the group.'),
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'Expected a colour as #rrggbb')
    .meta({ examples: ['#1f6feb'] })
    .describe('Colour, as `#rrggbb`.'),
  code: z
    .string()
    .trim()
    .min(1)
    .max(50)
    .meta({ examples: ['606400'] })
    .describe('Code of the tag in another system, such as a ledger account. Unique in the group.'),
}

export const groupOf = async (db: Db, actor: Actor, groupId: string): Promise<TagGroup> => {
  const group = await db.tagGroup.findFirst({ where: { ...readableBy(actor), id: groupId } })
  if (!group) throw new AppError('RESOURCE_NOT_FOUND', { message: 'The tag group was not found.' })
  return group
}

/** The same, if the caller may change it and its tags. */
export const ownGroup = async (db: Db, actor: Actor, groupId: string): Promise<TagGroup> => {
  const group = await groupOf(db, actor, groupId)
  requireOwner(actor, group, 'tag group')
  return group
}

/** A tag belongs to whom its group belongs to. */
export const tagOf = async (db: Db, actor: Actor, tagId: string): Promise<Tag & { group: TagGroup }> => {
  const { organizationId } = actor
  const tag = await db.tag.findFirst({
    where: { organizationId, id: tagId, group: readableBy(actor) },
    include: { group: true },
  })
  if (!tag) throw new AppError('RESOURCE_NOT_FOUND', { message: 'The tag was not found.' })
  return tag
}

export const ownTag = async (db: Db, actor: Actor, tagId: string): Promise<Tag> => {
  const tag = await tagOf(db, actor, tagId)
  requireOwner(actor, tag.group, 'tag')
  return tag
}

/**
 * Holds a group against other changes until the transaction ends: what is predicted, learned and counted happens in one
 * order.
 */
export const holdGroup = (db: Db, organizationId: string, groupId: string): Promise<unknown> =>
  db.$queryRaw`SELECT 1 FROM tag_groups WHERE "organizationId" = ${organizationId} AND id = ${groupId} FOR UPDATE`

/**
 * A tag with its group, held against other changes. It is read again once it is held, since it may have been deleted or
 * changed just before.
 */
export const heldTagOf = async (db: Db, actor: Actor, tagId: string): Promise<Tag & { group: TagGroup }> => {
  const { organizationId, groupId } = await tagOf(db, actor, tagId)
  await holdGroup(db, organizationId, groupId)
  return tagOf(db, actor, tagId)
}

/** A name or code that is taken is a conflict that says which. */
export const refusingTaken =
  (what: string) =>
  (error: unknown): never => {
    const constraint = constraintOf(error)
    if (constraint === undefined) throw error
    const field = constraint.includes('code') ? 'code' : 'name'
    throw refusal('CONFLICT', field, 'The value is already in use.', {
      summary: `Another ${what} already has that ${field}.`,
    })
  }

export interface CategorizedObject {
  objectType: ObjectType
  objectId: string
  companyId: string | null
  features: string[]
}

const finders: Record<ObjectType, (db: Db, actor: Actor, id: string) => Promise<CategorizedObject>> = {
  async document(db, actor, ref) {
    const document = await visibleDocument(db, actor, ref)
    return {
      objectType: 'document',
      objectId: document.id,
      companyId: document.companyId,
      features: documentFeatures(document),
    }
  },
  async partner(db, actor, ref) {
    const partner = await visiblePartner(db, actor, ref)
    return {
      objectType: 'partner',
      objectId: partner.id,
      companyId: partner.companyId,
      features: partnerFeatures(partner),
    }
  },
  async company(db, actor, ref) {
    const company = await visibleCompany(db, actor, ref)
    return { objectType: 'company', objectId: company.id, companyId: company.id, features: companyFeatures(company) }
  },
}

const isObjectType = (kind: string | undefined): kind is ObjectType => objectTypes.some((type) => type === kind)

/** Of what can be deleted: the same, held until the transaction ends. */
const holders: Partial<Record<ObjectType, (db: Db, organizationId: string, id: string) => Promise<unknown>>> = {
  partner: (db, organizationId, id) => holdPartners(db, organizationId, [id]),
}

/** The object that gets or loses a tag, if the caller may change it. */
export const ownObject = async (
  db: Db,
  actor: Actor,
  objectId: string,
  named?: ObjectType,
): Promise<CategorizedObject> => {
  const object = await visibleObject(db, actor, objectId, named)
  requireOwner(actor, object, object.objectType)
  return object
}

/** An object that gets a tag stays until it has it: otherwise the tag would be left without it. */
export const objectToTag = async (
  db: Db,
  actor: Actor,
  objectId: string,
  named?: ObjectType,
): Promise<CategorizedObject> => {
  const found = await ownObject(db, actor, objectId, named)
  const hold = holders[found.objectType]
  if (!hold) return found
  await hold(db, actor.organizationId, found.objectId)
  return visibleObject(db, actor, objectId, named)
}

/**
 * The object that the caller means, if the caller may see it. An identifier of another kind of object than the one that
 * is named finds nothing.
 */
export const visibleObject = async (
  db: Db,
  actor: Actor,
  objectId: string,
  named?: ObjectType,
): Promise<CategorizedObject> => {
  const kind = kindOf(objectId)
  if (!isObjectType(kind) || (named !== undefined && named !== kind))
    throw new AppError('RESOURCE_NOT_FOUND', { message: `The ${named ?? 'object'} was not found.` })
  return finders[kind](db, actor, objectId)
}
