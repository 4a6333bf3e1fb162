import type { Actor } from '../../../auth/actor.ts'
import { mayRead } from '../../../auth/visibility.ts'
import { externalIdTaken } from '../../../operation/external-id.ts'
import { AppError } from '../../../kernel/errors/app-error.ts'
import type { Db } from '../../../kernel/database/open.ts'
import type { ReadDocument } from '../../../documents/record/read-document.ts'

/** A document whose number or name is taken. */
interface RefusedSend {
  actor: Actor
  input: { externalId?: string | undefined }
  plan: { duplicateKey: string | null; document: Pick<ReadDocument, 'summary'> }
}

const claims = ({ actor: { organizationId }, input: { externalId }, plan: { duplicateKey } }: RefusedSend) => [
  ...(externalId === undefined ? [] : [{ organizationId, externalId }]),
  ...(duplicateKey === null ? [] : [{ organizationId, duplicateKey }]),
]

/** Why each was refused, with the document that has its number or its name, where the caller may read that. */
export const duplicatesOf = async (db: Db, refused: readonly RefusedSend[]): Promise<AppError[]> => {
  if (refused.length === 0) return []
  const taken = await db.document.findMany({
    where: { OR: refused.flatMap(claims) },
    select: { organizationId: true, id: true, companyId: true, externalId: true, duplicateKey: true },
  })
  return refused.map(({ actor, input: { externalId }, plan: { duplicateKey, document } }) => {
    const own = taken.filter(({ organizationId }) => organizationId === actor.organizationId)
    const readable = (one: (typeof own)[number] | undefined) => (one && mayRead(actor, one) ? one.id : undefined)
    const named = externalId === undefined ? undefined : own.find((one) => one.externalId === externalId)
    if (named) return externalIdTaken(readable(named))
    const earlier = duplicateKey === null ? undefined : own.find((one) => one.duplicateKey === duplicateKey)
    return duplicate(document.summary.number, readable(earlier))
  })
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
