import { LONGEST_READ_MS, READ_IN_PLACE } from '../../documents/record/examine-document.ts'
import { readBytes } from '../../documents/record/read-document.ts'
import { asReported } from '../../formats/fatturapa/as-reported.ts'
import { faultsOf } from '../../formats/fatturapa/faults.ts'
import { writeFatturaPa } from '../../formats/fatturapa/invoice.ts'
import { heavyJob } from '../../kernel/threads/job.ts'

interface SdiInvoiceInput {
  bytes: Uint8Array
  /** Of the company, where the invoice does not say its seller's. */
  vatNumber: string
  transmission: NonNullable<Parameters<typeof writeFatturaPa>[1]>
}

/** The invoice as it was sent, with what Italy asks of the seller beyond EN 16931; or what it lacks for that. */
export const writeSdiInvoice = heavyJob({
  name: 'writeSdiInvoice',
  run: ({
    bytes,
    vatNumber,
    transmission,
  }: SdiInvoiceInput): { faults: ReturnType<typeof faultsOf>; file: Uint8Array | null } => {
    const { model } = readBytes(bytes)
    if (model.kind !== 'invoice') throw new Error('What is reported is no invoice.')
    const invoice = asReported(model.invoice, vatNumber)
    const faults = faultsOf(invoice)
    // What the schema would not take is not sent: the answer would be the same.
    return { faults, file: faults.length > 0 ? null : Buffer.from(writeFatturaPa(invoice, transmission)) }
  },
  sizeOf: ({ bytes }) => bytes.length,
  inPlaceBelow: READ_IN_PLACE,
  limitMs: LONGEST_READ_MS,
})
