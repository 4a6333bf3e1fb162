/** A status of the other platform that ends the delivery: it has rejected the invoice, or could not even take it. */
import { AP_REJECTS, type Ending, turnedDown } from '../../documents/record/outcome.ts'
import type { DeliveryStatus } from '../../generated/prisma/client.ts'
import type { LifecycleDocument } from '../../lifecycle/read/document-standing.ts'
import type { SaidStatus } from '../../lifecycle/messages/read-message.ts'
import { frenchStatuses } from '../../lifecycle/tables/french-statuses.ts'
import { motifLabels } from '../../lifecycle/tables/reasons.ts'
import type { Run } from '../../operation/operation.ts'
import { moveDelivery } from '../deliver/record-outcome.ts'

/** What each of them makes of a delivery, and in which states. */
const endings: Readonly<Record<string, Ending & { from: readonly DeliveryStatus[] }>> = {
  213: { ...AP_REJECTS, from: ['pending', 'delivered', 'failed'] },
  501: { outcome: 'failed', code: 'INADMISSIBLE', from: ['pending', 'delivered'] },
}

const sentence = ({ frenchStatus, motif, reason, note }: SaidStatus): string => {
  const meaning = frenchStatuses[frenchStatus ?? '']?.meaning ?? ''
  const why = [motif && `${motif} (${motifLabels[motif]?.[1] ?? 'no label'})`, reason, note].filter(Boolean)
  return `${meaning} by the platform of the recipient (${frenchStatus}): ${why.join(': ') || 'no reason given'}.`
}

export const endDelivery = async (
  run: Pick<Run, 'db' | 'now' | 'emit'>,
  document: LifecycleDocument,
  said: SaidStatus,
): Promise<void> => {
  const ending = endings[said.frenchStatus ?? '']
  const { direction, deliveryStatus } = document
  if (!ending || direction !== 'outgoing' || deliveryStatus === null || !ending.from.includes(deliveryStatus)) return
  await moveDelivery(run, document, turnedDown(document, ending, sentence(said), run.now))
}
