/** Reads a document and asks the rules: the heavy work behind what is sent and what arrives. */
import { heavyJob } from '../../kernel/threads/job.ts'
import { type PortableFacts, factsOf, portable } from './facts.ts'
import { readBytes } from './read-document.ts'
import { UNCHECKED, type Validation, checkDocument, withLook } from './validation.ts'

/** XML of fifty lines, or a small PDF: so many bytes are read and checked within some 10 ms. */
export const READ_IN_PLACE = 64_000
/** Longer than the largest document that readers let pass takes on a busy machine. */
export const LONGEST_READ_MS = 20_000

export const examineDocument = heavyJob({
  name: 'examineDocument',
  run: ({ bytes }: { bytes: Uint8Array }): { facts: PortableFacts; validation: Validation } => {
    const document = readBytes(bytes)
    return {
      facts: portable(factsOf(document), bytes),
      validation: document.root === null ? UNCHECKED : withLook(checkDocument(document.root), document.look),
    }
  },
  sizeOf: ({ bytes }) => bytes.length,
  inPlaceBelow: READ_IN_PLACE,
  limitMs: LONGEST_READ_MS,
})
