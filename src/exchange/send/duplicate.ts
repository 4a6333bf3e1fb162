import type { Actor } from '../../auth/actor.ts'
import { mayRead } from '../../auth/visibility.ts'
import { externalIdTaken } from '../../operation/external-id.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import type { Db } from '../../kernel/database/open.ts'
import { isFromBuyer } from '../../values/document-types.ts'
import type { ReadDocument } from '../../documents/record/read-document.ts'
import { hashOf } from '../../kernel/bytes.ts'
import { limits } from '../../values/limits.ts'

/** An index takes 2,700 bytes. */
const indexable = (key: string): string =>
  key.length > limits.columnCharacters ? `sha256:${hashOf(Buffer.from(key))}` : key

/** The company that sends, and who sells where that is another number: no company takes the numbers of another. */
const issuerOf = ({ type, seller }: Pick<ReadDocument, 'type' | 'seller'>, sender: string): string => {
  const { vatNumber } = seller
  return isFromBuyer({ type }) || vatNumber === null || vatNumber === sender ? sender : `${sender} ${vatNumber}`
}

/**
 * What no two sent documents of a company may share: seller (of an order, the buyer), type, number and year of issue.
 * Null for records without a date. A document that failed or was rejected gives its key back.
 */
export const duplicateKeyOf = (
  {
    type,
    summary,
    seller,
  }: Pick<ReadDocument, 'type' | 'seller'> & { summary: Pick<ReadDocument['summary'], 'issueDate' | 'number'> },
  sender: string,
): string | null =>
  summary.issueDate === null
    ? null
    : indexable(
        [issuerOf({ type, seller }, sender), type, summary.issueDate.getUTCFullYear(), summary.number].join('|'),
      )

/** The refusal of a document whose number is taken, with the one that has it. */
export const duplicateOf = async (
  db: Db,
  actor: Actor,
  {
    duplicateKey,
    document: {
      summary: { number },
    },
  }: { duplicateKey: string | null; document: Pick<ReadDocument, 'summary'> },
  externalId?: string,
): Promise<AppError> => {
  const { organizationId } = actor
  const named =
    externalId === undefined
      ? null
      : await db.document.findFirst({ where: { organizationId, externalId }, select: { id: true, companyId: true } })
  if (named) return externalIdTaken(mayRead(actor, named) ? named.id : undefined)
  const earlier =
    duplicateKey === null
      ? null
      : await db.document.findUnique({
          where: { organizationId_duplicateKey: { organizationId, duplicateKey } },
          select: { id: true, companyId: true },
        })
  return duplicate(number, earlier && mayRead(actor, earlier) ? earlier.id : undefined)
}

export const duplicate = (number: string, existingId: string | undefined): AppError =>
  new AppError('DUPLICATE_NUMBER', {
    message: `A document with the number ${number} was already sent.`,
    details: [
      {
        field: 'document.number',
        rule: 'DUPLICATE_NUMBER',
        message: 'Give the document a new number.',
        ...(existingId && { existingId }),
      },
    ],
  })
