/**
 * Examines broken and hostile files in a process of its own, which may use no more memory than a product should: `node
 * --max-old-space-size=160 test/fuzz/judge.ts FIRST COUNT HOSTILE…`. Says what it found as one JSON object on its last line, and
 * before each file which it is, so that the parent knows what a process died of.
 */
import { writeSync } from 'node:fs'
import { argv, cpuUsage, memoryUsage, resourceUsage } from 'node:process'
import { examine } from '../../src/cli/examine.ts'
import { readCii, writeCii } from '../../src/formats/cii/invoice.ts'
import { FormatError } from '../../src/formats/format-error.ts'
import { writeHtml } from '../../src/formats/html/write.ts'
import type { Invoice } from '../../src/formats/invoice.ts'
import type { Order } from '../../src/formats/order.ts'
import { sniff, type Sniffed } from '../../src/formats/sniff.ts'
import { readUbl, writeUbl } from '../../src/formats/ubl/invoice.ts'
import { readOrder, writeOrder } from '../../src/formats/ubl/order.ts'
import { readResponse } from '../../src/formats/ubl/response.ts'
import { type ProfileName, profileNames } from '../../src/rules/validate.ts'
import { documents } from './documents.ts'
import { hostileFiles } from './hostile.ts'
import { mutated } from './mutate.ts'

export type Verdict = {
  readonly files: number
  readonly refused: number
  readonly faults: readonly { readonly file: string; readonly error: string }[]
  /** By processor time: others may be using the machine. */
  readonly slowest: { readonly file: string; readonly ms: number }
  /** Beyond what the process takes before it is given a file. */
  readonly largest: { readonly file: string; readonly mb: number }
}

/**
 * Writing takes a multiple of what is written; what was read of a larger file is read into the model and no further.
 */
const WRITTEN = 300_000

/** All the rules that a document of a kind can ask for by what it claims to be. */
const rulesOf: Readonly<Partial<Record<Sniffed['kind'], readonly ProfileName[]>>> = {
  ubl: ['en16931-ubl', 'peppol-ubl', 'peppol-ubl-sb', 'ublbe', 'fr-flux2-ubl'],
  cii: ['en16931-cii', 'peppol-cii', 'fr-flux2-cii'],
  facturx: ['en16931-cii', 'peppol-cii', 'fr-flux2-cii'],
  order: ['peppol-t01'],
  response: ['peppol-t111', 'peppol-mls'],
  cdar: ['fr-cdv'],
}

/** Everything the core does with a file: what it is, all rules, and the way through the model. */
const use = (bytes: Uint8Array): void => {
  const kind = kindOf(bytes)
  examine(bytes, { profiles: rulesOf[kind] ?? profileNames, options: { france: '1.4' } })
  pass(bytes)
}

const kindOf = (bytes: Uint8Array): Sniffed['kind'] => sniff(bytes).kind

const pass = (bytes: Uint8Array): void => {
  const file = sniff(bytes)
  const isWritten = bytes.length < WRITTEN
  if (file.kind === 'ubl') rewrite(readUbl(file.root).document, isWritten, writeUbl)
  if (file.kind === 'cii' || file.kind === 'facturx') rewrite(readCii(file.root).document, isWritten, writeCii)
  if (file.kind === 'order') rewrite(readOrder(file.root).document, isWritten, writeOrder)
  if (file.kind === 'response') readResponse(file.root)
}

const rewrite = <T extends Invoice | Order>(document: T, isWritten: boolean, write: (document: T) => unknown): void => {
  if (!isWritten) return
  write(document)
  writeHtml(document)
}

const mb = (bytes: number): number => Math.round(bytes / 1_048_576)

const [first, count] = argv.slice(2, 4).map(Number) as [number, number]
const sources = count === 0 ? [] : await documents()
const names = [...Array.from({ length: count }, (_, index) => first + index), ...argv.slice(4)]

const fileOf = (name: number | string): { name: string; bytes: Uint8Array } => {
  if (typeof name === 'string') {
    const content = hostileFiles[name]?.() ?? ''
    return { name, bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content }
  }
  const { source, bytes } = mutated(sources, name)
  return { name: `${name} of ${source}`, bytes }
}

const idle = mb(memoryUsage.rss())
const faults: { file: string; error: string }[] = []
let refused = 0
let slowest = { file: '', ms: 0 }
let largest = { file: '', mb: 0 }

for (const each of names) {
  const { name, bytes } = fileOf(each)
  writeSync(1, `${name}\n`)
  const before = cpuUsage()
  try {
    use(bytes)
  } catch (error) {
    if (error instanceof FormatError) refused += 1
    else faults.push({ file: name, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
  const { user, system } = cpuUsage(before)
  const ms = Math.round((user + system) / 1_000)
  if (ms > slowest.ms) slowest = { file: name, ms }
  const used = mb(memoryUsage.rss()) - idle
  if (used > largest.mb) largest = { file: name, mb: used }
}
// The highest that there ever was, which the file that showed most afterwards need not be the cause of.
largest = { ...largest, mb: Math.max(largest.mb, Math.round(resourceUsage().maxRSS / 1_024) - idle) }
writeSync(1, `${JSON.stringify({ files: names.length, refused, faults, slowest, largest } satisfies Verdict)}\n`)
