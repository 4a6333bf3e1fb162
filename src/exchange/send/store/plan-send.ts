import type { DocumentRow } from '../../../documents/record/document.ts'
import { type DocumentContent, prepareContent } from '../../../documents/record/store-document.ts'
import type { Validation } from '../../../documents/record/validation.ts'
import type { Preparation } from '../../../operation/operation.ts'
import { plays } from '../../../partners/counterparty.ts'
import type { SendExamination } from '../judge/examine.ts'

/** The answer of a send. */
export interface SentDocument {
  document: DocumentRow
  validation: Validation
}

export interface SendPlan extends SendExamination {
  requestId: string
  content: DocumentContent
  /** True where the recipient is a partner already, in the role that this document gives it. */
  inPlace: boolean
  /** The flow by which it was submitted. */
  flowId?: string | undefined
}

/** Puts the bytes of an examined document into the store. */
export const planSend = async (call: Preparation, examination: SendExamination): Promise<SendPlan> => {
  const content = await prepareContent(
    call.platform.upstreams.storage,
    call.trace,
    call.actor.organizationId,
    examination.document,
  )
  const {
    partner,
    document: { type, selfBilled },
  } = examination
  return {
    ...examination,
    requestId: call.requestId,
    content,
    inPlace: partner !== undefined && plays({ direction: 'outgoing', type, selfBilled }, partner.role),
  }
}
