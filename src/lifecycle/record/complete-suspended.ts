/** The supplier completes what the buyer has put on hold: French 209, and back to review. */
import type { Db } from '../../kernel/database/open.ts'
import type { Document } from '../../generated/prisma/client.ts'
import { Decimal } from '../../values/money.ts'
import { heldDocument } from '../read/held-document.ts'
import { recordStatus } from './record-status.ts'
import { WITHOUT_DETAILS } from './status-entry.ts'
import { completedAmounts } from '../tables/amounts.ts'
import { COMPLETED_TO, partyOf } from '../tables/states.ts'

const SUSPENDED = '208'
const COMPLETED = '209'

/** Whether the organization is the supplier of a document that is on hold. */
export const isCompletable = (
  document: Pick<Document, 'direction' | 'type' | 'selfBilled' | 'lifecycleStatus' | 'frenchStatus'>,
): boolean =>
  document.frenchStatus === SUSPENDED && document.lifecycleStatus === 'disputed' && partyOf(document) === 'supplier'

interface Completion {
  relatedDocumentId: string | null
  note: string | null
  author: string
}

export const completeSuspended = async (
  db: Db,
  { organizationId, id }: Pick<Document, 'organizationId' | 'id'>,
  { relatedDocumentId, note, author }: Completion,
  now: Date,
): Promise<boolean> => {
  const document = await heldDocument(db, organizationId, id)
  if (!isCompletable(document)) return false
  const [net, gross] = [document.netAmount, document.grossAmount].map((amount) => new Decimal(amount?.toFixed() ?? 0))
  await recordStatus(
    db,
    document,
    {
      status: COMPLETED_TO,
      frenchStatus: COMPLETED,
      party: 'supplier',
      source: 'api',
      author,
      ...WITHOUT_DETAILS,
      note,
      relatedDocumentId,
      amounts: net && gross ? completedAmounts({ net, gross }) : [],
    },
    now,
  )
  return true
}
