import type { Actor } from '../../../auth/actor.ts'
import { mayRead } from '../../../auth/visibility.ts'
import { externalIdTaken } from '../../../operation/external-id.ts'
import { AppError } from '../../../kernel/errors/app-error.ts'
import type { Db } from '../../../kernel/database/open.ts'
import type { ReadDocument } from '../../../documents/record/read-document.ts'

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
