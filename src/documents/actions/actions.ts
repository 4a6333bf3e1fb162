/** What can be done with a document: each action and the arguments that it takes. */
import { z } from 'zod'
import { oneOf } from '../../kernel/input.ts'
import type { ChangedValue } from '../../engine/feed/event-fields.ts'
import type { Actor } from '../../auth/actor.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Db } from '../../kernel/database/open.ts'
import type { NewRow } from '../../kernel/database/rows.ts'
import { AppError, refusal } from '../../kernel/errors/app-error.ts'
import { completeSuspended, isCompletable } from '../../lifecycle/record/complete-suspended.ts'
import { COMPLETED_TO } from '../../lifecycle/tables/states.ts'
import { newId } from '../../values/ids.ts'
import { type DocumentRow, documentRef, visibleDocument } from '../record/document.ts'
import { limits } from '../../values/limits.ts'
import type { DocumentCounts } from './counts.ts'

export interface Change {
  field: string
  from: ChangedValue | null
  to: ChangedValue | null
}

interface ActionContext {
  db: Db
  actor: Actor
  now: Date
  /** Held until the transaction ends, and what it had then. */
  document: DocumentRow
  counts: DocumentCounts
}
/** What an action changes, and what is to be written for it. */
interface Outcome {
  changes: Change[]
  columns?: Partial<Pick<DocumentRow, 'read' | 'archived'>>
  rows?: NewRow[]
  statements?: Prisma.Sql[]
}
interface Arguments {
  tag?: string | undefined
  note?: string | undefined
  relatedDocumentId?: string | undefined
}

const UNCHANGED: Outcome = { changes: [] }

const flag =
  (field: 'read' | 'archived', to: boolean) =>
  ({ document }: ActionContext): Outcome =>
    document[field] === to ? UNCHANGED : { changes: [{ field, from: !to, to }], columns: { [field]: to } }

const needed = (given: string | undefined, field: string): string => {
  if (given === undefined)
    throw refusal('MISSING_FIELD', field, 'This action requires the field.', {
      summary: `${field}: This action requires the field.`,
    })
  return given
}

const misplaced = (field: string, message: string): AppError =>
  refusal('INVALID_REQUEST', field, message, { summary: `${field}: ${message}` })

const link = async ({ db, actor, document }: ActionContext, given: Arguments) => {
  const related = await visibleDocument(db, actor, needed(given.relatedDocumentId, 'relatedDocumentId'))
  if (related.id === document.id) throw misplaced('relatedDocumentId', 'A document cannot be linked to itself.')
  return { organizationId: document.organizationId, fromId: document.id, toId: related.id }
}

/** Null where the two were linked before. */
const makeLink = async (acting: ActionContext, given: Arguments): Promise<string | null> => {
  const key = await link(acting, given)
  const { count } = await acting.db.documentLink.createMany({
    data: [{ ...key, createdAt: acting.now }],
    skipDuplicates: true,
  })
  return count === 0 ? null : key.toId
}

/** What a document has many of is answered whole, so there is an end to it. */
export const refuseMore = (found: number, most: number, what: string): void => {
  if (found >= most)
    throw new AppError('CONFLICT', { message: `A document can have at most ${most.toLocaleString('en-US')} ${what}.` })
}

