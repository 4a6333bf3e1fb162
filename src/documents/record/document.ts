/**
 * What the operations on documents have in common: finding one that the caller may see, and how rows are summarized.
 */
import { z } from 'zod'
import type { Actor } from '../../auth/actor.ts'
import { hold } from '../../kernel/database/held-rows.ts'
import type { Db } from '../../kernel/database/open.ts'
import { externalIdIn } from '../../operation/external-id.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { type Document, Prisma } from '../../generated/prisma/client.ts'
import { invoiceKinds } from '../../values/document-types.ts'

export type DocumentRow = Document

/** For `type IN (…)`, written out: an index on part of a table is chosen by what stands in the statement. */
export const invoiceKindsSql = Prisma.raw(invoiceKinds.map((kind) => `'${kind}'`).join(', '))

/** How a path names a document: by id, by the caller's own identifier, or by its number where one only has it. */
export const documentRef = z
  .string()
  .max(300)
  .meta({ graphql: 'ID', examples: ['doc_01kafm4h7vf8xbkrs9q2m3c5de'] })
  .describe(
    'The document: its identifier `doc_…`, `ext:<externalId>`, or `number:<number>` when only one document has ' +
      'that number.',
  )

/** For a caller bound to one company, the documents of that company only. */
export const visibleDocuments = (actor: Actor): Prisma.DocumentWhereInput => ({
  organizationId: actor.organizationId,
  ...(actor.companyId !== null && { companyId: actor.companyId }),
})

/** The name that the caller gives a document; undefined where it is the identifier. */
const otherNameIn = (ref: string): { externalId: string } | { number: string } | undefined => {
  const externalId = externalIdIn(ref)
  if (externalId !== undefined) return { externalId }
  return ref.startsWith('number:') ? { number: ref.slice(7) } : undefined
}

/** The document that the caller means, if the caller may see it. What belongs to others does not exist. */
export const visibleDocument = async (db: Db, actor: Actor, ref: string, select: object = {}): Promise<DocumentRow> => {
  const { organizationId } = actor
  const seen = visibleDocuments(actor)
  const named = otherNameIn(ref)
  // Prisma gathers what is looked up by key at the same time into one statement.
  const found = (
    named
      ? await db.document.findMany({ where: { ...seen, ...named }, take: 2, ...select })
      : [
          await db.document.findUnique({
            where: { ...seen, organizationId_id: { organizationId, id: ref } },
            ...select,
          }),
        ]
  ) as DocumentRow[]
  const [document] = found
  if (!document) throw new AppError('DOCUMENT_NOT_FOUND')
  if (found.length > 1)
    throw new AppError('CONFLICT', {
      message: 'More than one document has that number. Use the identifier (`doc_…`) of the document.',
    })
  return document
}

/** The same, held until the transaction ends: what is read here is what is changed. */
export const documentToChange = async (db: Db, actor: Actor, ref: string): Promise<DocumentRow> => {
  const { organizationId, companyId } = actor
  const id = otherNameIn(ref) ? (await visibleDocument(db, actor, ref)).id : ref
  const document = await hold(db, 'documents', { organizationId, id, companyId })
  if (!document) throw new AppError('DOCUMENT_NOT_FOUND')
  return document
}
