/** A status on its way to the other side: the message, and the work of sending it. */
import { randomUUID } from 'node:crypto'
import { workRow } from '../../engine/work/append.ts'
import type { NewRow } from '../../kernel/database/rows.ts'
import { newId } from '../../values/ids.ts'
import type { LifecycleDocument } from '../read/document-standing.ts'
import type { MessageChannel } from './channel.ts'
import { messageNumber } from './message-number.ts'

export const messageRows = (
  document: LifecycleDocument,
  channel: MessageChannel,
  entry: { entryId: string; frenchStatus: string | null; happenedAt: Date; now: Date },
): NewRow[] => {
  const { organizationId, companyId } = document
  const { entryId, now } = entry
  const id = newId('message')
  return [
    {
      table: 'lifecycle_messages',
      columns: {
        organizationId,
        id,
        companyId,
        documentId: document.id,
        entryId,
        direction: 'outgoing',
        ...channel,
        number: messageNumber(channel.syntax, document, entry),
        instanceId: randomUUID(),
        deliveryStatus: 'pending',
        createdAt: now,
      },
    },
    workRow(
      { organizationId, companyId, kind: 'lifecycle.send', subjectId: id, target: channel.receiverPeppolId },
      now,
    ),
  ]
}
