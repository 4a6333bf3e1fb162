/** Reads what a message of the network says. Pure, and heavy. */
import { LONGEST_READ_MS, READ_IN_PLACE } from '../../documents/record/examine-document.ts'
import { formDetails } from '../../documents/record/validation.ts'
import { readXml } from '../../formats/xml/tree.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { heavyJob } from '../../kernel/threads/job.ts'
import { type PortableStatus, portableStatus } from '../../lifecycle/messages/portable-status.ts'
import { readMessage } from '../../lifecycle/messages/read-message.ts'

export const readStatuses = heavyJob({
  name: 'readStatuses',
  run({ bytes }: { bytes: Uint8Array }): PortableStatus[] {
    const root = readXml(bytes)
    const details = formDetails(root)
    // A message that does not keep to its schema says nothing that could be relied on.
    if (details.length > 0)
      throw new AppError('INVALID_REQUEST', { message: 'The message does not keep to its schema.', details })
    return readMessage(root).map(portableStatus)
  },
  sizeOf: ({ bytes }) => bytes.length,
  inPlaceBelow: READ_IN_PLACE,
  limitMs: LONGEST_READ_MS,
})
