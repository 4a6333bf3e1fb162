/** Reads a status (CDAR) that was submitted as a flow, and asks its rules. Pure, and heavy. */
import { LONGEST_READ_MS, READ_IN_PLACE } from '../documents/record/examine-document.ts'
import { readXml } from '../formats/xml/tree.ts'
import { heavyJob } from '../kernel/threads/job.ts'
import { type PortableStatus, portableStatus } from '../lifecycle/messages/portable-status.ts'
import { readMessage } from '../lifecycle/messages/read-message.ts'
import { frenchStatuses } from '../lifecycle/tables/french-statuses.ts'
import { profilesFor, validate } from '../rules/validate.ts'

export interface ExaminedStatus {
  /** A status that is on no list. */
  unknown: string | null
  /** Rules that are broken. */
  broken: readonly { rule: string; message: string }[]
  /** What is said, of each invoice; of a broken message nothing. */
  said: readonly PortableStatus[]
}

const CODE = /<[\w:]*ProcessConditionCode>\s*([^<]*?)\s*</

export const examineStatus = heavyJob({
  name: 'examineStatus',
  run({ bytes }: { bytes: Uint8Array }): ExaminedStatus {
    const root = readXml(bytes)
    const code = CODE.exec(Buffer.from(bytes).toString())?.[1]
    if (code !== undefined && !frenchStatuses[code]) return { unknown: code, broken: [], said: [] }
    const broken = validate(root, profilesFor(root)).flatMap(({ findings }) =>
      findings.filter(({ severity }) => severity === 'fatal').map(({ rule, message }) => ({ rule, message })),
    )
    return { unknown: null, broken, said: broken.length > 0 ? [] : readMessage(root).map(portableStatus) }
  },
  sizeOf: ({ bytes }) => bytes.length,
  inPlaceBelow: READ_IN_PLACE,
  limitMs: LONGEST_READ_MS,
})
