/** How every history begins: issued, received, or kept as a draft. It is made of the document, and no row is kept of it. */
import type { Document, LifecycleEntry } from '../../generated/prisma/client.ts'
import { prefixes } from '../../values/ids.ts'
import { secondOf } from '../read/moments.ts'
import { partyOf } from '../tables/states.ts'

export const startColumns = {
  organizationId: true,
  id: true,
  direction: true,
  type: true,
  selfBilled: true,
  lifecycleStatus: true,
  senderPeppolId: true,
  createdAt: true,
} as const

export const startEntry = (document: Pick<Document, keyof typeof startColumns>): LifecycleEntry => {
  const { organizationId, id: documentId, direction, lifecycleStatus, senderPeppolId, createdAt } = document
  const isReceived = direction === 'incoming'
  return {
    organizationId,
    id: documentId.replace(prefixes.document, prefixes.status),
    documentId,
    // Nothing leads out of a draft, and nothing into one.
    status: lifecycleStatus === 'draft' ? 'draft' : isReceived ? 'received' : 'issued',
    frenchStatus: null,
    party: isReceived ? 'platform' : partyOf(document),
    source: isReceived ? 'network' : 'api',
    author: senderPeppolId ?? 'platform',
    happenedAt: secondOf(createdAt),
    recordedAt: createdAt,
    reasonCode: null,
    motif: null,
    reason: null,
    note: null,
    requestedAction: null,
    payment: null,
    amounts: [],
    corrections: [],
    rules: [],
    relatedDocumentId: null,
    messageId: null,
  }
}
