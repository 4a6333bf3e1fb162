/** An invoice in the other of the two syntaxes. Pure, and heavy. */
import { LONGEST_READ_MS, READ_IN_PLACE } from '../documents/record/examine-document.ts'
import { readBytes } from '../documents/record/read-document.ts'
import { writeCii } from '../formats/cii/invoice.ts'
import { writeUbl } from '../formats/ubl/invoice.ts'
import { heavyJob } from '../kernel/threads/job.ts'

export const convertInvoice = heavyJob({
  name: 'convertInvoice',
  run({ bytes }: { bytes: Uint8Array }): { bytes: Uint8Array; syntax: 'UBL' | 'CII' } | null {
    const { model, syntax } = readBytes(bytes)
    if (model.kind !== 'invoice') return null
    return syntax === 'ubl'
      ? { syntax: 'CII', bytes: Buffer.from(writeCii(model.invoice)) }
      : { syntax: 'UBL', bytes: Buffer.from(writeUbl(model.invoice)) }
  },
  sizeOf: ({ bytes }) => bytes.length,
  inPlaceBelow: READ_IN_PLACE,
  limitMs: LONGEST_READ_MS,
})
