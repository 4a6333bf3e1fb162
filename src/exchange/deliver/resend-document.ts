import { z } from 'zod'
import { constraintOf } from '../../kernel/database/open.ts'
import { senderColumns } from '../../companies/ownership.ts'
import { overtaken } from '../../kernel/errors/app-error.ts'
import { operation } from '../../operation/operation.ts'
import { requireAbility } from '../../documents/record/abilities.ts'
import { type DocumentRow, documentRef, visibleDocument } from '../../documents/record/document.ts'
import { duplicateKeyOf } from '../send/judge/duplicate-key.ts'
import { duplicate } from '../send/store/duplicate.ts'
import type { ReadDocument } from '../../documents/record/read-document.ts'

/** The key that a failed document has given back, made anew from its columns. */
const duplicateKeyAgain = (document: DocumentRow): string | null =>
  duplicateKeyOf(
    {
      type: document.type as ReadDocument['type'],
      summary: document,
      seller: {
        peppolId: null,
        name: null,
        vatNumber: document.selfBilled ? document.receiverVatNumber : document.senderVatNumber,
      },
    },
    document.senderVatNumber ?? '',
  )

export const resendDocument = operation({
  name: 'resendDocument',
  summary:
    'Starts the delivery of a document again after it failed. The content ' +
    'stays the same, and so does the envelope or the e-mail.',
  scope: 'send',
  writes: true,
  input: z.strictObject({ documentId: documentRef }),
  errors: ['DOCUMENT_NOT_FOUND', 'CONFLICT', 'OWNERSHIP_PENDING', 'DUPLICATE_NUMBER'],
  async run({ db, actor, now, enqueue }, { documentId }) {
    const document = await visibleDocument(db, actor, documentId, {
      include: { company: { select: senderColumns } },
    })
    requireAbility('resend', document)
    const { organizationId, id } = document
    const duplicateKey = duplicateKeyAgain(document)
    const [again] = await db.document
      .updateManyAndReturn({
        where: { organizationId, id, deliveryStatus: 'failed' },
        data: {
          deliveryStatus: 'pending',
          status: 'sent',
          takenOver: false,
          errorCode: null,
          errorMessage: null,
          duplicateKey,
          updatedAt: now,
        },
      })
      .catch((error: unknown) => {
        throw constraintOf(error)?.includes('duplicateKey') ? duplicate(document.number, undefined) : error
      })
    if (!again) throw overtaken('Another request is already sending the document again.')
    enqueue({
      kind: 'document.deliver',
      companyId: document.companyId,
      subjectId: id,
      target: document.receiverPeppolId ?? id,
    })
    return again
  },
})