/** What each action does; it answers what changed, and nothing when nothing did. */
export const actions = {
  mark_read: flag('read', true),
  mark_unread: flag('read', false),
  archive: flag('archived', true),
  unarchive: flag('archived', false),
  tag({ document: { organizationId, id }, counts }: ActionContext, given: Arguments): Outcome {
    const tag = needed(given.tag, 'tag')
    refuseMore(counts.tags, limits.documentTags, 'tags')
    if (counts.isTagged) return UNCHANGED
    return {
      changes: [{ field: 'tags', from: null, to: tag }],
      rows: [{ table: 'document_tags', columns: { organizationId, documentId: id, tag } }],
    }
  },
  untag({ document: { organizationId, id }, counts }: ActionContext, given: Arguments): Outcome {
    const tag = needed(given.tag, 'tag')
    if (!counts.isTagged) return UNCHANGED
    return {
      changes: [{ field: 'tags', from: tag, to: null }],
      statements: [
        Prisma.sql`DELETE FROM document_tags
          WHERE "organizationId" = ${organizationId} AND "documentId" = ${id} AND tag = ${tag}`,
      ],
    }
  },
  note({ actor, document: { organizationId, id }, now, counts }: ActionContext, given: Arguments): Outcome {
    const text = needed(given.note, 'note')
    refuseMore(counts.notes, limits.documentNotes, 'notes')
    const columns = { organizationId, id: newId('note'), documentId: id, text, author: actor.label, createdAt: now }
    return { changes: [{ field: 'notes', from: null, to: text }], rows: [{ table: 'document_notes', columns }] }
  },
  /** Completes a document that the buyer has put on hold: then a note will do in the place of another document. */
  async link(acting: ActionContext, given: Arguments): Promise<Outcome> {
    const { db, actor, document, now } = acting
    const completes = isCompletable(document)
    if (given.relatedDocumentId !== undefined && given.note !== undefined && !completes)
      throw misplaced('note', 'With link, a note is kept only when it completes a document that is on hold.')
    const byNote = given.relatedDocumentId === undefined && given.note !== undefined && completes
    const toId = byNote ? null : await makeLink(acting, given)
    const said = { relatedDocumentId: given.relatedDocumentId ?? null, note: given.note ?? null, author: actor.label }
    const completed = completes && (await completeSuspended(db, document, said, now))
    return {
      changes: [
        ...(toId === null ? [] : [{ field: 'links', from: null, to: toId }]),
        ...(completed ? [{ field: 'lifecycleStatus', from: document.lifecycleStatus, to: COMPLETED_TO }] : []),
      ],
    }
  },
  async unlink(acting: ActionContext, given: Arguments): Promise<Outcome> {
    const key = await link(acting, given)
    const { count } = await acting.db.documentLink.deleteMany({ where: key })
    return count === 0 ? UNCHANGED : { changes: [{ field: 'links', from: key.toId, to: null }] }
  },
} satisfies Record<string, (acting: ActionContext, given: Arguments) => Outcome | Promise<Outcome>>

/** What each action keeps of its arguments: another one would be lost, so it is refused. */
const takes: Readonly<Record<keyof typeof actions, readonly (keyof Arguments)[]>> = {
  mark_read: [],
  mark_unread: [],
  archive: [],
  unarchive: [],
  tag: ['tag'],
  untag: ['tag'],
  note: ['note'],
  link: ['relatedDocumentId', 'note'],
  unlink: ['relatedDocumentId'],
}

export const refuseMisplaced = (action: keyof typeof actions, { tag, note, relatedDocumentId }: Arguments): void => {
  for (const [field, value] of Object.entries({ tag, note, relatedDocumentId }))
    if (value !== undefined && !takes[action].includes(field as keyof Arguments))
      throw misplaced(field, `The action ${action} does not take this field. Remove it, or perform its own action.`)
}

const meanings: Readonly<Record<keyof typeof actions, string>> = {
  mark_read: 'Marks the document as read.',
  mark_unread: 'Marks the document as unread.',
  archive: 'Takes the document out of the usual lists.',
  unarchive: 'Brings the document back into the usual lists.',
  tag: 'Adds a tag.',
  untag: 'Removes a tag.',
  note: 'Adds a note that only the organization sees.',
  link: 'Links the document to another one.',
  unlink: 'Removes a link to another document.',
}

/** An action with its arguments, as every door takes it. */
export const actionInput = z.strictObject({
  action: oneOf('DocumentAction', meanings).describe('The action to perform.'),
  tag: z.string().trim().min(1).max(100).optional().describe('The tag, for the actions `tag` and `untag`.'),
  note: z
    .string()
    .trim()
    .min(1)
    .max(5_000)
    .optional()
    .describe('The text of the note, for the action `note`. With `link`, it can complete a document that is on hold.'),
  relatedDocumentId: documentRef.optional().describe('The other document, for the actions `link` and `unlink`.'),
})
