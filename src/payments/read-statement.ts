/** What a bank says, read from its file: beside the thread that answers, and back in portions. */
import { type BankLine, readBankFile } from '../formats/iso20022/bank-file.ts'
import { chunksOf } from '../kernel/concurrency.ts'
import { heavyJob } from '../kernel/threads/job.ts'
import { Decimal } from '../values/money.ts'

/** So many movements are matched with one look at the documents, and recorded in one transaction. */
const PORTION = 250

const encode = (lines: readonly BankLine[]): Uint8Array => new TextEncoder().encode(JSON.stringify(lines))

type EncodedLine = { [name in keyof BankLine]: unknown } & { kind: BankLine['kind'] } & { amount?: string }

/** One portion as it was read. */
export const decodePortion = (portion: Uint8Array): BankLine[] =>
  (JSON.parse(new TextDecoder().decode(portion)) as EncodedLine[]).map(
    (line) => ({ ...line, ...(line.amount !== undefined && { amount: new Decimal(line.amount) }) }) as BankLine,
  )

/**
 * The whole file, since it is judged before anything of it is recorded. Each portion is a text, which is made into
 * movements when its turn comes: a hundred thousand at once would hold up everybody.
 */
export const readStatement = heavyJob({
  name: 'readStatement',
  run: ({ bytes }: { bytes: Uint8Array }): Uint8Array[] =>
    Array.from(chunksOf([...readBankFile(bytes)], PORTION), encode),
  sizeOf: ({ bytes }) => bytes.length,
  inPlaceBelow: 64_000,
  limitMs: 20_000,
})
